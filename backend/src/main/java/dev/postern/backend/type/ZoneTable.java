package dev.postern.backend.type;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The offsets of one time zone, laid out so that the common look-up allocates nothing: every
 * transition up to the year 2100 in an array; java.time answers for later ones. Immutable.
 */
public final class ZoneTable {
  private static final ConcurrentHashMap<ZoneId, ZoneTable> TABLES = new ConcurrentHashMap<>();
  private static final int LAST_YEAR = 2100;

  private final ZoneRules rules;

  /** Seconds since 2000-01-01 UTC from which the offset of the same index holds. */
  private final long[] starts;

  /** Seconds east of UTC; one more than transitions: the first holds before all of them. */
  private final int[] offsets;

  private final long end;

  private ZoneTable(ZoneRules rules) {
    this.rules = rules;
    List<ZoneOffsetTransition> transitions = new java.util.ArrayList<>(rules.getTransitions());
    Instant limit = Instant.ofEpochSecond(epochSecond(DateTimes.days(LAST_YEAR, 1, 1) * 86400L));
    if (!rules.getTransitionRules().isEmpty()) {
      Instant at = transitions.isEmpty() ? Instant.EPOCH : transitions.getLast().getInstant();
      ZoneOffsetTransition next = rules.nextTransition(at);
      while (next != null && next.getInstant().isBefore(limit)) {
        transitions.add(next);
        next = rules.nextTransition(next.getInstant());
      }
      end = DateTimes.days(LAST_YEAR, 1, 1) * 86400L;
    } else {
      end = Long.MAX_VALUE;
    }
    starts = new long[transitions.size()];
    offsets = new int[transitions.size() + 1];
    offsets[0] =
        transitions.isEmpty()
            ? rules.getOffset(Instant.EPOCH).getTotalSeconds()
            : transitions.getFirst().getOffsetBefore().getTotalSeconds();
    for (int i = 0; i < starts.length; i++) {
      starts[i] = transitions.get(i).toEpochSecond() - DateTimes.UNIX_EPOCH_SECONDS;
      offsets[i + 1] = transitions.get(i).getOffsetAfter().getTotalSeconds();
    }
  }

  private static long epochSecond(long second) {
    return second + DateTimes.UNIX_EPOCH_SECONDS;
  }

  public static ZoneTable of(ZoneId zone) {
    ZoneTable table = TABLES.get(zone);
    if (table == null) {
      table = new ZoneTable(zone.getRules());
      TABLES.put(zone, table);
    }
    return table;
  }

  /** Whether the offset never changes. */
  public boolean isFixed() {
    return starts.length == 0 && end == Long.MAX_VALUE;
  }

  /**
   * Seconds east of UTC at a moment.
   *
   * @param micros since 2000-01-01 UTC
   */
  public int offsetAt(long micros) {
    long second = Math.floorDiv(micros, DateTimes.MICROS_PER_SECOND);
    if (second >= end) {
      return rules.getOffset(Instant.ofEpochSecond(epochSecond(second))).getTotalSeconds();
    }
    return offsets[indexOf(second)];
  }

  private int indexOf(long second) {
    if (starts.length == 0) {
      return 0;
    }
    int at = Arrays.binarySearch(starts, second);
    return at >= 0 ? at + 1 : -at - 1;
  }

  /**
   * Seconds east of UTC at a local time. One that a clock skipped is read with the offset before
   * the change, one that it showed twice with the offset after it.
   *
   * @param localMicros since 2000-01-01 of the local clock
   */
  public int offsetAtLocal(long localMicros) {
    long local = Math.floorDiv(localMicros, DateTimes.MICROS_PER_SECOND);
    if (local >= end - 86400) {
      LocalDateTime time = LocalDateTime.ofEpochSecond(epochSecond(local), 0, ZoneOffset.UTC);
      ZoneOffsetTransition change = rules.getTransition(time);
      ZoneOffset offset =
          change == null
              ? rules.getOffset(time)
              : change.isGap() ? change.getOffsetBefore() : change.getOffsetAfter();
      return offset.getTotalSeconds();
    }
    // A transition is at most a day away from where the local time stands as UTC.
    int first = indexOf(local - 2 * 86400);
    int last = indexOf(local + 2 * 86400);
    for (int i = first; i < last; i++) {
      int before = offsets[i];
      int after = offsets[i + 1];
      long change = starts[i];
      if (local < change + Math.max(before, after)) {
        // Before the change, in its gap, or in its overlap.
        return after < before && local >= change + after ? after : before;
      }
    }
    return offsets[last];
  }

  /** Whether daylight saving time is in force. */
  public boolean isDaylight(long micros) {
    long second = Math.floorDiv(micros, DateTimes.MICROS_PER_SECOND);
    return rules.isDaylightSavings(Instant.ofEpochSecond(epochSecond(second)));
  }
}
