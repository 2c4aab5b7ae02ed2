package dev.postern.backend.plan;

import dev.postern.backend.analyze.TypedExpression;
import dev.postern.backend.analyze.TypedExpression.SortKey;
import dev.postern.backend.function.OperatorDescriptor;
import java.util.List;

/** Sort keys of a window's input. */
final class WindowSort {
  /** Stands where a key's operator is never looked at: partitions only have to lie together. */
  private static final OperatorDescriptor ANY_ORDER =
      new OperatorDescriptor(0, "<", 0, false, false, 0, 0, 0, 0, 0, 0, 0, 0);

  private WindowSort() {}

  /** The key that brings a partition together; as ORDER BY has it where the value is there too. */
  static SortKey partitionKey(TypedExpression value, List<SortKey> orderBy) {
    for (SortKey key : orderBy) {
      if (key.value().equals(value)) {
        return key;
      }
    }
    return new SortKey(value, false, false, ANY_ORDER);
  }
}
