package dev.postern.backend.exec;

import dev.postern.backend.analyze.AnalyzedStatement;
import dev.postern.backend.analyze.Query;
import dev.postern.backend.analyze.TypedExpression;
import dev.postern.backend.analyze.TypedExpression.ApplyTypmod;
import dev.postern.backend.analyze.TypedExpression.ArrayComparison;
import dev.postern.backend.analyze.TypedExpression.ArrayConstructor;
import dev.postern.backend.analyze.TypedExpression.BooleanOperation;
import dev.postern.backend.analyze.TypedExpression.BooleanTest;
import dev.postern.backend.analyze.TypedExpression.Case;
import dev.postern.backend.analyze.TypedExpression.CaseValue;
import dev.postern.backend.analyze.TypedExpression.Coalesce;
import dev.postern.backend.analyze.TypedExpression.CoerceViaText;
import dev.postern.backend.analyze.TypedExpression.Constant;
import dev.postern.backend.analyze.TypedExpression.DistinctTest;
import dev.postern.backend.analyze.TypedExpression.FunctionCall;
import dev.postern.backend.analyze.TypedExpression.MinMax;
import dev.postern.backend.analyze.TypedExpression.NullIf;
import dev.postern.backend.analyze.TypedExpression.NullTest;
import dev.postern.backend.analyze.TypedExpression.Operation;
import dev.postern.backend.analyze.TypedExpression.Relabel;
import dev.postern.backend.analyze.TypedExpression.Subquery;
import dev.postern.backend.analyze.TypedExpression.When;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.function.FunctionCode;
import dev.postern.backend.function.FunctionDescriptor;
import dev.postern.backend.function.TypeFacts;
import dev.postern.backend.plan.ExpressionTrees;
import dev.postern.backend.plan.QueryExpressions;
import dev.postern.backend.plan.QueryRewrite;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.SqlType;
import dev.postern.backend.type.TypeOids;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Computes what is constant in a statement before it is planned, as PostgreSQL's
 * eval_const_expressions does: immutable functions of constants, branches that cannot be taken, AND
 * and OR that are decided. Errors of what is computed are the statement's, also where a branch
 * would never have been reached at run time. One use each; one thread.
 */
public final class ConstantFolder {
  private static final int RECORD = 2249;

  /** Types whose text forms depend on no setting and no catalog. */
  private static final Set<Integer> IMMUTABLE_TEXT =
      Set.of(
          TypeOids.BOOL,
          TypeOids.INT2,
          TypeOids.INT4,
          TypeOids.INT8,
          TypeOids.FLOAT4,
          TypeOids.FLOAT8,
          TypeOids.NUMERIC,
          TypeOids.TEXT,
          TypeOids.VARCHAR,
          TypeOids.BPCHAR,
          TypeOids.JSON,
          TypeOids.JSONB);

  private final ExecutionContext context;
  private final FunctionCode code;
  private final TypeFacts types;
  private final int caseValues;

  /** Arguments of CASE that are known, by the number their conditions refer to them with. */
  private final Map<Integer, Constant> known = new HashMap<>();

  private ConstantFolder(
      ExecutionContext context, FunctionCode code, TypeFacts types, int caseValues) {
    this.context = context;
    this.code = code;
    this.types = types;
    this.caseValues = caseValues;
  }

  /** The statement with its constants computed; the very same where there is nothing to do. */
  public static AnalyzedStatement fold(
      AnalyzedStatement statement, ExecutionContext context, FunctionCode code, TypeFacts types) {
    if (!hasConstants(statement.query())) {
      return statement;
    }
    ConstantFolder folder = new ConstantFolder(context, code, types, statement.caseValues() + 1);
    return new AnalyzedStatement(
        QueryRewrite.rewrite(statement.query(), folder::fold),
        statement.parameterTypes(),
        statement.slots(),
        statement.caseValues(),
        statement.rangeTable(),
        statement.catalogVersion());
  }

  /** Whether anything may be computed: most statements have nothing. */
  private static boolean hasConstants(Query query) {
    boolean[] found = new boolean[1];
    QueryExpressions.visit(
        query,
        expression ->
            ExpressionTrees.visit(
                expression,
                part ->
                    found[0] |=
                        isPromising(part)
                            || part instanceof Subquery subquery
                                && hasConstants(subquery.query())));
    return found[0];
  }

