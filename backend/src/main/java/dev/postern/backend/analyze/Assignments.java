package dev.postern.backend.analyze;

import dev.postern.backend.analyze.Query.RowSubquery;
import dev.postern.backend.analyze.TypedExpression.CallForm;
import dev.postern.backend.analyze.TypedExpression.Column;
import dev.postern.backend.analyze.TypedExpression.FieldStore;
import dev.postern.backend.analyze.TypedExpression.RowConstructor;
import dev.postern.backend.analyze.TypedExpression.SubscriptAssignment;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.catalog.RelationDescriptor.Attribute;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.function.CoercionContext;
import dev.postern.backend.sql.Expression;
import dev.postern.backend.sql.IndirectionElement;
import dev.postern.backend.sql.QueryClause;
import dev.postern.backend.sql.QueryClause.Assignment;
import dev.postern.backend.sql.QueryClause.AssignmentTarget;
import dev.postern.backend.type.SqlType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Values assigned to columns: SET, and what INSERT and SET share. */
final class Assignments {
  private final Analysis analysis;

  Assignments(Analysis analysis) {
    this.analysis = analysis;
  }

  /** The column that an assignment names. */
  Attribute column(
      RelationDescriptor table, AssignmentTarget target, @Nullable String targetAlias) {
    String name = target.name();
    Attribute attribute = table.attribute(name);
    if (attribute != null) {
      return attribute;
    }
    if (targetAlias != null && isSystemColumn(name)) {
      throw analysis.error(
          SqlState.FEATURE_NOT_SUPPORTED,
          "cannot assign to system column \"" + name + "\"",
          target.position());
    }
    SqlError error =
        analysis.error(
            SqlState.UNDEFINED_COLUMN,
            "column \"" + name + "\" of relation \"" + table.name() + "\" does not exist",
            target.position());
    boolean qualified =
        targetAlias != null && !target.indirection().isEmpty() && name.equals(targetAlias);
    throw qualified
        ? error.hint("SET target columns cannot be qualified with the relation name.")
        : error;
  }

  private static boolean isSystemColumn(String name) {
    return switch (name) {
      case "ctid", "xmin", "cmin", "xmax", "cmax", "tableoid" -> true;
      default -> false;
    };
  }

  /**
   * A value coerced for a column, or for a part of it (transformAssignedExpr).
   *
   * @param before the column's value before, for assignments to a part
   */
  TypedExpression assigned(
      Scope scope,
      Attribute attribute,
      List<IndirectionElement> indirection,
      TypedExpression value,
      TypedExpression before,
      int position,
      int targetPosition) {
    if (indirection.isEmpty()) {
      return StoredExpression.assigned(analysis, value, attribute, position, "expression");
    }
    return part(
        scope,
        attribute.name(),
        before,
        attribute.type(),
        attribute.typmod(),
        indirection,
        value,
        position,
        targetPosition);
  }

  private TypedExpression part(
      Scope scope,
      String name,
      TypedExpression before,
      SqlType type,
      int typmod,
      List<IndirectionElement> steps,
      TypedExpression value,
      int position,
      int targetPosition) {
    int subscripts = 0;
    while (subscripts < steps.size()
        && !(steps.get(subscripts) instanceof IndirectionElement.FieldSelection)) {
      if (steps.get(subscripts) instanceof IndirectionElement.AllFields) {
        throw analysis.error(
            SqlState.FEATURE_NOT_SUPPORTED,
            "row expansion via \"*\" is not supported here",
            targetPosition);
      }
      subscripts++;
    }
    if (subscripts > 0) {
      return subscripted(
          scope, name, before, type, typmod, steps, subscripts, value, position, targetPosition);
    }
    IndirectionElement first = steps.get(0);
    if (!(first instanceof IndirectionElement.FieldSelection field)) {
      throw new IllegalStateException("not a field");
    }
    return field(
        scope,
        name,
        before,
        type,
        field.name(),
        steps.subList(1, steps.size()),
        value,
        position,
        targetPosition);
  }

  private TypedExpression subscripted(
      Scope scope,
      String name,
      TypedExpression before,
      SqlType type,
      int typmod,
      List<IndirectionElement> steps,
      int subscripts,
      TypedExpression value,
      int position,
      int targetPosition) {
    int container = analysis.catalog.baseType(type.oid());
    SqlType element =
        analysis.expressions.constructors.element(container, type.oid(), targetPosition);
    ConstructorExpressions.Bounds bounds =
        analysis.expressions.constructors.bounds(scope, steps.subList(0, subscripts));
    SqlType wanted = bounds.slice() ? analysis.type(container) : element;
    List<IndirectionElement> rest = steps.subList(subscripts, steps.size());
    TypedExpression stored;
    if (rest.isEmpty()) {
      TypedExpression coerced = coerced(value, wanted, typmod, position);
      if (coerced == null) {
        throw mismatch(
            "subscripted assignment to \"" + name + "\" requires", wanted, value, targetPosition);
      }
      stored = coerced;
    } else {
      TypedExpression old =
          new TypedExpression.Subscript(
              before, bounds.lower(), bounds.upper(), bounds.slice(), wanted);
      stored = part(scope, name, old, wanted, typmod, rest, value, position, targetPosition);
    }
    TypedExpression result =
        new SubscriptAssignment(
            before,
            bounds.lower(),
            bounds.upper(),
            bounds.slice(),
            stored,
            analysis.type(container));
    return domain(result, type);
  }

