package dev.postern.backend.type;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A word that date and time input knows, time zones aside. */
record DateTimeWord(Kind kind, int value) {
  enum Kind {
    MONTH,
    /** 0 is Sunday. */
    DAY_OF_WEEK,
    /** 1 for pm. */
    MERIDIEM,
    /** 1 for BC. */
    ERA,
    NOW,
    TODAY,
    TOMORROW,
    YESTERDAY,
    EPOCH,
    INFINITY,
    NEGATIVE_INFINITY,
    /** "allballs": midnight UTC. */
    ALL_BALLS,
    DAYLIGHT,
    JULIAN,
    TIME_FOLLOWS,
    UNIT,
    IGNORED
  }

  private static final int LONGEST = 10;
  private static final Map<String, DateTimeWord> WORDS = new HashMap<>();

  static {
    String[] months = {
      "january",
      "february",
      "march",
      "april",
      "may",
      "june",
      "july",
      "august",
      "september",
      "october",
      "november",
      "december"
    };
    for (int i = 0; i < 12; i++) {
      add(Kind.MONTH, i + 1, months[i], months[i].substring(0, 3));
    }
    add(Kind.MONTH, 9, "sept");
    String[] days = {"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"};
    for (int i = 0; i < 7; i++) {
      add(Kind.DAY_OF_WEEK, i, days[i], days[i].substring(0, 3));
    }
    add(Kind.DAY_OF_WEEK, 2, "tues");
    add(Kind.DAY_OF_WEEK, 3, "weds");
    add(Kind.DAY_OF_WEEK, 4, "thur", "thurs");
    add(Kind.MERIDIEM, 0, "am");
    add(Kind.MERIDIEM, 1, "pm");
    add(Kind.ERA, 0, "ad");
    add(Kind.ERA, 1, "bc");
    add(Kind.NOW, 0, "now");
    add(Kind.TODAY, 0, "today");
    add(Kind.TOMORROW, 0, "tomorrow");
    add(Kind.YESTERDAY, 0, "yesterday");
    add(Kind.EPOCH, 0, "epoch");
    add(Kind.INFINITY, 0, "infinity", "+infinity");
    add(Kind.NEGATIVE_INFINITY, 0, "-infinity");
    add(Kind.ALL_BALLS, 0, "allballs");
    add(Kind.DAYLIGHT, 0, "dst");
    add(Kind.JULIAN, 0, "j", "jd", "julian");
    add(Kind.TIME_FOLLOWS, 0, "t");
    add(Kind.UNIT, 0, "d", "dow", "doy", "h", "isodow", "isoyear", "m", "mm", "s", "y");
    add(Kind.IGNORED, 0, "at", "on");
  }

  private static void add(Kind kind, int value, String... words) {
    DateTimeWord word = new DateTimeWord(kind, value);
    for (String text : words) {
      WORDS.put(text, word);
    }
  }

  /** The word, of which the first ten letters count; null where it is not known. */
  static @Nullable DateTimeWord find(String text) {
    return WORDS.get(text.length() > LONGEST ? text.substring(0, LONGEST) : text);
  }
}
