package dev.postern.backend.function;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A compiled regular expression with PostgreSQL's choice among matches: the leftmost, and of those
 * the longest or the shortest, as the expression as a whole is greedy or not (manual section
 * 9.7.3.5). Java's own choice is by the order of alternatives; where the two may differ, the end is
 * searched for.
 *
 * @param groups number of subexpressions
 * @param ordered whether Java's choice is PostgreSQL's
 * @param greedy whether the longest match is wanted
 */
record Regex(Pattern pattern, int groups, boolean ordered, boolean greedy) {
  boolean matches(String text) {
    return pattern.matcher(text).find();
  }

  /** A matcher that {@link #find} moves. */
  Matcher matcher(String text) {
    return pattern.matcher(text).useTransparentBounds(true).useAnchoringBounds(false);
  }

  /** Finds the first match that starts at or after a place; the matcher then has its groups. */
  boolean find(Matcher matcher, String text, int from) {
    matcher.region(from, text.length());
    if (!matcher.find()) {
      return false;
    }
    if (ordered) {
      return true;
    }
    int start = matcher.start();
    int end = matcher.end();
    if (greedy) {
      for (int longer = text.length(); longer > end; longer--) {
        if (matcher.region(start, longer).matches()) {
          return true;
        }
      }
    } else {
      for (int shorter = start; shorter < end; shorter++) {
        if (matcher.region(start, shorter).matches()) {
          return true;
        }
      }
    }
    return matcher.region(start, end).matches();
  }
}
