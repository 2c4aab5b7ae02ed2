package dev.postern.backend.sql;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/** Reads the values of tokens that {@link Lexer} found: identifiers, strings, numbers. */
final class LexemeReader {
  /** Longest identifier in bytes, the server's NAMEDATALEN - 1. */
  static final int LONGEST_IDENTIFIER = 63;

  private final byte[] text;
  private final int base;
  private final int end;

  /**
   * A reader.
   *
   * @param base index that error positions count from
   * @param end index after the text
   */
  LexemeReader(byte[] text, int base, int end) {
    this.text = text;
    this.base = base;
    this.end = end;
  }

  /** The name an identifier token stands for: folded or unquoted, cut at 63 bytes. */
  String identifier(int start, int tokenEnd) {
    if (text[start] == '"') {
      return quotedIdentifier(start + 1, tokenEnd - 1);
    }
    if (isUnicodeForm(start, tokenEnd)) {
      return unicodeIdentifier(start, tokenEnd);
    }
    int length = tokenEnd - start;
    boolean plain = length <= LONGEST_IDENTIFIER;
    for (int i = start; plain && i < tokenEnd; i++) {
      int b = text[i];
      plain = b > 0 && (b < 'A' || b > 'Z');
    }
    if (plain) {
      return new String(text, start, length, StandardCharsets.ISO_8859_1);
    }
    byte[] folded = Arrays.copyOfRange(text, start, tokenEnd);
    for (int i = 0; i < folded.length; i++) {
      if (folded[i] >= 'A' && folded[i] <= 'Z') {
        folded[i] += 'a' - 'A';
      }
    }
    return truncated(folded, folded.length);
  }

  private String quotedIdentifier(int from, int to) {
    byte[] name = new byte[to - from];
    int n = 0;
    for (int i = from; i < to; i++) {
      name[n++] = text[i];
      if (text[i] == '"') {
        i++;
      }
    }
    return truncated(name, n);
  }

  /** A name cut to what the server keeps, at a character boundary. */
  static String truncated(byte[] name, int length) {
    int keep = length;
    if (keep > LONGEST_IDENTIFIER) {
      keep = LONGEST_IDENTIFIER;
      while (keep > 0 && (name[keep] & 0xC0) == 0x80) {
        keep--;
      }
    }
    return new String(name, 0, keep, StandardCharsets.UTF_8);
  }

  /** Whether a token is {@code U&'…'} or {@code U&"…"}. */
  boolean isUnicodeForm(int start, int tokenEnd) {
    return tokenEnd - start > 3
        && (text[start] == 'U' || text[start] == 'u')
        && text[start + 1] == '&';
  }

  private String unicodeIdentifier(int start, int tokenEnd) {
    int close = start + 3;
    StringBuilder raw = new StringBuilder();
    int from = close;
    while (close < tokenEnd) {
      if (text[close] == '"') {
        raw.append(new String(text, from, close - from, StandardCharsets.UTF_8));
        if (close + 1 >= tokenEnd || text[close + 1] != '"') {
          break;
        }
        close++;
        from = close;
      }
      close++;
    }
    String name = unescapeUnicode(raw.toString(), escapeCharacter(close + 1, tokenEnd), start);
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    return truncated(bytes, bytes.length);
  }

  /** The value of a string token of any form. */
  String string(int start, int tokenEnd) {
    int first = text[start];
    if (first == '\'') {
      return standardString(start + 1, tokenEnd);
    }
    if (first == '$') {
      int open = start + 1;
      while (text[open] != '$') {
        open++;
      }
      int delimiter = open + 1 - start;
      return new String(text, open + 1, tokenEnd - delimiter - open - 1, StandardCharsets.UTF_8);
    }
    if (first == 'e' || first == 'E') {
      return new EscapeString(start + 2, tokenEnd).read();
    }
    int close = closingQuote(start + 3, tokenEnd);
    String raw = standardString(start + 3, close);
    return unescapeUnicode(raw, escapeCharacter(close, tokenEnd), start);
  }

