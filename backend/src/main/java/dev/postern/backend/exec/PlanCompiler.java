package dev.postern.backend.exec;

import dev.postern.backend.analyze.Query;
import dev.postern.backend.analyze.TypedExpression;
import dev.postern.backend.analyze.TypedExpression.Aggregate;
import dev.postern.backend.analyze.TypedExpression.Column;
import dev.postern.backend.analyze.TypedExpression.FunctionCall;
import dev.postern.backend.analyze.TypedExpression.Operation;
import dev.postern.backend.analyze.TypedExpression.SortKey;
import dev.postern.backend.analyze.TypedExpression.Subquery;
import dev.postern.backend.catalog.IndexDescriptor;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.function.AggregateFunction;
import dev.postern.backend.function.CallSite;
import dev.postern.backend.function.FunctionCode;
import dev.postern.backend.function.FunctionDescriptor;
import dev.postern.backend.function.SetFunction;
import dev.postern.backend.plan.PlanNode;
import dev.postern.backend.plan.QueryPlan;
import dev.postern.backend.plan.StatementPlan;
import dev.postern.backend.type.SqlType;
import dev.postern.backend.type.TupleLayout;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Plans to operators. Makes one {@link Execution}'s parts; used once. */
final class PlanCompiler {
  private final StatementPlan plan;
  private final IndexKeysFactory indexKeys;
  final ExpressionCompiler expressions;
  final CommonTables commonTables = new CommonTables();

  /** Null unless the execution is to be measured. */
  final @Nullable Instruments instruments;

  PlanCompiler(
      StatementPlan plan,
      FunctionCode code,
      IndexKeysFactory indexKeys,
      @Nullable Instruments instruments) {
    this.plan = plan;
    this.instruments = instruments;
    this.indexKeys = indexKeys;
    expressions =
        new ExpressionCompiler(code, indexKeys.types(), this::subquery, indexKeys::domainCheck);
  }

  IndexKeysFactory indexKeys() {
    return indexKeys;
  }

  /** A query's rows and the evaluators of its result. */
  record Compiled(Operator rows, Evaluator[] targets) {}

  Compiled compile(QueryPlan query) {
    for (QueryPlan.CommonTablePlan table : query.with()) {
      commonTable(table);
    }
    Operator rows = compile(query.root());
    if (!query.with().isEmpty() && query != plan.query()) {
      rows = new ScanOperators.WithScope(rows, plainMembers(query));
    }
    return new Compiled(rows, expressions.compile(query.targets()));
  }

  /** Those that change nothing: what a change gave back is kept for the whole statement. */
  private static int[] plainMembers(QueryPlan query) {
    return query.with().stream()
        .filter(table -> table.query() != null)
        .mapToInt(QueryPlan.CommonTablePlan::number)
        .toArray();
  }

  /** Notes a member of WITH of a data-modifying statement. */
  void register(QueryPlan.CommonTablePlan table) {
    commonTable(table);
  }

  /** What a modification gives back. */
  Modification.Parts parts(String tagPrefix, List<TypedExpression> returning, int slot) {
    Evaluator[] evaluators = expressions.compile(returning);
    TupleLayout layout = new TupleLayout(ExpressionCompiler.typesOf(returning));
    return new Modification.Parts(tagPrefix, evaluators, layout, slot);
  }

  Modification.RowSubquery[] rowSubqueries(List<Query.RowSubquery> subqueries) {
    Modification.RowSubquery[] compiled = new Modification.RowSubquery[subqueries.size()];
    for (int i = 0; i < compiled.length; i++) {
      Query.RowSubquery subquery = subqueries.get(i);
      QueryPlan query = plan.subqueries().get(subquery.query());
      if (query == null) {
        throw new IllegalStateException("a row subquery was not planned");
      }
      Compiled rows = compile(query);
      expressions.slot(subquery.slot(), subquery.layout());
      compiled[i] =
          new Modification.RowSubquery(
              rows.rows(), rows.targets(), subquery.slot(), subquery.layout());
    }
    return compiled;
  }

