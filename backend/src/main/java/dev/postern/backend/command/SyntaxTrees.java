package dev.postern.backend.command;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A walk over everything in a syntax tree, by its records' components. For definitions only. */
final class SyntaxTrees {
  private SyntaxTrees() {}

  /** Visits every record of a tree, in no order. */
  static void forEach(Object tree, Consumer<Object> visitor) {
    Deque<Object> pending = new ArrayDeque<>();
    pending.push(tree);
    while (!pending.isEmpty()) {
      Object node = pending.pop();
      if (node instanceof Collection<?> list) {
        for (Object element : list) {
          push(pending, element);
        }
      } else if (node instanceof Record record) {
        visitor.accept(record);
        for (RecordComponent component : record.getClass().getRecordComponents()) {
          push(pending, value(component, record));
        }
      }
    }
  }

  private static void push(Deque<Object> pending, @Nullable Object value) {
    if (value instanceof Record || value instanceof Collection<?>) {
      pending.push(value);
    }
  }

  private static @Nullable Object value(RecordComponent component, Record record) {
    try {
      return component.getAccessor().invoke(record);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException(e);
    }
  }
}
