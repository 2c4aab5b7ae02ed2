package dev.postern.backend.function;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Reads an advanced regular expression (manual section 9.7.3) and writes the same for
 * java.util.regex. Finds the errors that PostgreSQL finds; what Java cannot express is refused.
 */
final class RegexTranslation {
  static final int IGNORE_CASE = 1;

  /** {@code .} and {@code [^…]} do not match a newline. */
  static final int NEWLINE_STOPS = 2;

  /** {@code ^} and {@code $} match at newlines too. */
  static final int NEWLINE_ANCHORS = 4;

  static final int EXPANDED = 8;
  static final int LITERAL = 16;

  private final String source;
  private final StringBuilder target = new StringBuilder();
  private int flags;
  private int at;
  private int groups;
  private int depth;
  private int quantifiers;
  private boolean alternation;

  private RegexTranslation(String source, int flags) {
    this.source = source;
    this.flags = flags;
  }

  static Regex compile(String source, int flags) {
    return new RegexTranslation(source, flags).compile();
  }

  private Regex compile() {
    prefix();
    boolean greedy = true;
    if ((flags & LITERAL) != 0) {
      target.append(Pattern.quote(source.substring(at)));
    } else {
      greedy = alternatives() != Preference.LAZY;
      if (at < source.length()) {
        throw invalid("parentheses () not balanced");
      }
    }
    int javaFlags = Pattern.DOTALL;
    if ((flags & IGNORE_CASE) != 0) {
      javaFlags |= Pattern.CASE_INSENSITIVE;
    }
    boolean ordered = !alternation && quantifiers <= 1;
    try {
      return new Regex(Pattern.compile(target.toString(), javaFlags), groups, ordered, greedy);
    } catch (PatternSyntaxException e) {
      throw SqlError.notSupported("regular expression " + source);
    }
  }

  static SqlError invalid(String what) {
    return new SqlError(SqlState.INVALID_REGULAR_EXPRESSION, "invalid regular expression: " + what);
  }

  /** {@code ***:}, {@code ***=} and options such as {@code (?i)} at the start. */
  private void prefix() {
    if ((flags & LITERAL) != 0) {
      return;
    }
    if (source.startsWith("***=")) {
      flags |= LITERAL;
      at = 4;
      return;
    }
    if (source.startsWith("***:")) {
      at = 4;
    } else if (source.startsWith("***")) {
      throw invalid("quantifier operand invalid");
    }
    if (source.startsWith("(?", at)
        && at + 2 < source.length()
        && Character.isLetter(source.charAt(at + 2))) {
      int end = source.indexOf(')', at);
      for (int i = at + 2; i < (end < 0 ? source.length() : end); i++) {
        if (!Character.isLetter(source.charAt(i))) {
          throw invalid("invalid embedded option");
        }
        int changed = RegexOptions.apply(flags, source.charAt(i));
        if (changed < 0) {
          throw invalid("invalid embedded option");
        }
        flags = changed;
      }
      if (end < 0) {
        throw invalid("invalid embedded option");
      }
      at = end + 1;
    }
  }

  /** Whether a piece would rather match more or less. */
  private enum Preference {
    NONE,
    GREEDY,
    LAZY
  }

  private Preference alternatives() {
    Preference preference = branch();
    boolean several = false;
    while (at < source.length() && source.charAt(at) == '|') {
      at++;
      target.append('|');
      several = true;
      branch();
    }
    alternation |= several;
    return several ? Preference.GREEDY : preference;
  }

  private Preference branch() {
    Preference preference = Preference.NONE;
    while (at < source.length()) {
      char c = source.charAt(at);
      if (c == '|' || c == ')' && depth > 0) {
        break;
      }
      if (c == ')') {
        throw invalid("parentheses () not balanced");
      }
      if ((flags & EXPANDED) != 0 && skipped(c)) {
        continue;
      }
      if (source.startsWith("(?#", at)) {
        int end = source.indexOf(')', at);
        at = end < 0 ? source.length() : end + 1;
        continue;
      }
      Preference piece = piece();
      if (preference == Preference.NONE) {
        preference = piece;
      }
    }
    return preference;
  }

  private boolean skipped(char c) {
    if (Character.isWhitespace(c)) {
      at++;
      return true;
    }
    if (c == '#') {
      int end = source.indexOf('\n', at);
      at = end < 0 ? source.length() : end + 1;
      return true;
    }
    return false;
  }