  private static boolean isPromising(TypedExpression node) {
    return switch (node) {
      case FunctionCall call -> hasConstant(call.arguments());
      case Operation operation ->
          isConstant(operation.right())
                  && (operation.left() == null
                      || isConstant(operation.left())
                      || isNull(operation.right()))
              || operation.left() != null && isNull(operation.left());
      case Relabel relabel -> isConstant(relabel.argument());
      case CoerceViaText cast -> isConstant(cast.argument());
      case ApplyTypmod cast -> isConstant(cast.argument());
      case BooleanOperation operation -> hasConstant(operation.arguments());
      case Case value -> true;
      case Coalesce coalesce -> true;
      case MinMax minMax -> hasConstant(minMax.arguments());
      case NullTest test -> isConstant(test.argument());
      case BooleanTest test -> isConstant(test.argument());
      case DistinctTest test -> isConstant(test.left()) || isConstant(test.right());
      case NullIf nullIf -> isConstant(nullIf.left());
      case ArrayConstructor array -> hasConstant(array.elements());
      default -> false;
    };
  }

  private static boolean isConstant(TypedExpression node) {
    return node instanceof Constant;
  }

  private static boolean isNull(TypedExpression node) {
    return node instanceof Constant constant && constant.isNull();
  }

  private static boolean hasConstant(List<TypedExpression> nodes) {
    for (TypedExpression node : nodes) {
      if (isConstant(node)) {
        return true;
      }
    }
    return false;
  }

  private static boolean areConstant(List<TypedExpression> nodes) {
    for (TypedExpression node : nodes) {
      if (!isConstant(node)) {
        return false;
      }
    }
    return true;
  }

  // --- the walk, from the leaves up

  private TypedExpression fold(TypedExpression node) {
    return switch (node) {
      case BooleanOperation n when n.kind() != BooleanOperation.Kind.NOT -> connective(n);
      case Case n -> caseExpression(n);
      case Coalesce n -> coalesce(n);
      case CaseValue n -> {
        Constant value = known.get(n.number());
        yield value == null ? n : value;
      }
      case Subquery n -> {
        TypedExpression test = n.test();
        yield new Subquery(
            n.kind(),
            QueryRewrite.rewrite(n.query(), this::fold),
            n.slot(),
            test == null ? null : fold(test),
            n.type());
      }
      default -> computed(parts(node));
    };
  }

  /** The node with its parts folded. */
  private TypedExpression parts(TypedExpression node) {
    return ExpressionTrees.rewrite(node, part -> part == node ? null : fold(part));
  }

  private TypedExpression computed(TypedExpression node) {
    return switch (node) {
      case FunctionCall n ->
          n.function().returnsSet() || n.type().oid() == RECORD
              ? n
              : call(n, n.function(), n.arguments());
      case Operation n ->
          call(
              n,
              n.function(),
              n.left() == null ? List.of(n.right()) : List.of(n.left(), n.right()));
      case Relabel n when n.argument() instanceof Constant constant ->
          new Constant(n.type(), n.typmod(), constant.isNull(), constant.bits(), constant.bytes());
      case CoerceViaText n
          when isConstant(n.argument())
              && IMMUTABLE_TEXT.contains(n.type().oid())
              && IMMUTABLE_TEXT.contains(n.argument().type().oid()) ->
          value(n);
      case ApplyTypmod n when isConstant(n.argument()) -> value(n);
      case BooleanOperation n when areConstant(n.arguments()) -> value(n);
      case MinMax n when areConstant(n.arguments()) -> value(n);
      case NullTest n when isConstant(n.argument()) && !n.row() -> value(n);
      case BooleanTest n when isConstant(n.argument()) -> value(n);
      case DistinctTest n
          when isConstant(n.left()) && isConstant(n.right()) && isImmutable(n.function()) ->
          value(n);
      case NullIf n
          when isConstant(n.left()) && isConstant(n.right()) && isImmutable(n.function()) ->
          value(n);
      case ArrayConstructor n when areConstant(n.elements()) -> value(n);
      case ArrayComparison n
          when isConstant(n.left()) && isConstant(n.array()) && isImmutable(n.function()) ->
          value(n);
      default -> node;
    };
  }

  private static boolean isImmutable(FunctionDescriptor function) {
    return function.volatility() == 'i';
  }

  private TypedExpression call(
      TypedExpression node, FunctionDescriptor function, List<TypedExpression> arguments) {
    if (function.strict()) {
      for (TypedExpression argument : arguments) {
        if (isNull(argument)) {
          return nullOf(node.type(), node.typmod());
        }
      }
    }
    return isImmutable(function) && areConstant(arguments) ? value(node) : node;
  }

