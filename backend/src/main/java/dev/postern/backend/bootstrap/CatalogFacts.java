package dev.postern.backend.bootstrap;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads one catalog's initial rows. Files are read each time: callers keep what they build. Only
 * where each row starts is found at first; fields are read as they are asked for.
 */
public final class CatalogFacts {
  private final String[] columns;
  private final byte[] text;

  /** Offset of each row; the first {@link #count} entries are valid. */
  private final int[] starts;

  private final int count;

  private CatalogFacts(String[] columns, byte[] text, int[] starts, int count) {
    this.columns = columns;
    this.text = text;
    this.starts = starts;
    this.count = count;
  }

  /**
   * The initial rows of a catalog.
   *
   * @param catalog its name, such as {@code pg_type}
   */
  public static CatalogFacts of(String catalog) {
    byte[] text;
    try (InputStream in = CatalogFacts.class.getResourceAsStream(catalog + ".tsv")) {
      if (in == null) {
        throw new IllegalArgumentException("no initial rows for " + catalog);
      }
      text = in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    int[] starts = new int[64];
    int count = 0;
    int start = 0;
    String[] columns = {};
    for (int end = 0; end < text.length; end++) {
      if (text[end] != '\n') {
        continue;
      }
      if (start == 0) {
        columns = new String(text, 0, end, StandardCharsets.UTF_8).split("\t", -1);
      } else {
        if (count == starts.length) {
          starts = Arrays.copyOf(starts, count * 2);
        }
        starts[count++] = start;
      }
      start = end + 1;
    }
    if (columns.length == 0) {
      throw new IllegalStateException(catalog + ".tsv has no header");
    }
    return new CatalogFacts(columns, text, starts, count);
  }

  /** Position of a column in each row. */
  public int column(String name) {
    for (int i = 0; i < columns.length; i++) {
      if (columns[i].equals(name)) {
        return i;
      }
    }
    throw new IllegalArgumentException("no column " + name);
  }

  public String[] columns() {
    return columns.clone();
  }

  /** How many rows there are. */
  public int count() {
    return count;
  }

  /** A value in PostgreSQL's text form, unescaped; null for NULL. */
  public @Nullable String field(int row, int column) {
    int from = starts[row];
    for (int i = 0; i < column; i++) {
      from = end(from) + 1;
    }
    return field(text, from, end(from));
  }

  /** A whole number. */
  public int integer(int row, int column) {
    int at = starts[row];
    for (int i = 0; i < column; i++) {
      at = end(at) + 1;
    }
    boolean negative = text[at] == '-';
    long value = 0;
    for (int i = negative ? at + 1 : at; text[i] >= '0' && text[i] <= '9'; i++) {
      value = value * 10 + (text[i] - '0');
    }
    return (int) (negative ? -value : value);
  }

  /** The first character of a field: all of a boolean or a value of type "char". */
  public char character(int row, int column) {
    int at = starts[row];
    for (int i = 0; i < column; i++) {
      at = end(at) + 1;
    }
    return (char) text[at];
  }

  private int end(int from) {
    int at = from;
    while (text[at] != '\t' && text[at] != '\n') {
      at++;
    }
    return at;
  }

  /** All fields of a row. */
  public @Nullable String[] row(int row) {
    @Nullable String[] fields = new String[columns.length];
    int from = starts[row];
    for (int i = 0; i < fields.length; i++) {
      int end = end(from);
      fields[i] = field(text, from, end);
      from = end + 1;
    }
    if (text[from - 1] != '\n') {
      throw new IllegalStateException("a row has more than " + fields.length + " fields");
    }
    return fields;
  }

  /** Every row: values in PostgreSQL's text form, null for NULL, unescaped. */
  public List<@Nullable String[]> rows() {
    List<@Nullable String[]> rows = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      rows.add(row(i));
    }
    return rows;
  }

  private static @Nullable String field(byte[] text, int from, int to) {
    boolean plain = true;
    for (int i = from; i < to; i++) {
      plain &= text[i] != '\\';
    }
    String raw = new String(text, from, to - from, StandardCharsets.UTF_8);
    if (plain) {
      return raw;
    }
    if (raw.equals("\\N")) {
      return null;
    }
    StringBuilder unescaped = new StringBuilder(raw.length());
    for (int i = 0; i < raw.length(); i++) {
      char c = raw.charAt(i);
      if (c == '\\') {
        char escaped = raw.charAt(++i);
        unescaped.append(
            switch (escaped) {
              case 'n' -> '\n';
              case 't' -> '\t';
              case 'r' -> '\r';
              case 'b' -> '\b';
              case 'f' -> '\f';
              case 'v' -> '\u000b';
              default -> escaped;
            });
      } else {
        unescaped.append(c);
      }
    }
    return unescaped.toString();
  }
}
