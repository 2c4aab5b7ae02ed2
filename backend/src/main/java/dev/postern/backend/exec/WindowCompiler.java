package dev.postern.backend.exec;

import dev.postern.backend.analyze.TypedExpression.SortKey;
import dev.postern.backend.analyze.TypedExpression.WindowCall;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.function.AggregateFunction;
import dev.postern.backend.function.CallSite;
import dev.postern.backend.function.FunctionCode;
import dev.postern.backend.function.WindowFunction;
import dev.postern.backend.plan.PlanNode;
import dev.postern.backend.sql.QueryClause.FrameUnits;
import java.util.ArrayList;
import java.util.List;

/** Makes window operators. */
final class WindowCompiler {
  private WindowCompiler() {}

  static Operator compile(PlanNode.WindowAggregate node, Operator child, PlanCompiler compiler) {
    ExpressionCompiler expressions = compiler.expressions;
    boolean offsets = node.window().startOffset() != null || node.window().endOffset() != null;
    if (offsets && node.window().units() == FrameUnits.RANGE) {
      throw SqlError.notSupported("RANGE with an offset in a window frame");
    }
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
        calls);
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
