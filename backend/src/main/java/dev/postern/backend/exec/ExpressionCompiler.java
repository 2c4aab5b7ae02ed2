package dev.postern.backend.exec;

import dev.postern.backend.analyze.Query;
import dev.postern.backend.analyze.TypedExpression;
import dev.postern.backend.analyze.TypedExpression.Aggregate;
import dev.postern.backend.analyze.TypedExpression.ApplyTypmod;
import dev.postern.backend.analyze.TypedExpression.ArrayComparison;
import dev.postern.backend.analyze.TypedExpression.ArrayConstructor;
import dev.postern.backend.analyze.TypedExpression.BooleanOperation;
import dev.postern.backend.analyze.TypedExpression.BooleanTest;
import dev.postern.backend.analyze.TypedExpression.Case;
import dev.postern.backend.analyze.TypedExpression.CaseValue;
import dev.postern.backend.analyze.TypedExpression.Coalesce;
import dev.postern.backend.analyze.TypedExpression.CoerceArray;
import dev.postern.backend.analyze.TypedExpression.CoerceToDomain;
import dev.postern.backend.analyze.TypedExpression.CoerceViaText;
import dev.postern.backend.analyze.TypedExpression.Collate;
import dev.postern.backend.analyze.TypedExpression.Column;
import dev.postern.backend.analyze.TypedExpression.Constant;
import dev.postern.backend.analyze.TypedExpression.CurrentOf;
import dev.postern.backend.analyze.TypedExpression.DistinctTest;
import dev.postern.backend.analyze.TypedExpression.FieldSelect;
import dev.postern.backend.analyze.TypedExpression.FieldStore;
import dev.postern.backend.analyze.TypedExpression.FunctionCall;
import dev.postern.backend.analyze.TypedExpression.Grouping;
import dev.postern.backend.analyze.TypedExpression.MinMax;
import dev.postern.backend.analyze.TypedExpression.NextValue;
import dev.postern.backend.analyze.TypedExpression.NullIf;
import dev.postern.backend.analyze.TypedExpression.NullTest;
import dev.postern.backend.analyze.TypedExpression.Operation;
import dev.postern.backend.analyze.TypedExpression.Parameter;
import dev.postern.backend.analyze.TypedExpression.Relabel;
import dev.postern.backend.analyze.TypedExpression.RowComparison;
import dev.postern.backend.analyze.TypedExpression.RowConstructor;
import dev.postern.backend.analyze.TypedExpression.SqlValue;
import dev.postern.backend.analyze.TypedExpression.Subquery;
import dev.postern.backend.analyze.TypedExpression.Subscript;
import dev.postern.backend.analyze.TypedExpression.SubscriptAssignment;
import dev.postern.backend.analyze.TypedExpression.WholeRow;
import dev.postern.backend.analyze.TypedExpression.WindowCall;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.function.CallSite;
import dev.postern.backend.function.FunctionCode;
import dev.postern.backend.function.FunctionDescriptor;
import dev.postern.backend.function.ScalarFunction;
import dev.postern.backend.function.TypeFacts;
import dev.postern.backend.type.DomainType;
import dev.postern.backend.type.SqlType;
import dev.postern.backend.type.TupleLayout;
import dev.postern.backend.type.TypeOids;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Typed expressions to evaluators. Knows what stands in each slot: its layout, and for tables the
 * descriptor.
 */
final class ExpressionCompiler {
  private final FunctionCode code;
  private final TypeFacts types;
  private final Map<Integer, TupleLayout> layouts = new HashMap<>();
  private final Map<Integer, RelationDescriptor> tables = new HashMap<>();
  private final SubqueryCompiler subqueries;
  private final IntFunction<DomainCheck> domains;

  /** Makes a subquery's evaluator: the plan compiler's part of the work. */
  @FunctionalInterface
  interface SubqueryCompiler {
    Evaluator compile(Subquery subquery, ExpressionCompiler expressions);
  }

  /**
   * @param domains the constraints of domains by their OID
   */
  ExpressionCompiler(
      FunctionCode code,
      TypeFacts types,
      SubqueryCompiler subqueries,
      IntFunction<DomainCheck> domains) {
    this.domains = domains;
    this.code = code;
    this.types = types;
    this.subqueries = subqueries;
  }

  TypeFacts types() {
    return types;
  }

  FunctionCode code() {
    return code;
  }

  /** Says what stands in a slot. */
  void slot(int slot, TupleLayout layout) {
    layouts.put(slot, layout);
  }

  /** Says that a table's rows stand in a slot. */
  void slot(int slot, RelationDescriptor table) {
    layouts.put(slot, table.layout());
    tables.put(slot, table);
  }

