package dev.postern.backend.sql;

import dev.postern.backend.sql.Expression.CallSyntax;
import dev.postern.backend.sql.Expression.ColumnReference;
import dev.postern.backend.sql.Expression.Constant;
import dev.postern.backend.sql.Expression.FunctionCall;
import dev.postern.backend.sql.Expression.IntegerConstant;
import dev.postern.backend.sql.Expression.NumericConstant;
import dev.postern.backend.sql.IndirectionElement.AllFields;
import dev.postern.backend.sql.IndirectionElement.FieldSelection;
import dev.postern.backend.sql.IndirectionElement.Slice;
import dev.postern.backend.sql.IndirectionElement.Subscript;
import dev.postern.backend.sql.QueryClause.FrameBound;
import dev.postern.backend.sql.QueryClause.FrameExclusion;
import dev.postern.backend.sql.QueryClause.NullsOrder;
import dev.postern.backend.sql.QueryClause.SortDirection;
import dev.postern.backend.sql.QueryClause.SortItem;
import dev.postern.backend.sql.QueryClause.WindowFrame;
import dev.postern.backend.sql.QueryClause.WindowSpecification;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Expressions as SQL. Operands are put in parentheses unless they need none anywhere. */
abstract class ExpressionDeparser extends TypeDeparser {
  abstract SqlWriter query(SelectStatement query);

  abstract void json(JsonExpression json);

  abstract void xml(XmlExpression xml);

  @Override
  final SqlWriter expressions(List<? extends Expression> list) {
    return list(list, this::expression);
  }

  /** An operand: with parentheses unless it is one word or one call. */
  final SqlWriter operand(Expression operand) {
    if (isPrimary(operand)) {
      return expression(operand);
    }
    put("(");
    return expression(operand).put(")");
  }

  /** Whether nothing before or after an expression can take a part of it. */
  private static boolean isPrimary(Expression expression) {
    return switch (expression) {
      case IntegerConstant c -> c.value() >= 0;
      case NumericConstant c -> !c.text().startsWith("-");
      case Constant c -> true;
      case FunctionCall call -> call.syntax() == CallSyntax.EXPLICIT || isPrimaryForm(call);
      case ColumnReference c -> true;
      case Expression.ParameterReference p -> true;
      case Expression.Indirection i -> true;
      case Expression.CaseExpression c -> true;
      case Expression.Coalesce c -> true;
      case Expression.NullIf n -> true;
      case Expression.MinMax m -> true;
      case Expression.ArrayConstructor a -> true;
      case Expression.ArraySubquery a -> true;
      case Expression.ScalarSubquery s -> true;
      case Expression.ExistsSubquery e -> true;
      case Expression.RowConstructor r -> true;
      case Expression.Grouping g -> true;
      case Expression.SqlValueFunction f -> true;
      case Expression.MergeAction m -> true;
      case JsonExpression.Predicate p -> false;
      case JsonExpression.FormattedValue f -> false;
      case JsonExpression.KeyValue k -> false;
      case JsonExpression j -> true;
      case XmlExpression.NamedValue n -> false;
      case XmlExpression x -> true;
      case Expression.StarReference s -> true;
      case Expression.NamedArgument n -> false;
      case Expression.TypeCast c -> false;
      case Expression.BinaryOperation o -> false;
      case Expression.PrefixOperation o -> false;
      case Expression.BooleanExpression b -> false;
      case Expression.NotExpression n -> false;
      case Expression.QuantifiedComparison q -> false;
      case Expression.QuantifiedSubquery q -> false;
      case Expression.InList i -> false;
      case Expression.InSubquery i -> false;
      case Expression.Between b -> false;
      case Expression.PatternMatch p -> false;
      case Expression.NullTest t -> false;
      case Expression.BooleanTest t -> false;
      case Expression.DistinctTest t -> false;
      case Expression.DocumentTest t -> false;
      case Expression.CaseWhen w -> false;
      case Expression.Collate c -> false;
      case Expression.DefaultValue d -> false;
      case Expression.CurrentOf c -> false;
    };
  }

  private static boolean isPrimaryForm(FunctionCall call) {
    return switch (call.name().name()) {
      case "timezone", "overlaps", "is_normalized" -> false;
      default -> true;
    };
  }