  private Preference piece() {
    int start = target.length();
    char c = source.charAt(at);
    boolean constraint = false;
    Preference inner = Preference.NONE;
    switch (c) {
      case '*', '+', '?' -> throw invalid("quantifier operand invalid");
      case '(' -> {
        constraint = isLookaround();
        inner = group();
      }
      case '[' -> {
        if (source.startsWith("[[:<:]]", at) || source.startsWith("[[:>:]]", at)) {
          target.append(source.charAt(at + 3) == '<' ? "\\b(?=\\w)" : "\\b(?<=\\w)");
          at += 7;
          constraint = true;
        } else {
          at = RegexBrackets.translate(source, at, (flags & NEWLINE_STOPS) != 0, target);
        }
      }
      case '.' -> {
        at++;
        target.append((flags & NEWLINE_STOPS) != 0 ? "[^\\n]" : ".");
      }
      case '^' -> {
        at++;
        target.append((flags & NEWLINE_ANCHORS) != 0 ? "(?:\\A|(?<=\\n))" : "\\A");
        constraint = true;
      }
      case '$' -> {
        at++;
        target.append((flags & NEWLINE_ANCHORS) != 0 ? "(?=\\n|\\z)" : "\\z");
        constraint = true;
      }
      case '\\' -> constraint = escape();
      default -> {
        if (c == '{' && at + 1 < source.length() && isDigit(source.charAt(at + 1))) {
          throw invalid("quantifier operand invalid");
        }
        int character = source.codePointAt(at);
        at += Character.charCount(character);
        RegexBrackets.appendLiteral(character, target);
      }
    }
    if (start == target.length()) {
      target.append("(?:)");
    }
    return quantifier(start, constraint, inner);
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private boolean isLookaround() {
    return source.startsWith("(?=", at)
        || source.startsWith("(?!", at)
        || source.startsWith("(?<=", at)
        || source.startsWith("(?<!", at);
  }

  private Preference group() {
    int open = at;
    if (isLookaround()) {
      int length = source.charAt(at + 2) == '<' ? 4 : 3;
      target.append(source, at, at + length);
      at += length;
    } else if (source.startsWith("(?:", at)) {
      target.append("(?:");
      at += 3;
    } else if (source.startsWith("(?", at)) {
      throw invalid("quantifier operand invalid");
    } else {
      target.append('(');
      at++;
      groups++;
    }
    depth++;
    Preference preference = alternatives();
    depth--;
    if (at >= source.length() || source.charAt(at) != ')') {
      throw invalid("parentheses () not balanced");
    }
    at++;
    target.append(')');
    return source.startsWith("(?", open) && source.charAt(open + 2) != ':'
        ? Preference.NONE
        : preference;
  }

  /** Gives whether the escape is a constraint, which cannot be repeated. */
  private boolean escape() {
    if (at + 1 >= source.length()) {
      throw invalid("invalid escape \\ sequence");
    }
    char c = source.charAt(at + 1);
    String constraint =
        switch (c) {
          case 'A' -> "\\A";
          case 'Z' -> "\\z";
          case 'm' -> "\\b(?=\\w)";
          case 'M' -> "\\b(?<=\\w)";
          case 'y' -> "\\b";
          case 'Y' -> "\\B";
          default -> "";
        };
    if (!constraint.isEmpty()) {
      at += 2;
      target.append(constraint);
      return true;
    }
    if (c >= '1' && c <= '9') {
      int end = at + 2;
      while (end < source.length() && isDigit(source.charAt(end)) && end < at + 4) {
        end++;
      }
      int number = Integer.parseInt(source.substring(at + 1, end));
      // One digit is always a back reference; more are one where there are as many groups.
      if (end == at + 2 || number <= groups) {
        if (number > groups) {
          throw invalid("invalid backreference number");
        }
        at = end;
        quantifiers++;
        target.append("(?:\\").append(number).append(')');
        return false;
      }
    }
    at = RegexBrackets.escape(source, at, target);
    return false;
  }

  private Preference quantifier(int start, boolean constraint, Preference inner) {
    if ((flags & EXPANDED) != 0) {
      while (at < source.length() && skipped(source.charAt(at))) {
        continue;
      }
    }
    if (at >= source.length()) {
      return inner;
    }
    char c = source.charAt(at);
    boolean bound = c == '{' && at + 1 < source.length() && isDigit(source.charAt(at + 1));
    if (c != '*' && c != '+' && c != '?' && !bound) {
      return inner;
    }
    if (constraint) {
      throw invalid("quantifier operand invalid");
    }
    boolean fixed = false;
    String text;
    if (bound) {
      int end = source.indexOf('}', at);
      if (end < 0) {
        throw invalid("braces {} not balanced");
      }
      text = source.substring(at, end + 1);
      fixed = checkBound(text);
      at = end + 1;
    } else {
      text = String.valueOf(c);
      at++;
    }
    boolean lazy = at < source.length() && source.charAt(at) == '?';
    if (lazy) {
      at++;
    }
    if (at < source.length() && "*+?".indexOf(source.charAt(at)) >= 0) {
      throw invalid("quantifier operand invalid");
    }
    // Grouped, so that what is repeated is the whole piece whatever it was translated to.
    boolean wrap = target.charAt(start) != '(' && target.charAt(start) != '[';
    if (wrap) {
      target.insert(start, "(?:").append(')');
    }
    target.append(text);
    if (lazy) {
      target.append('?');
    }
    if (fixed) {
      return inner;
    }
    quantifiers++;
    return lazy ? Preference.LAZY : Preference.GREEDY;
  }

  /** Gives whether the bound is one number. */
  private static boolean checkBound(String text) {
    String[] numbers = text.substring(1, text.length() - 1).split(",", -1);
    if (numbers.length > 2) {
      throw invalid("invalid repetition count(s)");
    }
    int least = count(numbers[0]);
    if (numbers.length == 1) {
      return true;
    }
    if (!numbers[1].isEmpty() && count(numbers[1]) < least) {
      throw invalid("invalid repetition count(s)");
    }
    return false;
  }

  private static int count(String number) {
    if (number.isEmpty() || number.length() > 3) {
      throw invalid("invalid repetition count(s)");
    }
    int count = 0;
    for (int i = 0; i < number.length(); i++) {
      if (!isDigit(number.charAt(i))) {
        throw invalid("invalid repetition count(s)");
      }
      count = count * 10 + number.charAt(i) - '0';
    }
    if (count > 255) {
      throw invalid("invalid repetition count(s)");
    }
    return count;
  }
}
