package dev.postern.backend.plan;

import dev.postern.backend.analyze.Query;
import dev.postern.backend.analyze.TypedExpression;
import dev.postern.backend.analyze.TypedExpression.Column;
import dev.postern.backend.analyze.TypedExpression.CurrentOf;
import dev.postern.backend.analyze.TypedExpression.FunctionCall;
import dev.postern.backend.analyze.TypedExpression.NextValue;
import dev.postern.backend.analyze.TypedExpression.Operation;
import dev.postern.backend.analyze.TypedExpression.SortKey;
import dev.postern.backend.analyze.TypedExpression.Subquery;
import dev.postern.backend.analyze.TypedExpression.WholeRow;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which slots an expression or a query reads that it does not fill itself, and whether it calls
 * something volatile or reads a recursive table: what decides where it may be computed.
 */
final class SlotReferences {
  private final BitSet read = new BitSet();
  private final BitSet filled = new BitSet();
  private boolean isVolatile;
  private boolean sleeps;
  private boolean readsWorkingTable;
  private final BitSet commonTablesRead = new BitSet();
  private final BitSet commonTablesMade = new BitSet();

  static SlotReferences of(@Nullable TypedExpression expression) {
    SlotReferences references = new SlotReferences();
    references.expression(expression);
    return references;
  }

  static SlotReferences of(Query query) {
    SlotReferences references = new SlotReferences();
    references.query(query);
    return references;
  }

  static SlotReferences of(Query.Source source) {
    SlotReferences references = new SlotReferences();
    references.source(source);
    return references;
  }

  /** Slots that must be current before it is computed. */
  BitSet outer() {
    BitSet outer = (BitSet) read.clone();
    outer.andNot(filled);
    return outer;
  }

  /** Whether it calls pg_sleep() or a sister: never to be run on an event loop. */
  boolean sleeps() {
    return sleeps;
  }

  boolean isVolatile() {
    return isVolatile;
  }

  boolean readsWorkingTable() {
    return readsWorkingTable;
  }

  /** Members of WITH that are read here and made elsewhere. */
  BitSet outerCommonTables() {
    BitSet outer = (BitSet) commonTablesRead.clone();
    outer.andNot(commonTablesMade);
    return outer;
  }

  private void expression(@Nullable TypedExpression expression) {
    if (expression != null) {
      ExpressionTrees.visit(expression, this::node);
    }
  }

  private void node(TypedExpression node) {
    switch (node) {
      case Column column -> read.set(column.slot());
      case WholeRow row -> read.set(row.slot());
      case CurrentOf current -> read.set(current.slot());
      case FunctionCall call -> {
        isVolatile |= call.function().volatility() == 'v';
        sleeps |= call.function().source().startsWith("pg_sleep");
      }
      case Operation call -> isVolatile |= call.function().volatility() == 'v';
      case NextValue next -> isVolatile = true;
      case Subquery subquery -> {
        if (subquery.slot() >= 0) {
          filled.set(subquery.slot());
        }
        query(subquery.query());
      }
      default -> {
        // every other node refers to slots only through its parts
      }
    }
  }

  private void expressions(List<? extends @Nullable TypedExpression> expressions) {
    for (TypedExpression expression : expressions) {
      expression(expression);
    }
  }

  private void keys(@Nullable List<SortKey> keys) {
    if (keys != null) {
      for (SortKey key : keys) {
        expression(key.value());
      }
    }
  }

  private void query(Query query) {
    for (Query.CommonTable table : query.with()) {
      commonTablesMade.set(table.number());
      query(table.query());
      if (table.recursiveTerm() != null) {
        query(table.recursiveTerm());
      }
    }
    switch (query) {
      case Query.Select select -> {
        select.from().forEach(this::source);
        expression(select.where());
        expressions(select.targets());
        expressions(select.groupKeys());
        expression(select.having());
        for (Query.Window window : select.windows()) {
          expressions(window.partitionBy());
          keys(window.orderBy());
          expression(window.startOffset());
          expression(window.endOffset());
        }
        keys(select.distinct());
        keys(select.orderBy());
        expression(select.limit());
        expression(select.offset());
        isVolatile |= !select.rowLocks().isEmpty();
      }
      case Query.Values values -> {
        filled.set(values.slot());
        values.rows().forEach(this::expressions);
        keys(values.orderBy());
        expression(values.limit());
        expression(values.offset());
      }
      case Query.SetOperation operation -> {
        filled.set(operation.slot());
        query(operation.left());
        query(operation.right());
        keys(operation.orderBy());
        expression(operation.limit());
        expression(operation.offset());
      }
      case Query.Insert insert -> isVolatile = true;
      case Query.Update update -> isVolatile = true;
      case Query.Delete delete -> isVolatile = true;
    }
  }

  private void source(Query.Source source) {
    switch (source) {
      case Query.TableScan scan -> filled.set(scan.slot());
      case Query.SubqueryScan scan -> {
        filled.set(scan.slot());
        query(scan.query());
      }
      case Query.CommonTableScan scan -> {
        filled.set(scan.slot());
        commonTablesRead.set(scan.commonTable());
        readsWorkingTable |= scan.recursiveSelf();
      }
      case Query.FunctionScan scan -> {
        filled.set(scan.slot());
        expressions(scan.functions());
      }
      case Query.ValuesScan scan -> {
        filled.set(scan.slot());
        scan.rows().forEach(this::expressions);
      }
      case Query.Join join -> {
        source(join.left());
        source(join.right());
        expression(join.condition());
      }
    }
  }
}
