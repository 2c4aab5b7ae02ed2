package dev.postern.config;

import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Names as they are written in files, and what a misspelt one was likely meant to be. */
final class Spelling {
  private Spelling() {}

  /** {@code connectTimeoutMillis} → {@code connect_timeout}. */
  static String keyOf(String componentName) {
    String bare =
        componentName.endsWith("Millis")
            ? componentName.substring(0, componentName.length() - "Millis".length())
            : componentName;
    StringBuilder key = new StringBuilder(bare.length() + 8);
    for (int index = 0; index < bare.length(); index++) {
      char character = bare.charAt(index);
      if (Character.isUpperCase(character)) {
        key.append('_').append(Character.toLowerCase(character));
      } else {
        key.append(character);
      }
    }
    return key.toString();
  }

  static String valueOf(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /** The candidate fewest changes away, if they are few for the word's length; else null. */
  static @Nullable String nearest(String word, Collection<String> candidates) {
    String nearest = null;
    int fewest = Math.max(2, word.length() / 3) + 1;
    for (String candidate : candidates) {
      int changes = changesBetween(word, candidate);
      if (changes < fewest
          || (changes == fewest && nearest != null && candidate.compareTo(nearest) < 0)) {
        nearest = candidate;
        fewest = changes;
      }
    }
    return nearest;
  }

  /** Insertions, deletions, replacements and swaps of neighbours (optimal string alignment). */
  private static int changesBetween(String left, String right) {
    int[][] cost = new int[left.length() + 1][right.length() + 1];
    for (int i = 0; i <= left.length(); i++) {
      for (int j = 0; j <= right.length(); j++) {
        if (i == 0 || j == 0) {
          cost[i][j] = i + j;
          continue;
        }
        int replaced = left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1;
        int least =
            Math.min(
                cost[i - 1][j - 1] + replaced, Math.min(cost[i - 1][j] + 1, cost[i][j - 1] + 1));
        boolean swapped =
            i > 1
                && j > 1
                && left.charAt(i - 1) == right.charAt(j - 2)
                && left.charAt(i - 2) == right.charAt(j - 1);
        cost[i][j] = swapped ? Math.min(least, cost[i - 2][j - 2] + 1) : least;
      }
    }
    return cost[left.length()][right.length()];
  }
}
