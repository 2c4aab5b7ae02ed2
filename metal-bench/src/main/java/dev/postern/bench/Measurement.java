package dev.postern.bench;

import java.util.List;
import java.util.Locale;

/**
 * What one operation costs.
 *
 * @param allocations per operation, one for each fork
 * @param bytes per operation, one for each fork
 */
record Measurement(String group, String shape, List<Double> allocations, List<Double> bytes) {
  Measurement {
    allocations = List.copyOf(allocations);
    bytes = List.copyOf(bytes);
  }

  /** Largest less smallest. */
  static double spread(List<Double> values) {
    double least = Double.MAX_VALUE;
    double most = -Double.MAX_VALUE;
    for (double value : values) {
      least = Math.min(least, value);
      most = Math.max(most, value);
    }
    return most - least;
  }

  /** Whether all forks agree to the last digit. */
  boolean isExact() {
    return spread(allocations) == 0 && spread(bytes) == 0;
  }

  String json() {
    return String.format(
        Locale.ROOT,
        "{\"group\":\"%s\",\"shape\":\"%s\",\"forks\":%d,\"alloc_count\":%s,\"alloc_bytes\":%s,"
            + "\"alloc_count_spread\":%s,\"alloc_bytes_spread\":%s}",
        group,
        shape,
        allocations.size(),
        allocations.get(0),
        bytes.get(0),
        spread(allocations),
        spread(bytes));
  }

  String markdown() {
    return String.format(
        Locale.ROOT,
        "| %s | %s | %s | %s | %s |",
        group,
        shape,
        allocations.get(0),
        bytes.get(0),
        isExact() ? "exact in " + allocations.size() + " forks" : "unstable");
  }
}
