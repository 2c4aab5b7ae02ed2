package dev.postern.router;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Visits every node of a syntax tree, whatever its family: so that no place where a table can be
 * named is ever forgotten. Runs once a text, when it enters the statement cache.
 */
final class TreeWalk {
  private static final ClassValue<MethodHandle[]> ACCESSORS =
      new ClassValue<>() {
        @Override
        protected MethodHandle[] computeValue(Class<?> type) {
          RecordComponent[] components = type.getRecordComponents();
          MethodHandle[] accessors = new MethodHandle[components.length];
          int count = 0;
          try {
            for (RecordComponent component : components) {
              Class<?> kind = component.getType();
              if (!kind.isPrimitive() && kind != String.class && !kind.isEnum()) {
                accessors[count++] = MethodHandles.lookup().unreflect(component.getAccessor());
              }
            }
          } catch (IllegalAccessException e) {
            throw new IllegalStateException("a syntax tree's record is not public: " + type, e);
          }
          return java.util.Arrays.copyOf(accessors, count);
        }
      };

  private TreeWalk() {}

  /**
   * Visits a node and what is below it.
   *
   * @param visitor says whether to go below the node it is given
   */
  static void visit(@Nullable Object node, Predicate<Object> visitor) {
    if (node instanceof List<?> list) {
      for (Object element : list) {
        visit(element, visitor);
      }
    } else if (node instanceof Record && visitor.test(node)) {
      for (MethodHandle accessor : ACCESSORS.get(node.getClass())) {
        visit(value(accessor, node), visitor);
      }
    }
  }

  /** Gives what is directly below a node: records, lists and nulls. */
  static void visitBelow(Object node, Consumer<@Nullable Object> taker) {
    for (MethodHandle accessor : ACCESSORS.get(node.getClass())) {
      taker.accept(value(accessor, node));
    }
  }

  private static @Nullable Object value(MethodHandle accessor, Object node) {
    try {
      return accessor.invoke(node);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
