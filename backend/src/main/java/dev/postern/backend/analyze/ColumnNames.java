package dev.postern.backend.analyze;

import dev.postern.backend.sql.Expression;
import dev.postern.backend.sql.IndirectionElement;
import dev.postern.backend.sql.JsonExpression;
import dev.postern.backend.sql.SelectStatement;
import dev.postern.backend.sql.XmlExpression;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a column without AS is called (PostgreSQL's FigureColname). */
final class ColumnNames {
  private static final String NONE = "?column?";

  private ColumnNames() {}

  /** A name, and whether it is a good one: a weak one gives way to a good one further inside. */
  private record Found(@Nullable String name, boolean good) {}

  private static final Found NOTHING = new Found(null, false);

  /**
   * The name.
   *
   * @param subqueries name of the first column of each subquery inside
   */
  static String of(Expression expression, Map<SelectStatement, String> subqueries) {
    String name = find(expression, subqueries).name;
    return name == null ? NONE : name;
  }

  private static Found good(String name) {
    return new Found(name, true);
  }

  private static Found find(Expression expression, Map<SelectStatement, String> subqueries) {
    return switch (expression) {
      case Expression.ColumnReference e -> good(e.name());
      case Expression.StarReference e when !e.qualifier().isEmpty() ->
          good(e.qualifier().get(e.qualifier().size() - 1));
      case Expression.FunctionCall e -> good(e.name().name());
      case Expression.Indirection e -> {
        String field = lastField(e.elements());
        yield field == null ? find(e.argument(), subqueries) : good(field);
      }
      case Expression.NullIf _ -> good("nullif");
      case Expression.TypeCast e -> weak(find(e.argument(), subqueries), e.type().name());
      case Expression.Collate e -> find(e.argument(), subqueries);
      case Expression.Grouping _ -> good("grouping");
      case Expression.MergeAction _ -> good("merge_action");
      case Expression.ExistsSubquery _ -> good("exists");
      case Expression.ArraySubquery _ -> good("array");
      case Expression.ScalarSubquery e -> {
        String name = subqueries.get(e.query());
        yield name == null ? NOTHING : good(name);
      }
      case Expression.CaseExpression e ->
          weak(e.otherwise() == null ? NOTHING : find(e.otherwise(), subqueries), "case");
      case Expression.ArrayConstructor _ -> good("array");
      case Expression.RowConstructor _ -> good("row");
      case Expression.Coalesce _ -> good("coalesce");
      case Expression.MinMax e -> good(e.greatest() ? "greatest" : "least");
      case Expression.SqlValueFunction e -> good(e.kind().name().toLowerCase(Locale.ROOT));
      case Expression.NamedArgument e -> find(e.value(), subqueries);
      case JsonExpression e -> json(e);
      case XmlExpression _ -> NOTHING;
      case Expression.Constant _,
          Expression.ParameterReference _,
          Expression.StarReference _,
          Expression.BinaryOperation _,
          Expression.PrefixOperation _,
          Expression.BooleanExpression _,
          Expression.NotExpression _,
          Expression.QuantifiedComparison _,
          Expression.QuantifiedSubquery _,
          Expression.InList _,
          Expression.InSubquery _,
          Expression.Between _,
          Expression.PatternMatch _,
          Expression.NullTest _,
          Expression.BooleanTest _,
          Expression.DistinctTest _,
          Expression.DocumentTest _,
          Expression.CaseWhen _,
          Expression.DefaultValue _,
          Expression.CurrentOf _ ->
          NOTHING;
    };
  }

  private static Found weak(Found inner, String name) {
    return inner.good ? inner : new Found(name, false);
  }

  private static @Nullable String lastField(List<IndirectionElement> elements) {
    String found = null;
    for (IndirectionElement element : elements) {
      if (element instanceof IndirectionElement.FieldSelection field) {
        found = field.name();
      }
    }
    return found;
  }

  private static Found json(JsonExpression expression) {
    return switch (expression) {
      case JsonExpression.ObjectConstructor _ -> good("json_object");
      case JsonExpression.ArrayConstructor _, JsonExpression.ArrayQueryConstructor _ ->
          good("json_array");
      case JsonExpression.ObjectAggregate _ -> good("json_objectagg");
      case JsonExpression.ArrayAggregate _ -> good("json_arrayagg");
      case JsonExpression.ParseCall _ -> good("json");
      case JsonExpression.ScalarCall _ -> good("json_scalar");
      case JsonExpression.SerializeCall _ -> good("json_serialize");
      case JsonExpression.QueryFunction e ->
          good("json_" + e.kind().name().toLowerCase(Locale.ROOT));
      case JsonExpression.FormattedValue _, JsonExpression.KeyValue _, JsonExpression.Predicate _ ->
          NOTHING;
    };
  }
}
