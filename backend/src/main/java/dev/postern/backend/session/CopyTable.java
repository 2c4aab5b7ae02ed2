package dev.postern.backend.session;

import dev.postern.backend.analyze.Query;
import dev.postern.backend.analyze.StandaloneExpressions;
import dev.postern.backend.analyze.StoredExpression;
import dev.postern.backend.analyze.TypedExpression;
import dev.postern.backend.analyze.TypedTrees;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.catalog.RelationDescriptor.Attribute;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.exec.DomainCheck;
import dev.postern.backend.exec.TableWriter;
import dev.postern.backend.sql.Expression;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.SqlType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The table that a COPY FROM fills: a row's values are set column by column, checked at once, and
 * written. As in PostgreSQL rows are written together where nothing that a row brings about can see
 * the one before, so an error of a unique index names the line but no longer has its text. Used by
 * the session's thread.
 */
final class CopyTable {
  private static final int ROWS_AT_ONCE = 1000;
  private static final int BYTES_AT_ONCE = 65_535;

  private final SessionContext context;
  private final RelationDescriptor table;
  private final List<Attribute> columns;
  private final TableWriter writer;
  private final @Nullable DomainCheck[] domains;
  private final Datum[] values;

  /** Columns that COPY does not fill, as index of {@link #values}. */
  private final List<Integer> defaulted = new ArrayList<>();

  private final @Nullable ExpressionRun condition;
  private final boolean writesTogether;
  private final List<byte[]> waiting = new ArrayList<>();
  private final List<Long> waitingLines = new ArrayList<>();
  private int waitingBytes;
  private long rows;

  /**
   * @param text what {@code where} was written in
   */
  CopyTable(
      SessionContext context,
      RelationDescriptor table,
      List<Attribute> columns,
      @Nullable Expression where,
      byte[] text) {
    this.context = context;
    this.table = table;
    this.columns = columns;
    writer = context.tableWriter(table);
    domains = writer.domainChecks();
    values = new Datum[table.attributes().size()];
    boolean volatileDefault = false;
    for (int i = 0; i < values.length; i++) {
      values[i] = new Datum();
      Attribute attribute = table.attributes().get(i);
      if (!attribute.dropped() && attribute.generated() == 0 && !columns.contains(attribute)) {
        defaulted.add(i);
        volatileDefault |= isVolatile(attribute);
      }
    }
    writesTogether = !volatileDefault;
    condition = where == null ? null : condition(where, text);
  }

  /** As PostgreSQL asks: nextval() does not count. */
  private boolean isVolatile(Attribute attribute) {
    TypedExpression value =
        StoredExpression.columnDefault(context.compiler().analyzeContext(), attribute);
    boolean[] found = {false};
    if (value != null) {
      TypedTrees.forEachDeep(
          value,
          part ->
              found[0] |=
                  part instanceof TypedExpression.FunctionCall call
                      && call.function().volatility() == 'v'
                      && !call.function().source().equals("nextval_oid"));
    }
    return found[0];
  }

  /** The condition as a query over a row of parameters, which are the table's columns. */
  private ExpressionRun condition(Expression where, byte[] text) {
    StatementCompiler compiler = context.compiler();
    TypedExpression holds =
        StandaloneExpressions.copyCondition(compiler.analyzeContext(), text, where, table);
    List<TypedExpression> row = new ArrayList<>();
    List<SqlType> types = new ArrayList<>();
    for (int i = 0; i < values.length; i++) {
      SqlType type = table.attributes().get(i).type();
      row.add(new TypedExpression.Parameter(i + 1, type));
      types.add(type);
    }
    return new ExpressionRun(
        context,
        compiler,
        List.of(holds),
        new Query.ValuesScan(0, table.name(), List.of(row), table.layout()),
        holds,
        types);
  }

  String name() {
    return table.name();
  }

  int columns() {
    return columns.size();
  }

  Attribute column(int index) {
    return columns.get(index);
  }

  /** Where the value of the column of an index goes. */
  Datum value(int index) {
    return values[columns.get(index).number() - 1];
  }

  /** 23502 or 23514 where the column of an index is of a domain that has no such value. */
  void checkDomain(int index) {
    int column = columns.get(index).number() - 1;
    DomainCheck domain = domains[column];
    if (domain != null) {
      domain.check(context, values[column]);
    }
  }

  /** Gives the column of an index its default. */
  void useDefault(int index) {
    context.columnDefault(table, columns.get(index).number(), value(index));
  }

  /** The row's columns are set: fills in the others. */
  void fillDefaults() {
    for (int i = 0; i < defaulted.size(); i++) {
      int index = defaulted.get(i);
      context.columnDefault(table, index + 1, values[index]);
    }
  }

  /**
   * Checks the row and writes it, now or later.
   *
   * @param line for the error of one that is written later
   */
  void row(long line) {
    ExpressionRun filter = condition;
    if (filter != null && !holds(filter)) {
      return;
    }
    byte[] tuple = writer.form(context, values);
    writer.check(context, tuple);
    if (!writesTogether) {
      writer.insert(context, tuple);
      rows++;
      return;
    }
    waiting.add(tuple);
    waitingLines.add(line);
    waitingBytes += tuple.length;
  }

  private boolean holds(ExpressionRun filter) {
    filter.start(values);
    try {
      return filter.next();
    } finally {
      filter.close();
    }
  }

  boolean isFull() {
    return waiting.size() >= ROWS_AT_ONCE || waitingBytes > BYTES_AT_ONCE;
  }

  /** Writes what waits. */
  void flush() {
    for (int i = 0; i < waiting.size(); i++) {
      context.tick();
      try {
        writer.insert(context, waiting.get(i));
      } catch (SqlError error) {
        throw error.context("COPY " + table.name() + ", line " + waitingLines.get(i));
      }
      rows++;
    }
    waiting.clear();
    waitingLines.clear();
    waitingBytes = 0;
  }

  /** Rows written. */
  long rows() {
    return rows;
  }
}
