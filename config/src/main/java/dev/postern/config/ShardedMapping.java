package dev.postern.config;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One {@code [[sharded_mappings]]} entry, the older form of {@link ShardMapping}. Loading adds it
 * to the {@link ShardedTable} it names, so that only that form remains.
 */
public record ShardedMapping(
    @Key(value = "Database, by its name in `[[databases]]`.", required = true) String database,
    @Key(value = "Sharded column, as in `[[sharded_tables]]`.", required = true) String column,
    @Key(value = "Table.", defaultText = "every one with the column") @Nullable String table,
    @Key(value = "Schema of the table.", defaultText = "any") @Nullable String schema,
    @Key(value = "Which of the other keys make the rule.", required = true) Kind kind,
    @Key(value = "Values of a `list`.", integerToo = true) List<String> values,
    @Key(value = "First value of a `range`.", integerToo = true, defaultText = "open")
        @Nullable String start,
    @Key(value = "End of a `range`, itself outside it.", integerToo = true, defaultText = "open")
        @Nullable String end,
    @Key(value = "Shard of the rows this rule matches.", required = true, max = 9999) int shard) {

  public static final ShardedMapping DEFAULTS =
      new ShardedMapping("", "", null, null, Kind.LIST, List.of(), null, null, 0);

  public ShardedMapping {
    values = List.copyOf(values);
  }

  boolean isFor(ShardedTable sharded) {
    return database.equals(sharded.database())
        && column.equals(sharded.column())
        && (table == null || table.equals(sharded.name()))
        && (schema == null || schema.equals(sharded.schema()));
  }

  ShardMapping rule() {
    return switch (kind) {
      case LIST -> new ShardMapping(shard, values, null, null);
      case RANGE -> new ShardMapping(shard, List.of(), start, end);
      case DEFAULT -> new ShardMapping(shard, List.of(), null, null);
    };
  }

  /** What a rule matches by. */
  public enum Kind {
    LIST,
    RANGE,
    DEFAULT
  }
}
