package dev.postern.backend.analyze;

/** Levenshtein distance between names, for hints. */
final class EditDistance {
  private EditDistance() {}

  /** The distance, or any number greater than {@code limit} where it is greater. */
  static int between(String left, String right, int limit) {
    int[] a = left.codePoints().toArray();
    int[] b = right.codePoints().toArray();
    if (Math.abs(a.length - b.length) > limit) {
      return limit + 1;
    }
    int[] previous = new int[b.length + 1];
    int[] current = new int[b.length + 1];
    for (int j = 0; j <= b.length; j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= a.length; i++) {
      current[0] = i;
      for (int j = 1; j <= b.length; j++) {
        int replaced = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
        current[j] = Math.min(replaced, Math.min(previous[j], current[j - 1]) + 1);
      }
      int[] swap = previous;
      previous = current;
      current = swap;
    }
    return previous[b.length];
  }
}
