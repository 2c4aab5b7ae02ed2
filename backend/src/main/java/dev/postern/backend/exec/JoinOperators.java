package dev.postern.backend.exec;

import dev.postern.backend.exec.RowStore.Saved;
import dev.postern.backend.type.Datum;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Joins. */
final class JoinOperators {
  private JoinOperators() {}

  /** The right side is opened anew for each row of the left. */
  static final class NestedLoop extends Operator {
    private final boolean outer;
    private final Operator left;
    private final Operator right;
    private final @Nullable Evaluator condition;
    private final RowStore rightRows;
    private final Datum holds = new Datum();
    private boolean haveLeft;
    private boolean matched;

    NestedLoop(
        boolean outer,
        Operator left,
        Operator right,
        @Nullable Evaluator condition,
        int[] rightSlots) {
      this.outer = outer;
      this.left = left;
      this.right = right;
      this.condition = condition;
      rightRows = new RowStore(rightSlots);
    }

    @Override
    void open(Frame frame) {
      left.open(frame);
      haveLeft = false;
    }

    @Override
    boolean next(Frame frame) {
      while (true) {
        if (!haveLeft) {
          if (!left.next(frame)) {
            return false;
          }
          haveLeft = true;
          matched = false;
          right.open(frame);
        }
        while (right.next(frame)) {
          if (condition == null || condition.holds(frame, holds)) {
            matched = true;
            return true;
          }
        }
        haveLeft = false;
        if (outer && !matched) {
          rightRows.clear(frame);
          return true;
        }
      }
    }

    @Override
    void close(Frame frame) {
      left.close(frame);
      right.close(frame);
    }
  }

  /** A row of the right side in the hash table; rows of one key are chained in order of arrival. */
  private static final class Entry {
    final Saved row;
    boolean matched;
    @Nullable Entry next;

    Entry(Saved row) {
      this.row = row;
    }
  }

  /** First and last of a chain. */
  private static final class Chain {
    final Entry first;
    Entry last;

    Chain(Entry entry) {
      first = entry;
      last = entry;
    }
  }

  /** The right side in a hash table by key; nulls never match. */
  static final class Hash extends Operator {
    private final boolean leftOuter;
    private final boolean full;
    private final Operator left;
    private final Operator right;
    private final KeyReader leftKey;
    private final KeyReader rightKey;
    private final @Nullable Evaluator condition;
    private final RowStore leftRows;
    private final RowStore rightRows;
    private final Datum holds = new Datum();
    private Map<Key, Chain> table = Map.of();
    private List<Entry> all = List.of();
    private @Nullable Entry candidate;
    private boolean haveLeft;
    private boolean matched;
    private int unmatched = -1;

    Hash(
        boolean leftOuter,
        boolean full,
        Operator left,
        Operator right,
        KeyReader leftKey,
        KeyReader rightKey,
        @Nullable Evaluator condition,
        int[] leftSlots,
        int[] rightSlots) {
      this.leftOuter = leftOuter;
      this.full = full;
      this.left = left;
      this.right = right;
      this.leftKey = leftKey;
      this.rightKey = rightKey;
      this.condition = condition;
      leftRows = new RowStore(leftSlots);
      rightRows = new RowStore(rightSlots);
    }

    @Override
    void open(Frame frame) {
      table = new HashMap<>();
      all = new ArrayList<>();
      right.open(frame);
      while (right.next(frame)) {
        Key key = rightKey.read(frame);
        boolean keyless = rightKey.hasNull();
        if (keyless && !full) {
          continue;
        }
        Entry entry = new Entry(rightRows.save(frame));
        if (full) {
          all.add(entry);
        }
        if (keyless) {
          continue;
        }
        Chain chain = table.get(key);
        if (chain == null) {
          table.put(key.copy(), new Chain(entry));
        } else {
          chain.last.next = entry;
          chain.last = entry;
        }
      }
      right.close(frame);
      left.open(frame);
      haveLeft = false;
      unmatched = -1;
    }

    @Override
    boolean next(Frame frame) {
      while (unmatched < 0) {
        if (!haveLeft) {
          if (!left.next(frame)) {
            unmatched = 0;
            break;
          }
          haveLeft = true;
          matched = false;
          Key key = leftKey.read(frame);
          Chain chain = leftKey.hasNull() ? null : table.get(key);
          candidate = chain == null ? null : chain.first;
        }
        while (candidate != null) {
          Entry entry = candidate;
          candidate = entry.next;
          rightRows.restore(frame, entry.row);
          if (condition == null || condition.holds(frame, holds)) {
            matched = true;
            entry.matched = true;
            return true;
          }
        }
        haveLeft = false;
        if (leftOuter && !matched) {
          rightRows.clear(frame);
          return true;
        }
      }
      return full && nextUnmatched(frame);
    }

    private boolean nextUnmatched(Frame frame) {
      while (unmatched < all.size()) {
        Entry entry = all.get(unmatched++);
        if (!entry.matched) {
          leftRows.clear(frame);
          rightRows.restore(frame, entry.row);
          return true;
        }
      }
      return false;
    }

    @Override
    void close(Frame frame) {
      left.close(frame);
      right.close(frame);
      table = Map.of();
      all = List.of();
      candidate = null;
    }
  }
}
