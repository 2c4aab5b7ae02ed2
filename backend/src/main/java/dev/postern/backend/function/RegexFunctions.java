package dev.postern.backend.function;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.type.Datum;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;

/** The regexp_ functions that give one value, and SUBSTRING by a regular expression. */
final class RegexFunctions implements FunctionTopic {
  @Override
  public @Nullable ScalarFunction scalar(String key, CallSite site) {
    return switch (key) {
      case "textregexsubstr" ->
          (c, a, r) -> substring(a[0].text(), RegexCache.compiled(a[1].text(), 0), r);
      case "textregexreplace_noopt" ->
          (c, a, r) -> r.setText(replaced(c, a, RegexCache.compiled(a[1].text(), 0), 0, 1));
      case "textregexreplace" ->
          (c, a, r) -> {
            String letters = a[3].text();
            checkNoNumber(letters);
            RegexOptions options = RegexOptions.parse(letters);
            Regex regex = RegexCache.compiled(a[1].text(), options.flags());
            r.setText(replaced(c, a, regex, 0, options.global() ? 0 : 1));
          };
      case "textregexreplace_extended_no_n" -> (c, a, r) -> replaceFrom(c, a, 1, "", r);
      case "textregexreplace_extended_no_flags" ->
          (c, a, r) -> replaceFrom(c, a, count(a[4].bits), "", r);
      case "textregexreplace_extended" ->
          (c, a, r) -> replaceFrom(c, a, count(a[4].bits), a[5].text(), r);
      case "regexp_like", "regexp_like_no_flags" ->
          (c, a, r) -> {
            RegexOptions options = options(a, 2, site);
            options.checkNotGlobal("regexp_like");
            r.setBoolean(RegexCache.compiled(a[1].text(), options.flags()).matches(a[0].text()));
          };
      case "regexp_count", "regexp_count_no_start", "regexp_count_no_flags" ->
          (c, a, r) -> {
            int start = site.arguments() > 2 ? positive(a[2].bits, "start") : 1;
            RegexOptions options = options(a, 3, site);
            options.checkNotGlobal("regexp_count");
            Regex regex = RegexCache.compiled(a[1].text(), options.flags());
            r.setLong(occurrence(c, regex, a[0].text(), start, 0, null));
          };
      case "regexp_instr",
          "regexp_instr_no_start",
          "regexp_instr_no_n",
          "regexp_instr_no_endoption",
          "regexp_instr_no_flags",
          "regexp_instr_no_subexpr" ->
          (c, a, r) -> position(c, a, site, r);
      case "regexp_substr",
          "regexp_substr_no_start",
          "regexp_substr_no_n",
          "regexp_substr_no_flags",
          "regexp_substr_no_subexpr" ->
          (c, a, r) -> part(c, a, site, r);
      default -> null;
    };
  }

  private static RegexOptions options(Datum[] arguments, int index, CallSite site) {
    return RegexOptions.parse(site.arguments() > index ? arguments[index].text() : "");
  }

  private static int positive(long value, String parameter) {
    if (value <= 0) {
      throw invalidParameter(parameter, value);
    }
    return (int) value;
  }

  private static SqlError invalidParameter(String parameter, long value) {
    return new SqlError(
        SqlState.INVALID_PARAMETER_VALUE,
        "invalid value for parameter \"" + parameter + "\": " + value);
  }

  private static int count(long value) {
    if (value < 0) {
      throw invalidParameter("n", value);
    }
    return (int) value;
  }

  private static void checkNoNumber(String letters) {
    if (!letters.isEmpty() && letters.charAt(0) >= '0' && letters.charAt(0) <= '9') {
      throw RegexOptions.invalid(letters, 0)
          .hint(
              "If you meant to use regexp_replace() with a start parameter, cast the fourth"
                  + " argument to integer explicitly.");
    }
  }

  /** The first subexpression of the first match, or the match where there is none, or null. */
  static void substring(String text, Regex regex, Datum result) {
    Matcher matcher = regex.matcher(text);
    String part = null;
    if (regex.find(matcher, text, 0)) {
      part = regex.groups() > 0 ? matcher.group(1) : matcher.group();
    }
    if (part == null) {
      result.setNull();
    } else {
      result.setText(part);
    }
  }

  private static void replaceFrom(
      FunctionContext context, Datum[] arguments, int which, String letters, Datum result) {
    int start = positive(arguments[3].bits, "start");
    RegexOptions options = RegexOptions.parse(letters);
    options.checkNotGlobal("regexp_replace");
    Regex regex = RegexCache.compiled(arguments[1].text(), options.flags());
    result.setText(replaced(context, arguments, regex, start - 1, which));
  }

