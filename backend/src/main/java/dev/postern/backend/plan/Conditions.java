package dev.postern.backend.plan;

import dev.postern.backend.analyze.TypedExpression;
import dev.postern.backend.analyze.TypedExpression.BooleanOperation;
import dev.postern.backend.type.SqlType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes conditions apart at AND and puts them together again. */
final class Conditions {
  private Conditions() {}

  static List<TypedExpression> conjuncts(@Nullable TypedExpression condition) {
    List<TypedExpression> parts = new ArrayList<>();
    collect(condition, parts);
    return parts;
  }

  private static void collect(@Nullable TypedExpression condition, List<TypedExpression> parts) {
    if (condition instanceof BooleanOperation and && and.kind() == BooleanOperation.Kind.AND) {
      for (TypedExpression part : and.arguments()) {
        collect(part, parts);
      }
    } else if (condition != null) {
      parts.add(condition);
    }
  }

  static @Nullable TypedExpression all(List<TypedExpression> parts) {
    if (parts.isEmpty()) {
      return null;
    }
    if (parts.size() == 1) {
      return parts.get(0);
    }
    SqlType bool = parts.get(0).type();
    return new BooleanOperation(BooleanOperation.Kind.AND, List.copyOf(parts), bool);
  }
}
