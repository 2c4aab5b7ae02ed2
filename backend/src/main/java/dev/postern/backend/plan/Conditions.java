package dev.postern.backend.plan;

import dev.postern.backend.analyze.TypedExpression;
import dev.postern.backend.analyze.TypedExpression.BooleanOperation;
import dev.postern.backend.type.Bytes;
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

  /** All at once, the cheap ones first, as PostgreSQL's order_qual_clauses puts them. */
  static @Nullable TypedExpression all(List<TypedExpression> parts) {
    if (parts.isEmpty()) {
      return null;
    }
    if (parts.size() == 1) {
      return parts.get(0);
    }
    double[] costs = new double[parts.size()];
    List<TypedExpression> ordered = new ArrayList<>(costs.length);
    for (TypedExpression part : parts) {
      double cost = cost(part);
      int at = ordered.size();
      while (at > 0 && costs[at - 1] > cost) {
        costs[at] = costs[at - 1];
        at--;
      }
      costs[at] = cost;
      ordered.add(at, part);
    }
    SqlType bool = ordered.get(0).type();
    return new BooleanOperation(BooleanOperation.Kind.AND, List.copyOf(ordered), bool);
  }

  /** Function calls for one row, as cost_qual_eval_walker counts them. */
  private static double cost(TypedExpression condition) {
    double[] sum = new double[1];
    ExpressionTrees.visit(condition, part -> sum[0] += ownCost(part));
    return sum[0];
  }

  private static double ownCost(TypedExpression node) {
    return switch (node) {
      case TypedExpression.FunctionCall call -> 1;
      case TypedExpression.Operation call -> 1;
      case TypedExpression.DistinctTest test -> 1;
      case TypedExpression.NullIf nullIf -> 1;
      case TypedExpression.MinMax minMax -> minMax.arguments().size() - 1;
      case TypedExpression.RowComparison comparison -> comparison.left().size();
      case TypedExpression.CoerceViaText cast -> 2;
      case TypedExpression.SqlValue value -> 1;
      case TypedExpression.NextValue next -> 1;
      case TypedExpression.ArrayComparison comparison ->
          switch (comparison.array()) {
            case TypedExpression.ArrayConstructor array -> array.elements().size() / 2.0;
            case TypedExpression.Constant constant when constant.bytes() != null ->
                elements(constant.bytes()) / 2.0;
            default -> 5;
          };
      case TypedExpression.Subquery subquery -> SUBQUERY_COST;
      default -> 0;
    };
  }

  /** Elements of a one-dimensional array in its send form. */
  private static int elements(byte[] array) {
    return array.length < FIRST_DIMENSION + 4 ? 0 : Bytes.getInt(array, FIRST_DIMENSION);
  }

  private static final int FIRST_DIMENSION = 12;

  /** A subquery has a plan of its own that runs for each row. */
  private static final double SUBQUERY_COST = 100;
}