  /** Replaces the match with that number, or all for 0, from a character on. */
  private static String replaced(
      FunctionContext context, Datum[] arguments, Regex regex, int start, int which) {
    String text = arguments[0].text();
    String replacement = arguments[2].text();
    Matcher matcher = regex.matcher(text);
    StringBuilder result = new StringBuilder(text.length());
    int copied = 0;
    int number = 0;
    int search = offset(text, start);
    while (search >= 0 && search <= text.length() && regex.find(matcher, text, search)) {
      context.checkCancelled();
      number++;
      if (which == 0 || number == which) {
        result.append(text, copied, matcher.start());
        appendReplacement(replacement, matcher, result);
        copied = matcher.end();
        if (which > 0) {
          break;
        }
      }
      search = next(text, matcher);
    }
    return result.append(text, copied, text.length()).toString();
  }

  /** Where the search goes on after a match: an empty one is stepped over. */
  static int next(String text, Matcher matcher) {
    int end = matcher.end();
    if (matcher.start() < end) {
      return end;
    }
    return end >= text.length() ? end + 1 : text.offsetByCodePoints(end, 1);
  }

  private static void appendReplacement(String replacement, Matcher matcher, StringBuilder result) {
    for (int i = 0; i < replacement.length(); i++) {
      char c = replacement.charAt(i);
      char next = i + 1 < replacement.length() ? replacement.charAt(i + 1) : 0;
      if (c == '\\' && next >= '1' && next <= '9') {
        i++;
        int group = next - '0';
        if (group <= matcher.groupCount() && matcher.group(group) != null) {
          result.append(matcher.group(group));
        }
      } else if (c == '\\' && next == '&') {
        i++;
        result.append(matcher.group());
      } else if (c == '\\' && next == '\\') {
        i++;
        result.append('\\');
      } else {
        result.append(c);
      }
    }
  }

  /** UTF-16 offset of a character; -1 where the text is shorter. */
  static int offset(String text, int characters) {
    return text.codePointCount(0, text.length()) < characters
        ? -1
        : text.offsetByCodePoints(0, characters);
  }

  /**
   * Finds a match by its number, counted from a start position.
   *
   * @param wanted its number, or 0 to count all
   * @param found filled with start and end of each group of the wanted match
   * @return how many matches were met
   */
  private static int occurrence(
      FunctionContext context,
      Regex regex,
      String text,
      int start,
      int wanted,
      int @Nullable [] found) {
    Matcher matcher = regex.matcher(text);
    int number = 0;
    int search = offset(text, start - 1);
    while (search >= 0 && search <= text.length() && regex.find(matcher, text, search)) {
      context.checkCancelled();
      number++;
      if (number == wanted && found != null) {
        for (int group = 0; group <= regex.groups(); group++) {
          found[2 * group] = matcher.start(group);
          found[2 * group + 1] = matcher.end(group);
        }
        return number;
      }
      search = next(text, matcher);
    }
    return number;
  }

  private static void position(FunctionContext context, Datum[] a, CallSite site, Datum result) {
    int start = site.arguments() > 2 ? positive(a[2].bits, "start") : 1;
    int which = site.arguments() > 3 ? positive(a[3].bits, "n") : 1;
    long endOption = site.arguments() > 4 ? a[4].bits : 0;
    if (endOption != 0 && endOption != 1) {
      throw invalidParameter("endoption", endOption);
    }
    RegexOptions options = options(a, 5, site);
    int group = site.arguments() > 6 ? (int) a[6].bits : 0;
    if (group < 0) {
      throw invalidParameter("subexpr", group);
    }
    options.checkNotGlobal("regexp_instr");
    String text = a[0].text();
    Regex regex = RegexCache.compiled(a[1].text(), options.flags());
    int[] found = new int[2 * (regex.groups() + 1)];
    if (occurrence(context, regex, text, start, which, found) < which
        || group > regex.groups()
        || found[2 * group] < 0) {
      result.setLong(0);
    } else {
      result.setLong(text.codePointCount(0, found[2 * group + (int) endOption]) + 1);
    }
  }

  private static void part(FunctionContext context, Datum[] a, CallSite site, Datum result) {
    int start = site.arguments() > 2 ? positive(a[2].bits, "start") : 1;
    int which = site.arguments() > 3 ? positive(a[3].bits, "n") : 1;
    RegexOptions options = options(a, 4, site);
    int group = site.arguments() > 5 ? (int) a[5].bits : 0;
    if (group < 0) {
      throw invalidParameter("subexpr", group);
    }
    options.checkNotGlobal("regexp_substr");
    String text = a[0].text();
    Regex regex = RegexCache.compiled(a[1].text(), options.flags());
    int[] found = new int[2 * (regex.groups() + 1)];
    if (occurrence(context, regex, text, start, which, found) < which
        || group > regex.groups()
        || found[2 * group] < 0) {
      result.setNull();
    } else {
      result.setText(text.substring(found[2 * group], found[2 * group + 1]));
    }
  }
}