  final SqlWriter expression(Expression expression) {
    switch (expression) {
      case Constant c -> constant(c);
      case Expression.ParameterReference p -> put("$").put(p.number());
      case ColumnReference c -> qualified(c.names());
      case Expression.StarReference s -> {
        qualified(s.qualifier()).putIf(!s.qualifier().isEmpty(), ".").put("*");
      }
      case Expression.Indirection i -> indirection(i);
      case FunctionCall c -> call(c);
      case Expression.NamedArgument n -> {
        name(n.name()).put(" => ");
        expression(n.value());
      }
      case Expression.TypeCast c -> {
        operand(c.argument()).put("::");
        type(c.type());
      }
      case Expression.BinaryOperation o -> {
        operand(o.left()).put(" ").operator(o.operator()).put(" ");
        operand(o.right());
      }
      case Expression.PrefixOperation o -> {
        operator(o.operator()).put(" ");
        operand(o.operand());
      }
      case Expression.BooleanExpression b -> {
        String connective = " " + b.kind() + " ";
        for (int i = 0; i < b.arguments().size(); i++) {
          putIf(i > 0, connective);
          operand(b.arguments().get(i));
        }
      }
      case Expression.NotExpression n -> {
        put("NOT ");
        operand(n.argument());
      }
      case Expression.CaseExpression c -> caseExpression(c);
      case Expression.CaseWhen w -> caseWhen(w);
      case Expression.Coalesce c -> {
        put("COALESCE(");
        expressions(c.arguments()).put(")");
      }
      case Expression.NullIf n -> {
        put("NULLIF(");
        expression(n.left()).put(", ");
        expression(n.right()).put(")");
      }
      case Expression.MinMax m -> {
        put(m.greatest() ? "GREATEST(" : "LEAST(");
        expressions(m.arguments()).put(")");
      }
      case Expression.ArrayConstructor a -> {
        put("ARRAY[");
        expressions(a.elements()).put("]");
      }
      case Expression.RowConstructor r -> {
        put(r.explicit() ? "ROW(" : "(");
        expressions(r.elements()).put(")");
      }
      case Expression.Grouping g -> {
        put("GROUPING(");
        expressions(g.arguments()).put(")");
      }
      case Expression.SqlValueFunction f -> {
        put(f.kind().name());
        if (f.precision() >= 0) {
          put("(").put(f.precision()).put(")");
        }
      }
      case Expression.DefaultValue d -> put("DEFAULT");
      case Expression.CurrentOf c -> put("CURRENT OF ").name(c.cursor());
      case Expression.MergeAction m -> put("MERGE_ACTION()");
      case JsonExpression j -> json(j);
      case XmlExpression x -> xml(x);
      case Expression.QuantifiedComparison q -> subqueryOrTest(q);
      case Expression.QuantifiedSubquery q -> subqueryOrTest(q);
      case Expression.InList i -> subqueryOrTest(i);
      case Expression.InSubquery i -> subqueryOrTest(i);
      case Expression.ExistsSubquery e -> subqueryOrTest(e);
      case Expression.ScalarSubquery s -> subqueryOrTest(s);
      case Expression.ArraySubquery a -> subqueryOrTest(a);
      case Expression.Between b -> subqueryOrTest(b);
      case Expression.PatternMatch p -> subqueryOrTest(p);
      case Expression.NullTest t -> subqueryOrTest(t);
      case Expression.BooleanTest t -> subqueryOrTest(t);
      case Expression.DistinctTest t -> subqueryOrTest(t);
      case Expression.DocumentTest t -> subqueryOrTest(t);
      case Expression.Collate c -> {
        operand(c.argument()).put(" COLLATE ").qualified(c.collation());
      }
    }
    return this;
  }

  private void constant(Constant constant) {
    switch (constant) {
      case IntegerConstant c -> put(c.value());
      case NumericConstant c -> put(c.text());
      case Expression.StringConstant c -> string(c.value());
      case Expression.BitStringConstant c ->
          put(c.hexadecimal() ? "X'" : "B'").put(c.digits()).put("'");
      case Expression.BooleanConstant c -> put(c.value() ? "true" : "false");
      case Expression.NullConstant c -> put("NULL");
    }
  }

