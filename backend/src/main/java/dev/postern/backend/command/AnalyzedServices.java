package dev.postern.backend.command;

import dev.postern.backend.analyze.AnalyzeContext;
import dev.postern.backend.analyze.AnalyzedStatement;
import dev.postern.backend.analyze.Analyzer;
import dev.postern.backend.analyze.Query.OutputColumn;
import dev.postern.backend.analyze.TypedExpression;
import dev.postern.backend.analyze.TypedTrees;
import dev.postern.backend.analyze.WrittenTypes;
import dev.postern.backend.catalog.CatalogReader;
import dev.postern.backend.catalog.IndexDescriptor;
import dev.postern.backend.catalog.ObjectAddress;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.catalog.RelationDescriptor.Attribute;
import dev.postern.backend.catalog.RelationDescriptor.CheckConstraint;
import dev.postern.backend.catalog.RelationDescriptor.ForeignKey;
import dev.postern.backend.deparse.ExpressionText;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.exec.ExecutionContext;
import dev.postern.backend.function.FunctionCode;
import dev.postern.backend.function.TypeDescriptor;
import dev.postern.backend.setting.IdentifierList;
import dev.postern.backend.sql.DataStatement;
import dev.postern.backend.sql.Expression;
import dev.postern.backend.sql.SelectStatement;
import dev.postern.backend.sql.Statement;
import dev.postern.backend.sql.TypeName;
import dev.postern.backend.type.ByteArrayWriter;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.DisplayStyle;
import dev.postern.backend.type.SqlType;
import dev.postern.backend.type.TypeOids;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What commands ask for, answered by the analyzer, the planner and the executor. */
public final class AnalyzedServices implements CommandServices {
  private static final int DEFAULT_COLLATION = 100;

  private final ExecutionContext execution;
  private final CatalogReader catalog;
  private final FunctionCode code;
  private final Supplier<byte[]> text;
  private final TableWork work;

  /**
   * @param execution what running statements see
   * @param code of functions
   * @param text of the statement that runs: what its nodes' positions count in
   */
  public AnalyzedServices(
      ExecutionContext execution, CatalogReader catalog, FunctionCode code, Supplier<byte[]> text) {
    this.execution = execution;
    this.catalog = catalog;
    this.code = code;
    this.text = text;
    this.work = new TableWork(execution, catalog, code);
  }

  private AnalyzeContext context() {
    return new AnalyzeContext(catalog, execution.style());
  }

  @Override
  public ModifiedType type(TypeName name) {
    WrittenTypes.WrittenType found = WrittenTypes.resolve(context(), text.get(), name);
    return new ModifiedType(found.type().oid(), found.typmod());
  }

  @Override
  public StoredExpression expression(
      Expression expression,
      ExpressionUse use,
      @Nullable RelationDescriptor relation,
      int targetType,
      int targetTypmod,
      @Nullable String column) {
    byte[] source = text.get();
    TypedExpression typed =
        switch (use) {
          case COLUMN_DEFAULT ->
              dev.postern.backend.analyze.StoredExpression.defineDefault(
                  context(),
                  source,
                  expression,
                  String.valueOf(column),
                  catalog.valueType(targetType),
                  targetTypmod);
          case CHECK_CONSTRAINT ->
              dev.postern.backend.analyze.StoredExpression.defineCheck(
                  context(), source, expression, required(relation));
          case INDEX_EXPRESSION ->
              dev.postern.backend.analyze.StoredExpression.defineIndexKey(
                  context(), source, expression, required(relation));
          case INDEX_PREDICATE ->
              dev.postern.backend.analyze.StoredExpression.definePredicate(
                  context(), source, expression, required(relation));
          case GENERATED_COLUMN, ALTER_TYPE_USING ->
              dev.postern.backend.analyze.StoredExpression.defineGenerated(
                  context(),
                  source,
                  expression,
                  required(relation),
                  target(column, targetType, targetTypmod));
          case DOMAIN_CHECK ->
              dev.postern.backend.analyze.StoredExpression.defineDomainCheck(
                  context(), source, expression, catalog.valueType(targetType));
          case POLICY -> throw SqlError.notSupported("row security policy");
        };
    if (use == ExpressionUse.INDEX_EXPRESSION || use == ExpressionUse.INDEX_PREDICATE) {
      checkImmutable(typed, use);
    }
    if (use == ExpressionUse.GENERATED_COLUMN && !isImmutable(typed)) {
      throw new SqlError(
          SqlState.INVALID_OBJECT_DEFINITION, "generation expression is not immutable");
    }
    return stored(typed, relation);
  }

  private Attribute target(@Nullable String column, int type, int typmod) {
    return new Attribute(
        0,
        String.valueOf(column),
        catalog.valueType(type),
        typmod,
        0,
        false,
        false,
        null,
        (char) 0,
        0,
        (char) 0,
        null);
  }

  private static RelationDescriptor required(@Nullable RelationDescriptor relation) {
    if (relation == null) {
      throw new IllegalArgumentException("this expression is over a table");
    }
    return relation;
  }

  private void checkImmutable(TypedExpression typed, ExpressionUse use) {
    if (!isImmutable(typed)) {
      throw new SqlError(
          SqlState.INVALID_OBJECT_DEFINITION,
          use == ExpressionUse.INDEX_PREDICATE
              ? "functions in index predicate must be marked IMMUTABLE"
              : "functions in index expression must be marked IMMUTABLE");
    }
  }