  private void commonTable(QueryPlan.CommonTablePlan table) {
    if (table.query() == null) {
      return;
    }
    Compiled first = compile(table.query());
    Compiled term = table.recursiveTerm() == null ? null : compile(table.recursiveTerm());
    commonTables.member(
        table.number(),
        new CommonTables.Member(
            first.rows(),
            first.targets(),
            table.layout(),
            term == null ? null : term.rows(),
            term == null ? null : term.targets(),
            table.union()));
  }

  Operator compile(PlanNode node) {
    Instruments measuring = instruments;
    if (measuring == null) {
      return operator(node);
    }
    Instruments.Measure measure = measuring.add(node);
    Operator made =
        switch (node) {
          case PlanNode.SequentialScan n when n.filter() != null ->
              filtered(operator(n.withoutFilter()), n.filter(), measure);
          case PlanNode.IndexScan n when n.filter() != null ->
              filtered(operator(n.withoutFilter()), n.filter(), measure);
          case PlanNode.Filter n -> filtered(compile(n.child()), n.condition(), measure);
          default -> operator(node);
        };
    return new Instruments.Measured(made, measure);
  }

  private Operator filtered(Operator rows, TypedExpression condition, Instruments.Measure measure) {
    Evaluator test = expressions.compile(condition);
    return new ProjectOperators.Filter(rows, test, () -> measure.removed++);
  }

  private Operator operator(PlanNode node) {
    return switch (node) {
      case PlanNode.OneRow n -> new ScanOperators.OneRow();
      case PlanNode.SequentialScan n -> {
        expressions.slot(n.slot(), n.table());
        checkScannable(n.table());
        if (n.table().shared()) {
          yield new SharedTableScan(
              n.slot(), n.table().name(), expressions.compileOrNull(n.filter()));
        }
        if (n.table().kind() == 'S') {
          Operator row =
              new ScanOperators.Sequence(n.slot(), n.table().fileNode(), n.table().layout());
          yield n.filter() == null
              ? row
              : new ProjectOperators.Filter(row, expressions.compile(n.filter()));
        }
        yield new ScanOperators.Sequential(
            n.slot(), n.table().fileNode(), n.table().oid(), expressions.compileOrNull(n.filter()));
      }
      case PlanNode.IndexScan n -> indexScan(n);
      case PlanNode.FunctionScan n -> functionScan(n.source());
      case PlanNode.ValuesScan n -> {
        expressions.slot(n.slot(), n.layout());
        List<Evaluator[]> rows = new ArrayList<>();
        for (List<TypedExpression> row : n.lists()) {
          rows.add(expressions.compile(row));
        }
        yield new ScanOperators.Values(n.slot(), n.layout(), rows);
      }
      case PlanNode.SubqueryScan n -> {
        Compiled query = compile(n.query());
        expressions.slot(n.slot(), n.layout());
        yield new ProjectOperators.Project(query.rows(), n.slot(), n.layout(), query.targets());
      }
      case PlanNode.CommonTableScan n -> {
        expressions.slot(n.slot(), n.layout());
        yield n.self()
            ? new ScanOperators.WorkTable(n.slot(), n.commonTable())
            : new ScanOperators.CommonTable(n.slot(), n.commonTable());
      }
      case PlanNode.Filter n -> {
        Operator child = compile(n.child());
        yield new ProjectOperators.Filter(child, expressions.compile(n.condition()));
      }
      case PlanNode.NestedLoop n -> {
        Operator left = compile(n.left());
        Operator right = compile(n.right());
        yield new JoinOperators.NestedLoop(
            n.type() == PlanNode.JoinType.LEFT,
            left,
            right,
            expressions.compileOrNull(n.condition()),
            n.rightSlots());
      }
      case PlanNode.HashJoin n -> hashJoin(n);
      case PlanNode.Project n -> {
        Operator child = compile(n.child());
        Evaluator[] values = expressions.compile(n.expressions());
        expressions.slot(n.slot(), n.layout());
        yield new ProjectOperators.Project(child, n.slot(), n.layout(), values);
      }
      case PlanNode.ProjectSet n -> projectSet(n);
      case PlanNode.Sort n -> {
        Operator child = compile(n.child());
        yield new SortOperators.Sort(child, sortKey(n.keys()), n.slots());
      }
      case PlanNode.Distinct n -> {
        Operator child = compile(n.child());
        yield new SortOperators.Distinct(child, key(n.keys()));
      }
      case PlanNode.Unique n -> {
        Operator child = compile(n.child());
        yield new SortOperators.Unique(child, key(n.keys()));
      }
      case PlanNode.Aggregate n -> aggregate(n);
      case PlanNode.WindowAggregate n -> WindowCompiler.compile(n, compile(n.child()), this);
      case PlanNode.SetOperation n -> {
        Compiled left = compile(n.left());
        Compiled right = compile(n.right());
        expressions.slot(n.slot(), n.layout());
        yield new SetOperator(
            n.slot(),
            n.operator(),
            n.all(),
            new SetOperator.Side(left.rows(), left.targets()),
            new SetOperator.Side(right.rows(), right.targets()),
            n.layout());
      }
      case PlanNode.Limit n -> {
        Operator child = compile(n.child());
        yield new SortOperators.Limit(
            child,
            expressions.compileOrNull(n.count()),
            expressions.compileOrNull(n.offset()),
            n.tieKeys() == null ? null : sortKey(n.tieKeys()));
      }
      case PlanNode.LockRows n -> {
        Operator child = compile(n.child());
        yield new LockRowsOperator(
            child, n.locks(), n.tables(), expressions.compileOrNull(n.recheck()));
      }
    };
  }

