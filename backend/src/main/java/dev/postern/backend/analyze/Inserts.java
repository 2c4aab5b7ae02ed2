package dev.postern.backend.analyze;

import dev.postern.backend.analyze.Query.OnConflict;
import dev.postern.backend.analyze.TypedExpression.Column;
import dev.postern.backend.analyze.TypedExpression.Constant;
import dev.postern.backend.analyze.TypedExpression.Parameter;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.catalog.RelationDescriptor.Attribute;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.DataStatement.InsertStatement;
import dev.postern.backend.sql.Expression;
import dev.postern.backend.sql.IndirectionElement;
import dev.postern.backend.sql.QueryBody.ValuesBody;
import dev.postern.backend.sql.QueryClause.AssignmentTarget;
import dev.postern.backend.sql.QueryClause.Overriding;
import dev.postern.backend.sql.SelectStatement;
import dev.postern.backend.type.SqlType;
import dev.postern.backend.type.TypeOids;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** INSERT: its columns, its source, and the row that is made of both. */
final class Inserts {
  private final Analysis analysis;
  private final Assignments assignments;

  Inserts(Analysis analysis) {
    this.analysis = analysis;
    this.assignments = new Assignments(analysis);
  }

  /** A column that the source fills. */
  private record Filled(Attribute attribute, List<IndirectionElement> indirection, int position) {}

  /** What the source gives, and the table row made of it: null entries are defaults. */
  private record Rows(
      @Nullable Query source, int sourceSlot, List<@Nullable TypedExpression> values) {}

  Query analyze(InsertStatement statement, Scope scope) {
    analysis.commonTables.analyze(scope, statement.with());
    RelationDescriptor table = Updates.target(analysis, scope, statement.target());
    ScopeEntry entry = analysis.from.relationEntry(scope, table, statement.target().alias());
    scope.rangeTable.add(entry);
    List<Filled> columns = columns(statement, table);
    Rows rows = rows(statement, scope, table, columns);
    List<TypedExpression> values = withDefaults(table, rows.values);

    ScopeEntry old = null;
    OnConflict onConflict = null;
    if (statement.onConflict() != null) {
      old = analysis.from.relationEntry(scope, table, statement.target().alias());
      onConflict = new Conflicts(analysis).analyze(scope, statement.onConflict(), table, old);
    }
    boolean updates = onConflict != null && onConflict.assignments() != null;
    List<Target> returning =
        new Returning(analysis)
            .analyze(scope, statement.returning(), null, entry, updates ? old : null, entry);
    return new Query.Insert(
        analysis.commonTables.finish(scope),
        table,
        entry.slot,
        rows.source,
        rows.sourceSlot,
        values,
        onConflict,
        old == null ? -1 : old.slot,
        QueryAnalyzer.values(returning),
        QueryAnalyzer.output(returning));
  }

  private List<Filled> columns(InsertStatement statement, RelationDescriptor table) {
    List<Filled> columns = new ArrayList<>();
    if (statement.columns().isEmpty()) {
      for (Attribute attribute : table.attributes()) {
        if (!attribute.dropped()) {
          columns.add(new Filled(attribute, List.of(), -1));
        }
      }
      return columns;
    }
    for (AssignmentTarget target : statement.columns()) {
      Attribute attribute = assignments.column(table, target, null);
      for (Filled earlier : columns) {
        boolean same = earlier.attribute.number() == attribute.number();
        if (same && (earlier.indirection.isEmpty() || target.indirection().isEmpty())) {
          throw analysis.error(
              SqlState.DUPLICATE_COLUMN,
              "column \"" + target.name() + "\" specified more than once",
              target.position());
        }
      }
      columns.add(new Filled(attribute, target.indirection(), target.position()));
    }
    return columns;
  }

  private Rows rows(
      InsertStatement statement, Scope scope, RelationDescriptor table, List<Filled> columns) {
    SelectStatement source = statement.source();
    if (source == null) {
      return new Rows(null, -1, empty(table));
    }
    boolean plainValues =
        source.body() instanceof ValuesBody
            && source.with() == null
            && source.orderBy().isEmpty()
            && source.limit() == null
            && source.locking().isEmpty();
    if (plainValues && source.body() instanceof ValuesBody values) {
      return values.rows().size() == 1
          ? single(statement, scope, table, columns, values.rows().get(0))
          : several(statement, scope, table, columns, values);
    }
    return query(statement, scope, table, columns, source);
  }

  private static List<@Nullable TypedExpression> empty(RelationDescriptor table) {
    List<@Nullable TypedExpression> values = new ArrayList<>();
    for (int i = 0; i < table.attributes().size(); i++) {
      values.add(null);
    }
    return values;
  }

