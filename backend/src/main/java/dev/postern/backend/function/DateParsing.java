package dev.postern.backend.function;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.type.DateTimes;
import dev.postern.backend.type.DisplayStyle;
import dev.postern.backend.type.TimeZones;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** to_date() and to_timestamp(): text read by a template. */
final class DateParsing implements FunctionTopic {
  @Override
  public @Nullable ScalarFunction scalar(String key, CallSite site) {
    return switch (key) {
      case "to_date" ->
          (c, a, r) -> {
            ParsedDate parsed = new Reader(a[0].text(), a[1].text()).read();
            r.setLong(parsed.days());
          };
      case "to_timestamp" ->
          (c, a, r) -> {
            ParsedDate parsed = new Reader(a[0].text(), a[1].text()).read();
            r.setLong(moment(parsed, c.style()));
          };
      default -> null;
    };
  }

  private static long moment(ParsedDate parsed, DisplayStyle style) {
    long local = parsed.days() * DateTimes.MICROS_PER_DAY + parsed.time();
    if (!DateTimes.isValidTimestamp(local)) {
      throw DateTimes.timestampOutOfRange();
    }
    if (parsed.zoneSeconds != ParsedDate.NO_ZONE) {
      return local - parsed.zoneSeconds * DateTimes.MICROS_PER_SECOND;
    }
    return DateTimes.toUtc(local, style);
  }

  static SqlError invalid(String message) {
    return new SqlError(SqlState.INVALID_DATETIME_FORMAT, message);
  }

  /** Goes through text and template side by side. */
  private static final class Reader {
    private final String text;
    private final List<DateTemplate.Part> parts;
    private final ParsedDate date;
    private int at;

    /** Characters passed over that the template has none for. */
    private int skipped;

    private boolean fixed;

    Reader(String text, String template) {
      this.text = text;
      date = new ParsedDate(text);
      parts = DateTemplate.parse(template).parts();
    }

    ParsedDate read() {
      for (int i = 0; i < parts.size() && at < text.length(); i++) {
        DateTemplate.Part part = parts.get(i);
        if (!fixed && !part.pattern().equals("FX") && (!part.isLiteral() || i == 0)) {
          skipSpace();
        }
        if (part.isSeparator()) {
          separator();
        } else if (part.isLiteral()) {
          literal();
        } else if (part.pattern().equals("FX")) {
          fixed = true;
        } else {
          field(part, i);
          if (!fixed) {
            skipped = 0;
            skipSpace();
          }
        }
      }
      date.complete();
      return date;
    }

    private void skipSpace() {
      while (at < text.length() && DateTemplate.isSpace(text.charAt(at))) {
        at++;
        skipped++;
      }
    }

    private void separator() {
      if (fixed) {
        next();
        return;
      }
      skipped--;
      char c = at < text.length() ? text.charAt(at) : 'x';
      boolean matches =
          DateTemplate.isSpace(c) || c > 0x20 && c < 0x7f && !DateTemplate.isAsciiLetterOrDigit(c);
      if (matches) {
        at++;
        skipped++;
      }
    }

    private void literal() {
      if (!fixed && skipped > 0) {
        skipped--;
      } else {
        next();
      }
    }

    private void next() {
      if (at < text.length()) {
        at = text.offsetByCodePoints(at, 1);
      }
    }

    private void field(DateTemplate.Part part, int index) {
      String pattern = part.pattern();
      switch (pattern) {
        case "A.M.", "P.M." -> date.setPm(word(part, "a.m.", "p.m.") == 1);
        case "AM", "PM" -> date.setPm(word(part, "am", "pm") == 1);
        case "A.D.", "B.C." -> date.beforeChrist = word(part, "a.d.", "b.c.") == 1;
        case "AD", "BC" -> date.beforeChrist = word(part, "ad", "bc") == 1;
        case "MONTH", "MON" -> date.set("MM", month(part), part.spelling());
        case "DAY", "DY" -> date.set("D", day(part) + 1, part.spelling());
        case "RM" -> date.set("MM", roman(part), part.spelling());
        case "Y,YYY" -> thousands(part, index);
        case "TZH" -> zoneHours(part, index);
        case "TZM" -> date.setZoneMinutes(number(part, 2, index));
        case "OF" -> {
          zoneHours(part, index);
          if (text.startsWith(":", at)) {
            at++;
            date.setZoneMinutes(number(part, 2, index));
          }
        }
        case "TZ" -> zone(part);
        case "MS", "US", "FF1", "FF2", "FF3", "FF4", "FF5", "FF6" -> fraction(part, index);
        case "ID", "D", "Q", "W", "I", "Y" ->
            date.set(pattern, digits(pattern, number(part, 1, index)), part.spelling());
        default -> {
          int start = at;
          int value = number(part, width(pattern), index);
          String canonical =
              switch (pattern) {
                case "HH12" -> "HH";
                case "SSSSS" -> "SSSS";
                case "YYY", "YY" -> "YYYY";
                case "IYY", "IY" -> "IYYY";
                default -> pattern;
              };
          boolean partial = !canonical.equals(pattern) && canonical.endsWith("YYY");
          if (partial && at - start < 4) {
            value = ParsedDate.nearestYear(value);
          }
          if (pattern.equals("HH") || pattern.equals("HH12")) {
            date.twelveHours = true;
          }
          date.set(canonical, value, part.spelling());
          ordinal(part);
          return;
        }
      }
      ordinal(part);
    }

