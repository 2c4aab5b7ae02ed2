package dev.postern.backend.session;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * COPY's options after all checks (manual, COPY).
 *
 * @param delimiter between fields, for text and csv
 * @param nullText what stands for NULL
 * @param defaultText what stands for a column's default, or null
 * @param quote and {@code escape} are for csv
 * @param forceQuote columns whose values are quoted in any case
 * @param forceNotNull columns that the null text is no NULL in
 * @param forceNull columns that the null text is NULL in even where it is quoted
 * @param ignoreErrors skip rows whose values cannot be read (ON_ERROR ignore)
 */
record CopyOptions(
    Format format,
    byte delimiter,
    byte[] nullText,
    byte @Nullable [] defaultText,
    Header header,
    byte quote,
    byte escape,
    Columns forceQuote,
    Columns forceNotNull,
    Columns forceNull,
    boolean ignoreErrors,
    boolean verbose,
    boolean silent,
    boolean freeze) {
  /** The file formats. */
  enum Format {
    TEXT,
    CSV,
    BINARY
  }

  /** What the first line is. */
  enum Header {
    NONE,
    PRESENT,
    MATCH
  }

  /** Columns an option names; or all. */
  record Columns(boolean all, Set<String> names) {
    static final Columns NONE = new Columns(false, Set.of());

    boolean contains(String column) {
      return all || names.contains(column);
    }
  }

  boolean csv() {
    return format == Format.CSV;
  }

  boolean binary() {
    return format == Format.BINARY;
  }
}
