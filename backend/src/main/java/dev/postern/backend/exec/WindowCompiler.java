package dev.postern.backend.exec;

import dev.postern.backend.analyze.Query;
import dev.postern.backend.analyze.TypedExpression;
import dev.postern.backend.analyze.TypedExpression.SortKey;
import dev.postern.backend.analyze.TypedExpression.WindowCall;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.function.AggregateFunction;
import dev.postern.backend.function.CallSite;
import dev.postern.backend.function.FunctionCode;
import dev.postern.backend.function.FunctionDescriptor;
import dev.postern.backend.function.FunctionSource;
import dev.postern.backend.function.ScalarFunction;
import dev.postern.backend.function.WindowFunction;
import dev.postern.backend.plan.PlanNode;
import dev.postern.backend.sql.QueryClause.FrameBoundKind;
import dev.postern.backend.sql.QueryClause.FrameUnits;
import dev.postern.backend.type.TypeOids;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes window operators. */
final class WindowCompiler {
  private WindowCompiler() {}

  static Operator compile(PlanNode.WindowAggregate node, Operator child, PlanCompiler compiler) {
    ExpressionCompiler expressions = compiler.expressions;
    WindowOperator.Call[] calls = new WindowOperator.Call[node.calls().size()];
    for (int i = 0; i < calls.length; i++) {
      calls[i] = call(node.calls().get(i), compiler);
    }
    KeyReader partition = compiler.key(node.window().partitionBy());
    List<SortKey> orderBy = new ArrayList<>(node.window().orderBy());
    KeyReader order = compiler.sortKey(orderBy);
    Evaluator start = expressions.compileOrNull(node.window().startOffset());
    Evaluator end = expressions.compileOrNull(node.window().endOffset());
    expressions.slot(node.slot(), node.layout());
    return new WindowOperator(
        child,
        node.slot(),
        node.layout(),
        node.slots(),
        partition,
        order,
        node.window(),
        start,
        end,
        rangeFrame(node.window(), start, end, compiler),
        calls);
  }

  private static @Nullable RangeFrame rangeFrame(
      Query.Window window,
      @Nullable Evaluator start,
      @Nullable Evaluator end,
      PlanCompiler compiler) {
    if (window.units() != FrameUnits.RANGE || start == null && end == null) {
      return null;
    }
    SortKey key = window.orderBy().getFirst();
    return new RangeFrame(
        compiler.expressions.compile(key.value()),
        key.descending(),
        key.nullsFirst(),
        bound(key, window.startOffset(), start, window.startKind(), compiler),
        bound(key, window.endOffset(), end, window.endKind(), compiler));
  }

  private static RangeFrame.@Nullable Bound bound(
      SortKey key,
      @Nullable TypedExpression offset,
      @Nullable Evaluator compiled,
      FrameBoundKind kind,
      PlanCompiler compiler) {
    if (offset == null || compiled == null) {
      return null;
    }
    FunctionSource catalog = compiler.indexKeys().functions();
    int type = catalog.baseType(key.value().type().oid());
    int distance = catalog.baseType(offset.type().oid());
    for (FunctionDescriptor function : catalog.functions("pg_catalog", "in_range")) {
      int[] types = function.argumentTypes();
      // int8 has the one function for all integers, which are kept alike.
      boolean fits =
          types[2] == distance
              || types[2] == TypeOids.INT8
                  && (distance == TypeOids.INT2 || distance == TypeOids.INT4);
      if (types[0] == type && fits) {
        CallSite site = new CallSite(catalog, types, function.returnType(), false, 0);
        ScalarFunction code = compiler.expressions.code().scalar(function, site);
        if (code == null) {
          throw FunctionCode.notSupported(function, catalog);
        }
        return new RangeFrame.Bound(compiled, code, kind == FrameBoundKind.OFFSET_PRECEDING);
      }
    }
    throw SqlError.notSupported(
        "RANGE with an offset of type "
            + catalog.displayName(distance)
            + " for "
            + catalog.displayName(type));
  }

  private static WindowOperator.Call call(WindowCall call, PlanCompiler compiler) {
    ExpressionCompiler expressions = compiler.expressions;
    CallSite site = expressions.site(call.arguments(), call.type(), false);
    Evaluator[] arguments = expressions.compile(call.arguments());
    Evaluator filter = expressions.compileOrNull(call.filter());
    WindowFunction window = null;
    AggregateFunction aggregate = null;
    boolean strict = false;
    if (call.function().isWindow()) {
      window = expressions.code().window(call.function(), site);
    } else {
      aggregate = expressions.code().aggregate(call.function(), site);
      strict = compiler.indexKeys().isStrictTransition(call.function());
    }
    if (window == null && aggregate == null) {
      throw FunctionCode.notSupported(call.function(), expressions.types());
    }
    return new WindowOperator.Call(window, aggregate, strict, arguments, filter);
  }
}