  /** The digits of a bit string token. */
  String bitString(int start, int tokenEnd) {
    return standardString(start + 2, tokenEnd);
  }

  /** The index after the closing quote of a possibly continued string without escapes. */
  private int closingQuote(int from, int limit) {
    int i = from;
    while (true) {
      while (text[i] != '\'') {
        i++;
      }
      i++;
      if (i < limit && text[i] == '\'') {
        i++;
        continue;
      }
      int more = new Lexer(text, i, limit).continuation(i);
      if (more < 0) {
        return i;
      }
      i = more;
    }
  }

  /**
   * Characters from {@code from} to the closing quote before {@code to}: quotes undoubled, parts
   * joined.
   */
  private String standardString(int from, int to) {
    int i = from;
    while (text[i] != '\'') {
      i++;
    }
    if (i + 1 == to) {
      return new String(text, from, i - from, StandardCharsets.UTF_8);
    }
    byte[] value = new byte[to - from];
    int n = 0;
    i = from;
    while (i < to) {
      if (text[i] != '\'') {
        value[n++] = text[i++];
      } else if (i + 1 < to && text[i + 1] == '\'') {
        value[n++] = '\'';
        i += 2;
      } else {
        int more = new Lexer(text, i + 1, to).continuation(i + 1);
        if (more < 0) {
          break;
        }
        i = more;
      }
    }
    return new String(value, 0, n, StandardCharsets.UTF_8);
  }

  /**
   * The escape character of {@code UESCAPE 'c'} in what follows a U& constant; backslash unasked.
   */
  private int escapeCharacter(int from, int to) {
    Lexer lexer = new Lexer(text, from, to);
    lexer.advance();
    if (lexer.token != Token.UESCAPE) {
      return '\\';
    }
    lexer.advance();
    String escape = string(lexer.tokenStart, lexer.tokenEnd);
    int c = escape.isEmpty() ? '\'' : escape.charAt(0);
    boolean bad =
        c >= '0' && c <= '9'
            || c >= 'a' && c <= 'f'
            || c >= 'A' && c <= 'F'
            || c == '+'
            || c == '\''
            || c == '"'
            || c <= ' ';
    if (escape.length() != 1 || bad) {
      throw nearError("invalid Unicode escape character", lexer.tokenStart, lexer.tokenEnd);
    }
    return c;
  }

  private SqlError nearError(String message, int from, int to) {
    String near = new String(text, from, to - from, StandardCharsets.UTF_8);
    return new SqlError(SqlState.SYNTAX_ERROR, message + " at or near \"" + near + "\"")
        .at(SourcePosition.character(text, base, from - base));
  }

  private String unescapeUnicode(String raw, int escape, int tokenStart) {
    StringBuilder out = new StringBuilder(raw.length());
    int high = 0;
    int i = 0;
    while (i < raw.length()) {
      char c = raw.charAt(i);
      if (c != escape) {
        checkNoHighSurrogate(high, tokenStart, i);
        out.append(c);
        i++;
        continue;
      }
      if (i + 1 < raw.length() && raw.charAt(i + 1) == escape) {
        checkNoHighSurrogate(high, tokenStart, i);
        out.append(c);
        i += 2;
        continue;
      }
      boolean six = i + 1 < raw.length() && raw.charAt(i + 1) == '+';
      int digits = six ? i + 2 : i + 1;
      int count = six ? 6 : 4;
      int value = hexadecimal(raw, digits, count);
      if (value < 0) {
        throw new SqlError(SqlState.SYNTAX_ERROR, "invalid Unicode escape")
            .hint("Unicode escapes must be \\XXXX or \\+XXXXXX.")
            .at(escapePosition(tokenStart, i));
      }
      if (value == 0 || value > 0x10FFFF) {
        throw new SqlError(SqlState.SYNTAX_ERROR, "invalid Unicode escape value")
            .at(escapePosition(tokenStart, i));
      }
      high = appendCodePoint(out, high, value, tokenStart, i);
      i = digits + count;
    }
    checkNoHighSurrogate(high, tokenStart, i);
    return out.toString();
  }

