package dev.postern.backend.exec;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.exec.RowStore.Saved;
import dev.postern.backend.type.Datum;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Operators that put rows in order, drop duplicates or cut off. */
final class SortOperators {
  private SortOperators() {}

  private record SortedRow(byte[] key, Saved row) {}

  static final class Sort extends Operator {
    private final Operator child;
    private final KeyReader key;
    private final RowStore store;
    private List<SortedRow> rows = List.of();
    private int position;

    Sort(Operator child, KeyReader key, int[] slots) {
      this.child = child;
      this.key = key;
      store = new RowStore(slots);
    }

    @Override
    void open(Frame frame) {
      rows = new ArrayList<>();
      position = 0;
      child.open(frame);
      while (child.next(frame)) {
        key.read(frame);
        rows.add(new SortedRow(key.bytes(), store.save(frame)));
      }
      child.close(frame);
      rows.sort((one, other) -> Arrays.compareUnsigned(one.key, other.key));
    }

    @Override
    boolean next(Frame frame) {
      if (position == rows.size()) {
        return false;
      }
      store.restore(frame, rows.get(position++).row);
      return true;
    }

    @Override
    void close(Frame frame) {
      child.close(frame);
      rows = List.of();
      position = 0;
    }
  }

  /** Lets the first row of each key through. */
  static final class Distinct extends Operator {
    private final Operator child;
    private final KeyReader key;
    private Set<Key> seen = Set.of();

    Distinct(Operator child, KeyReader key) {
      this.child = child;
      this.key = key;
    }

    @Override
    void open(Frame frame) {
      seen = new HashSet<>();
      child.open(frame);
    }

    @Override
    boolean next(Frame frame) {
      while (child.next(frame)) {
        Key found = key.read(frame);
        if (!seen.contains(found)) {
          seen.add(found.copy());
          return true;
        }
      }
      return false;
    }

    @Override
    void close(Frame frame) {
      child.close(frame);
      seen = Set.of();
    }
  }

  /** Lets the first row of each run of equal keys through. */
  static final class Unique extends Operator {
    private final Operator child;
    private final KeyReader key;
    private byte @Nullable [] last;

    Unique(Operator child, KeyReader key) {
      this.child = child;
      this.key = key;
    }

    @Override
    void open(Frame frame) {
      last = null;
      child.open(frame);
    }

    @Override
    boolean next(Frame frame) {
      while (child.next(frame)) {
        key.read(frame);
        byte[] found = key.bytes();
        if (last == null || !Arrays.equals(last, found)) {
          last = found;
          return true;
        }
      }
      return false;
    }

    @Override
    void close(Frame frame) {
      child.close(frame);
    }
  }

  /** LIMIT and OFFSET. */
  static final class Limit extends Operator {
    private final Operator child;
    private final @Nullable Evaluator count;
    private final @Nullable Evaluator offset;
    private final @Nullable KeyReader ties;
    private final Datum value = new Datum();
    private long skip;
    private long left;
    private byte @Nullable [] lastKey;
    private boolean opened;

    Limit(
        Operator child,
        @Nullable Evaluator count,
        @Nullable Evaluator offset,
        @Nullable KeyReader ties) {
      this.child = child;
      this.count = count;
      this.offset = offset;
      this.ties = ties;
    }

    @Override
    void open(Frame frame) {
      skip = 0;
      left = Long.MAX_VALUE;
      lastKey = null;
      if (offset != null) {
        offset.evaluate(frame, value);
        if (!value.isNull) {
          skip = value.bits;
          if (skip < 0) {
            throw new SqlError(
                SqlState.INVALID_ROW_COUNT_IN_RESULT_OFFSET_CLAUSE, "OFFSET must not be negative");
          }
        }
      }
      if (count != null) {
        count.evaluate(frame, value);
        if (!value.isNull) {
          left = value.bits;
          if (left < 0) {
            throw new SqlError(
                SqlState.INVALID_ROW_COUNT_IN_LIMIT_CLAUSE, "LIMIT must not be negative");
          }
        } else if (ties != null) {
          throw new SqlError(
              SqlState.INVALID_ROW_COUNT_IN_LIMIT_CLAUSE,
              "row count cannot be null in FETCH FIRST ... WITH TIES clause");
        }
      }
      opened = left > 0;
      if (opened) {
        child.open(frame);
      }
    }

    @Override
    boolean next(Frame frame) {
      if (!opened) {
        return false;
      }
      while (skip > 0) {
        if (!child.next(frame)) {
          return false;
        }
        skip--;
      }
      if (left == 0) {
        return nextTie(frame);
      }
      if (!child.next(frame)) {
        return false;
      }
      if (--left == 0 && ties != null) {
        ties.read(frame);
        lastKey = ties.bytes();
      }
      return true;
    }

    private boolean nextTie(Frame frame) {
      if (ties == null || lastKey == null || !child.next(frame)) {
        return false;
      }
      ties.read(frame);
      return Arrays.equals(lastKey, ties.bytes());
    }

    @Override
    void close(Frame frame) {
      child.close(frame);
    }
  }
}
