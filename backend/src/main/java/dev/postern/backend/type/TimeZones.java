package dev.postern.backend.type;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Names of time zones, and the abbreviations that date/time input knows. */
public final class TimeZones {
  /** An abbreviation: a fixed offset, or the zone that gives it its meaning. */
  public record Abbreviation(int offsetSeconds, boolean daylight, @Nullable ZoneId zone) {}

  /**
   * POSIX form: a name, which may be empty, an offset west of Greenwich, and no daylight saving
   * rule.
   */
  private static final Pattern POSIX =
      Pattern.compile(
          "(?:[a-zA-Z]*|<[-+a-zA-Z0-9]+>)([-+]?)(\\d{1,2})(?::(\\d\\d))?(?::(\\d\\d))?");

  private TimeZones() {}

  private static final class Names {
    static final Map<String, ZoneId> BY_LOWER_NAME = new HashMap<>();

    static {
      for (String id : ZoneId.getAvailableZoneIds()) {
        if (!id.startsWith("SystemV/")) {
          BY_LOWER_NAME.put(id.toLowerCase(Locale.ROOT), ZoneId.of(id));
        }
      }
      BY_LOWER_NAME.putIfAbsent("est", ZoneOffset.ofHours(-5));
      BY_LOWER_NAME.putIfAbsent("mst", ZoneOffset.ofHours(-7));
      BY_LOWER_NAME.putIfAbsent("hst", ZoneOffset.ofHours(-10));
    }
  }

  private static final class Abbreviations {
    static final Map<String, Abbreviation> BY_LOWER_NAME = new HashMap<>();

    static {
      String text;
      try (InputStream in = TimeZones.class.getResourceAsStream("timezone_abbreviations.tsv")) {
        if (in == null) {
          throw new IllegalStateException("timezone_abbreviations.tsv is missing");
        }
        text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      String[] lines = text.split("\n");
      for (int i = 1; i < lines.length; i++) {
        String[] fields = lines[i].split("\t");
        boolean named = fields[1].indexOf('/') >= 0;
        BY_LOWER_NAME.put(
            fields[0].toLowerCase(Locale.ROOT),
            new Abbreviation(
                named ? 0 : Integer.parseInt(fields[1]),
                fields[2].equals("t"),
                named ? find(fields[1]) : null));
      }
    }
  }

  /**
   * The zone of a name, in any case, or of a POSIX specification without daylight saving time; null
   * where there is none.
   */
  public static @Nullable ZoneId find(String name) {
    ZoneId zone = Names.BY_LOWER_NAME.get(name.toLowerCase(Locale.ROOT));
    if (zone != null) {
      return zone;
    }
    Matcher posix = POSIX.matcher(name);
    if (!posix.matches()) {
      return null;
    }
    int seconds =
        Integer.parseInt(posix.group(2)) * 3600
            + number(posix.group(3)) * 60
            + number(posix.group(4));
    try {
      return ZoneOffset.ofTotalSeconds("-".equals(posix.group(1)) ? seconds : -seconds);
    } catch (DateTimeException e) {
      return null;
    }
  }

  private static int number(@Nullable String digits) {
    return digits == null ? 0 : Integer.parseInt(digits);
  }

  /** An abbreviation such as {@code PST}, in any case; null where it is not known. */
  public static @Nullable Abbreviation abbreviation(String name) {
    return Abbreviations.BY_LOWER_NAME.get(name.toLowerCase(Locale.ROOT));
  }

  /** What the styles other than ISO show of a zone at a moment: {@code PST}, {@code +03}. */
  static String shortName(ZoneId zone, long utcMicros) {
    ZoneTable table = ZoneTable.of(zone);
    if (!(zone instanceof ZoneOffset)) {
      String name =
          TimeZone.getTimeZone(zone)
              .getDisplayName(table.isDaylight(utcMicros), TimeZone.SHORT, Locale.US);
      boolean letters = name.length() <= 5;
      for (int i = 0; i < name.length(); i++) {
        letters &= name.charAt(i) >= 'A' && name.charAt(i) <= 'Z';
      }
      if (letters) {
        return name;
      }
    }
    int offset = table.offsetAt(utcMicros);
    if (offset == 0 && zone instanceof ZoneOffset) {
      return "UTC";
    }
    ByteArrayWriter writer = new ByteArrayWriter();
    DateTimeText.writeOffset(offset, writer);
    return writer.text();
  }
}
