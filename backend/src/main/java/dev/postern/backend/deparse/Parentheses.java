package dev.postern.backend.deparse;

import dev.postern.backend.analyze.TypedExpression;
import dev.postern.backend.analyze.TypedExpression.ApplyTypmod;
import dev.postern.backend.analyze.TypedExpression.ArrayComparison;
import dev.postern.backend.analyze.TypedExpression.ArrayConstructor;
import dev.postern.backend.analyze.TypedExpression.BooleanOperation;
import dev.postern.backend.analyze.TypedExpression.BooleanTest;
import dev.postern.backend.analyze.TypedExpression.CallForm;
import dev.postern.backend.analyze.TypedExpression.Case;
import dev.postern.backend.analyze.TypedExpression.Coalesce;
import dev.postern.backend.analyze.TypedExpression.CoerceArray;
import dev.postern.backend.analyze.TypedExpression.CoerceToDomain;
import dev.postern.backend.analyze.TypedExpression.CoerceViaText;
import dev.postern.backend.analyze.TypedExpression.Collate;
import dev.postern.backend.analyze.TypedExpression.DistinctTest;
import dev.postern.backend.analyze.TypedExpression.FunctionCall;
import dev.postern.backend.analyze.TypedExpression.MinMax;
import dev.postern.backend.analyze.TypedExpression.NullIf;
import dev.postern.backend.analyze.TypedExpression.NullTest;
import dev.postern.backend.analyze.TypedExpression.Operation;
import dev.postern.backend.analyze.TypedExpression.Relabel;
import dev.postern.backend.analyze.TypedExpression.RowConstructor;
import dev.postern.backend.analyze.TypedExpression.Subscript;
import org.jspecify.annotations.Nullable;

/** Whether an expression inside another needs no parentheses (PostgreSQL's isSimpleNode). */
final class Parentheses {
  private Parentheses() {}

  static boolean isSimple(TypedExpression node, TypedExpression parent) {
    return switch (node) {
      case Relabel cast -> isSimple(cast.argument(), node);
      case CoerceViaText cast -> isSimple(cast.argument(), node);
      case CoerceArray cast -> isSimple(cast.argument(), node);
      case CoerceToDomain cast -> isSimple(cast.argument(), node);
      case ApplyTypmod cast -> isSimple(cast.argument(), node);
      case Operation operation ->
          parent instanceof Operation outer
              ? bindsTighter(operation, outer)
              : encloses(parent) || parent instanceof BooleanOperation;
      case NullTest test -> encloses(parent) || parent instanceof BooleanOperation;
      case BooleanTest test -> encloses(parent) || parent instanceof BooleanOperation;
      case DistinctTest test -> encloses(parent) || parent instanceof BooleanOperation;
      case ArrayComparison test -> encloses(parent) || parent instanceof BooleanOperation;
      case BooleanOperation inner ->
          parent instanceof BooleanOperation outer ? nests(inner, outer) : encloses(parent);
      case Collate collate -> false;
      default -> true;
    };
  }

  /** Whether the parent has brackets or key words of its own around its parts. */
  private static boolean encloses(TypedExpression parent) {
    return switch (parent) {
      case FunctionCall call -> call.form() == CallForm.EXPLICIT_CALL;
      case Subscript other -> true;
      case ArrayConstructor other -> true;
      case RowConstructor other -> true;
      case Coalesce other -> true;
      case MinMax other -> true;
      case NullIf other -> true;
      case Case other -> true;
      default -> false;
    };
  }

  private static boolean nests(BooleanOperation inner, BooleanOperation outer) {
    return switch (inner.kind()) {
      case NOT, AND -> outer.kind() != BooleanOperation.Kind.NOT;
      case OR -> outer.kind() == BooleanOperation.Kind.OR;
    };
  }

  /** Of the arithmetic operators: a product in a sum, or the left one of two alike. */
  private static boolean bindsTighter(Operation inner, Operation outer) {
    String operator = inner.operator().name();
    String around = outer.operator().name();
    if (operator.length() != 1 || around.length() != 1 || inner.left() == null) {
      return false;
    }
    boolean innerSum = isSum(operator);
    boolean innerProduct = isProduct(operator);
    boolean outerSum = isSum(around);
    boolean outerProduct = isProduct(around);
    if (!innerSum && !innerProduct || !outerSum && !outerProduct) {
      return false;
    }
    @Nullable TypedExpression left = outer.left();
    boolean first = left == inner;
    return innerProduct && outerSum || innerSum == outerSum && first;
  }

  private static boolean isSum(String operator) {
    return operator.equals("+") || operator.equals("-");
  }

  private static boolean isProduct(String operator) {
    return operator.equals("*") || operator.equals("/") || operator.equals("%");
  }
}
