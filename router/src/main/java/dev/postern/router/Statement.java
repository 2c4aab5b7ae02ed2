package dev.postern.router;

import dev.postern.backend.sql.ParsedStatement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A statement text as the cache keeps it: immutable, shared by all clients that send it.
 *
 * @param text exactly the text's bytes; not to be changed
 * @param statements its syntax trees; empty for a text without statements
 * @param kind what running it means for a connection; of several statements the gravest
 * @param sharding where it may run in a sharded database, or null where the cache serves none
 */
public record Statement(
    byte[] text, List<ParsedStatement> statements, Kind kind, @Nullable Sharding sharding) {

  /** What a statement does to the connection it runs on, gravest last. */
  public enum Kind {
    /** Only reads. */
    READ,
    /** BEGIN, COMMIT, SAVEPOINT and so on. */
    TRANSACTION,
    /** SET, RESET, SHOW, DISCARD: the session's settings. */
    SESSION,
    /** Changes rows or locks them. */
    WRITE,
    /** Everything else: DDL, COPY, cursors, LISTEN, PREPARE. */
    OTHER
  }

  /** Where a statement may run in a sharded database. */
  public sealed interface Sharding {}

  /** On whichever shard: it reads no table, or only catalogs. */
  public record AnyShard() implements Sharding {}

  /** On the shard of its keys, which must all give the same one. */
  public record ByKey(List<ShardKey> keys) implements Sharding {}

  /** BEGIN, COMMIT, ROLLBACK, SAVEPOINT and so on: on the shard of its transaction. */
  public record OfTransaction() implements Sharding {}

  /** SET and so on: on every shard that the session uses. */
  public record OfSession() implements Sharding {}

  /**
   * Not on one shard.
   *
   * @param reason what it would need, as the 0A000 error names it
   * @param hint how to say it so that it works, or null
   */
  public record Refused(String reason, @Nullable String hint) implements Sharding {}
}
