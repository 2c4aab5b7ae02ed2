package dev.postern.backend.plan;

import dev.postern.backend.analyze.Query;
import dev.postern.backend.analyze.TypedExpression;
import dev.postern.backend.catalog.RelationDescriptor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tables that a statement reads, writes or locks rows of, in subqueries and WITH too: what its
 * locks are taken on.
 */
public final class StatementRelations {
  private final List<RelationDescriptor> read = new ArrayList<>();
  private final List<RelationDescriptor> written = new ArrayList<>();
  private final List<RelationDescriptor> rowLocked = new ArrayList<>();

  private StatementRelations() {}

  public static StatementRelations of(Query query) {
    StatementRelations relations = new StatementRelations();
    relations.query(query);
    return relations;
  }

  public List<RelationDescriptor> read() {
    return read;
  }

  /** Targets of INSERT, UPDATE and DELETE. */
  public List<RelationDescriptor> written() {
    return written;
  }

  /** Tables with FOR UPDATE or one of its sisters. */
  public List<RelationDescriptor> rowLocked() {
    return rowLocked;
  }

  private void query(Query query) {
    // Expressions are visited in all queries of FROM and WITH, so those in them come from here.
    QueryExpressions.visit(
        query,
        whole ->
            ExpressionTrees.visit(
                whole,
                part -> {
                  if (part instanceof TypedExpression.Subquery subquery) {
                    query(subquery.query());
                  }
                }));
    tables(query);
  }

  private void tables(Query query) {
    for (Query.CommonTable table : query.with()) {
      tables(table.query());
      optional(table.recursiveTerm());
    }
    switch (query) {
      case Query.Select select -> {
        select.from().forEach(this::source);
        for (Query.RowLock lock : select.rowLocks()) {
          select.from().forEach(source -> rowLock(source, lock.slot()));
        }
      }
      case Query.Values values -> {
        // Nothing but expressions.
      }
      case Query.SetOperation operation -> {
        tables(operation.left());
        tables(operation.right());
      }
      case Query.Insert insert -> {
        written.add(insert.table());
        optional(insert.source());
        Query.OnConflict conflict = insert.onConflict();
        if (conflict != null) {
          conflict.rowSubqueries().forEach(row -> tables(row.query()));
        }
      }
      case Query.Update update -> {
        written.add(update.table());
        update.from().forEach(this::source);
        update.rowSubqueries().forEach(row -> tables(row.query()));
      }
      case Query.Delete delete -> {
        written.add(delete.table());
        delete.using().forEach(this::source);
      }
    }
  }

  private void optional(@Nullable Query query) {
    if (query != null) {
      tables(query);
    }
  }

  private void source(Query.Source source) {
    switch (source) {
      case Query.TableScan scan -> read.add(scan.table());
      case Query.SubqueryScan scan -> tables(scan.query());
      case Query.Join join -> {
        source(join.left());
        source(join.right());
      }
      case Query.CommonTableScan scan -> {
        // Its query stands in WITH.
      }
      case Query.FunctionScan scan -> {
        // Nothing but expressions.
      }
      case Query.ValuesScan scan -> {
        // Nothing but expressions.
      }
    }
  }

  private void rowLock(Query.Source source, int slot) {
    if (source instanceof Query.TableScan scan && scan.slot() == slot) {
      rowLocked.add(scan.table());
    } else if (source instanceof Query.Join join) {
      rowLock(join.left(), slot);
      rowLock(join.right(), slot);
    }
  }
}
