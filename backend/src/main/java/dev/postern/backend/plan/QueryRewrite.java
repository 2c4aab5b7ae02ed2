package dev.postern.backend.plan;

import dev.postern.backend.analyze.Query;
import dev.postern.backend.analyze.TypedExpression;
import dev.postern.backend.analyze.TypedExpression.SortKey;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Rebuilds a query with every expression changed, those of the queries in its FROM and WITH too.
 * Queries inside expressions are the change's own business.
 */
public final class QueryRewrite {
  private final UnaryOperator<TypedExpression> change;

  private QueryRewrite(UnaryOperator<TypedExpression> change) {
    this.change = change;
  }

  /**
   * @param change gets whole expressions and gives what takes their place, of the same type
   */
  public static Query rewrite(Query query, UnaryOperator<TypedExpression> change) {
    return new QueryRewrite(change).query(query);
  }

  private @Nullable TypedExpression one(@Nullable TypedExpression expression) {
    return expression == null ? null : change.apply(expression);
  }

  private List<TypedExpression> all(List<TypedExpression> expressions) {
    List<TypedExpression> changed = new ArrayList<>(expressions.size());
    for (TypedExpression expression : expressions) {
      changed.add(change.apply(expression));
    }
    return changed;
  }

  private List<@Nullable TypedExpression> nullable(List<@Nullable TypedExpression> expressions) {
    List<@Nullable TypedExpression> changed = new ArrayList<>(expressions.size());
    for (TypedExpression expression : expressions) {
      changed.add(one(expression));
    }
    return changed;
  }

  private List<List<TypedExpression>> rows(List<List<TypedExpression>> rows) {
    List<List<TypedExpression>> changed = new ArrayList<>(rows.size());
    for (List<TypedExpression> row : rows) {
      changed.add(all(row));
    }
    return changed;
  }

  private List<SortKey> keys(List<SortKey> keys) {
    List<SortKey> changed = new ArrayList<>(keys.size());
    for (SortKey key : keys) {
      changed.add(
          new SortKey(
              change.apply(key.value()), key.descending(), key.nullsFirst(), key.operator()));
    }
    return changed;
  }

  private List<Query.CommonTable> with(List<Query.CommonTable> with) {
    List<Query.CommonTable> changed = new ArrayList<>(with.size());
    for (Query.CommonTable table : with) {
      if (table.references() == 0 && table.query() instanceof Query.Select) {
        // Nobody reads it: it is not even planned.
        changed.add(table);
        continue;
      }
      Query term = table.recursiveTerm();
      changed.add(
          new Query.CommonTable(
              table.number(),
              table.name(),
              query(table.query()),
              term == null ? null : query(term),
              table.union(),
              table.materialization(),
              table.references()));
    }
    return changed;
  }

  private List<Query.Window> windows(List<Query.Window> windows) {
    List<Query.Window> changed = new ArrayList<>(windows.size());
    for (Query.Window window : windows) {
      changed.add(
          new Query.Window(
              all(window.partitionBy()),
              keys(window.orderBy()),
              window.units(),
              window.startKind(),
              one(window.startOffset()),
              window.endKind(),
              one(window.endOffset()),
              window.exclusion()));
    }
    return changed;
  }

  private List<Query.RowSubquery> rowSubqueries(List<Query.RowSubquery> subqueries) {
    List<Query.RowSubquery> changed = new ArrayList<>(subqueries.size());
    for (Query.RowSubquery each : subqueries) {
      changed.add(new Query.RowSubquery(query(each.query()), each.slot(), each.layout()));
    }
    return changed;
  }

  private Query query(Query query) {
    return switch (query) {
      case Query.Select n ->
          new Query.Select(
              with(n.with()),
              sources(n.from()),
              one(n.where()),
              all(n.targets()),
              n.output(),
              n.aggregated(),
              all(n.groupKeys()),
              n.groupingSets(),
              one(n.having()),
              windows(n.windows()),
              n.distinct() == null ? null : keys(n.distinct()),
              n.distinctOn(),
              keys(n.orderBy()),
              one(n.limit()),
              one(n.offset()),
              n.withTies(),
              n.rowLocks());
      case Query.Values n ->
          new Query.Values(
              with(n.with()),
              rows(n.rows()),
              n.output(),
              keys(n.orderBy()),
              one(n.limit()),
              one(n.offset()),
              n.withTies(),
              n.slot());
      case Query.SetOperation n ->
          new Query.SetOperation(
              with(n.with()),
              n.operator(),
              n.all(),
              query(n.left()),
              query(n.right()),
              n.output(),
              keys(n.orderBy()),
              one(n.limit()),
              one(n.offset()),
              n.withTies(),
              n.slot());
      case Query.Insert n -> {
        Query source = n.source();
        Query.OnConflict conflict = n.onConflict();
        yield new Query.Insert(
            with(n.with()),
            n.table(),
            n.slot(),
            source == null ? null : query(source),
            n.sourceSlot(),
            all(n.values()),
            conflict == null ? null : onConflict(conflict),
            n.oldSlot(),
            all(n.returning()),
            n.output());
      }
      case Query.Update n ->
          new Query.Update(
              with(n.with()),
              n.table(),
              n.slot(),
              n.newSlot(),
              rowSubqueries(n.rowSubqueries()),
              nullable(n.values()),
              sources(n.from()),
              one(n.where()),
              all(n.returning()),
              n.output());
      case Query.Delete n ->
          new Query.Delete(
              with(n.with()),
              n.table(),
              n.slot(),
              sources(n.using()),
              one(n.where()),
              all(n.returning()),
              n.output());
    };
  }

  private Query.OnConflict onConflict(Query.OnConflict conflict) {
    List<@Nullable TypedExpression> assignments = conflict.assignments();
    return new Query.OnConflict(
        conflict.arbiters(),
        rowSubqueries(conflict.rowSubqueries()),
        assignments == null ? null : nullable(assignments),
        one(conflict.where()),
        conflict.excludedSlot());
  }

  private List<Query.Source> sources(List<Query.Source> sources) {
    List<Query.Source> changed = new ArrayList<>(sources.size());
    for (Query.Source source : sources) {
      changed.add(source(source));
    }
    return changed;
  }

  private Query.Source source(Query.Source source) {
    return switch (source) {
      case Query.TableScan n -> n;
      case Query.CommonTableScan n -> n;
      case Query.SubqueryScan n ->
          new Query.SubqueryScan(n.slot(), n.alias(), query(n.query()), n.layout(), n.lateral());
      case Query.FunctionScan n ->
          new Query.FunctionScan(
              n.slot(),
              n.alias(),
              all(n.functions()),
              n.columnCounts(),
              n.ordinality(),
              n.layout());
      case Query.ValuesScan n ->
          new Query.ValuesScan(n.slot(), n.alias(), rows(n.rows()), n.layout());
      case Query.Join n ->
          new Query.Join(n.kind(), source(n.left()), source(n.right()), one(n.condition()));
    };
  }
}
