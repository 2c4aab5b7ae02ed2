package dev.postern.backend.function;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.SqlType;
import dev.postern.backend.type.TypeOids;
import dev.postern.backend.type.Utf8;
import java.text.Normalizer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Changes to text: case, padding, trimming, replacing, and single characters. */
final class TextEditing implements FunctionTopic {
  /** Longest text that a function makes: the limit of a field in PostgreSQL. */
  static final long MAXIMUM_BYTES = 0x3fffffff;

  @Override
  public @Nullable ScalarFunction scalar(String key, CallSite site) {
    return switch (key) {
      case "lower" -> (c, a, r) -> r.setText(lower(a[0].text()));
      case "upper" -> (c, a, r) -> r.setText(upper(a[0].text()));
      case "casefold" -> (c, a, r) -> r.setText(lower(a[0].text()));
      case "initcap" -> (c, a, r) -> r.setText(initialCapitals(a[0].text()));
      case "lpad" -> (c, a, r) -> r.setText(padded(a[0], a[1].bits, a[2].text(), true));
      case "rpad" -> (c, a, r) -> r.setText(padded(a[0], a[1].bits, a[2].text(), false));
      case "lpad(text,int4)" -> (c, a, r) -> r.setText(padded(a[0], a[1].bits, " ", true));
      case "rpad(text,int4)" -> (c, a, r) -> r.setText(padded(a[0], a[1].bits, " ", false));
      case "btrim" -> (c, a, r) -> trim(a[0], a[1].text(), true, true, r);
      case "ltrim" -> (c, a, r) -> trim(a[0], a[1].text(), true, false, r);
      case "rtrim" -> (c, a, r) -> trim(a[0], a[1].text(), false, true, r);
      case "btrim1" -> (c, a, r) -> trim(a[0], " ", true, true, r);
      case "ltrim1" -> (c, a, r) -> trim(a[0], " ", true, false, r);
      case "rtrim1" -> (c, a, r) -> trim(a[0], " ", false, true, r);
      case "byteatrim" -> (c, a, r) -> trimBytes(a[0], a[1], true, true, r);
      case "bytealtrim" -> (c, a, r) -> trimBytes(a[0], a[1], true, false, r);
      case "byteartrim" -> (c, a, r) -> trimBytes(a[0], a[1], false, true, r);
      case "repeat" -> (c, a, r) -> repeat(a[0], a[1].bits, r);
      case "replace_text" -> (c, a, r) -> r.setText(replaced(a));
      case "translate" -> (c, a, r) -> r.setText(translated(a[0].text(), a[1].text(), a[2].text()));
      case "text_reverse" ->
          (c, a, r) -> r.setText(new StringBuilder(a[0].text()).reverse().toString());
      case "bytea_reverse" -> (c, a, r) -> r.setBytes(reversed(a[0].copyBytes()));
      case "split_part" -> (c, a, r) -> r.setText(part(a[0].text(), a[1].text(), a[2].bits));
      case "ascii" -> (c, a, r) -> r.setLong(a[0].length == 0 ? 0 : a[0].text().codePointAt(0));
      case "chr" -> (c, a, r) -> r.setText(character(a[0].bits));
      case "unicode_normalize_func" ->
          (c, a, r) -> r.setText(Normalizer.normalize(a[0].text(), form(a[1].text())));
      case "unicode_is_normalized" ->
          (c, a, r) -> r.setBoolean(Normalizer.isNormalized(a[0].text(), form(a[1].text())));
      case "unistr" -> (c, a, r) -> r.setText(UnicodeEscapes.decoded(a[0].text()));
      case "bpchar", "varchar" -> {
        SqlType type =
            site.types().valueType(key.equals("bpchar") ? TypeOids.BPCHAR : TypeOids.VARCHAR);
        yield (c, a, r) -> {
          r.set(a[0]);
          type.applyTypmod(r, (int) a[1].bits, a[2].booleanValue());
        };
      }
      case "char_bpchar", "char_text" ->
          (c, a, r) -> {
            byte value = (byte) a[0].bits;
            if (value == 0) {
              r.setBytes(new byte[0]);
            } else if (value > 0) {
              r.setBytes(new byte[] {value});
            } else {
              r.setText(String.format("\\%03o", value & 0xff));
            }
          };
      case "name_bpchar" -> (c, a, r) -> r.set(a[0]);
      default -> null;
    };
  }

  /** Under the collation "C" only ASCII letters have case. */
  static String lower(String text) {
    StringBuilder lower = new StringBuilder(text);
    for (int i = 0; i < lower.length(); i++) {
      char c = lower.charAt(i);
      if (c >= 'A' && c <= 'Z') {
        lower.setCharAt(i, (char) (c + 32));
      }
    }
    return lower.toString();
  }

  static String upper(String text) {
    StringBuilder upper = new StringBuilder(text);
    for (int i = 0; i < upper.length(); i++) {
      char c = upper.charAt(i);
      if (c >= 'a' && c <= 'z') {
        upper.setCharAt(i, (char) (c - 32));
      }
    }
    return upper.toString();
  }

  static String initialCapitals(String text) {
    StringBuilder result = new StringBuilder(text);
    boolean inWord = false;
    for (int i = 0; i < result.length(); i++) {
      char c = result.charAt(i);
      boolean lower = c >= 'a' && c <= 'z';
      boolean upper = c >= 'A' && c <= 'Z';
      if (lower && !inWord) {
        result.setCharAt(i, (char) (c - 32));
      } else if (upper && inWord) {
        result.setCharAt(i, (char) (c + 32));
      }
      inWord = lower || upper || c >= '0' && c <= '9';
    }
    return result.toString();
  }

