package dev.postern.config;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** One {@code [[sharded_tables]]} entry: which column of which table picks the shard. */
public record ShardedTable(
    @Key(value = "Database, by its name in `[[databases]]`.", required = true) String database,
    @Key(value = "Table.", defaultText = "every table that has the column") @Nullable String name,
    @Key(value = "Schema of the table.", defaultText = "any") @Nullable String schema,
    @Key(
            value = "Column whose value picks the shard.",
            defaultText = "required, unless `omnisharded`")
        String column,
    @Key("Type of the column. `text` is the same as `varchar`.") DataType dataType,
    @Key(value = "Marks the table that others refer to by foreign keys.", effective = false)
        boolean primary,
    @Key(
            "Hash that picks the shard. Statements on a table with `sha1` are refused until it is"
                + " built.")
        Hasher hasher,
    @Key(
            "Values or ranges and their shards, instead of a hash. Statements on such a table are"
                + " refused until it is built.")
        List<ShardMapping> mapping,
    @Key(
            "Query that turns the key into what is hashed. Statements on such a table are refused"
                + " until it is built.")
        @Nullable String lookupQuery,
    @Key("Older form of `[[omnisharded_tables]]`: every shard holds the table in full.")
        boolean omnisharded) {

  public static final ShardedTable DEFAULTS =
      new ShardedTable(
          "", null, null, "", DataType.BIGINT, false, Hasher.POSTGRES, List.of(), null, false);

  public ShardedTable {
    mapping = List.copyOf(mapping);
  }

  ShardedTable withMapping(List<ShardMapping> rules) {
    return new ShardedTable(
        database, name, schema, column, dataType, primary, hasher, rules, lookupQuery, omnisharded);
  }

  /**
   * True when the shard is PostgreSQL's own hash-partitioning function of the column. Where it is
   * false, routing by that hash would send rows to the wrong shard: the router must refuse.
   */
  public boolean isHashed() {
    return dataType != DataType.VECTOR
        && hasher == Hasher.POSTGRES
        && mapping.isEmpty()
        && lookupQuery == null;
  }

  /** Type of a sharding column. */
  public enum DataType {
    BIGINT,
    UUID,
    @Also("text")
    VARCHAR,
    VECTOR
  }

  /** Hash that picks the shard. */
  public enum Hasher {
    POSTGRES,
    SHA1
  }
}
