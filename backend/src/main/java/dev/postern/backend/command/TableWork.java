package dev.postern.backend.command;

import dev.postern.backend.analyze.AnalyzeContext;
import dev.postern.backend.analyze.AnalyzedStatement;
import dev.postern.backend.analyze.Analyzer;
import dev.postern.backend.analyze.Query;
import dev.postern.backend.analyze.RangeTable;
import dev.postern.backend.analyze.StoredExpression;
import dev.postern.backend.analyze.TypedExpression;
import dev.postern.backend.catalog.CatalogReader;
import dev.postern.backend.catalog.CatalogRow;
import dev.postern.backend.catalog.CatalogTable;
import dev.postern.backend.catalog.DomainConstraint;
import dev.postern.backend.catalog.IndexDescriptor;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.catalog.RelationDescriptor.Attribute;
import dev.postern.backend.catalog.RelationDescriptor.CheckConstraint;
import dev.postern.backend.catalog.RelationDescriptor.ForeignKey;
import dev.postern.backend.catalog.TypeText;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.exec.DomainCheck;
import dev.postern.backend.exec.Execution;
import dev.postern.backend.exec.ExecutionContext;
import dev.postern.backend.exec.IndexKeys;
import dev.postern.backend.exec.IndexKeysFactory;
import dev.postern.backend.exec.TableWriter;
import dev.postern.backend.function.FunctionCode;
import dev.postern.backend.plan.Planner;
import dev.postern.backend.setting.IdentifierList;
import dev.postern.backend.sql.SqlParser;
import dev.postern.backend.type.ByteArrayWriter;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.SqlType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Work over all rows of a table that commands do: filling, checking, indexing, rewriting. */
final class TableWork {
  private static final CatalogTable TYPE = CatalogTable.named("pg_type");
  private static final CatalogTable ATTRIBUTE = CatalogTable.named("pg_attribute");

  private static final int CASE_VALUES = 64;
  private static final double SHARED_ROWS = 20;
  private static final Datum[] NO_PARAMETERS = new Datum[0];

  private final ExecutionContext execution;
  private final CatalogReader catalog;
  private final FunctionCode code;

  TableWork(ExecutionContext execution, CatalogReader catalog, FunctionCode code) {
    this.execution = execution;
    this.catalog = catalog;
    this.code = code;
  }

  private AnalyzeContext context() {
    return new AnalyzeContext(catalog, execution.style());
  }

  private Execution compile(AnalyzedStatement analyzed) {
    return Execution.compile(
        Planner.plan(analyzed, this::rows), code, new IndexKeysFactory(catalog, catalog, code));
  }

  private double rows(RelationDescriptor table) {
    return table.shared()
        ? SHARED_ROWS
        : execution.branch().rowTree(table.fileNode()).rowEstimate();
  }

  /** Compiles a query of our own making. */
  private Execution compile(String sql) {
    byte[] text = sql.getBytes(StandardCharsets.UTF_8);
    return compile(
        Analyzer.analyze(SqlParser.parse(text, 0, text.length).getFirst(), text, null, context()));
  }

  /** Inserts a query's rows; those of the table that have no constraints yet. */
  long fill(RelationDescriptor target, AnalyzedStatement analyzed) {
    Execution query = compile(analyzed);
    TableWriter writer = new TableWriter(target, new IndexKeysFactory(catalog, catalog, code));
    Datum[] values = datums(target.attributes().size());
    long rows = 0;
    query.start(execution, NO_PARAMETERS);
    try {
      while (query.next()) {
        for (int i = 0; i < values.length; i++) {
          query.column(i, values[i]);
        }
        execution.tick();
        writer.insert(execution, writer.form(execution, values));
        rows++;
      }
    } finally {
      query.close();
    }
    return rows;
  }

  private static Datum[] datums(int count) {
    Datum[] values = new Datum[count];
    for (int i = 0; i < count; i++) {
      values[i] = new Datum();
    }
    return values;
  }

  void buildIndex(RelationDescriptor table, IndexDescriptor index) {
    execution.beginAction();
    IndexKeys keys = new IndexKeysFactory(catalog, catalog, code).keys(index, table);
    new IndexFilling(execution, table, index, keys).run();
  }

  private static String name(RelationDescriptor table) {
    return IdentifierList.quote(table.schema()) + "." + IdentifierList.quote(table.name());
  }

  /** Whether a query of our own making gives a row. */
  private boolean exists(String sql) {
    execution.beginAction();
    Execution query = compile(sql);
    query.start(execution, NO_PARAMETERS);
    try {
      return query.next();
    } finally {
      query.close();
    }
  }