  private static Constant nullOf(SqlType type, int typmod) {
    return new Constant(type, typmod, true, 0, null);
  }

  /** Computes a node whose parts are constants. */
  private Constant value(TypedExpression node) {
    ExpressionCompiler compiler =
        new ExpressionCompiler(
            code,
            types,
            (subquery, unused) -> {
              throw SqlError.notSupported("a subquery in a constant");
            },
            domain -> {
              throw SqlError.notSupported("a domain in a constant");
            });
    Frame frame = new Frame(context, 0, caseValues, new CommonTables());
    Datum result = new Datum();
    compiler.compile(node).evaluate(frame, result);
    SqlType type = node.type();
    if (result.isNull) {
      return nullOf(type, node.typmod());
    }
    return type.byValue()
        ? new Constant(type, node.typmod(), false, result.bits, null)
        : new Constant(type, node.typmod(), false, 0, result.copyBytes());
  }

  // --- what need not be computed as a whole

  /** AND and OR: decided by one constant, or without those that decide nothing. */
  private TypedExpression connective(BooleanOperation operation) {
    boolean deciding = operation.kind() == BooleanOperation.Kind.OR;
    List<TypedExpression> open = new ArrayList<>();
    Constant unknown = null;
    for (TypedExpression argument : operation.arguments()) {
      TypedExpression folded = fold(argument);
      if (!(folded instanceof Constant constant)) {
        open.add(folded);
      } else if (constant.isNull()) {
        unknown = constant;
      } else if (constant.bits() != 0 == deciding) {
        return constant;
      }
    }
    if (unknown != null) {
      open.add(unknown);
    }
    if (open.isEmpty()) {
      return new Constant(operation.type(), -1, false, deciding ? 0 : 1, null);
    }
    return open.size() == 1
        ? open.getFirst()
        : new BooleanOperation(operation.kind(), open, operation.type());
  }

  private TypedExpression caseExpression(Case node) {
    TypedExpression argument = node.argument() == null ? null : fold(node.argument());
    Constant outer = null;
    boolean isKnown = argument instanceof Constant;
    if (argument instanceof Constant constant) {
      outer = known.put(node.caseValue(), constant);
    }
    List<When> whens = new ArrayList<>();
    TypedExpression otherwise = null;
    boolean decided = false;
    for (When when : node.whens()) {
      TypedExpression condition = fold(when.condition());
      if (condition instanceof Constant constant) {
        if (constant.isNull() || constant.bits() == 0) {
          continue;
        }
        otherwise = inResult(node, isKnown, outer, when.result());
        decided = true;
        break;
      }
      whens.add(new When(condition, inResult(node, isKnown, outer, when.result())));
    }
    if (isKnown) {
      restore(node.caseValue(), outer);
    }
    TypedExpression last = node.otherwise();
    if (!decided) {
      otherwise = last == null ? null : fold(last);
    }
    if (whens.isEmpty()) {
      return otherwise == null ? nullOf(node.type(), node.typmod()) : otherwise;
    }
    return new Case(
        isKnown ? null : argument,
        isKnown ? 0 : node.caseValue(),
        whens,
        otherwise,
        node.type(),
        node.typmod());
  }

  /** Results are outside of what CASE's argument is known in. */
  private TypedExpression inResult(
      Case node, boolean isKnown, @Nullable Constant outer, TypedExpression result) {
    if (!isKnown) {
      return fold(result);
    }
    Constant own = known.get(node.caseValue());
    restore(node.caseValue(), outer);
    TypedExpression folded = fold(result);
    restore(node.caseValue(), own);
    return folded;
  }

  private void restore(int number, @Nullable Constant value) {
    if (value == null) {
      known.remove(number);
    } else {
      known.put(number, value);
    }
  }

  /** COALESCE: nothing after the first constant that is not null. */
  private TypedExpression coalesce(Coalesce node) {
    List<TypedExpression> open = new ArrayList<>();
    for (TypedExpression argument : node.arguments()) {
      TypedExpression folded = fold(argument);
      if (isNull(folded)) {
        continue;
      }
      open.add(folded);
      if (isConstant(folded)) {
        break;
      }
    }
    if (open.isEmpty()) {
      return nullOf(node.type(), -1);
    }
    return open.size() == 1 ? open.getFirst() : new Coalesce(open, node.type());
  }
}