  /**
   * Where an escape is: counted from the token as the server does, quotes and U& being 3
   * characters.
   */
  private int escapePosition(int tokenStart, int index) {
    return SourcePosition.character(text, base, tokenStart - base) + 3 + index;
  }

  private void checkNoHighSurrogate(int high, int tokenStart, int index) {
    if (high != 0) {
      throw new SqlError(SqlState.SYNTAX_ERROR, "invalid Unicode surrogate pair")
          .at(escapePosition(tokenStart, index));
    }
  }

  private int appendCodePoint(StringBuilder out, int high, int value, int tokenStart, int index) {
    boolean isHigh = value >= 0xD800 && value <= 0xDBFF;
    boolean isLow = value >= 0xDC00 && value <= 0xDFFF;
    if (high != 0 ? !isLow : isLow) {
      throw new SqlError(SqlState.SYNTAX_ERROR, "invalid Unicode surrogate pair")
          .at(escapePosition(tokenStart, index));
    }
    if (isHigh) {
      return value;
    }
    out.appendCodePoint(high != 0 ? Character.toCodePoint((char) high, (char) value) : value);
    return 0;
  }

  private static int hexadecimal(String raw, int from, int count) {
    if (from + count > raw.length()) {
      return -1;
    }
    int value = 0;
    for (int i = from; i < from + count; i++) {
      int digit = Character.digit(raw.charAt(i), 16);
      if (digit < 0 || raw.charAt(i) > 'f') {
        return -1;
      }
      value = value * 16 + digit;
    }
    return value;
  }

  /** A number token without fraction or exponent as an int4, or -1 where it does not fit. */
  int integer(int start, int tokenEnd) {
    int radix = 10;
    int i = start;
    if (text[start] == '0' && tokenEnd - start > 2) {
      radix =
          switch (text[start + 1] | 0x20) {
            case 'x' -> 16;
            case 'o' -> 8;
            case 'b' -> 2;
            default -> 10;
          };
      i = radix == 10 ? start : start + 2;
    }
    long value = 0;
    for (; i < tokenEnd; i++) {
      if (text[i] != '_') {
        value = value * radix + Character.digit(text[i], radix);
        if (value > Integer.MAX_VALUE) {
          return -1;
        }
      }
    }
    return (int) value;
  }

  /** The text of a number token without underscores. */
  String number(int start, int tokenEnd) {
    String number = new String(text, start, tokenEnd - start, StandardCharsets.ISO_8859_1);
    return number.indexOf('_') < 0 ? number : number.replace("_", "");
  }

  /** The state of reading one {@code E'…'} constant. */
  private final class EscapeString {
    private final byte[] value;
    private int length;
    private int i;
    private final int to;
    private int high;
    private boolean wroteByteEscape;

    EscapeString(int from, int to) {
      i = from;
      this.to = to;
      value = new byte[to - from];
    }

    String read() {
      while (i < to) {
        int c = text[i];
        if (c == '\\') {
          escape();
        } else if (c == '\'') {
          if (i + 1 < to && text[i + 1] == '\'') {
            checkPair(i);
            value[length++] = '\'';
            i += 2;
          } else {
            checkPair(i);
            int more = new Lexer(text, i + 1, to).continuation(i + 1);
            if (more < 0) {
              break;
            }
            i = more;
          }
        } else {
          checkPair(i);
          value[length++] = (byte) c;
          i++;
        }
      }
      if (wroteByteEscape) {
        checkEncoding();
      }
      return new String(value, 0, length, StandardCharsets.UTF_8);
    }

    private void checkPair(int at) {
      if (high != 0) {
        throw nearError("invalid Unicode surrogate pair", at, at + 1);
      }
    }

    private void escape() {
      int c = text[i + 1];
      if (c == 'u' || c == 'U') {
        unicode(c == 'u' ? 4 : 8);
        return;
      }
      checkPair(i);
      if (c >= '0' && c <= '7') {
        octal();
        return;
      }
      if (c == 'x' && i + 2 < to && digit(i + 2, 16) >= 0) {
        hexadecimal();
        return;
      }
      value[length++] =
          switch (c) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'v' -> 0x0b;
            default -> (byte) c;
          };
      i += 2;
    }

