package dev.postern.backend.analyze;

import dev.postern.backend.sql.Expression;
import dev.postern.backend.sql.JsonExpression;
import dev.postern.backend.sql.TypeName;
import dev.postern.backend.sql.XmlExpression;
import java.util.List;

/** Where an expression begins: what errors about the whole of it point at (exprLocation). */
final class Positions {
  private Positions() {}

  static int of(Expression expression) {
    int own = expression.position();
    return switch (expression) {
      case Expression.BinaryOperation e -> leftmost(own, of(e.left()));
      case Expression.PrefixOperation e -> leftmost(own, of(e.operand()));
      case Expression.BooleanExpression e -> leftmost(own, of(e.arguments()));
      case Expression.QuantifiedComparison e -> leftmost(own, of(e.left()));
      case Expression.QuantifiedSubquery e -> leftmost(own, of(e.left()));
      case Expression.InList e -> leftmost(own, of(e.argument()));
      case Expression.InSubquery e -> leftmost(own, of(e.argument()));
      case Expression.Between e -> leftmost(own, of(e.argument()));
      case Expression.PatternMatch e -> leftmost(own, of(e.argument()));
      case Expression.NullTest e -> leftmost(own, of(e.argument()));
      case Expression.BooleanTest e -> leftmost(own, of(e.argument()));
      case Expression.DistinctTest e -> leftmost(own, of(e.left()));
      case Expression.DocumentTest e -> leftmost(own, of(e.argument()));
      case Expression.Indirection e -> leftmost(own, of(e.argument()));
      case Expression.Collate e -> of(e.argument());
      case Expression.TypeCast e ->
          leftmost(leftmost(own, typePosition(e.type())), of(e.argument()));
      case Expression.FunctionCall e -> leftmost(own, of(e.arguments()));
      case Expression.NamedArgument e -> of(e.value());
      case Expression.NotExpression _,
          Expression.Constant _,
          Expression.ParameterReference _,
          Expression.ColumnReference _,
          Expression.StarReference _,
          Expression.ExistsSubquery _,
          Expression.ScalarSubquery _,
          Expression.ArraySubquery _,
          Expression.CaseExpression _,
          Expression.CaseWhen _,
          Expression.Coalesce _,
          Expression.NullIf _,
          Expression.MinMax _,
          Expression.ArrayConstructor _,
          Expression.RowConstructor _,
          Expression.Grouping _,
          Expression.SqlValueFunction _,
          Expression.DefaultValue _,
          Expression.CurrentOf _,
          Expression.MergeAction _,
          JsonExpression _,
          XmlExpression _ ->
          own;
    };
  }

  static int of(List<? extends Expression> expressions) {
    int first = -1;
    for (Expression expression : expressions) {
      first = leftmost(first, of(expression));
    }
    return first;
  }

  private static int typePosition(TypeName type) {
    return type.position();
  }

  static int leftmost(int first, int second) {
    if (first < 0) {
      return second;
    }
    return second < 0 ? first : Math.min(first, second);
  }
}
