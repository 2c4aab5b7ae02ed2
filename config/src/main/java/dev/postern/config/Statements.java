package dev.postern.config;

import dev.postern.config.Key.Origin;
import dev.postern.config.Key.Unit;

/** Statement cache and prepared statements. */
public record Statements(
    @Key(
            value = "Which prepared statements are kept across shared upstream connections.",
            effective = false)
        PreparedStatements preparedStatements,
    @Key(value = "Most prepared statements kept on one upstream connection.", effective = false)
        long preparedStatementsLimit,
    @Key(
            value = "Memory of the statement cache of one event loop. Bounded by bytes, not count.",
            unit = Unit.BYTES,
            origin = Origin.POSTERN,
            restart = true)
        long statementCacheBytes,
    @Key(value = "Refuse statements that need more than one shard.", effective = false)
        boolean crossShardDisabled) {

  public static final Statements DEFAULTS =
      new Statements(PreparedStatements.EXTENDED, Long.MAX_VALUE, 16L << 20, false);

  /** Which prepared statements are kept across shared upstream connections. */
  public enum PreparedStatements {
    DISABLED,
    EXTENDED,
    EXTENDED_ANONYMOUS,
    FULL
  }
}