  private TypedExpression domain(TypedExpression value, SqlType type) {
    if (value.type().oid() == type.oid()) {
      return value;
    }
    TypedExpression checked = coerced(value, type, -1, -1);
    if (checked == null) {
      throw new IllegalStateException("no way to domain " + type);
    }
    return checked;
  }

  private TypedExpression field(
      Scope scope,
      String name,
      TypedExpression before,
      SqlType type,
      String field,
      List<IndirectionElement> rest,
      TypedExpression value,
      int position,
      int targetPosition) {
    int base = analysis.catalog.baseType(type.oid());
    RelationDescriptor row = analysis.catalog.compositeType(base);
    if (row == null) {
      throw analysis.error(
          SqlState.DATATYPE_MISMATCH,
          "cannot assign to field \""
              + field
              + "\" of column \""
              + name
              + "\" because its type "
              + analysis.name(type.oid())
              + " is not a composite type",
          targetPosition);
    }
    Attribute attribute = row.attribute(field);
    if (attribute == null) {
      throw analysis.error(
          SqlState.UNDEFINED_COLUMN,
          "cannot assign to field \""
              + field
              + "\" of column \""
              + name
              + "\" because there is no such column in data type "
              + analysis.name(type.oid()),
          targetPosition);
    }
    TypedExpression stored;
    if (rest.isEmpty()) {
      TypedExpression coerced = coerced(value, attribute.type(), attribute.typmod(), position);
      if (coerced == null) {
        throw mismatch("subfield \"" + field + "\" is of", attribute.type(), value, targetPosition);
      }
      stored = coerced;
    } else {
      TypedExpression old =
          new TypedExpression.FieldSelect(
              before, fieldIndex(row, attribute), attribute.type(), attribute.typmod());
      stored =
          part(
              scope,
              field,
              old,
              attribute.type(),
              attribute.typmod(),
              rest,
              value,
              position,
              targetPosition);
    }
    TypedExpression result =
        new FieldStore(before, fieldIndex(row, attribute), stored, analysis.type(base));
    return domain(result, type);
  }

  /** The number of a field among the columns that are not dropped. */
  private static int fieldIndex(RelationDescriptor row, Attribute attribute) {
    int index = 0;
    for (Attribute earlier : row.attributes()) {
      if (earlier.number() < attribute.number() && !earlier.dropped()) {
        index++;
      }
    }
    return index;
  }

  private @Nullable TypedExpression coerced(
      TypedExpression value, SqlType type, int typmod, int position) {
    return analysis.coercer.toTarget(
        value, type, typmod, CoercionContext.ASSIGNMENT, CallForm.IMPLICIT_CAST, position, -1);
  }

  private SqlError mismatch(String what, SqlType wanted, TypedExpression value, int position) {
    return analysis
        .error(
            SqlState.DATATYPE_MISMATCH,
            what
                + " type "
                + analysis.name(wanted.oid())
                + " but expression is of type "
                + analysis.name(value.type().oid()),
            position)
        .hint("You will need to rewrite or cast the expression.");
  }

  /** One column's assignment before coercion; a null value is DEFAULT. */
  private record Item(AssignmentTarget target, @Nullable TypedExpression value, int position) {}

  /**
   * SET of UPDATE and ON CONFLICT.
   *
   * @param target the row that is changed, for parts of columns
   * @param subqueries gets the subqueries of {@code (a, b) = (SELECT …)}
   * @return a value per table column, null where it stays
   */
  List<@Nullable TypedExpression> set(
      Scope scope,
      List<Assignment> assignments,
      RelationDescriptor table,
      ScopeEntry target,
      List<RowSubquery> subqueries) {
    List<Item> items = new ArrayList<>();
    ExpressionKind around = scope.kind;
    scope.kind = ExpressionKind.UPDATE_SOURCE;
    for (Assignment assignment : assignments) {
      switch (assignment) {
        case QueryClause.ColumnAssignment a ->
            items.add(new Item(a.target(), value(scope, a.value()), Positions.of(a.value())));
        case QueryClause.MultipleAssignment a -> multiple(scope, a, items, subqueries);
      }
    }
    scope.kind = ExpressionKind.UPDATE_TARGET;
    List<@Nullable TypedExpression> values = new ArrayList<>();
    boolean[] whole = new boolean[table.attributes().size()];
    for (int i = 0; i < whole.length; i++) {
      values.add(null);
    }
    List<@Nullable TypedExpression> results = values;
    for (Item item : items) {
      Attribute attribute = column(table, item.target, target.name);
      int index = attribute.number() - 1;
      boolean part = !item.target.indirection().isEmpty();
      TypedExpression earlier = results.get(index);
      if (earlier != null && (!part || whole[index]) || whole[index]) {
        throw new SqlError(
            SqlState.SYNTAX_ERROR,
            "multiple assignments to same column \"" + attribute.name() + "\"");
      }
      whole[index] = !part;
      results.set(index, itemValue(scope, item, attribute, target, earlier));
      if (attribute.generated() != 0) {
        results.set(index, null);
      }
    }
    scope.kind = around;
    return results;
  }