  /** VALUES with one row: its expressions are the table row's. */
  private Rows single(
      InsertStatement statement,
      Scope scope,
      RelationDescriptor table,
      List<Filled> columns,
      List<Expression> row) {
    scope.kind = ExpressionKind.VALUES_SINGLE;
    List<Integer> positions = new ArrayList<>();
    List<@Nullable TypedExpression> given = rowOf(scope, row, positions);
    checkCount(statement, columns, given, positions);
    boolean sets = false;
    List<@Nullable TypedExpression> values = empty(table);
    scope.kind = ExpressionKind.INSERT_TARGET;
    for (int i = 0; i < given.size(); i++) {
      TypedExpression value = given.get(i);
      fill(statement, scope, values, columns.get(i), value, positions.get(i));
      sets |= value != null && TypedTrees.returnsSet(value);
    }
    return sets ? throughQuery(scope, values) : new Rows(null, -1, values);
  }

  private List<@Nullable TypedExpression> rowOf(
      Scope scope, List<Expression> row, List<Integer> positions) {
    List<@Nullable TypedExpression> given = new ArrayList<>();
    for (Expression expression : row) {
      if (expression instanceof Expression.DefaultValue) {
        given.add(null);
        positions.add(expression.position());
      } else {
        given.addAll(analysis.expressions.list(scope, List.of(expression), positions));
      }
    }
    return given;
  }

  private void checkCount(
      InsertStatement statement,
      List<Filled> columns,
      List<@Nullable TypedExpression> given,
      List<Integer> positions) {
    if (given.size() > columns.size()) {
      throw analysis.error(
          SqlState.SYNTAX_ERROR,
          "INSERT has more expressions than target columns",
          positions.get(columns.size()));
    }
    if (!statement.columns().isEmpty() && given.size() < columns.size()) {
      SqlError error =
          analysis.error(
              SqlState.SYNTAX_ERROR,
              "INSERT has more target columns than expressions",
              columns.get(given.size()).position);
      TypedExpression only = given.size() == 1 ? given.get(0) : null;
      throw only != null && Assignments.isRowOf(only, columns.size())
          ? error.hint(
              "The insertion source is a row expression containing the same number of columns"
                  + " expected by the INSERT. Did you accidentally use extra parentheses?")
          : error;
    }
  }

  /** Puts one value where its column is; null is DEFAULT. */
  private void fill(
      InsertStatement statement,
      Scope scope,
      List<@Nullable TypedExpression> values,
      Filled column,
      @Nullable TypedExpression value,
      int position) {
    int index = column.attribute.number() - 1;
    if (value == null) {
      if (!column.indirection.isEmpty()) {
        throw assignments.defaultOfPart(column.indirection.get(0), column.position);
      }
      return;
    }
    TypedExpression before = values.get(index);
    TypedExpression assigned =
        assignments.assigned(
            scope,
            column.attribute,
            column.indirection,
            value,
            before == null ? analysis.literals.ofNull(column.attribute.type()) : before,
            position,
            column.position);
    values.set(index, takes(statement, column.attribute) ? assigned : null);
  }

  /** Whether a column takes a given value (428C9 where that is refused). */
  private static boolean takes(InsertStatement statement, Attribute attribute) {
    boolean always = attribute.identity() == 'a' && statement.overriding() == Overriding.NONE;
    if (always || attribute.generated() != 0) {
      SqlError error =
          new SqlError(
                  SqlState.GENERATED_ALWAYS,
                  "cannot insert a non-DEFAULT value into column \"" + attribute.name() + "\"")
              .detail(Assignments.whyGenerated(attribute));
      throw always ? error.hint("Use OVERRIDING SYSTEM VALUE to override.") : error;
    }
    return attribute.identity() == 0 || statement.overriding() != Overriding.USER;
  }