    private int digits(String pattern, int value) {
      return pattern.equals("Y") || pattern.equals("I") ? ParsedDate.nearestYear(value) : value;
    }

    private void ordinal(DateTemplate.Part part) {
      if (part.ordinal() != 0) {
        at = Math.min(text.length(), at + 2);
      }
    }

    private static int width(String pattern) {
      return switch (pattern) {
        case "DDD", "IDDD", "YYY", "IYY" -> 3;
        case "YYYY", "IYYY" -> 4;
        case "SSSS", "SSSSS" -> 5;
        // A Julian day takes all digits there are.
        case "J" -> Integer.MAX_VALUE;
        default -> 2;
      };
    }

    /** Whether all digits belong to this field: what follows in the template is no digit. */
    private boolean isOpen(DateTemplate.Part part, int index) {
      if (part.fill() || part.ordinal() != 0 || index + 1 >= parts.size()) {
        return true;
      }
      DateTemplate.Part next = parts.get(index + 1);
      if (next.isLiteral()) {
        return !Character.isDigit(next.spelling().charAt(0));
      }
      return switch (next.pattern()) {
        case "A.M.",
            "P.M.",
            "AM",
            "PM",
            "A.D.",
            "B.C.",
            "AD",
            "BC",
            "MONTH",
            "MON",
            "DAY",
            "DY",
            "RM",
            "TZ",
            "TZH",
            "OF",
            "FX" ->
            true;
        default -> false;
      };
    }

    private int number(DateTemplate.Part part, int width, int index) {
      while (at < text.length() && DateTemplate.isSpace(text.charAt(at))) {
        at++;
      }
      int from = at;
      boolean open = isOpen(part, index) || width == Integer.MAX_VALUE;
      int limit = open ? text.length() : Math.min(text.length(), at + width);
      if (!open && limit - from < width) {
        throw invalid("source string too short for \"" + part.spelling() + "\" formatting field")
            .detail(
                "Field requires " + width + " characters, but only " + (limit - from) + " remain.")
            .hint("If your source string is not fixed-width, try using the \"FM\" modifier.");
      }
      if (at < limit && (text.charAt(at) == '-' || text.charAt(at) == '+')) {
        at++;
      }
      int digitsFrom = at;
      while (at < limit && Character.digit(text.charAt(at), 10) >= 0 && text.charAt(at) < 128) {
        at++;
      }
      if (at == digitsFrom) {
        String value =
            text.substring(
                from,
                Math.min(
                    text.length(), open ? from + Math.min(width, text.length() - from) : limit));
        throw invalid("invalid value \"" + value + "\" for \"" + part.spelling() + "\"")
            .detail("Value must be an integer.");
      }
      if (!open && at < limit) {
        throw invalid(
                "invalid value \""
                    + text.substring(from, limit)
                    + "\" for \""
                    + part.spelling()
                    + "\"")
            .detail(
                "Field requires "
                    + width
                    + " characters, but only "
                    + (at - from)
                    + " could be parsed.")
            .hint("If your source string is not fixed-width, try using the \"FM\" modifier.");
      }
      try {
        return Integer.parseInt(text.substring(from, at));
      } catch (NumberFormatException e) {
        throw new SqlError(
                SqlState.DATETIME_FIELD_OVERFLOW,
                "value for \"" + part.spelling() + "\" in source string is out of range")
            .detail("Value must be in the range -2147483648 to 2147483647.");
      }
    }

    private int word(DateTemplate.Part part, String... words) {
      for (int i = 0; i < words.length; i++) {
        if (text.regionMatches(true, at, words[i], 0, words[i].length())) {
          at += words[i].length();
          return i;
        }
      }
      int end = at;
      while (end < text.length() && !DateTemplate.isSpace(text.charAt(end))) {
        end++;
      }
      throw invalid(
              "invalid value \"" + text.substring(at, end) + "\" for \"" + part.spelling() + "\"")
          .detail("The given value did not match any of the allowed values for this field.");
    }

