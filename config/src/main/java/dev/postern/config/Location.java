package dev.postern.config;

import java.util.Comparator;

/**
 * Where a value was given.
 *
 * @param source a file, {@code environment variable NAME} or {@code --set key}
 * @param line from 1; 0 where the source has no lines
 * @param column from 1; 0 where the source has no lines
 */
public record Location(String source, int line, int column) implements Comparable<Location> {
  private static final Comparator<Location> ORDER =
      Comparator.comparing(Location::source)
          .thenComparingInt(Location::line)
          .thenComparingInt(Location::column);

  /** The source of a value set by the command line. */
  static Location ofCommandLine(String key) {
    return of("--set " + key);
  }

  boolean isCommandLine() {
    return line == 0 && source.startsWith("--set ");
  }

  static Location of(String source) {
    return new Location(source, 0, 0);
  }

  @Override
  public int compareTo(Location other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return line == 0 ? source : source + ":" + line + ":" + column;
  }
}