  /** A row with set-returning functions in it is computed by a query. */
  private Rows throughQuery(Scope scope, List<@Nullable TypedExpression> values) {
    ScopeEntry entry = sourceEntry(scope);
    List<TypedExpression> targets = new ArrayList<>();
    List<Query.OutputColumn> output = new ArrayList<>();
    List<@Nullable TypedExpression> columns = new ArrayList<>();
    for (TypedExpression value : values) {
      if (value == null) {
        columns.add(null);
        continue;
      }
      columns.add(new Column(entry.slot, targets.size(), value.type(), value.typmod()));
      targets.add(value);
      output.add(new Query.OutputColumn("", value.type(), value.typmod(), 0, 0));
    }
    Query source =
        new Query.Select(
            List.of(),
            List.of(),
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
    return new Rows(source, entry.slot, columns);
  }

  private ScopeEntry sourceEntry(Scope scope) {
    ScopeEntry entry =
        new ScopeEntry(ScopeEntry.Kind.SUBQUERY, "*SELECT*", false, null, scope.depth);
    entry.slot = analysis.newSlot(entry);
    entry.rowType = analysis.type(TypeOids.RECORD);
    return entry;
  }

  /** VALUES with several rows: each value is coerced to its column's type where it stands. */
  private Rows several(
      InsertStatement statement,
      Scope scope,
      RelationDescriptor table,
      List<Filled> columns,
      ValuesBody body) {
    scope.kind = ExpressionKind.VALUES;
    List<List<@Nullable TypedExpression>> rows = new ArrayList<>();
    List<List<Integer>> positions = new ArrayList<>();
    for (List<Expression> row : body.rows()) {
      List<Integer> rowPositions = new ArrayList<>();
      List<@Nullable TypedExpression> given = rowOf(scope, row, rowPositions);
      if (!rows.isEmpty() && given.size() != rows.get(0).size()) {
        throw analysis.error(
            SqlState.SYNTAX_ERROR, "VALUES lists must all be the same length", Positions.of(row));
      }
      rows.add(given);
      positions.add(rowPositions);
    }
    checkCount(statement, columns, rows.get(0), positions.get(0));
    scope.kind = ExpressionKind.INSERT_TARGET;
    int width = rows.get(0).size();
    List<List<TypedExpression>> coerced = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      coerced.add(new ArrayList<>());
    }
    ScopeEntry entry = sourceEntry(scope);
    List<Query.OutputColumn> output = new ArrayList<>();
    List<@Nullable TypedExpression> values = empty(table);
    for (int column = 0; column < width; column++) {
      Filled filled = columns.get(column);
      for (int i = 0; i < rows.size(); i++) {
        coerced
            .get(i)
            .add(
                cell(
                    statement,
                    scope,
                    filled,
                    rows.get(i).get(column),
                    positions.get(i).get(column)));
      }
      SqlType type = filled.attribute.type();
      int typmod = filled.attribute.typmod();
      output.add(new Query.OutputColumn("column" + (column + 1), type, typmod, 0, 0));
      if (filled.attribute.generated() == 0) {
        values.set(filled.attribute.number() - 1, new Column(entry.slot, column, type, typmod));
      }
    }
    List<List<TypedExpression>> finished = new ArrayList<>();
    for (List<TypedExpression> row : coerced) {
      finished.add(List.copyOf(row));
    }
    Query source =
        new Query.Values(
            List.of(),
            List.copyOf(finished),
            List.copyOf(output),
            List.of(),
            null,
            null,
            false,
            entry.slot);
    return new Rows(source, entry.slot, values);
  }

  private TypedExpression cell(
      InsertStatement statement,
      Scope scope,
      Filled column,
      @Nullable TypedExpression value,
      int position) {
    if (!column.indirection.isEmpty()) {
      throw SqlError.notSupported("INSERT of several rows into a part of a column");
    }
    if (value != null) {
      TypedExpression assigned =
          assignments.assigned(
              scope, column.attribute, column.indirection, value, value, position, -1);
      if (takes(statement, column.attribute)) {
        return assigned;
      }
    }
    return orNull(column.attribute);
  }

  /** The column's default, NULL where it has none. */
  private TypedExpression orNull(Attribute attribute) {
    TypedExpression value =
        StoredExpression.columnDefault(analysis.context, attribute, analysis.numbering);
    return value != null ? value : analysis.literals.ofNull(attribute.type());
  }

  /** INSERT … SELECT. */
  private Rows query(
      InsertStatement statement,
      Scope scope,
      RelationDescriptor table,
      List<Filled> columns,
      SelectStatement source) {
    QueryDraft draft = analysis.queries.draft(source, new Scope(scope), false);
    List<Target> targets = draft.targets();
    List<@Nullable TypedExpression> given = new ArrayList<>();
    List<Integer> positions = new ArrayList<>();
    for (Target target : targets) {
      given.add(target.value);
      positions.add(target.position);
    }
    checkCount(statement, columns, given, positions);
    ScopeEntry entry = sourceEntry(scope);
    List<@Nullable TypedExpression> values = empty(table);
    scope.kind = ExpressionKind.INSERT_TARGET;
    for (int i = 0; i < targets.size(); i++) {
      Target target = targets.get(i);
      Filled column = columns.get(i);
      boolean untyped =
          target.value.type().oid() == TypeOids.UNKNOWN
              && (target.value instanceof Constant || target.value instanceof Parameter);
      if (untyped && draft.replaceable() && column.indirection.isEmpty()) {
        target.value =
            assignments.assigned(
                scope,
                column.attribute,
                column.indirection,
                target.value,
                target.value,
                target.position,
                column.position);
      } else if (untyped) {
        target.value = analysis.coercer.unknownToText(target.value, target.position);
      }
      Column reference = new Column(entry.slot, i, target.value.type(), target.value.typmod());
      fill(statement, scope, values, column, reference, target.position);
    }
    return new Rows(draft.finish(), entry.slot, values);
  }

  /** The table's row: defaults where nothing was given, NULL for generated and dropped columns. */
  private List<TypedExpression> withDefaults(
      RelationDescriptor table, List<@Nullable TypedExpression> given) {
    List<TypedExpression> values = new ArrayList<>();
    for (int i = 0; i < given.size(); i++) {
      TypedExpression value = given.get(i);
      Attribute attribute = table.attributes().get(i);
      if (value != null) {
        values.add(value);
      } else if (attribute.dropped() || attribute.generated() != 0) {
        values.add(analysis.literals.ofNull(attribute.type()));
      } else {
        values.add(orNull(attribute));
      }
    }
    return List.copyOf(values);
  }
}