    private int month(DateTemplate.Part part) {
      return part.pattern().equals("MONTH")
          ? word(part, DateFormatting.MONTHS) + 1
          : word(part, shortened(DateFormatting.MONTHS)) + 1;
    }

    private int day(DateTemplate.Part part) {
      return part.pattern().equals("DAY")
          ? word(part, DateFormatting.DAYS)
          : word(part, shortened(DateFormatting.DAYS));
    }

    private static String[] shortened(String[] names) {
      String[] shortNames = new String[names.length];
      for (int i = 0; i < names.length; i++) {
        shortNames[i] = names[i].substring(0, 3);
      }
      return shortNames;
    }

    private int roman(DateTemplate.Part part) {
      int best = -1;
      for (int i = 0; i < 12; i++) {
        String name = DateFormatting.ROMAN_MONTHS[i];
        boolean longer = best < 0 || name.length() > DateFormatting.ROMAN_MONTHS[best].length();
        if (longer && text.regionMatches(true, at, name, 0, name.length())) {
          best = i;
        }
      }
      return best < 0
          ? word(part, DateFormatting.ROMAN_MONTHS) + 1
          : word(part, DateFormatting.ROMAN_MONTHS[best]) + best + 1;
    }

    private void thousands(DateTemplate.Part part, int index) {
      int comma = text.indexOf(',', at);
      if (comma < 0) {
        throw invalid("invalid value \"" + text.substring(at) + "\" for \"Y,YYY\"");
      }
      int end = comma + 1;
      while (end < text.length() && end < comma + 4 && Character.isDigit(text.charAt(end))) {
        end++;
      }
      try {
        int high = Integer.parseInt(text.substring(at, comma).strip());
        int low = Integer.parseInt(text.substring(comma + 1, end));
        date.set("YYYY", high * 1000 + low, part.spelling());
      } catch (NumberFormatException e) {
        throw invalid("invalid value \"" + text.substring(at) + "\" for \"Y,YYY\"");
      }
      at = end;
    }

    private void zoneHours(DateTemplate.Part part, int index) {
      int sign = skipped > 0 && at > 0 && text.charAt(at - 1) == '-' ? -1 : 1;
      if (at < text.length() && (text.charAt(at) == '+' || text.charAt(at) == '-')) {
        sign = text.charAt(at) == '-' ? -1 : 1;
        at++;
      }
      date.setZoneHours(sign, number(part, 2, index));
    }

    private void zone(DateTemplate.Part part) {
      char c = at < text.length() ? text.charAt(at) : ' ';
      if (c == '+' || c == '-') {
        at++;
        int hours = twoDigits(part);
        int minutes = 0;
        if (text.startsWith(":", at)) {
          at++;
          minutes = twoDigits(part);
        }
        date.zoneSeconds = (c == '-' ? -1 : 1) * (hours * 3600 + minutes * 60);
        return;
      }
      int end = at;
      while (end < text.length() && Character.isLetter(text.charAt(end))) {
        end++;
      }
      TimeZones.Abbreviation abbreviation = null;
      for (int length = end; length > at && abbreviation == null; length--) {
        abbreviation = TimeZones.abbreviation(text.substring(at, length));
        end = abbreviation == null ? end : length;
      }
      if (abbreviation == null || abbreviation.zone() != null) {
        if (abbreviation != null) {
          throw SqlError.notSupported("a time zone abbreviation of changing meaning");
        }
        throw invalid(
                "invalid value \"" + text.substring(at) + "\" for \"" + part.spelling() + "\"")
            .detail("Time zone abbreviation is not recognized.");
      }
      date.zoneSeconds = abbreviation.offsetSeconds();
      at = end;
    }

    private int twoDigits(DateTemplate.Part part) {
      int end = at;
      while (end < text.length() && end < at + 2 && Character.isDigit(text.charAt(end))) {
        end++;
      }
      if (end == at) {
        throw invalid(
            "invalid value \"" + text.substring(at) + "\" for \"" + part.spelling() + "\"");
      }
      int value = Integer.parseInt(text.substring(at, end));
      at = end;
      return value;
    }

    private void fraction(DateTemplate.Part part, int index) {
      int width =
          switch (part.pattern()) {
            case "MS", "FF3" -> 3;
            case "FF1" -> 1;
            case "FF2" -> 2;
            case "FF4" -> 4;
            case "FF5" -> 5;
            default -> 6;
          };
      int from = at;
      int value = number(part, width, index);
      // 25 read by MS is a quarter of a second: digits count from the point.
      int used = at - from;
      double scaled = value;
      for (int i = used; i < width; i++) {
        scaled *= 10;
      }
      for (int i = width; i < 6; i++) {
        scaled *= 10;
      }
      date.micros += (long) scaled;
      if (scaled > 999_999) {
        throw ParsedDate.outOfRange(text);
      }
    }
  }
}