  void checkRows(RelationDescriptor table, CheckConstraint check) {
    if (exists(
        "SELECT 1 FROM ONLY " + name(table) + " WHERE NOT (" + check.expression() + ") LIMIT 1")) {
      throw new SqlError(
              SqlState.CHECK_VIOLATION,
              "check constraint \""
                  + check.name()
                  + "\" of relation \""
                  + table.name()
                  + "\" is violated by some row")
          .table(table.schema(), table.name())
          .constraint(check.name());
    }
  }

  void checkNoNulls(RelationDescriptor table, Attribute column) {
    checkNoNulls(table, column, "relation");
  }

  /**
   * @param word what the error calls the table
   */
  private void checkNoNulls(RelationDescriptor table, Attribute column, String word) {
    if (exists(
        "SELECT 1 FROM ONLY "
            + name(table)
            + " WHERE "
            + IdentifierList.quote(column.name())
            + " IS NULL LIMIT 1")) {
      throw new SqlError(
              SqlState.NOT_NULL_VIOLATION,
              "column \""
                  + column.name()
                  + "\" of "
                  + word
                  + " \""
                  + table.name()
                  + "\" contains null values")
          .table(table.schema(), table.name())
          .column(column.name());
    }
  }

  /**
   * The columns of stored tables that are of a domain, against one of its constraints.
   *
   * @param constraint the check, or 0 for NOT NULL
   */
  void checkDomain(int domain, int constraint) {
    checkColumns(domain, domain, constraint);
  }

  /** Columns of domains over the domain too, and those first. */
  private void checkColumns(int type, int domain, int constraint) {
    for (CatalogRow row : catalog.store().all(TYPE)) {
      if (row.integer("typbasetype") == type) {
        checkColumns(row.oid(), domain, constraint);
      }
    }
    for (CatalogRow row : catalog.store().all(ATTRIBUTE)) {
      RelationDescriptor table =
          row.integer("atttypid") == type && !row.truth("attisdropped")
              ? catalog.relation(row.integer("attrelid"))
              : null;
      if (table == null || table.kind() != 'r' && table.kind() != 'm') {
        continue;
      }
      Attribute column = table.attributes().get(row.integer("attnum") - 1);
      if (constraint == 0) {
        checkNoNulls(table, column, "table");
      } else {
        checkColumn(table, column, domain, constraint);
      }
    }
  }

  private void checkColumn(RelationDescriptor table, Attribute column, int domain, int constraint) {
    String name = "";
    for (DomainConstraint each : catalog.domainConstraints(domain)) {
      if (each.oid() == constraint) {
        name = each.name();
      }
    }
    DomainCheck check = new IndexKeysFactory(catalog, catalog, code).domainCheck(domain);
    execution.beginAction();
    Execution query =
        compile("SELECT " + IdentifierList.quote(column.name()) + " FROM ONLY " + name(table));
    query.start(execution, NO_PARAMETERS);
    Datum value = new Datum();
    try {
      while (query.next()) {
        query.column(0, value);
        if (!check.meets(execution, value, name)) {
          throw new SqlError(
                  SqlState.CHECK_VIOLATION,
                  "column \""
                      + column.name()
                      + "\" of table \""
                      + table.name()
                      + "\" contains values that violate the new constraint")
              .table(table.schema(), table.name())
              .column(column.name());
        }
      }
    } finally {
      query.close();
    }
  }

  /** As PostgreSQL does: a join for the rows that have a key but no partner. */
  void checkReferences(RelationDescriptor table, ForeignKey key) {
    RelationDescriptor referenced = catalog.relation(key.referencedTableOid());
    if (referenced == null) {
      throw new IllegalStateException("referenced table vanished");
    }
    List<String> columns = new ArrayList<>();
    List<String> equal = new ArrayList<>();
    List<String> present = new ArrayList<>();
    String missing = "";
    for (int i = 0; i < key.columns().length; i++) {
      String own = column(table, key.columns()[i]);
      String other = column(referenced, key.referencedColumns()[i]);
      columns.add("fk." + own);
      equal.add("pk." + other + " = fk." + own);
      present.add("fk." + own + " IS NOT NULL");
      missing = "pk." + other + " IS NULL";
    }
    String join = key.matchFull() ? " OR " : " AND ";
    String sql =
        "SELECT "
            + String.join(", ", columns)
            + " FROM ONLY "
            + name(table)
            + " fk LEFT OUTER JOIN ONLY "
            + name(referenced)
            + " pk ON ("
            + String.join(" AND ", equal)
            + ") WHERE "
            + missing
            + " AND ("
            + String.join(join, present)
            + ") LIMIT 1";
    execution.beginAction();
    Execution query = compile(sql);
    query.start(execution, NO_PARAMETERS);
    try {
      if (query.next()) {
        throw dangling(table, referenced, key, query);
      }
    } finally {
      query.close();
    }
  }