  /** The forms around subqueries, and the tests written in words. */
  private void subqueryOrTest(Expression expression) {
    switch (expression) {
      case Expression.QuantifiedComparison q -> {
        operand(q.left()).put(" ").operator(q.operator());
        put(" " + q.quantifier() + " (");
        expression(q.array()).put(")");
      }
      case Expression.QuantifiedSubquery q -> {
        operand(q.left()).put(" ").operator(q.operator());
        put(" " + q.quantifier() + " (");
        query(q.query()).put(")");
      }
      case Expression.InList i -> {
        operand(i.argument()).put(i.negated() ? " NOT IN (" : " IN (");
        expressions(i.list()).put(")");
      }
      case Expression.InSubquery i -> {
        operand(i.argument()).put(i.negated() ? " NOT IN (" : " IN (");
        query(i.query()).put(")");
      }
      case Expression.ExistsSubquery e -> {
        put("EXISTS (");
        query(e.query()).put(")");
      }
      case Expression.ScalarSubquery s -> {
        put("(");
        query(s.query()).put(")");
      }
      case Expression.ArraySubquery a -> {
        put("ARRAY(");
        query(a.query()).put(")");
      }
      case Expression.Between b -> {
        operand(b.argument()).put(b.negated() ? " NOT BETWEEN " : " BETWEEN ");
        putIf(b.symmetric(), "SYMMETRIC ");
        operand(b.lower()).put(" AND ");
        operand(b.upper());
      }
      case Expression.PatternMatch p -> {
        operand(p.argument()).putIf(p.negated(), " NOT");
        put(
            p.kind() == Expression.PatternMatch.Kind.SIMILAR
                ? " SIMILAR TO "
                : " " + p.kind() + " ");
        operand(p.pattern());
        if (p.escape() != null) {
          put(" ESCAPE ");
          operand(p.escape());
        }
      }
      case Expression.NullTest t ->
          operand(t.argument()).put(t.negated() ? " IS NOT NULL" : " IS NULL");
      case Expression.BooleanTest t ->
          operand(t.argument()).put(t.negated() ? " IS NOT " : " IS ").put(t.kind().name());
      case Expression.DistinctTest t -> {
        operand(t.left()).put(t.negated() ? " IS NOT DISTINCT FROM " : " IS DISTINCT FROM ");
        operand(t.right());
      }
      case Expression.DocumentTest t ->
          operand(t.argument()).put(t.negated() ? " IS NOT DOCUMENT" : " IS DOCUMENT");
      default -> throw new IllegalStateException(expression.getClass().getName());
    }
  }

  private void indirection(Expression.Indirection indirection) {
    Expression argument = indirection.argument();
    IndirectionElement first = indirection.elements().get(0);
    boolean subscript = first instanceof Subscript || first instanceof Slice;
    boolean bare =
        argument instanceof Expression.ParameterReference
            || argument instanceof ColumnReference && subscript;
    if (bare) {
      expression(argument);
    } else if (argument instanceof Expression.ScalarSubquery) {
      expression(argument);
    } else {
      put("(");
      expression(argument).put(")");
    }
    indirectionElements(indirection.elements());
  }

  final void indirectionElements(List<IndirectionElement> elements) {
    for (IndirectionElement element : elements) {
      switch (element) {
        case FieldSelection f -> put(".").name(f.name());
        case AllFields a -> put(".*");
        case Subscript s -> {
          put("[");
          expression(s.index()).put("]");
        }
        case Slice s -> {
          put("[");
          if (s.lower() != null) {
            operand(s.lower());
          }
          put(" : ");
          if (s.upper() != null) {
            operand(s.upper());
          }
          put("]");
        }
      }
    }
  }

  private void caseExpression(Expression.CaseExpression c) {
    put("CASE ");
    if (c.argument() != null) {
      operand(c.argument()).put(" ");
    }
    for (Expression.CaseWhen when : c.whens()) {
      caseWhen(when);
    }
    if (c.otherwise() != null) {
      put("ELSE ");
      expression(c.otherwise()).put(" ");
    }
    put("END");
  }

  private void caseWhen(Expression.CaseWhen when) {
    put("WHEN ");
    expression(when.condition()).put(" THEN ");
    expression(when.result()).put(" ");
  }

  // Calls.

  private void call(FunctionCall call) {
    if (call.syntax() == CallSyntax.SQL) {
      form(call);
      return;
    }
    qualified(call.name()).put("(");
    if (call.star()) {
      put("*");
    }
    putIf(call.distinct(), "DISTINCT ");
    List<Expression> arguments = call.arguments();
    for (int i = 0; i < arguments.size(); i++) {
      putIf(i > 0, ", ").putIf(call.variadic() && i == arguments.size() - 1, "VARIADIC ");
      expression(arguments.get(i));
    }
    if (call.withinGroup()) {
      put(") WITHIN GROUP (ORDER BY ");
      list(call.orderBy(), this::sortItem);
    } else {
      orderBy(call.orderBy());
    }
    put(")");
    filterAndOver(call.filter(), call.over());
  }

  final void filterAndOver(@Nullable Expression filter, @Nullable WindowSpecification over) {
    if (filter != null) {
      put(" FILTER (WHERE ");
      expression(filter).put(")");
    }
    if (over != null) {
      put(" OVER ");
      if (over.reference() != null) {
        name(over.reference());
      } else {
        window(over);
      }
    }
  }