  private static void checkScannable(RelationDescriptor table) {
    switch (table.kind()) {
      case 'r', 'm', 't', 'S' -> {
        // has rows of its own
      }
      case 'p' -> throw SqlError.notSupported("reading a partitioned table");
      default ->
          throw new SqlError(
              dev.postern.backend.error.SqlState.WRONG_OBJECT_TYPE,
              "cannot open relation \"" + table.name() + "\"");
    }
  }

  private Operator indexScan(PlanNode.IndexScan n) {
    expressions.slot(n.slot(), n.table());
    IndexDescriptor index = n.index();
    PlanNode.Bound lower = n.lower();
    PlanNode.Bound upper = n.upper();
    TypedExpression any = n.equalAny();
    IndexScan.Conditions conditions =
        new IndexScan.Conditions(
            expressions.compile(n.equal()),
            expressions.compileOrNull(any),
            any == null ? null : expressions.elementType(any.type()),
            lower == null ? null : expressions.compile(lower.value()),
            lower != null && lower.inclusive(),
            upper == null ? null : expressions.compile(upper.value()),
            upper != null && upper.inclusive());
    return new IndexScan(
        n.slot(),
        n.table().fileNode(),
        index.fileNode(),
        n.table().oid(),
        indexKeys.keys(index, n.table()),
        conditions,
        n.backward(),
        expressions.compileOrNull(n.filter()));
  }

  private Operator hashJoin(PlanNode.HashJoin n) {
    Operator left = compile(n.left());
    Operator right = compile(n.right());
    SqlType[] types = n.keyTypes().toArray(new SqlType[0]);
    boolean full = n.type() == PlanNode.JoinType.FULL;
    return new JoinOperators.Hash(
        full || n.type() == PlanNode.JoinType.LEFT,
        full,
        left,
        right,
        new KeyReader(expressions.compile(n.leftKeys()), new KeyEncoder(types)),
        new KeyReader(expressions.compile(n.rightKeys()), new KeyEncoder(types)),
        expressions.compileOrNull(n.condition()),
        n.leftSlots(),
        n.rightSlots());
  }

  KeyReader key(List<TypedExpression> values) {
    return new KeyReader(
        expressions.compile(values), new KeyEncoder(ExpressionCompiler.typesOf(values)));
  }

  KeyReader sortKey(List<SortKey> keys) {
    List<TypedExpression> values = new ArrayList<>();
    boolean[] descending = new boolean[keys.size()];
    boolean[] nullsFirst = new boolean[keys.size()];
    for (int i = 0; i < descending.length; i++) {
      values.add(keys.get(i).value());
      descending[i] = keys.get(i).descending();
      nullsFirst[i] = keys.get(i).nullsFirst();
    }
    return new KeyReader(
        expressions.compile(values),
        new KeyEncoder(ExpressionCompiler.typesOf(values), descending, nullsFirst));
  }

