package dev.postern.backend.analyze;

import dev.postern.backend.analyze.Query.OutputColumn;
import dev.postern.backend.analyze.Query.SubqueryScan;
import dev.postern.backend.analyze.TypedExpression.Column;
import dev.postern.backend.analyze.TypedExpression.Constant;
import dev.postern.backend.analyze.TypedExpression.Parameter;
import dev.postern.backend.analyze.TypedExpression.SortKey;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.QueryBody;
import dev.postern.backend.sql.SelectStatement;
import dev.postern.backend.type.SqlType;
import dev.postern.backend.type.TypeOids;
import java.util.ArrayList;
import java.util.List;

/** UNION, INTERSECT and EXCEPT (PostgreSQL's transformSetOperationStmt). */
final class SetOperations {
  private final Analysis analysis;

  SetOperations(Analysis analysis) {
    this.analysis = analysis;
  }

  /** An arm, its untyped literals left as they are. */
  QueryDraft leaf(SelectStatement arm, Scope scope) {
    if (!arm.locking().isEmpty()) {
      throw analysis.error(
          SqlState.FEATURE_NOT_SUPPORTED,
          RowLocks.name(arm.locking().get(0).strength())
              + " is not allowed with UNION/INTERSECT/EXCEPT",
          -1);
    }
    return analysis.queries.draft(arm, scope, false);
  }

  QueryDraft draft(SelectStatement statement, QueryBody.SetOperation body, Scope scope) {
    if (!statement.locking().isEmpty()) {
      throw analysis.error(
          SqlState.FEATURE_NOT_SUPPORTED,
          RowLocks.name(statement.locking().get(0).strength())
              + " is not allowed with UNION/INTERSECT/EXCEPT",
          -1);
    }
    QueryDraft left = leaf(body.left(), new Scope(scope));
    QueryDraft right = leaf(body.right(), new Scope(scope));
    ScopeEntry entry =
        new ScopeEntry(ScopeEntry.Kind.SUBQUERY, "*SELECT*", false, null, scope.depth);
    entry.slot = analysis.newSlot(entry);
    entry.relationVisible = false;
    entry.rowType = analysis.type(TypeOids.RECORD);
    List<Unified> unified = unify(body, left, right);
    List<Target> targets = new ArrayList<>();
    for (int i = 0; i < unified.size(); i++) {
      Unified column = unified.get(i);
      if (!body.all()) {
        analysis.sorts.requireEquality(column.type.oid(), column.position);
      }
      Column reference = new Column(entry.slot, i, column.type, column.typmod);
      String name = left.targets().get(i).name;
      entry.columns.add(new ScopeColumn(name, reference, 0, 0));
      targets.add(new Target(name, reference, column.position));
    }
    Query leftQuery = coerced(left, unified);
    Query rightQuery = coerced(right, unified);
    scope.namespace.clear();
    scope.namespace.add(entry);
    scope.rangeTable.add(entry);
    List<Target> extra = new ArrayList<>();
    List<SortKey> orderBy = analysis.sorts.orderBy(scope, statement.orderBy(), targets, extra);
    if (!extra.isEmpty()) {
      throw analysis
          .error(
              SqlState.FEATURE_NOT_SUPPORTED,
              "invalid UNION/INTERSECT/EXCEPT ORDER BY clause",
              extra.get(0).position)
          .detail("Only result column names can be used, not expressions or functions.")
          .hint(
              "Add the expression/function to every SELECT, or move the UNION into a FROM clause.");
    }
    QueryAnalyzer.Limits limits = analysis.queries.limits(scope, statement.limit());
    return new QueryDraft(
        targets,
        false,
        () ->
            new Query.SetOperation(
                analysis.commonTables.finish(scope),
                body.operator(),
                body.all(),
                leftQuery,
                rightQuery,
                QueryAnalyzer.output(targets),
                List.copyOf(orderBy),
                limits.count(),
                limits.offset(),
                limits.withTies(),
                entry.slot));
  }

  /** A result column's type, and where an error about it points. */
  private record Unified(SqlType type, int typmod, int position) {}

  private List<Unified> unify(QueryBody.SetOperation body, QueryDraft left, QueryDraft right) {
    String context = body.operator().name();
    List<Target> lefts = left.targets();
    List<Target> rights = right.targets();
    if (lefts.size() != rights.size()) {
      throw analysis.error(
          SqlState.SYNTAX_ERROR,
          "each " + context + " query must have the same number of columns",
          rights.isEmpty() ? -1 : rights.get(0).position);
    }
    List<Unified> columns = new ArrayList<>();
    for (int i = 0; i < lefts.size(); i++) {
      Target one = lefts.get(i);
      Target other = rights.get(i);
      SqlType type =
          analysis.coercer.commonType(
              List.of(one.value, other.value), context, new int[] {one.position, other.position});
      settle(one, type, context);
      settle(other, type, context);
      int typmod = Coercer.commonTypmod(List.of(one.value, other.value), type);
      boolean fromRight = one.value.type().oid() != type.oid();
      columns.add(new Unified(type, typmod, fromRight ? other.position : one.position));
    }
    return columns;
  }