  /** A call that has a syntax of its own. */
  private void form(FunctionCall call) {
    List<Expression> a = call.arguments();
    switch (call.name().name()) {
      case "extract" -> spaced("EXTRACT(", a.get(0), " FROM ", a.get(1), ")");
      case "overlay" -> {
        spaced("OVERLAY(", a.get(0), " PLACING ", a.get(1), " FROM ", a.get(2));
        if (a.size() > 3) {
          spaced(" FOR ", a.get(3));
        }
        put(")");
      }
      case "position" -> spaced("POSITION(", a.get(1), " IN ", a.get(0), ")");
      case "substring" -> {
        spaced("SUBSTRING(", a.get(0), " FROM ", a.get(1));
        if (a.size() > 2) {
          spaced(" FOR ", a.get(2));
        }
        put(")");
      }
      case "btrim" -> trim("BOTH", a);
      case "ltrim" -> trim("LEADING", a);
      case "rtrim" -> trim("TRAILING", a);
      case "normalize" -> {
        spaced("NORMALIZE(", a.get(0));
        if (a.size() > 1) {
          put(", ").put(((Expression.StringConstant) a.get(1)).value());
        }
        put(")");
      }
      case "is_normalized" -> {
        operand(a.get(0)).put(" IS ");
        if (a.size() > 1) {
          put(((Expression.StringConstant) a.get(1)).value()).put(" ");
        }
        put("NORMALIZED");
      }
      case "timezone" -> {
        if (a.size() == 1) {
          spaced(a.get(0), " AT LOCAL");
        } else {
          spaced(a.get(1), " AT TIME ZONE ", a.get(0));
        }
      }
      case "overlaps" ->
          spaced("(", a.get(0), ", ", a.get(1), ") OVERLAPS (", a.get(2), ", ", a.get(3), ")");
      case "pg_collation_for" -> spaced("COLLATION FOR (", a.get(0), ")");
      case "xmlexists" -> spaced("XMLEXISTS(", a.get(0), " PASSING ", a.get(1), ")");
      case "system_user" -> put("SYSTEM_USER");
      default -> throw new IllegalStateException("no syntax for " + call.name().name());
    }
  }

  private void trim(String side, List<Expression> arguments) {
    put("TRIM(" + side + " FROM ");
    expressions(arguments).put(")");
  }

  /** SQL and operands one after the other. */
  private void spaced(Object... parts) {
    for (Object part : parts) {
      if (part instanceof Expression operand) {
        operand(operand);
      } else {
        put(part.toString());
      }
    }
  }

  // ORDER BY and windows.

  /** {@code ORDER BY …} with a space before it, or nothing. */
  final void orderBy(List<SortItem> items) {
    if (!items.isEmpty()) {
      put(" ORDER BY ");
      list(items, this::sortItem);
    }
  }

  final void sortItem(SortItem item) {
    operand(item.value());
    if (item.operator() != null) {
      put(" USING ").operator(item.operator());
    }
    direction(item.direction(), item.nulls());
  }

  final void direction(SortDirection direction, NullsOrder nulls) {
    putIf(direction == SortDirection.ASCENDING, " ASC");
    putIf(direction == SortDirection.DESCENDING, " DESC");
    putIf(nulls == NullsOrder.FIRST, " NULLS FIRST");
    putIf(nulls == NullsOrder.LAST, " NULLS LAST");
  }

  final void window(WindowSpecification window) {
    put("(");
    nameAfter("", window.base());
    if (!window.partitionBy().isEmpty()) {
      put(" PARTITION BY ");
      expressions(window.partitionBy());
    }
    orderBy(window.orderBy());
    if (window.frame() != null) {
      frame(window.frame());
    }
    put(")");
  }

  private void frame(WindowFrame frame) {
    put(" " + frame.units() + " ");
    if (frame.end() != null) {
      put("BETWEEN ");
      bound(frame.start());
      put(" AND ");
      bound(frame.end());
    } else {
      bound(frame.start());
    }
    if (frame.exclusion() != FrameExclusion.NO_OTHERS) {
      put(" EXCLUDE ").words(frame.exclusion());
    }
  }

  private void bound(FrameBound bound) {
    if (bound.offset() == null) {
      words(bound.kind());
      return;
    }
    operand(bound.offset());
    put(bound.kind() == QueryClause.FrameBoundKind.OFFSET_PRECEDING ? " PRECEDING" : " FOLLOWING");
  }
}