  private Operator aggregate(PlanNode.Aggregate n) {
    Operator child = compile(n.child());
    AggregateOperator.Call[] calls = new AggregateOperator.Call[n.aggregates().size()];
    for (int i = 0; i < calls.length; i++) {
      calls[i] = aggregateCall(n.aggregates().get(i));
    }
    List<int[]> groupings = new ArrayList<>();
    for (TypedExpression.Grouping grouping : n.groupings()) {
      groupings.add(grouping.references().stream().mapToInt(Integer::intValue).toArray());
    }
    Evaluator[] keys = expressions.compile(n.keys());
    expressions.slot(n.slot(), n.layout());
    return new AggregateOperator(
        child,
        n.slot(),
        n.layout(),
        keys,
        ExpressionCompiler.typesOf(n.keys()),
        calls,
        groupings,
        n.groupingSets(),
        n.childSlots());
  }

  private AggregateOperator.Call aggregateCall(Aggregate aggregate) {
    if (aggregate.level() != 0) {
      throw SqlError.notSupported("an aggregate of an outer query");
    }
    FunctionDescriptor function = aggregate.function();
    if (isOrderedSet(function)) {
      return orderedSet(aggregate);
    }
    CallSite site = expressions.site(aggregate.arguments(), aggregate.type(), false);
    AggregateFunction code = expressions.code().aggregate(function, site);
    if (code == null) {
      throw FunctionCode.notSupported(function, expressions.types());
    }
    List<TypedExpression> arguments = aggregate.arguments();
    return new AggregateOperator.Call(
        code,
        expressions.compile(arguments),
        ExpressionCompiler.typesOf(arguments),
        indexKeys.isStrictTransition(function),
        expressions.compileOrNull(aggregate.filter()),
        orderOf(aggregate),
        aggregate.distinct() ? key(arguments) : null,
        null);
  }

  private AggregateOperator.Call orderedSet(Aggregate aggregate) {
    List<SortKey> keys = aggregate.orderBy();
    List<TypedExpression> values = new ArrayList<>();
    boolean[] descending = new boolean[keys.size()];
    boolean[] nullsFirst = new boolean[keys.size()];
    for (int i = 0; i < descending.length; i++) {
      values.add(keys.get(i).value());
      descending[i] = keys.get(i).descending();
      nullsFirst[i] = keys.get(i).nullsFirst();
    }
    SqlType[] types = ExpressionCompiler.typesOf(values);
    OrderedSet set =
        OrderedSet.of(
            aggregate.function().name(),
            expressions.compile(aggregate.directArguments()),
            ExpressionCompiler.typesOf(aggregate.directArguments()),
            types[0],
            new KeyEncoder(types, descending, nullsFirst));
    return new AggregateOperator.Call(
        null,
        expressions.compile(values),
        types,
        set.skipsNulls(),
        expressions.compileOrNull(aggregate.filter()),
        sortKey(keys),
        null,
        set);
  }

  /** DISTINCT without ORDER BY goes through the rows in the arguments' order, as PostgreSQL's. */
  private @Nullable KeyReader orderOf(Aggregate aggregate) {
    if (!aggregate.orderBy().isEmpty()) {
      return sortKey(aggregate.orderBy());
    }
    return aggregate.distinct() ? key(aggregate.arguments()) : null;
  }

  private boolean isOrderedSet(FunctionDescriptor function) {
    return indexKeys.isOrderedSet(function);
  }

  private Operator projectSet(PlanNode.ProjectSet n) {
    Operator child = compile(n.child());
    ProjectOperators.SetCall[] calls = new ProjectOperators.SetCall[n.expressions().size()];
    for (int i = 0; i < calls.length; i++) {
      FunctionCall call = (FunctionCall) n.expressions().get(i);
      SqlType[] fields = indexKeys.fields(call);
      calls[i] = setCall(call, fields == null ? 1 : fields.length, fields);
    }
    expressions.slot(n.slot(), n.layout());
    return new ProjectOperators.ProjectSet(child, n.slot(), n.layout(), calls, n.childSlots());
  }

  private ProjectOperators.SetCall setCall(
      FunctionCall call, int columns, SqlType @Nullable [] asRecord) {
    CallSite site = expressions.site(call.arguments(), call.type(), call.variadicArray());
    SetFunction code = expressions.code().set(call.function(), site);
    if (code == null) {
      throw FunctionCode.notSupported(call.function(), expressions.types());
    }
    return new ProjectOperators.SetCall(
        code, call.function().strict(), expressions.compile(call.arguments()), columns, asRecord);
  }