  /** Checks that a column can be coerced; an untyped literal is coerced in place. */
  private void settle(Target target, SqlType type, String context) {
    boolean untyped = target.value.type().oid() == TypeOids.UNKNOWN;
    TypedExpression coerced =
        untyped && !(target.value instanceof Constant || target.value instanceof Parameter)
            ? target.value
            : analysis.coercer.toCommon(target.value, type, context, target.position);
    if (untyped) {
      target.value = coerced;
    }
  }

  /** The arm with its columns cast to the result's types. */
  private Query coerced(QueryDraft arm, List<Unified> columns) {
    boolean same = true;
    for (int i = 0; i < columns.size(); i++) {
      same &= arm.targets().get(i).value.type().oid() == columns.get(i).type.oid();
    }
    if (same) {
      return arm.finish();
    }
    if (arm.replaceable()) {
      for (int i = 0; i < columns.size(); i++) {
        Target target = arm.targets().get(i);
        target.value = analysis.coercer.implicitly(target.value, columns.get(i).type, -1);
      }
      return arm.finish();
    }
    return projected(arm.finish(), columns);
  }

  /** A query around one whose columns cannot be cast where they are computed. */
  private Query projected(Query query, List<Unified> columns) {
    ScopeEntry entry = new ScopeEntry(ScopeEntry.Kind.SUBQUERY, "*SELECT*", false, null, 0);
    entry.slot = analysis.newSlot(entry);
    List<TypedExpression> targets = new ArrayList<>();
    List<OutputColumn> output = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      OutputColumn column = query.output().get(i);
      Column reference = new Column(entry.slot, i, column.type(), column.typmod());
      SqlType type = columns.get(i).type;
      targets.add(analysis.coercer.implicitly(reference, type, -1));
      output.add(new OutputColumn(column.name(), type, columns.get(i).typmod, 0, 0));
    }
    SubqueryScan scan =
        new SubqueryScan(entry.slot, entry.name, query, FromAnalysis.layout(query.output()), false);
    return new Query.Select(
        List.of(),
        List.of(scan),
        null,
        List.copyOf(targets),
        List.copyOf(output),
        false,
        List.of(),
        null,
        null,
        List.of(),
        null,
        false,
        List.of(),
        null,
        null,
        false,
        List.of());
  }

  /** The recursive term of WITH RECURSIVE, which must give the types of the first term. */
  Query coercedTerm(
      String name,
      Query first,
      SelectStatement firstSyntax,
      QueryDraft term,
      QueryBody.SetOperation body) {
    List<OutputColumn> output = first.output();
    if (output.size() != term.targets().size()) {
      throw analysis.error(
          SqlState.SYNTAX_ERROR,
          "each UNION query must have the same number of columns",
          term.targets().isEmpty() ? -1 : term.targets().get(0).position);
    }
    List<Unified> columns = new ArrayList<>();
    for (int i = 0; i < output.size(); i++) {
      OutputColumn column = output.get(i);
      Target target = term.targets().get(i);
      TypedExpression left = new Column(0, i, column.type(), column.typmod());
      int leftPosition = targetPosition(firstSyntax, i);
      SqlType type =
          analysis.coercer.commonType(
              List.of(left, target.value), "UNION", new int[] {leftPosition, target.position});
      if (type.oid() != column.type().oid()) {
        throw analysis
            .error(
                SqlState.DATATYPE_MISMATCH,
                "recursive query \""
                    + name
                    + "\" column "
                    + (i + 1)
                    + " has type "
                    + analysis.name(column.type().oid())
                    + " in non-recursive term but type "
                    + analysis.name(type.oid())
                    + " overall",
                leftPosition)
            .hint("Cast the output of the non-recursive term to the correct type.");
      }
      settle(target, type, "UNION");
      if (!body.all()) {
        analysis.sorts.requireEquality(type.oid(), leftPosition);
      }
      columns.add(new Unified(type, column.typmod(), leftPosition));
    }
    return coerced(term, columns);
  }

  private static int targetPosition(SelectStatement statement, int column) {
    return switch (statement.body()) {
      case QueryBody.SelectBody body ->
          column < body.targets().size() ? Positions.of(body.targets().get(column).value()) : -1;
      case QueryBody.ValuesBody body ->
          column < body.rows().get(0).size() ? Positions.of(body.rows().get(0).get(column)) : -1;
      case QueryBody.SetOperation body -> targetPosition(body.left(), column);
    };
  }
}
