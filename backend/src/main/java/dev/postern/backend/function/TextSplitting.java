package dev.postern.backend.function;

import dev.postern.backend.type.Datum;
import dev.postern.backend.type.SqlType;
import dev.postern.backend.type.TypeOids;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;

/** Text taken apart, by separators or regular expressions, into arrays and rows. */
final class TextSplitting implements FunctionTopic {
  @Override
  public @Nullable ScalarFunction scalar(String key, CallSite site) {
    return switch (key) {
      case "text_to_array", "text_to_array_null" -> {
        SqlType text = site.types().valueType(TypeOids.TEXT);
        yield (c, a, r) -> {
          if (a[0].isNull) {
            r.setNull();
          } else {
            ArrayValue.storeTexts(text, split(a, site), r);
          }
        };
      }
      case "regexp_match", "regexp_match_no_flags" -> {
        SqlType text = site.types().valueType(TypeOids.TEXT);
        yield (c, a, r) -> {
          RegexOptions options = options(a, site);
          if (options.global()) {
            throw RegexOptions.noGlobal("regexp_match")
                .hint("Use the regexp_matches function instead.");
          }
          Regex regex = RegexCache.compiled(a[1].text(), options.flags());
          String string = a[0].text();
          Matcher matcher = regex.matcher(string);
          if (regex.find(matcher, string, 0)) {
            ArrayValue.storeTexts(text, groups(regex, matcher), r);
          } else {
            r.setNull();
          }
        };
      }
      case "regexp_split_to_array", "regexp_split_to_array_no_flags" -> {
        SqlType text = site.types().valueType(TypeOids.TEXT);
        yield (c, a, r) -> {
          RegexOptions options = options(a, site);
          options.checkNotGlobal("regexp_split_to_array");
          ArrayValue.storeTexts(text, pieces(c, a, options), r);
        };
      }
      default -> null;
    };
  }

  @Override
  public @Nullable SetFunction set(String key, CallSite site) {
    return switch (key) {
      case "text_to_table", "text_to_table_null" ->
          (c, a) -> a[0].isNull ? columns -> false : rows(split(a, site));
      case "regexp_split_to_table", "regexp_split_to_table_no_flags" ->
          (c, a) -> {
            RegexOptions options = options(a, site);
            options.checkNotGlobal("regexp_split_to_table");
            return rows(pieces(c, a, options));
          };
      case "regexp_matches", "regexp_matches_no_flags" -> {
        SqlType text = site.types().valueType(TypeOids.TEXT);
        yield (c, a) -> matches(c, text, a, options(a, site));
      }
      default -> null;
    };
  }

  private static RegexOptions options(Datum[] arguments, CallSite site) {
    return RegexOptions.parse(site.arguments() > 2 ? arguments[2].text() : "");
  }

  private static SetFunction.Rows rows(List<? extends @Nullable String> texts) {
    Iterator<? extends @Nullable String> iterator = texts.iterator();
    return columns -> {
      if (!iterator.hasNext()) {
        return false;
      }
      String text = iterator.next();
      if (text == null) {
        columns[0].setNull();
      } else {
        columns[0].setText(text);
      }
      return true;
    };
  }

  /** string_to_array(): no separator splits into characters, an empty one not at all. */
  private static List<@Nullable String> split(Datum[] arguments, CallSite site) {
    String text = arguments[0].text();
    String nullText = site.arguments() > 2 && !arguments[2].isNull ? arguments[2].text() : null;
    List<@Nullable String> parts = new ArrayList<>();
    if (text.isEmpty()) {
      return parts;
    }
    if (arguments[1].isNull) {
      for (int i = 0; i < text.length(); i = text.offsetByCodePoints(i, 1)) {
        add(parts, text.substring(i, text.offsetByCodePoints(i, 1)), nullText);
      }
      return parts;
    }
    String separator = arguments[1].text();
    int from = 0;
    while (!separator.isEmpty()) {
      int at = text.indexOf(separator, from);
      if (at < 0) {
        break;
      }
      add(parts, text.substring(from, at), nullText);
      from = at + separator.length();
    }
    add(parts, text.substring(from), nullText);
    return parts;
  }

  private static void add(List<@Nullable String> parts, String part, @Nullable String nullText) {
    parts.add(part.equals(nullText) ? null : part);
  }

  private static List<@Nullable String> groups(Regex regex, Matcher matcher) {
    List<@Nullable String> groups = new ArrayList<>();
    if (regex.groups() == 0) {
      groups.add(matcher.group());
    }
    for (int i = 1; i <= regex.groups(); i++) {
      groups.add(matcher.group(i));
    }
    return groups;
  }

  /** What is between the matches; empty matches at the ends or after a match do not count. */
  private static List<String> pieces(
      FunctionContext context, Datum[] arguments, RegexOptions options) {
    String text = arguments[0].text();
    Regex regex = RegexCache.compiled(arguments[1].text(), options.flags());
    Matcher matcher = regex.matcher(text);
    List<String> pieces = new ArrayList<>();
    int search = 0;
    int from = 0;
    int lastEnd = 0;
    while (search <= text.length() && regex.find(matcher, text, search)) {
      context.checkCancelled();
      if (matcher.start() < text.length() && matcher.end() > lastEnd) {
        pieces.add(text.substring(from, matcher.start()));
        from = matcher.end();
      }
      lastEnd = matcher.end();
      search = RegexFunctions.next(text, matcher);
    }
    pieces.add(text.substring(from));
    return pieces;
  }

  private static SetFunction.Rows matches(
      FunctionContext context, SqlType textType, Datum[] arguments, RegexOptions options) {
    String text = arguments[0].text();
    Regex regex = RegexCache.compiled(arguments[1].text(), options.flags());
    Matcher matcher = regex.matcher(text);
    int[] search = {0};
    return columns -> {
      context.checkCancelled();
      if (search[0] > text.length() || !regex.find(matcher, text, search[0])) {
        return false;
      }
      ArrayValue.storeTexts(textType, groups(regex, matcher), columns[0]);
      search[0] = options.global() ? RegexFunctions.next(text, matcher) : text.length() + 1;
      return true;
    };
  }
}
