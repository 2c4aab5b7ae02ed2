package dev.postern.backend.setting;

import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Time zones as the setting TimeZone takes them (manual section 8.5.3): names of the tz database in
 * any case, POSIX offsets, hours.
 */
public final class TimeZones {
  /**
   * A zone and how SHOW prints it.
   *
   * @param name the tz database's spelling, or a POSIX form such as {@code <+02:30>-02:30}
   */
  public record Zone(String name, ZoneId id) {}

  private static final Pattern POSIX =
      Pattern.compile("(<[^<>]+>|[A-Za-z]*)([+-]?)(\\d{1,3})(?::(\\d{1,2})(?::(\\d{1,2}))?)?");

  private static volatile @Nullable Map<String, String> names;

  private TimeZones() {}

  /** The zone of a name, or null; daylight saving rules in POSIX form are not read. */
  public static @Nullable Zone find(String name) {
    if (name.equalsIgnoreCase("UTC")) {
      return new Zone("UTC", ZoneOffset.UTC);
    }
    String known = names().get(name.toLowerCase(Locale.ROOT));
    if (known != null) {
      ZoneId zone = ZoneId.of(known);
      boolean utc = known.equals("Etc/UTC") || known.equals("GMT") || known.equals("Etc/GMT");
      return new Zone(known, utc ? ZoneOffset.UTC : zone);
    }
    Matcher matcher = POSIX.matcher(name);
    if (!matcher.matches()) {
      return null;
    }
    int seconds =
        Integer.parseInt(matcher.group(3)) * 3600
            + number(matcher.group(4)) * 60
            + number(matcher.group(5));
    if (seconds % 60 != 0) {
      // PostgreSQL takes it for a zone with leap seconds, and does not take those.
      return null;
    }
    // POSIX counts west of Greenwich.
    int offset = matcher.group(2).equals("-") ? seconds : -seconds;
    try {
      return new Zone(name.toUpperCase(Locale.ROOT), ZoneOffset.ofTotalSeconds(offset));
    } catch (DateTimeException tooFar) {
      return null;
    }
  }

  private static int number(@Nullable String digits) {
    return digits == null ? 0 : Integer.parseInt(digits);
  }

  /** The zone so many seconds east of Greenwich, named as PostgreSQL names it. */
  public static @Nullable Zone ofOffset(long seconds) {
    if (seconds < -64_800 || seconds > 64_800) {
      return null;
    }
    String size = offset(Math.abs(seconds));
    String name = seconds >= 0 ? "<+" + size + ">-" + size : "<-" + size + ">+" + size;
    return new Zone(name, ZoneOffset.ofTotalSeconds((int) seconds));
  }

  private static String offset(long seconds) {
    StringBuilder text = new StringBuilder(twoDigits(seconds / 3600));
    if (seconds % 3600 != 0) {
      text.append(':').append(twoDigits(seconds / 60 % 60));
      if (seconds % 60 != 0) {
        text.append(':').append(twoDigits(seconds % 60));
      }
    }
    return text.toString();
  }

  private static String twoDigits(long number) {
    return number < 10 ? "0" + number : Long.toString(number);
  }

  private static Map<String, String> names() {
    Map<String, String> loaded = names;
    if (loaded == null) {
      loaded = new HashMap<>();
      for (String id : ZoneId.getAvailableZoneIds()) {
        if (!id.startsWith("SystemV/")) {
          loaded.put(id.toLowerCase(Locale.ROOT), id);
        }
      }
      names = loaded;
    }
    return loaded;
  }
}