    private int digit(int index, int radix) {
      int b = text[index];
      return b < 0 || index >= to ? -1 : Character.digit(b, radix);
    }

    private void octal() {
      int v = 0;
      int k = i + 1;
      while (k < i + 4 && digit(k, 8) >= 0) {
        v = v * 8 + digit(k++, 8);
      }
      byteEscape(v & 0xFF, k);
    }

    private void hexadecimal() {
      int v = 0;
      int k = i + 2;
      while (k < i + 4 && digit(k, 16) >= 0) {
        v = v * 16 + digit(k++, 16);
      }
      byteEscape(v, k);
    }

    private void byteEscape(int v, int following) {
      value[length++] = (byte) v;
      wroteByteEscape |= v == 0 || v >= 128;
      i = following;
    }

    private void unicode(int count) {
      int v = 0;
      for (int k = i + 2; k < i + 2 + count; k++) {
        int d = k < to ? digit(k, 16) : -1;
        if (d < 0) {
          throw new SqlError(SqlState.INVALID_ESCAPE_SEQUENCE, "invalid Unicode escape")
              .hint("Unicode escapes must be \\uXXXX or \\UXXXXXXXX.")
              .at(SourcePosition.character(text, base, i - base));
        }
        v = v * 16 + d;
      }
      int following = i + 2 + count;
      boolean isHigh = v >= 0xD800 && v <= 0xDBFF;
      boolean isLow = v >= 0xDC00 && v <= 0xDFFF;
      if (high != 0 ? !isLow : isLow) {
        throw nearError("invalid Unicode surrogate pair", i, following);
      }
      if (v <= 0 || v > 0x10FFFF) {
        throw nearError("invalid Unicode escape value", i, following);
      }
      if (isHigh) {
        high = v;
      } else {
        int codePoint = high != 0 ? Character.toCodePoint((char) high, (char) v) : v;
        high = 0;
        for (byte b : Character.toString(codePoint).getBytes(StandardCharsets.UTF_8)) {
          value[length++] = b;
        }
      }
      i = following;
    }

    private void checkEncoding() {
      int k = 0;
      while (k < length) {
        int b = value[k] & 0xFF;
        int size = b == 0 ? 0 : sequenceLength(k, b);
        if (size == 0) {
          int shown = Math.min(length - k, Math.max(1, leadLength(b)));
          StringBuilder bytes = new StringBuilder();
          for (int n = 0; n < shown; n++) {
            bytes.append(String.format(Locale.ROOT, n == 0 ? "0x%02x" : " 0x%02x", value[k + n]));
          }
          throw new SqlError(
              SqlState.CHARACTER_NOT_IN_REPERTOIRE,
              "invalid byte sequence for encoding \"UTF8\": " + bytes);
        }
        k += size;
      }
    }

    private static int leadLength(int lead) {
      if (lead < 0xC0) {
        return 1;
      }
      return lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF8 ? 4 : 1;
    }

    /** Bytes of the valid character at {@code k}, or 0. */
    private int sequenceLength(int k, int lead) {
      if (lead < 0x80) {
        return 1;
      }
      int size = leadLength(lead);
      if (size == 1 || k + size > length) {
        return 0;
      }
      int codePoint = lead & (0x7F >> size);
      for (int n = 1; n < size; n++) {
        if ((value[k + n] & 0xC0) != 0x80) {
          return 0;
        }
        codePoint = codePoint << 6 | value[k + n] & 0x3F;
      }
      int least = size == 2 ? 0x80 : size == 3 ? 0x800 : 0x10000;
      boolean surrogate = codePoint >= 0xD800 && codePoint <= 0xDFFF;
      return codePoint < least || codePoint > 0x10FFFF || surrogate ? 0 : size;
    }
  }

  int end() {
    return end;
  }
}
