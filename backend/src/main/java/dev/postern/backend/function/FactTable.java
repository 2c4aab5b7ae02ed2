package dev.postern.backend.function;

import dev.postern.backend.bootstrap.CatalogFacts;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A catalog's initial rows, left as the bytes of the file: only where each row starts is found when
 * it is loaded, and a field is read when it is asked for. Start-up touches few of the rows.
 */
final class FactTable {
  private final byte[] text;
  private final String[] columns;

  /** Offset of each row, then the end of the last. */
  private final int[] starts;

  private FactTable(byte[] text, String[] columns, int[] starts) {
    this.text = text;
    this.columns = columns;
    this.starts = starts;
  }

  static FactTable load(String catalog) {
    byte[] text;
    try (InputStream in = CatalogFacts.class.getResourceAsStream(catalog + ".tsv")) {
      if (in == null) {
        throw new IllegalArgumentException("no initial rows for " + catalog);
      }
      text = in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    int headerEnd = lineEnd(text, 0);
    String[] columns = new String(text, 0, headerEnd, StandardCharsets.UTF_8).split("\t", -1);
    int[] starts = new int[1024];
    int count = 0;
    int at = headerEnd + 1;
    while (at < text.length) {
      if (count + 1 >= starts.length) {
        starts = Arrays.copyOf(starts, starts.length * 2);
      }
      starts[count++] = at;
      at = lineEnd(text, at) + 1;
    }
    starts = Arrays.copyOf(starts, count + 1);
    starts[count] = text.length;
    return new FactTable(text, columns, starts);
  }

  private static int lineEnd(byte[] text, int from) {
    int at = from;
    while (text[at] != '\n') {
      at++;
    }
    return at;
  }

  int rows() {
    return starts.length - 1;
  }

  int column(String name) {
    for (int i = 0; i < columns.length; i++) {
      if (columns[i].equals(name)) {
        return i;
      }
    }
    throw new IllegalArgumentException("no column " + name);
  }

  /** Offset of a field's first byte. */
  private int field(int row, int column) {
    int at = starts[row];
    for (int i = 0; i < column; i++) {
      while (text[at] != '\t') {
        at++;
      }
      at++;
    }
    return at;
  }

  private int fieldEnd(int from) {
    int at = from;
    while (text[at] != '\t' && text[at] != '\n') {
      at++;
    }
    return at;
  }

  boolean isNull(int row, int column) {
    int at = field(row, column);
    return text[at] == '\\' && text[at + 1] == 'N';
  }

  int integer(int row, int column) {
    int at = field(row, column);
    boolean negative = text[at] == '-';
    if (negative) {
      at++;
    }
    long value = 0;
    for (; text[at] >= '0' && text[at] <= '9'; at++) {
      value = value * 10 + (text[at] - '0');
    }
    return (int) (negative ? -value : value);
  }

  /** A field of the internal type {@code "char"}, or a boolean's t or f. */
  char character(int row, int column) {
    return (char) text[field(row, column)];
  }

  boolean truth(int row, int column) {
    return character(row, column) == 't';
  }

  /** The field's text, unescaped; null is the empty string. */
  String string(int row, int column) {
    int at = field(row, column);
    int end = fieldEnd(at);
    if (isNull(row, column)) {
      return "";
    }
    String raw = new String(text, at, end - at, StandardCharsets.UTF_8);
    return raw.indexOf('\\') < 0 ? raw : unescaped(raw);
  }

  @Nullable String stringOrNull(int row, int column) {
    return isNull(row, column) ? null : string(row, column);
  }

  private static String unescaped(String raw) {
    StringBuilder plain = new StringBuilder(raw.length());
    for (int i = 0; i < raw.length(); i++) {
      char c = raw.charAt(i);
      if (c != '\\') {
        plain.append(c);
        continue;
      }
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
    }
    return plain.toString();
  }

  /** Reads an oidvector ({@code 23 25}) or an array of numbers ({@code {23,25}}). */
  int[] integers(int row, int column) {
    int at = field(row, column);
    int end = fieldEnd(at);
    if (isNull(row, column)) {
      return new int[0];
    }
    int[] values = new int[8];
    int count = 0;
    while (at < end) {
      if (text[at] < '0' || text[at] > '9') {
        at++;
        continue;
      }
      long value = 0;
      for (; at < end && text[at] >= '0' && text[at] <= '9'; at++) {
        value = value * 10 + (text[at] - '0');
      }
      if (count == values.length) {
        values = Arrays.copyOf(values, count * 2);
      }
      values[count++] = (int) value;
    }
    return Arrays.copyOf(values, count);
  }

  /** Reads an array of simple words ({@code {a,b,""}}). */
  String[] words(int row, int column) {
    String array = string(row, column);
    if (array.length() <= 2) {
      return new String[0];
    }
    String[] words = array.substring(1, array.length() - 1).split(",", -1);
    for (int i = 0; i < words.length; i++) {
      String word = words[i];
      if (word.length() >= 2 && word.charAt(0) == '"') {
        words[i] = word.substring(1, word.length() - 1);
      }
    }
    return words;
  }

  /** The field's {@link String#hashCode}, for ASCII without escapes. */
  int hash(int row, int column) {
    int at = field(row, column);
    int hash = 0;
    for (; text[at] != '\t' && text[at] != '\n'; at++) {
      hash = 31 * hash + (text[at] & 0xff);
    }
    return hash;
  }
}