  /** Notes the slots that the sources of a query fill. */
  void sources(List<Query.Source> sources) {
    for (Query.Source source : sources) {
      switch (source) {
        case Query.TableScan scan -> slot(scan.slot(), scan.table());
        case Query.SubqueryScan scan -> slot(scan.slot(), scan.layout());
        case Query.CommonTableScan scan -> slot(scan.slot(), scan.layout());
        case Query.FunctionScan scan -> slot(scan.slot(), scan.layout());
        case Query.ValuesScan scan -> slot(scan.slot(), scan.layout());
        case Query.Join join -> sources(List.of(join.left(), join.right()));
      }
    }
  }

  TupleLayout layout(int slot) {
    TupleLayout layout = layouts.get(slot);
    if (layout == null) {
      throw new IllegalStateException("nothing is known of slot " + slot);
    }
    return layout;
  }

  Evaluator[] compile(List<TypedExpression> expressions) {
    Evaluator[] evaluators = new Evaluator[expressions.size()];
    for (int i = 0; i < evaluators.length; i++) {
      evaluators[i] = compile(expressions.get(i));
    }
    return evaluators;
  }

  @Nullable Evaluator compileOrNull(@Nullable TypedExpression expression) {
    return expression == null ? null : compile(expression);
  }

  Evaluator compile(TypedExpression expression) {
    return switch (expression) {
      case Constant n -> new ValueEvaluators.Constant(n.isNull(), n.bits(), n.bytes());
      case Parameter n -> {
        Evaluator value = new ValueEvaluators.Parameter(n.number() - 1);
        // What a client sends for a domain has only been read as the type under it.
        yield n.type() instanceof DomainType domain
            ? new DomainCheck.Checked(value, domains.apply(domain.oid()))
            : value;
      }
      case Column n -> column(n);
      case WholeRow n -> wholeRow(n);
      case CaseValue n -> new ValueEvaluators.CaseValue(n.number());
      case FunctionCall n -> call(n.function(), n.arguments(), n.type(), n.variadicArray());
      case Operation n -> {
        List<TypedExpression> arguments = new ArrayList<>();
        if (n.left() != null) {
          arguments.add(n.left());
        }
        arguments.add(n.right());
        yield call(n.function(), arguments, n.type(), false);
      }
      case Relabel n -> compile(n.argument());
      case Collate n -> compile(n.argument());
      case CoerceViaText n ->
          new CoercionEvaluators.ViaText(
              compile(n.argument()), n.argument().type(), n.type(), n.typmod());
      case CoerceArray n ->
          new ArrayEvaluators.Coercion(
              compile(n.argument()),
              n.elementNumber(),
              elementType(n.argument().type()),
              compile(n.element()),
              elementType(n.type()));
      case ApplyTypmod n ->
          new CoercionEvaluators.Typmod(compile(n.argument()), n.type(), n.typmod(), n.explicit());
      case CoerceToDomain n ->
          new DomainCheck.Checked(compile(n.argument()), domains.apply(n.type().oid()));
      case BooleanOperation n ->
          switch (n.kind()) {
            case AND -> new LogicEvaluators.And(compile(n.arguments()));
            case OR -> new LogicEvaluators.Or(compile(n.arguments()));
            case NOT -> new LogicEvaluators.Not(compile(n.arguments().get(0)));
          };
      case NullTest n ->
          n.row()
              ? new RowEvaluators.NullTest(compile(n.argument()), n.negated())
              : new LogicEvaluators.NullTest(compile(n.argument()), n.negated());
      case BooleanTest n ->
          new LogicEvaluators.BooleanTest(compile(n.argument()), n.kind(), n.negated());
      case DistinctTest n ->
          new LogicEvaluators.DistinctTest(
              scalar(n.function(), n.left(), n.right()),
              compile(n.left()),
              compile(n.right()),
              n.negated());
      case NullIf n ->
          new LogicEvaluators.NullIf(
              scalar(n.function(), n.left(), n.right()), compile(n.left()), compile(n.right()));
      case ArrayComparison n -> arrayComparison(n);
      case Case n -> caseExpression(n);
      case Coalesce n -> new LogicEvaluators.Coalesce(compile(n.arguments()));
      case MinMax n -> new LogicEvaluators.MinMax(n.greatest(), compile(n.arguments()), n.type());
      case ArrayConstructor n ->
          n.nested()
              ? new ArrayEvaluators.Nested(compile(n.elements()), n.elementType())
              : new ArrayEvaluators.Constructor(compile(n.elements()), n.elementType());
      case RowConstructor n ->
          new RowEvaluators.Constructor(compile(n.elements()), typesOf(n.elements()));
      case RowComparison n -> rowComparison(n);
      case Subscript n -> subscript(n);
      case FieldSelect n ->
          new RowEvaluators.FieldSelect(compile(n.argument()), n.field(), n.type());
      case Subquery n -> subqueries.compile(n, this);
      case SqlValue n -> new SessionEvaluators.SqlValue(n.kind(), n.typmod(), n.type());
      case NextValue n -> new SessionEvaluators.NextValue(n.sequenceOid());
      case Grouping n -> throw new IllegalStateException("GROUPING outside of an aggregate");
      case Aggregate n -> throw SqlError.notSupported("an aggregate of an outer query");
      case WindowCall n -> throw new IllegalStateException("a window function out of place");
      case SubscriptAssignment n -> subscriptAssignment(n);
      case FieldStore n -> throw SqlError.notSupported("assignment to a field of a row");
      case CurrentOf n -> throw SqlError.notSupported("WHERE CURRENT OF");
    };
  }