  private static String padded(Datum value, long wanted, String filler, boolean left) {
    String text = value.text();
    if (wanted <= 0) {
      return "";
    }
    if (wanted > MAXIMUM_BYTES) {
      throw tooLarge();
    }
    int characters = text.codePointCount(0, text.length());
    if (characters >= wanted || filler.isEmpty()) {
      return text.substring(0, text.offsetByCodePoints(0, (int) Math.min(characters, wanted)));
    }
    StringBuilder padding = new StringBuilder();
    int[] fill = filler.codePoints().toArray();
    for (int i = 0; i < wanted - characters; i++) {
      padding.appendCodePoint(fill[i % fill.length]);
    }
    return left ? padding + text : text + padding;
  }

  static SqlError tooLarge() {
    return new SqlError(SqlState.PROGRAM_LIMIT_EXCEEDED, "requested length too large");
  }

  private static void trim(Datum text, String set, boolean left, boolean right, Datum result) {
    int[] characters = set.codePoints().toArray();
    int from = text.offset;
    int to = text.offset + text.length;
    if (left) {
      while (from < to) {
        int size = Utf8.announcedSize(text.bytes[from]);
        if (!contains(characters, text.bytes, from, size)) {
          break;
        }
        from += size;
      }
    }
    if (right) {
      while (to > from) {
        int start = to - 1;
        while ((text.bytes[start] & 0xc0) == 0x80) {
          start--;
        }
        if (!contains(characters, text.bytes, start, to - start)) {
          break;
        }
        to = start;
      }
    }
    result.setBytes(text.bytes, from, to - from);
  }

  private static boolean contains(int[] set, byte[] bytes, int at, int size) {
    int character = bytes[at] & (size == 1 ? 0xff : 0x7f >> size);
    for (int i = 1; i < size; i++) {
      character = character << 6 | bytes[at + i] & 0x3f;
    }
    for (int candidate : set) {
      if (candidate == character) {
        return true;
      }
    }
    return false;
  }

  private static void trimBytes(Datum value, Datum set, boolean left, boolean right, Datum result) {
    int from = value.offset;
    int to = value.offset + value.length;
    while (left && from < to && hasByte(set, value.bytes[from])) {
      from++;
    }
    while (right && to > from && hasByte(set, value.bytes[to - 1])) {
      to--;
    }
    result.setBytes(value.bytes, from, to - from);
  }

  private static boolean hasByte(Datum set, byte wanted) {
    for (int i = 0; i < set.length; i++) {
      if (set.bytes[set.offset + i] == wanted) {
        return true;
      }
    }
    return false;
  }

  private static void repeat(Datum text, long count, Datum result) {
    long times = text.length == 0 ? 0 : Math.max(count, 0);
    if (times * text.length > MAXIMUM_BYTES) {
      throw tooLarge();
    }
    byte[] bytes = new byte[(int) times * text.length];
    for (int i = 0; i < times; i++) {
      System.arraycopy(text.bytes, text.offset, bytes, i * text.length, text.length);
    }
    result.setBytes(bytes);
  }

  private static String replaced(Datum[] arguments) {
    String text = arguments[0].text();
    String from = arguments[1].text();
    return from.isEmpty() ? text : text.replace(from, arguments[2].text());
  }

  private static String translated(String text, String from, String to) {
    int[] source = from.codePoints().toArray();
    int[] target = to.codePoints().toArray();
    StringBuilder result = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c -> {
              int at = 0;
              while (at < source.length && source[at] != c) {
                at++;
              }
              if (at == source.length) {
                result.appendCodePoint(c);
              } else if (at < target.length) {
                result.appendCodePoint(target[at]);
              }
            });
    return result.toString();
  }

  private static byte[] reversed(byte[] bytes) {
    for (int i = 0; i < bytes.length / 2; i++) {
      byte swapped = bytes[i];
      bytes[i] = bytes[bytes.length - 1 - i];
      bytes[bytes.length - 1 - i] = swapped;
    }
    return bytes;
  }

  private static String part(String text, String separator, long number) {
    if (number == 0) {
      throw new SqlError(SqlState.INVALID_PARAMETER_VALUE, "field position must not be zero");
    }
    if (text.isEmpty()) {
      return "";
    }
    if (separator.isEmpty()) {
      return number == 1 || number == -1 ? text : "";
    }
    int count = 1;
    for (int at = text.indexOf(separator);
        at >= 0;
        at = text.indexOf(separator, at + separator.length())) {
      count++;
    }
    long wanted = number < 0 ? count + number + 1 : number;
    if (wanted < 1 || wanted > count) {
      return "";
    }
    int from = 0;
    for (long i = 1; i < wanted; i++) {
      from = text.indexOf(separator, from) + separator.length();
    }
    int to = text.indexOf(separator, from);
    return to < 0 ? text.substring(from) : text.substring(from, to);
  }

  private static String character(long code) {
    if (code < 0) {
      throw new SqlError(SqlState.INVALID_PARAMETER_VALUE, "character number must be positive");
    }
    if (code == 0) {
      throw new SqlError(SqlState.PROGRAM_LIMIT_EXCEEDED, "null character not permitted");
    }
    if (code > 0x10ffff) {
      throw new SqlError(
          SqlState.PROGRAM_LIMIT_EXCEEDED, "requested character too large for encoding: " + code);
    }
    if (code >= 0xd800 && code <= 0xdfff) {
      throw new SqlError(
          SqlState.PROGRAM_LIMIT_EXCEEDED, "requested character not valid for encoding: " + code);
    }
    return Character.toString((int) code);
  }

  private static Normalizer.Form form(String name) {
    return Arrays.stream(Normalizer.Form.values())
        .filter(form -> form.name().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(
            () ->
                new SqlError(
                    SqlState.INVALID_PARAMETER_VALUE, "invalid normalization form: " + name));
  }
}
