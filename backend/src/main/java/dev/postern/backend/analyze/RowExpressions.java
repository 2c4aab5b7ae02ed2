package dev.postern.backend.analyze;

import dev.postern.backend.analyze.TypedExpression.BooleanOperation;
import dev.postern.backend.analyze.TypedExpression.Operation;
import dev.postern.backend.analyze.TypedExpression.RowComparison;
import dev.postern.backend.analyze.TypedExpression.RowConstructor;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.function.FunctionDescriptor;
import dev.postern.backend.function.OperatorClasses;
import dev.postern.backend.function.OperatorDescriptor;
import dev.postern.backend.sql.Expression;
import dev.postern.backend.sql.OperatorName;
import dev.postern.backend.type.TypeOids;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Comparisons of rows column by column, and IS DISTINCT FROM. */
final class RowExpressions {
  private static final int EQUAL = 3;
  private static final int NOT_EQUAL = 6;

  private final Analysis analysis;

  RowExpressions(Analysis analysis) {
    this.analysis = analysis;
  }

  /** {@code (a, b) op (c, d)} (make_row_comparison_op); of one column it is a plain operation. */
  TypedExpression comparison(
      OperatorName name, List<TypedExpression> left, List<TypedExpression> right, int position) {
    if (left.size() != right.size()) {
      throw analysis.error(
          SqlState.SYNTAX_ERROR, "unequal number of entries in row expressions", position);
    }
    if (left.isEmpty()) {
      throw analysis.error(
          SqlState.FEATURE_NOT_SUPPORTED, "cannot compare rows of zero length", position);
    }
    List<Operation> operations = new ArrayList<>();
    for (int i = 0; i < left.size(); i++) {
      Operation operation =
          analysis.expressions.operators.operation(
              name, left.get(i), right.get(i), position, at(left.get(i)), at(right.get(i)));
      if (operation.type().oid() != TypeOids.BOOL) {
        throw analysis.error(
            SqlState.DATATYPE_MISMATCH,
            "row comparison operator must yield type boolean, not type "
                + analysis.name(operation.type().oid()),
            position);
      }
      operations.add(operation);
    }
    if (operations.size() == 1) {
      return operations.get(0);
    }
    int family = 0;
    int strategy = 0;
    for (Operation operation : operations) {
      family = family(operation.operator());
      strategy = strategy(operation.operator(), family);
      if (strategy != 0) {
        break;
      }
    }
    if (strategy == 0) {
      throw analysis
          .error(
              SqlState.FEATURE_NOT_SUPPORTED,
              "could not determine interpretation of row comparison operator " + name.symbol(),
              position)
          .hint("Row comparison operators must be associated with btree operator families.");
    }
    if (strategy == EQUAL || strategy == NOT_EQUAL) {
      return new BooleanOperation(
          strategy == EQUAL ? BooleanOperation.Kind.AND : BooleanOperation.Kind.OR,
          List.copyOf(operations),
          analysis.booleanType);
    }
    return ordered(name, operations, position);
  }

  private int at(TypedExpression element) {
    return analysis.position(element);
  }

  private RowComparison ordered(OperatorName name, List<Operation> operations, int position) {
    List<FunctionDescriptor> equalities = new ArrayList<>();
    List<FunctionDescriptor> comparisons = new ArrayList<>();
    List<TypedExpression> lefts = new ArrayList<>();
    List<TypedExpression> rights = new ArrayList<>();
    for (Operation operation : operations) {
      OperatorDescriptor operator = operation.operator();
      int equality =
          OperatorClasses.btreeMember(family(operator), operator.left(), operator.right(), EQUAL);
      OperatorDescriptor equal = analysis.catalog.operator(equality);
      TypedExpression left = operation.left();
      if (equal == null || left == null) {
        throw analysis
            .error(
                SqlState.FEATURE_NOT_SUPPORTED,
                "could not determine interpretation of row comparison operator " + name.symbol(),
                position)
            .detail("There are multiple equally-plausible candidates.");
      }
      equalities.add(analysis.function(equal.functionOid()));
      comparisons.add(operation.function());
      lefts.add(left);
      rights.add(operation.right());
    }
    return new RowComparison(
        name.symbol(),
        List.copyOf(equalities),
        List.copyOf(comparisons),
        List.copyOf(lefts),
        List.copyOf(rights),
        analysis.booleanType);
  }

  private int family(OperatorDescriptor operator) {
    return OperatorClasses.btreeFamily(analysis.catalog, operator.left());
  }

  private int strategy(OperatorDescriptor operator, int family) {
    int strategy = OperatorClasses.btreeStrategy(operator.oid(), family);
    if (strategy == 0
        && operator.negator() != 0
        && OperatorClasses.btreeStrategy(operator.negator(), family) == EQUAL) {
      return NOT_EQUAL;
    }
    return strategy;
  }

  TypedExpression distinctTest(Scope scope, Expression.DistinctTest test) {
    TypedExpression left = analysis.expressions.expression(scope, test.left());
    TypedExpression right = analysis.expressions.expression(scope, test.right());
    TypedExpression tested = null;
    if (test.right() instanceof Expression.NullConstant) {
      tested = left;
    } else if (test.left() instanceof Expression.NullConstant) {
      tested = right;
    }
    if (tested != null) {
      boolean row = analysis.coercer.isRow(tested.type().oid());
      return new TypedExpression.NullTest(tested, !test.negated(), row, analysis.booleanType);
    }
    if (left instanceof RowConstructor leftRow && right instanceof RowConstructor rightRow) {
      return rowDistinct(leftRow, rightRow, test);
    }
    return distinct(left, right, test, Positions.of(test.left()), Positions.of(test.right()));
  }

  private TypedExpression rowDistinct(
      RowConstructor left, RowConstructor right, Expression.DistinctTest test) {
    if (left.elements().size() != right.elements().size()) {
      throw analysis.error(
          SqlState.SYNTAX_ERROR, "unequal number of entries in row expressions", test.position());
    }
    Expression.DistinctTest plain =
        new Expression.DistinctTest(test.position(), test.left(), test.right(), false);
    TypedExpression result = null;
    for (int i = 0; i < left.elements().size(); i++) {
      TypedExpression one =
          distinct(left.elements().get(i), right.elements().get(i), plain, -1, -1);
      result = result == null ? one : analysis.expressions.operators.connect(true, result, one);
    }
    if (result == null) {
      result = analysis.literals.ofBoolean(false);
    }
    return test.negated() ? analysis.expressions.negated(result) : result;
  }

  private TypedExpression distinct(
      TypedExpression left,
      TypedExpression right,
      Expression.DistinctTest test,
      int leftPosition,
      int rightPosition) {
    Operation equal =
        analysis.expressions.operators.operation(
            new OperatorName(test.position(), List.of(), "="),
            left,
            right,
            test.position(),
            leftPosition,
            rightPosition);
    if (equal.type().oid() != TypeOids.BOOL) {
      throw analysis.error(
          SqlState.DATATYPE_MISMATCH,
          "IS DISTINCT FROM requires = operator to yield boolean",
          test.position());
    }
    @Nullable TypedExpression leftOperand = equal.left();
    if (leftOperand == null) {
      throw new IllegalStateException("= without a left operand");
    }
    return new TypedExpression.DistinctTest(
        equal.operator(),
        equal.function(),
        leftOperand,
        equal.right(),
        test.negated(),
        analysis.booleanType);
  }
}