  private Evaluator column(Column column) {
    RelationDescriptor table = tables.get(column.slot());
    if (column.column() < 0) {
      return new ValueEvaluators.SystemColumn(
          column.slot(), column.column(), table == null ? 0 : table.oid());
    }
    byte[] missing = table == null ? null : table.attributes().get(column.column()).missingValue();
    return new ValueEvaluators.Column(
        column.slot(), column.column(), layout(column.slot()), missing);
  }

  private Evaluator wholeRow(WholeRow row) {
    TupleLayout layout = layout(row.slot());
    RelationDescriptor table = tables.get(row.slot());
    List<Integer> columns = new ArrayList<>();
    for (int i = 0; i < layout.columns(); i++) {
      if (table == null || !table.attributes().get(i).dropped()) {
        columns.add(i);
      }
    }
    int[] numbers = new int[columns.size()];
    Evaluator[] fields = new Evaluator[numbers.length];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = columns.get(i);
      fields[i] = column(new Column(row.slot(), numbers[i], layout.type(numbers[i]), -1));
    }
    return new ValueEvaluators.WholeRow(row.slot(), layout, numbers, fields);
  }

  private Evaluator call(
      FunctionDescriptor function,
      List<TypedExpression> arguments,
      SqlType result,
      boolean variadicArray) {
    ScalarFunction scalar = scalar(function, arguments, result, variadicArray);
    Evaluator[] evaluators = compile(arguments);
    if (!function.strict()) {
      return new CallEvaluators.NonStrict(scalar, evaluators);
    }
    if (evaluators.length == 2) {
      return new CallEvaluators.StrictTwo(scalar, evaluators[0], evaluators[1]);
    }
    return new CallEvaluators.Strict(scalar, evaluators);
  }

  private ScalarFunction scalar(
      FunctionDescriptor function, TypedExpression left, TypedExpression right) {
    SqlType result = types.valueType(function.returnType());
    return scalar(function, List.of(left, right), result, false);
  }

  private ScalarFunction scalar(
      FunctionDescriptor function,
      List<TypedExpression> arguments,
      SqlType result,
      boolean variadicArray) {
    if (function.returnsSet()) {
      throw SqlError.notSupported("a set-returning function in this place");
    }
    CallSite site = site(arguments, result, variadicArray);
    ScalarFunction scalar = code.scalar(function, site);
    if (scalar == null) {
      throw FunctionCode.notSupported(function, types);
    }
    return scalar;
  }

  CallSite site(List<TypedExpression> arguments, SqlType result, boolean variadicArray) {
    int[] oids = new int[arguments.size()];
    for (int i = 0; i < oids.length; i++) {
      oids[i] = arguments.get(i).type().oid();
    }
    return new CallSite(
        types, oids, result.oid(), variadicArray, collation(arguments), fieldNames(arguments));
  }

  private static List<@Nullable List<String>> fieldNames(List<TypedExpression> arguments) {
    List<@Nullable List<String>> names = null;
    for (int i = 0; i < arguments.size(); i++) {
      TypedExpression argument = arguments.get(i);
      if (argument.type().oid() == TypeOids.RECORD) {
        if (names == null) {
          names = new ArrayList<>(Collections.nCopies(arguments.size(), null));
        }
        names.set(
            i,
            switch (argument) {
              case WholeRow row -> row.columnNames();
              case RowConstructor row -> numbered(row.elements().size());
              default -> null;
            });
      }
    }
    return names == null ? List.of() : names;
  }

  private static List<String> numbered(int fields) {
    List<String> names = new ArrayList<>(fields);
    for (int i = 1; i <= fields; i++) {
      names.add("f" + i);
    }
    return names;
  }

  private static int collation(List<TypedExpression> arguments) {
    for (TypedExpression argument : arguments) {
      if (argument instanceof Collate collate) {
        return collate.collationOid();
      }
    }
    return 0;
  }

  private Evaluator arrayComparison(ArrayComparison n) {
    SqlType element = elementType(n.array().type());
    CallSite site =
        new CallSite(
            types,
            new int[] {n.left().type().oid(), element.oid()},
            n.type().oid(),
            false,
            collation(List.of(n.left(), n.array())));
    ScalarFunction scalar = code.scalar(n.function(), site);
    if (scalar == null) {
      throw FunctionCode.notSupported(n.function(), types);
    }
    return new ArrayEvaluators.Comparison(
        scalar, n.function().strict(), n.any(), compile(n.left()), compile(n.array()), element);
  }

  /** The element type of an array type. */
  SqlType elementType(SqlType array) {
    int element = types.arrayElement(types.baseType(array.oid()));
    if (element == 0) {
      dev.postern.backend.function.TypeDescriptor descriptor = types.type(array.oid());
      element = descriptor == null ? 0 : descriptor.element();
    }
    return types.valueType(element);
  }

  private Evaluator caseExpression(Case n) {
    Evaluator[] conditions = new Evaluator[n.whens().size()];
    Evaluator[] results = new Evaluator[conditions.length];
    for (int i = 0; i < conditions.length; i++) {
      conditions[i] = compile(n.whens().get(i).condition());
      results[i] = compile(n.whens().get(i).result());
    }
    return new LogicEvaluators.Case(
        compileOrNull(n.argument()),
        n.caseValue(),
        conditions,
        results,
        compileOrNull(n.otherwise()));
  }

  private Evaluator rowComparison(RowComparison n) {
    int count = n.left().size();
    ScalarFunction[] equalities = new ScalarFunction[count];
    ScalarFunction[] comparisons = new ScalarFunction[count];
    for (int i = 0; i < count; i++) {
      TypedExpression left = n.left().get(i);
      TypedExpression right = n.right().get(i);
      equalities[i] = scalar(n.equalities().get(i), left, right);
      comparisons[i] =
          n.comparisons().isEmpty() ? equalities[i] : scalar(n.comparisons().get(i), left, right);
    }
    return new RowEvaluators.Comparison(
        n.operator(), equalities, comparisons, compile(n.left()), compile(n.right()));
  }

  private Evaluator subscript(Subscript n) {
    int count = n.upper().size();
    if (!n.slice()) {
      Evaluator[] subscripts = new Evaluator[count];
      for (int i = 0; i < count; i++) {
        TypedExpression upper = n.upper().get(i);
        if (upper == null) {
          throw new IllegalStateException("a subscript without a value");
        }
        subscripts[i] = compile(upper);
      }
      return new ArrayEvaluators.Element(compile(n.argument()), subscripts, n.type());
    }
    @Nullable Evaluator[] lower = new @Nullable Evaluator[count];
    @Nullable Evaluator[] upper = new @Nullable Evaluator[count];
    for (int i = 0; i < count; i++) {
      lower[i] = compileOrNull(n.lower().get(i));
      upper[i] = compileOrNull(n.upper().get(i));
    }
    return new ArrayEvaluators.Slice(compile(n.argument()), lower, upper);
  }

  private Evaluator subscriptAssignment(SubscriptAssignment n) {
    int count = n.upper().size();
    @Nullable Evaluator[] lower = new @Nullable Evaluator[count];
    @Nullable Evaluator[] upper = new @Nullable Evaluator[count];
    for (int i = 0; i < count; i++) {
      lower[i] = n.lower().isEmpty() ? null : compileOrNull(n.lower().get(i));
      upper[i] = compileOrNull(n.upper().get(i));
    }
    int element = types.arrayElement(types.baseType(n.type().oid()));
    if (element == 0) {
      throw SqlError.notSupported("assignment to a part of type " + n.type().name());
    }
    return new ArrayAssignment(
        compile(n.argument()),
        lower,
        upper,
        n.slice(),
        compile(n.value()),
        types.valueType(element));
  }

  static SqlType[] typesOf(List<TypedExpression> expressions) {
    SqlType[] types = new SqlType[expressions.size()];
    for (int i = 0; i < types.length; i++) {
      types[i] = expressions.get(i).type();
    }
    return types;
  }
}
