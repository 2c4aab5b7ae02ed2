package dev.postern.backend.function;

/** Bracket expressions and character escapes of regular expressions. */
final class RegexBrackets {
  private RegexBrackets() {}

  /** Translates a bracket expression; gives where it ends. */
  static int translate(String source, int from, boolean newlineStops, StringBuilder target) {
    int at = from + 1;
    target.append('[');
    boolean negated = at < source.length() && source.charAt(at) == '^';
    if (negated) {
      at++;
      target.append('^');
      if (newlineStops) {
        target.append("\\n");
      }
    }
    boolean first = true;
    while (true) {
      if (at >= source.length()) {
        throw RegexTranslation.invalid("brackets [] not balanced");
      }
      char c = source.charAt(at);
      if (c == ']' && !first) {
        target.append(']');
        return at + 1;
      }
      first = false;
      if (source.startsWith("[:", at)) {
        at = characterClass(source, at, target);
        continue;
      }
      if (c == '\\' && isClassEscape(source, at)) {
        at = escape(source, at, target);
        continue;
      }
      int[] character = new int[1];
      at = element(source, at, character);
      boolean range =
          at + 1 < source.length() && source.charAt(at) == '-' && source.charAt(at + 1) != ']';
      if (!range) {
        appendLiteral(character[0], target);
        continue;
      }
      int[] last = new int[1];
      at = element(source, at + 1, last);
      if (last[0] < character[0]) {
        throw RegexTranslation.invalid("invalid character range");
      }
      appendLiteral(character[0], target);
      target.append('-');
      appendLiteral(last[0], target);
    }
  }

  private static boolean isClassEscape(String source, int at) {
    return at + 1 < source.length() && "dswDSW".indexOf(source.charAt(at + 1)) >= 0;
  }

  /** Reads one character of a bracket expression. */
  private static int element(String source, int at, int[] character) {
    if (source.startsWith("[.", at) || source.startsWith("[=", at)) {
      int end = source.indexOf("" + source.charAt(at + 1) + ']', at + 2);
      if (end < 0) {
        throw RegexTranslation.invalid("brackets [] not balanced");
      }
      String name = source.substring(at + 2, end);
      if (name.codePointCount(0, name.length()) != 1) {
        throw RegexTranslation.invalid("invalid collating element");
      }
      character[0] = name.codePointAt(0);
      return end + 2;
    }
    if (source.charAt(at) == '\\') {
      StringBuilder escaped = new StringBuilder();
      int end = escape(source, at, escaped);
      character[0] = literal(escaped);
      return end;
    }
    character[0] = source.codePointAt(at);
    return at + Character.charCount(character[0]);
  }

  private static int literal(StringBuilder escaped) {
    return escaped.length() > 3 && escaped.charAt(1) == 'x'
        ? Integer.parseInt(escaped.substring(3, escaped.length() - 1), 16)
        : escaped.codePointAt(escaped.length() == 1 ? 0 : 1);
  }

  private static int characterClass(String source, int at, StringBuilder target) {
    int end = source.indexOf(":]", at + 2);
    if (end < 0) {
      throw RegexTranslation.invalid("brackets [] not balanced");
    }
    String members =
        switch (source.substring(at + 2, end)) {
          case "alnum" -> "\\p{Alnum}";
          case "alpha" -> "\\p{Alpha}";
          case "ascii" -> "\\p{ASCII}";
          case "blank" -> "\\p{Blank}";
          case "cntrl" -> "\\p{Cntrl}";
          case "digit" -> "\\p{Digit}";
          case "graph" -> "\\p{Graph}";
          case "lower" -> "\\p{Lower}";
          case "print" -> "\\p{Print}";
          case "punct" -> "\\p{Punct}";
          case "space" -> "\\s";
          case "upper" -> "\\p{Upper}";
          case "word" -> "\\w";
          case "xdigit" -> "\\p{XDigit}";
          default -> throw RegexTranslation.invalid("invalid character class");
        };
    target.append(members);
    return end + 2;
  }

  /** Translates an escape that stands for characters; gives where it ends. */
  static int escape(String source, int from, StringBuilder target) {
    if (from + 1 >= source.length()) {
      throw RegexTranslation.invalid("invalid escape \\ sequence");
    }
    char c = source.charAt(from + 1);
    int next = from + 2;
    switch (c) {
      case 'd', 's', 'w', 'D', 'S', 'W' -> {
        target.append('\\').append(c);
        return next;
      }
      case 'a' -> appendLiteral(7, target);
      case 'b' -> appendLiteral(8, target);
      case 'B' -> appendLiteral('\\', target);
      case 'e' -> appendLiteral(0x1b, target);
      case 'f' -> appendLiteral('\f', target);
      case 'n' -> appendLiteral('\n', target);
      case 'r' -> appendLiteral('\r', target);
      case 't' -> appendLiteral('\t', target);
      case 'v' -> appendLiteral(0x0b, target);
      case 'c' -> {
        if (next >= source.length()) {
          throw RegexTranslation.invalid("invalid escape \\ sequence");
        }
        appendLiteral(source.charAt(next) & 0x1f, target);
        return next + 1;
      }
      case 'u' -> {
        return hexadecimal(source, next, 4, 4, target);
      }
      case 'U' -> {
        return hexadecimal(source, next, 8, 8, target);
      }
      case 'x' -> {
        return hexadecimal(source, next, 1, 255, target);
      }
      case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> {
        int value = 0;
        int at = from + 1;
        while (at < source.length()
            && at < from + 4
            && source.charAt(at) >= '0'
            && source.charAt(at) <= '7') {
          value = value * 8 + source.charAt(at++) - '0';
        }
        if (at == from + 1) {
          throw RegexTranslation.invalid("invalid backreference number");
        }
        appendLiteral(value, target);
        return at;
      }
      default -> {
        if (Character.isLetterOrDigit(c) && c < 128) {
          throw RegexTranslation.invalid("invalid escape \\ sequence");
        }
        int character = source.codePointAt(from + 1);
        appendLiteral(character, target);
        return from + 1 + Character.charCount(character);
      }
    }
    return next;
  }

  private static int hexadecimal(
      String source, int from, int least, int most, StringBuilder target) {
    int at = from;
    long value = 0;
    while (at < source.length()
        && at - from < most
        && Character.digit(source.charAt(at), 16) >= 0) {
      value = value * 16 + Character.digit(source.charAt(at++), 16);
      if (value > Character.MAX_CODE_POINT) {
        throw RegexTranslation.invalid("invalid escape \\ sequence");
      }
    }
    if (at - from < least) {
      throw RegexTranslation.invalid("invalid escape \\ sequence");
    }
    appendLiteral((int) value, target);
    return at;
  }

  static void appendLiteral(int character, StringBuilder target) {
    boolean plain =
        character >= 'a' && character <= 'z'
            || character >= 'A' && character <= 'Z'
            || character >= '0' && character <= '9'
            || character == '_'
            || character > 127;
    if (plain) {
      target.appendCodePoint(character);
    } else if (character > 0x20 && character < 0x7f) {
      target.append('\\').append((char) character);
    } else {
      target.append("\\x{").append(Integer.toHexString(character)).append('}');
    }
  }
}