  private static boolean isImmutable(TypedExpression typed) {
    boolean[] mutable = {false};
    TypedTrees.forEachDeep(
        typed,
        node ->
            mutable[0] |=
                switch (node) {
                  case TypedExpression.FunctionCall call -> call.function().volatility() != 'i';
                  case TypedExpression.Operation call -> call.function().volatility() != 'i';
                  case TypedExpression.SqlValue value -> true;
                  case TypedExpression.NextValue value -> true;
                  default -> false;
                });
    return !mutable[0];
  }

  private StoredExpression stored(TypedExpression typed, @Nullable RelationDescriptor relation) {
    String sql =
        new ExpressionText(catalog, (slot, column) -> columnName(relation, column), false, true)
            .of(typed);
    Set<Integer> columns = new TreeSet<>();
    Set<ObjectAddress> references = new LinkedHashSet<>();
    TypedTrees.forEachDeep(typed, node -> collect(node, columns, references));
    return new StoredExpression(
        sql,
        typed.type().oid(),
        typed.typmod(),
        collation(typed, relation),
        List.copyOf(columns),
        List.copyOf(references),
        columns.isEmpty() && isImmutable(typed),
        typed instanceof TypedExpression.FunctionCall call
            && call.function().name().equals("nextval"));
  }

  private static String columnName(@Nullable RelationDescriptor relation, int column) {
    if (relation == null || column < 0) {
      throw SqlError.notSupported("system column in a stored expression");
    }
    return IdentifierList.quote(relation.attributes().get(column).name());
  }

  private static void collect(
      TypedExpression node, Set<Integer> columns, Set<ObjectAddress> references) {
    switch (node) {
      case TypedExpression.Column column -> columns.add(column.column() + 1);
      case TypedExpression.FunctionCall call ->
          references.add(ObjectAddress.function(call.function().oid()));
      case TypedExpression.Constant constant -> {
        if (constant.type().oid() == TypeOids.REGCLASS && !constant.isNull()) {
          references.add(ObjectAddress.relation((int) constant.bits()));
        }
        references.add(ObjectAddress.type(constant.type().oid()));
      }
      case TypedExpression.NextValue next ->
          references.add(ObjectAddress.relation(next.sequenceOid()));
      default -> references.add(ObjectAddress.type(node.type().oid()));
    }
  }

  /** The collation of a value: a column's own, else the type's. */
  private int collation(TypedExpression typed, @Nullable RelationDescriptor relation) {
    if (typed instanceof TypedExpression.Collate collate) {
      return collate.collationOid();
    }
    if (typed instanceof TypedExpression.Column column
        && relation != null
        && column.column() >= 0) {
      return relation.attributes().get(column.column()).collationOid();
    }
    TypeDescriptor type = catalog.type(typed.type().oid());
    return type == null || type.collation() == 0 ? 0 : DEFAULT_COLLATION;
  }

  @Override
  public StoredQuery view(SelectStatement query) {
    AnalyzedStatement analyzed = Analyzer.analyze(query, text.get(), null, context());
    return new ViewText(catalog).stored(query, text.get(), analyzed, columns(analyzed));
  }

  @Override
  public List<QueryColumn> columns(Statement query) {
    return columns(analyze(query));
  }

  private AnalyzedStatement analyze(Statement query) {
    if (query instanceof SelectStatement || query instanceof DataStatement) {
      return Analyzer.analyze(query, text.get(), null, context());
    }
    throw SqlError.notSupported("CREATE TABLE AS EXECUTE");
  }

  private List<QueryColumn> columns(AnalyzedStatement analyzed) {
    List<QueryColumn> columns = new ArrayList<>();
    for (OutputColumn column : analyzed.query().output()) {
      SqlType type = column.type();
      int oid = type.oid() == TypeOids.UNKNOWN ? TypeOids.TEXT : type.oid();
      TypeDescriptor described = catalog.type(oid);
      int collation = described == null ? 0 : described.collation();
      columns.add(new QueryColumn(column.name(), oid, column.typmod(), collation));
    }
    return columns;
  }

  @Override
  public long fill(RelationDescriptor target, Statement query) {
    return work.fill(target, analyze(query));
  }

  @Override
  public void buildIndex(RelationDescriptor table, IndexDescriptor index) {
    work.buildIndex(table, index);
  }

  @Override
  public void checkRows(RelationDescriptor table, CheckConstraint check) {
    work.checkRows(table, check);
  }

  @Override
  public void checkNoNulls(RelationDescriptor table, Attribute column) {
    work.checkNoNulls(table, column);
  }

  @Override
  public void checkReferences(RelationDescriptor table, ForeignKey key) {
    work.checkReferences(table, key);
  }

  @Override
  public void checkDomain(int domain, int constraint) {
    work.checkDomain(domain, constraint);
  }

  @Override
  public void rewrite(
      RelationDescriptor before, RelationDescriptor after, List<@Nullable String> conversions) {
    work.rewrite(before, after, conversions);
  }

  @Override
  public @Nullable String evaluate(String expression, int typeOid) {
    SqlType type = catalog.valueType(typeOid);
    Datum value = work.value(expression, typeOid, -1);
    if (value.isNull) {
      return null;
    }
    ByteArrayWriter out = new ByteArrayWriter();
    type.output(value, new DisplayStyle(), out);
    return new String(out.array(), 0, out.size(), StandardCharsets.UTF_8);
  }

  @Override
  public byte @Nullable [] evaluateBinary(String expression, int typeOid, int typmod) {
    Datum value = work.value(expression, typeOid, typmod);
    if (value.isNull) {
      return null;
    }
    ByteArrayWriter out = new ByteArrayWriter();
    catalog.valueType(typeOid).send(value, out);
    return out.toByteArray();
  }
}
