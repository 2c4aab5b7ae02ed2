package dev.postern.config;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One rule of {@code [[sharded_tables.mapping]]}: a list of values, a range, or neither, which
 * catches what no other rule matches. Values are kept as text, an integer as its decimal digits.
 */
public record ShardMapping(
    @Key(value = "Shard of the rows this rule matches.", required = true, max = 9999) int shard,
    @Key(value = "Values this rule matches.", integerToo = true) List<String> values,
    @Key(value = "First value of the range.", integerToo = true, defaultText = "open")
        @Nullable String start,
    @Key(value = "End of the range, itself outside it.", integerToo = true, defaultText = "open")
        @Nullable String end) {

  public static final ShardMapping DEFAULTS = new ShardMapping(0, List.of(), null, null);

  public ShardMapping {
    values = List.copyOf(values);
  }
}
