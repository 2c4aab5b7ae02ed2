package dev.postern.backend.type;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The units of interval input, and the words that go with them. */
enum IntervalUnit {
  MICROSECOND("microsecon", "us", "usec", "usecond", "useconds", "usecs"),
  MILLISECOND("millisecon", "ms", "msec", "msecond", "mseconds", "msecs"),
  SECOND("s", "sec", "second", "seconds", "secs"),
  MINUTE("m", "min", "mins", "minute", "minutes"),
  HOUR("h", "hour", "hours", "hr", "hrs"),
  DAY("d", "day", "days"),
  WEEK("w", "week", "weeks"),
  MONTH("mon", "mons", "month", "months"),
  YEAR("y", "year", "years", "yr", "yrs"),
  DECADE("dec", "decade", "decades", "decs"),
  CENTURY("c", "cent", "centuries", "century"),
  MILLENNIUM("mil", "millennia", "millennium", "mils");

  /** Letters of a word that count. */
  private static final int LONGEST = 10;

  private static final Map<String, IntervalUnit> BY_WORD = new HashMap<>();

  static {
    for (IntervalUnit unit : values()) {
      for (String word : unit.words) {
        BY_WORD.put(word, unit);
      }
    }
  }

  private final String[] words;

  IntervalUnit(String... words) {
    this.words = words;
  }

  static @Nullable IntervalUnit find(String word) {
    return BY_WORD.get(word.length() > LONGEST ? word.substring(0, LONGEST) : word);
  }
}