  private SqlError dangling(
      RelationDescriptor table, RelationDescriptor referenced, ForeignKey key, Execution query) {
    List<String> names = new ArrayList<>();
    List<String> values = new ArrayList<>();
    boolean nulls = false;
    Datum value = new Datum();
    ByteArrayWriter text = new ByteArrayWriter();
    for (int i = 0; i < key.columns().length; i++) {
      Attribute attribute = table.attributes().get(key.columns()[i] - 1);
      names.add(attribute.name());
      query.column(i, value);
      nulls |= value.isNull;
      text.clear();
      if (!value.isNull) {
        attribute.type().output(value, execution.style(), text);
      }
      values.add(value.isNull ? "null" : text.text());
    }
    SqlError error =
        new SqlError(
                SqlState.FOREIGN_KEY_VIOLATION,
                "insert or update on table \""
                    + table.name()
                    + "\" violates foreign key constraint \""
                    + key.name()
                    + "\"")
            .table(table.schema(), table.name())
            .constraint(key.name());
    return nulls
        ? error.detail("MATCH FULL does not allow mixing of null and nonnull key values.")
        : error.detail(
            "Key ("
                + String.join(", ", names)
                + ")=("
                + String.join(", ", values)
                + ") is not present in table \""
                + referenced.name()
                + "\".");
  }

  private static String column(RelationDescriptor table, int number) {
    return IdentifierList.quote(table.attributes().get(number - 1).name());
  }

  /** Reads the rows as the table was and writes them as it is now. */
  void rewrite(
      RelationDescriptor before, RelationDescriptor after, List<@Nullable String> conversions) {
    execution.beginAction();
    List<TypedExpression> targets = new ArrayList<>();
    List<Query.OutputColumn> output = new ArrayList<>();
    List<Integer> positions = new ArrayList<>();
    for (int i = 0; i < after.attributes().size(); i++) {
      Attribute attribute = after.attributes().get(i);
      if (attribute.dropped()) {
        continue;
      }
      String conversion = i < conversions.size() ? conversions.get(i) : null;
      TypedExpression target;
      if (conversion != null) {
        target = StoredExpression.analyze(context(), conversion, before, 0);
      } else if (i < before.attributes().size()) {
        Attribute old = before.attributes().get(i);
        target = new TypedExpression.Column(0, i, old.type(), old.typmod());
      } else {
        continue;
      }
      targets.add(target);
      output.add(new Query.OutputColumn(attribute.name(), target.type(), target.typmod(), 0, 0));
      positions.add(i);
    }
    Execution query = compile(select(before, targets, output));
    TableWriter writer = new TableWriter(after, new IndexKeysFactory(catalog, catalog, code));
    Datum[] values = datums(after.attributes().size());
    query.start(execution, NO_PARAMETERS);
    try {
      while (query.next()) {
        execution.tick();
        for (int i = 0; i < positions.size(); i++) {
          query.column(i, values[positions.get(i)]);
        }
        byte[] tuple = writer.form(execution, values);
        writer.check(execution, tuple);
        writer.insert(execution, tuple);
      }
    } finally {
      query.close();
    }
  }

  private AnalyzedStatement select(
      RelationDescriptor table, List<TypedExpression> targets, List<Query.OutputColumn> output) {
    Query.Select select =
        new Query.Select(
            List.of(),
            List.of(new Query.TableScan(0, table.name(), table)),
            null,
            targets,
            output,
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
    return new AnalyzedStatement(
        select, List.of(), 1, CASE_VALUES, RangeTable.NONE, catalog.version());
  }

  /** The value of an expression without columns, cast to a type. */
  Datum value(String expression, int typeOid, int typmod) {
    SqlType type = catalog.valueType(typeOid);
    Execution query =
        compile(
            "SELECT CAST("
                + expression
                + " AS "
                + TypeText.format(catalog, type.oid(), typmod, true)
                + ")");
    query.start(execution, NO_PARAMETERS);
    try {
      Datum value = new Datum();
      if (query.next()) {
        query.column(0, value);
        if (!value.isNull && !type.byValue()) {
          value.setBytes(value.copyBytes());
        }
      }
      return value;
    } finally {
      query.close();
    }
  }
}
