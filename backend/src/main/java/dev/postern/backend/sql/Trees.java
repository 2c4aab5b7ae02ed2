package dev.postern.backend.sql;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Comparison of syntax trees. */
public final class Trees {
  private Trees() {}

  /**
   * Whether two trees (nodes, or lists of them) say the same: equal in everything but positions. By
   * reflection and with a stack of its own: for tests and tools, any depth.
   */
  public static boolean sameShape(@Nullable Object left, @Nullable Object right) {
    return difference(left, right) == null;
  }

  /** The first difference of two trees in words, or null. */
  public static @Nullable String difference(@Nullable Object left, @Nullable Object right) {
    ArrayDeque<Pair> pending = new ArrayDeque<>();
    pending.push(new Pair(left, right));
    while (!pending.isEmpty()) {
      Pair pair = pending.pop();
      if (pair.left == pair.right) {
        continue;
      }
      if (pair.left instanceof Record a && pair.right instanceof Record b) {
        if (a.getClass() != b.getClass()) {
          return a + " against " + b;
        }
        for (RecordComponent component : a.getClass().getRecordComponents()) {
          if (!component.getName().equals("position")) {
            pending.push(new Pair(value(component, a), value(component, b)));
          }
        }
      } else if (pair.left instanceof List<?> a && pair.right instanceof List<?> b) {
        if (a.size() != b.size()) {
          return a + " against " + b;
        }
        for (int i = 0; i < a.size(); i++) {
          pending.push(new Pair(a.get(i), b.get(i)));
        }
      } else if (pair.left == null || !pair.left.equals(pair.right)) {
        return pair.left + " against " + pair.right;
      }
    }
    return null;
  }

  private static @Nullable Object value(RecordComponent component, Record record) {
    try {
      return component.getAccessor().invoke(record);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException(e);
    }
  }

  private record Pair(@Nullable Object left, @Nullable Object right) {}
}
