package dev.postern.backend.analyze;

import dev.postern.backend.analyze.FromAnalysis.Item;
import dev.postern.backend.analyze.Query.FunctionScan;
import dev.postern.backend.analyze.TypedExpression.Column;
import dev.postern.backend.analyze.TypedExpression.FunctionCall;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.Expression;
import dev.postern.backend.sql.QualifiedName;
import dev.postern.backend.sql.QueryClause.Alias;
import dev.postern.backend.sql.TableReference.ColumnSpecification;
import dev.postern.backend.sql.TableReference.FunctionItem;
import dev.postern.backend.sql.TableReference.FunctionReference;
import dev.postern.backend.type.SqlType;
import dev.postern.backend.type.TupleLayout;
import dev.postern.backend.type.TypeOids;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Functions in FROM: ROWS FROM, WITH ORDINALITY, column definition lists. */
final class FunctionSources {
  private final Analysis analysis;

  FunctionSources(Analysis analysis) {
    this.analysis = analysis;
  }

  /** One function with the columns it gives. */
  private record Called(
      TypedExpression call, String name, List<ColumnOf> columns, boolean scalar) {}

  private record ColumnOf(String name, SqlType type, int typmod) {}

  Item analyze(Scope scope, FunctionReference reference) {
    Alias alias = reference.alias();
    List<FunctionItem> items = unnested(reference);
    boolean lateral = scope.lateralActive;
    scope.lateralActive = true;
    List<Called> calls = new ArrayList<>();
    for (FunctionItem item : items) {
      List<ColumnSpecification> definitions =
          items.size() == 1 && item.columns().isEmpty() ? reference.columns() : item.columns();
      calls.add(called(scope, item.call(), definitions, alias, items.size()));
    }
    scope.lateralActive = lateral;

    ScopeEntry entry =
        new ScopeEntry(
            ScopeEntry.Kind.FUNCTION,
            alias == null ? calls.get(0).name : alias.name(),
            alias != null,
            null,
            scope.depth);
    entry.slot = analysis.newSlot(entry);
    List<TypedExpression> functions = new ArrayList<>();
    List<Integer> counts = new ArrayList<>();
    List<SqlType> types = new ArrayList<>();
    for (Called called : calls) {
      functions.add(called.call);
      counts.add(called.columns.size());
      for (ColumnOf column : called.columns) {
        add(entry, types, column);
      }
    }
    if (reference.withOrdinality()) {
      add(entry, types, new ColumnOf("ordinality", analysis.int8Type, -1));
    }
    entry.scalar = calls.size() == 1 && calls.get(0).scalar && !reference.withOrdinality();
    entry.rowType =
        calls.size() == 1 && !reference.withOrdinality()
            ? calls.get(0).call.type()
            : analysis.type(TypeOids.RECORD);
    if (alias != null) {
      analysis.from.renameColumns(entry, alias, "table");
    }
    scope.rangeTable.add(entry);
    return new Item(
        new FunctionScan(
            entry.slot,
            entry.name,
            List.copyOf(functions),
            List.copyOf(counts),
            reference.withOrdinality(),
            new TupleLayout(types.toArray(new SqlType[0]))),
        List.of(entry));
  }

  private static void add(ScopeEntry entry, List<SqlType> types, ColumnOf column) {
    entry.columns.add(
        new ScopeColumn(
            column.name, new Column(entry.slot, types.size(), column.type, column.typmod), 0, 0));
    types.add(column.type);
  }

  /** {@code unnest(a, b)} means ROWS FROM(unnest(a), unnest(b)). */
  private static List<FunctionItem> unnested(FunctionReference reference) {
    List<FunctionItem> items = new ArrayList<>();
    for (FunctionItem item : reference.functions()) {
      boolean several =
          item.columns().isEmpty()
              && item.call() instanceof Expression.FunctionCall call
              && call.name().parts().size() == 1
              && call.name().name().equals("unnest")
              && call.arguments().size() > 1
              && !call.distinct()
              && !call.variadic()
              && call.over() == null
              && call.filter() == null
              && call.orderBy().isEmpty();
      if (several && item.call() instanceof Expression.FunctionCall call) {
        for (Expression argument : call.arguments()) {
          items.add(
              new FunctionItem(
                  new Expression.FunctionCall(
                      call.position(),
                      new QualifiedName(call.position(), List.of("pg_catalog", "unnest")),
                      List.of(argument),
                      Expression.CallSyntax.EXPLICIT),
                  List.of()));
        }
      } else {
        items.add(item);
      }
    }
    return items;
  }

  private Called called(
      Scope scope,
      Expression syntax,
      List<ColumnSpecification> definitions,
      @Nullable Alias alias,
      int functions) {
    TypedExpression call =
        analysis.expressions.analyze(scope, syntax, ExpressionKind.FROM_FUNCTION);
    call = analysis.coercer.unknownToText(call, Positions.of(syntax));
    String name = ColumnNames.of(syntax, analysis.firstColumnNames);
    int position = Positions.of(syntax);
    List<ColumnOf> columns = new ArrayList<>();
    List<FunctionColumns.Column> outputs =
        call instanceof FunctionCall f && call.type().oid() == TypeOids.RECORD
            ? FunctionColumns.outputs(analysis, f)
            : null;
    RelationDescriptor composite =
        analysis.catalog.compositeType(analysis.catalog.baseType(call.type().oid()));
    boolean record = call.type().oid() == TypeOids.RECORD && outputs == null;
    if (!definitions.isEmpty() && !record) {
      throw analysis.error(
          SqlState.SYNTAX_ERROR,
          outputs != null
              ? "a column definition list is redundant for a function with OUT parameters"
              : composite != null
                  ? "a column definition list is redundant for a function returning a named"
                      + " composite type"
                  : "a column definition list is only allowed for functions returning \"record\"",
          definitions.get(0).position());
    }
    if (record && definitions.isEmpty()) {
      throw analysis.error(
          SqlState.SYNTAX_ERROR,
          "a column definition list is required for functions returning \"record\"",
          position);
    }
    if (record) {
      for (ColumnSpecification definition : definitions) {
        TypeReferences.ModifiedType type = analysis.typeNames.resolve(definition.type());
        columns.add(new ColumnOf(definition.name(), type.type(), type.typmod()));
      }
    } else if (outputs != null) {
      for (FunctionColumns.Column column : outputs) {
        columns.add(new ColumnOf(column.name(), column.type(), -1));
      }
    } else if (composite != null) {
      for (RelationDescriptor.Attribute attribute : composite.attributes()) {
        columns.add(
            new ColumnOf(
                attribute.dropped() ? "" : attribute.name(), attribute.type(), attribute.typmod()));
      }
    } else {
      String single =
          call instanceof FunctionCall f ? FunctionColumns.singleName(f.function()) : null;
      String columnName =
          single != null ? single : functions == 1 && alias != null ? alias.name() : name;
      columns.add(new ColumnOf(columnName, call.type(), call.typmod()));
      return new Called(call, name, columns, true);
    }
    return new Called(call, name, columns, false);
  }
}