  private @Nullable TypedExpression value(Scope scope, Expression expression) {
    return expression instanceof Expression.DefaultValue
        ? null
        : analysis.expressions.expression(scope, expression);
  }

  private TypedExpression itemValue(
      Scope scope,
      Item item,
      Attribute attribute,
      ScopeEntry target,
      @Nullable TypedExpression earlier) {
    List<IndirectionElement> indirection = item.target.indirection();
    if (item.value == null) {
      if (!indirection.isEmpty()) {
        throw defaultOfPart(indirection.get(0), item.target.position());
      }
      TypedExpression value =
          StoredExpression.columnDefault(analysis.context, attribute, analysis.numbering);
      return value != null ? value : analysis.literals.ofNull(attribute.type(), attribute.typmod());
    }
    if (attribute.identity() == 'a' || attribute.generated() != 0) {
      assigned(
          scope,
          attribute,
          indirection,
          item.value,
          item.value,
          item.position,
          item.target.position());
      throw new SqlError(
              SqlState.GENERATED_ALWAYS,
              "column \"" + attribute.name() + "\" can only be updated to DEFAULT")
          .detail(whyGenerated(attribute));
    }
    TypedExpression before =
        earlier != null
            ? earlier
            : new Column(target.slot, attribute.number() - 1, attribute.type(), attribute.typmod());
    return assigned(
        scope, attribute, indirection, item.value, before, item.position, item.target.position());
  }

  static String whyGenerated(Attribute attribute) {
    return attribute.generated() != 0
        ? "Column \"" + attribute.name() + "\" is a generated column."
        : "Column \"" + attribute.name() + "\" is an identity column defined as GENERATED ALWAYS.";
  }

  SqlError defaultOfPart(IndirectionElement step, int position) {
    return analysis.error(
        SqlState.FEATURE_NOT_SUPPORTED,
        step instanceof IndirectionElement.FieldSelection
            ? "cannot set a subfield to DEFAULT"
            : "cannot set an array element to DEFAULT",
        position);
  }

  private void multiple(
      Scope scope,
      QueryClause.MultipleAssignment assignment,
      List<Item> items,
      List<RowSubquery> subqueries) {
    List<AssignmentTarget> targets = assignment.targets();
    Expression source = assignment.value();
    if (source instanceof Expression.RowConstructor row) {
      checkCount(targets.size(), row.elements().size(), Positions.of(source));
      for (int i = 0; i < targets.size(); i++) {
        Expression element = row.elements().get(i);
        items.add(new Item(targets.get(i), value(scope, element), Positions.of(element)));
      }
      return;
    }
    if (!(source instanceof Expression.ScalarSubquery subquery)) {
      throw analysis.error(
          SqlState.FEATURE_NOT_SUPPORTED,
          "source for a multiple-column UPDATE item must be a sub-SELECT or ROW() expression",
          Positions.of(source));
    }
    Query query = analysis.queries.select(subquery.query(), new Scope(scope));
    checkCount(targets.size(), query.output().size(), Positions.of(source));
    ScopeEntry entry =
        new ScopeEntry(ScopeEntry.Kind.SUBQUERY, "*SELECT*", false, null, scope.depth);
    entry.slot = analysis.newSlot(entry);
    analysis.from.addOutput(entry, query.output());
    subqueries.add(new RowSubquery(query, entry.slot, FromAnalysis.layout(query.output())));
    for (int i = 0; i < targets.size(); i++) {
      items.add(new Item(targets.get(i), entry.columns.get(i).value(), Positions.of(source)));
    }
  }

  private void checkCount(int columns, int values, int position) {
    if (columns != values) {
      throw analysis.error(
          SqlState.SYNTAX_ERROR, "number of columns does not match number of values", position);
    }
  }

  /** Whether a value is a row in parentheses with as many columns: a likely mistake in INSERT. */
  static boolean isRowOf(TypedExpression value, int columns) {
    return value instanceof RowConstructor row && row.elements().size() == columns;
  }
}
