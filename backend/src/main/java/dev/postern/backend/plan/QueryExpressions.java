package dev.postern.backend.plan;

import dev.postern.backend.analyze.Query;
import dev.postern.backend.analyze.TypedExpression;
import dev.postern.backend.analyze.TypedExpression.SortKey;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Visits every expression of a query, of the queries in its FROM and WITH too. */
public final class QueryExpressions {
  private final Consumer<TypedExpression> visitor;

  private QueryExpressions(Consumer<TypedExpression> visitor) {
    this.visitor = visitor;
  }

  /** Whole expressions are passed, not their parts; queries inside expressions are not entered. */
  public static void visit(Query query, Consumer<TypedExpression> visitor) {
    new QueryExpressions(visitor).query(query);
  }

  private void one(@Nullable TypedExpression expression) {
    if (expression != null) {
      visitor.accept(expression);
    }
  }

  private void all(@Nullable List<? extends @Nullable TypedExpression> expressions) {
    if (expressions != null) {
      expressions.forEach(this::one);
    }
  }

  private void keys(@Nullable List<SortKey> keys) {
    if (keys != null) {
      keys.forEach(key -> one(key.value()));
    }
  }

  private void query(Query query) {
    for (Query.CommonTable table : query.with()) {
      query(table.query());
      if (table.recursiveTerm() != null) {
        query(table.recursiveTerm());
      }
    }
    switch (query) {
      case Query.Select select -> {
        select.from().forEach(this::source);
        one(select.where());
        all(select.targets());
        all(select.groupKeys());
        one(select.having());
        for (Query.Window window : select.windows()) {
          all(window.partitionBy());
          keys(window.orderBy());
          one(window.startOffset());
          one(window.endOffset());
        }
        keys(select.distinct());
        keys(select.orderBy());
        one(select.limit());
        one(select.offset());
      }
      case Query.Values values -> {
        values.rows().forEach(this::all);
        keys(values.orderBy());
        one(values.limit());
        one(values.offset());
      }
      case Query.SetOperation operation -> {
        query(operation.left());
        query(operation.right());
        keys(operation.orderBy());
        one(operation.limit());
        one(operation.offset());
      }
      case Query.Insert insert -> {
        if (insert.source() != null) {
          query(insert.source());
        }
        all(insert.values());
        all(insert.returning());
        Query.OnConflict conflict = insert.onConflict();
        if (conflict != null) {
          conflict.rowSubqueries().forEach(row -> query(row.query()));
          all(conflict.assignments());
          one(conflict.where());
        }
      }
      case Query.Update update -> {
        update.rowSubqueries().forEach(row -> query(row.query()));
        update.from().forEach(this::source);
        all(update.values());
        one(update.where());
        all(update.returning());
      }
      case Query.Delete delete -> {
        delete.using().forEach(this::source);
        one(delete.where());
        all(delete.returning());
      }
    }
  }

  private void source(Query.Source source) {
    switch (source) {
      case Query.TableScan scan -> {
        // a table has no expressions
      }
      case Query.CommonTableScan scan -> {
        // planned where WITH stands
      }
      case Query.SubqueryScan scan -> query(scan.query());
      case Query.FunctionScan scan -> all(scan.functions());
      case Query.ValuesScan scan -> scan.rows().forEach(this::all);
      case Query.Join join -> {
        source(join.left());
        source(join.right());
        one(join.condition());
      }
    }
  }
}