  private Operator functionScan(Query.FunctionScan scan) {
    ProjectOperators.FunctionSource[] sources =
        new ProjectOperators.FunctionSource[scan.functions().size()];
    for (int i = 0; i < sources.length; i++) {
      TypedExpression function = scan.functions().get(i);
      int columns = scan.columnCounts().get(i);
      if (function instanceof FunctionCall call && call.function().returnsSet()) {
        sources[i] = new FunctionSources.OfSet(setCall(call, columns, null));
      } else {
        sources[i] =
            new FunctionSources.OfValue(
                expressions.compile(function),
                columns,
                columns == 1 && !indexKeys.isComposite(function.type())
                    ? null
                    : fieldTypes(scan, i),
                indexKeys.types());
      }
    }
    expressions.slot(scan.slot(), scan.layout());
    return new ProjectOperators.FunctionScan(
        scan.slot(), scan.layout(), sources, scan.ordinality());
  }

  private static SqlType[] fieldTypes(Query.FunctionScan scan, int function) {
    int first = 0;
    for (int i = 0; i < function; i++) {
      first += scan.columnCounts().get(i);
    }
    SqlType[] types = new SqlType[scan.columnCounts().get(function)];
    TupleLayout layout = scan.layout();
    for (int i = 0; i < types.length; i++) {
      types[i] = layout.type(first + i);
    }
    return types;
  }

  private Evaluator subquery(Subquery subquery, ExpressionCompiler unused) {
    QueryPlan query = plan.subqueries().get(subquery.query());
    if (query == null) {
      throw new IllegalStateException("a subquery was not planned");
    }
    boolean cached = plan.isUncorrelated(subquery.query());
    return switch (subquery.kind()) {
      case EXISTS -> new SubqueryEvaluators.Exists(compile(query).rows(), cached);
      case SCALAR -> {
        Compiled compiled = compile(query);
        yield new SubqueryEvaluators.Scalar(compiled.rows(), compiled.targets()[0], cached);
      }
      case ARRAY -> {
        Compiled compiled = compile(query);
        yield new SubqueryEvaluators.Array(
            compiled.rows(), compiled.targets()[0], query.targets().get(0).type(), cached);
      }
      case ANY, ALL -> quantified(subquery, query, cached);
      case ROW -> {
        TupleLayout layout = new TupleLayout(ExpressionCompiler.typesOf(query.targets()));
        expressions.slot(subquery.slot(), layout);
        Compiled compiled = compile(query);
        yield new SubqueryEvaluators.Row(
            new Modification.RowSubquery(
                compiled.rows(), compiled.targets(), subquery.slot(), layout),
            subquery.slot(),
            expressions.compile(test(subquery)));
      }
    };
  }

  private static TypedExpression test(Subquery subquery) {
    TypedExpression test = subquery.test();
    if (test == null) {
      throw new IllegalStateException("a compared subquery without a comparison");
    }
    return test;
  }

  private Evaluator quantified(Subquery subquery, QueryPlan query, boolean cached) {
    TypedExpression test = test(subquery);
    TupleLayout layout = new TupleLayout(ExpressionCompiler.typesOf(query.targets()));
    expressions.slot(subquery.slot(), layout);
    Compiled compiled = compile(query);
    if (cached
        && subquery.kind() == TypedExpression.SubqueryKind.ANY
        && test instanceof Operation operation
        && operation.operator().name().equals("=")
        && operation.left() != null
        && operation.operator().left() == operation.operator().right()
        && operation.right() instanceof Column column
        && column.slot() == subquery.slot()) {
      return new SubqueryEvaluators.HashedAny(
          compiled.rows(),
          compiled.targets()[0],
          expressions.compile(operation.left()),
          column.type());
    }
    return new SubqueryEvaluators.Quantified(
        compiled.rows(),
        compiled.targets(),
        layout,
        subquery.slot(),
        expressions.compile(test),
        subquery.kind() == TypedExpression.SubqueryKind.ANY,
        cached);
  }
}
