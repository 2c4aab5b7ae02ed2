package dev.postern.backend.bootstrap;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads one catalog's initial rows. Files are read each time: callers keep what they build. */
public final class CatalogFacts {
  private final String[] columns;
  private final List<@Nullable String[]> rows;

  private CatalogFacts(String[] columns, List<@Nullable String[]> rows) {
    this.columns = columns;
    this.rows = rows;
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
    String[] columns = null;
    List<@Nullable String[]> rows = new ArrayList<>();
    int start = 0;
    for (int end = start; end < text.length; end++) {
      if (text[end] == '\n') {
        if (columns == null) {
          columns = new String(text, start, end - start, StandardCharsets.UTF_8).split("\t", -1);
        } else {
          rows.add(fields(text, start, end, columns.length));
        }
        start = end + 1;
      }
    }
    if (columns == null) {
      throw new IllegalStateException(catalog + ".tsv has no header");
    }
    return new CatalogFacts(columns, rows);
  }

  /** Position of a column in each row of {@link #rows()}. */
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

  /** Values in PostgreSQL's text form, null for NULL, unescaped. */
  public List<@Nullable String[]> rows() {
    return rows;
  }

  private static @Nullable String[] fields(byte[] text, int start, int end, int count) {
    @Nullable String[] fields = new String[count];
    int field = 0;
    int from = start;
    for (int i = start; i <= end; i++) {
      if (i == end || text[i] == '\t') {
        fields[field++] = field(text, from, i);
        from = i + 1;
      }
    }
    if (field != count) {
      throw new IllegalStateException("a row has " + field + " fields, not " + count);
    }
    return fields;
  }

  private static @Nullable String field(byte[] text, int from, int to) {
    String raw = new String(text, from, to - from, StandardCharsets.UTF_8);
    if (raw.indexOf('\\') < 0) {
      return raw;
    }
    if (raw.equals("\\N")) {
      return null;
    }
    StringBuilder plain = new StringBuilder(raw.length());
    for (int i = 0; i < raw.length(); i++) {
      char c = raw.charAt(i);
      if (c == '\\') {
        char escaped = raw.charAt(++i);
        plain.append(
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
        plain.append(c);
      }
    }
    return plain.toString();
  }
}
