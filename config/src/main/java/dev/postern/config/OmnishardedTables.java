package dev.postern.config;

import java.util.List;

/** One {@code [[omnisharded_tables]]} entry: tables that every shard holds in full. */
public record OmnishardedTables(
    @Key(value = "Database, by its name in `[[databases]]`.", required = true) String database,
    @Key(value = "The tables.", required = true) List<String> tables,
    @Key(value = "Send all reads of one client to the same shard.", effective = false)
        boolean sticky) {

  public static final OmnishardedTables DEFAULTS = new OmnishardedTables("", List.of(), false);

  public OmnishardedTables {
    tables = List.copyOf(tables);
  }
}
