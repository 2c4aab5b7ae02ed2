package dev.postern.backend.analyze;

import dev.postern.backend.analyze.TypedExpression.ArrayConstructor;
import dev.postern.backend.analyze.TypedExpression.CallForm;
import dev.postern.backend.analyze.TypedExpression.Column;
import dev.postern.backend.analyze.TypedExpression.FunctionCall;
import dev.postern.backend.analyze.TypedExpression.RowConstructor;
import dev.postern.backend.analyze.TypedExpression.WholeRow;
import dev.postern.backend.catalog.DatabasePart;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.function.CoercionContext;
import dev.postern.backend.function.FunctionDescriptor;
import dev.postern.backend.function.FunctionResolution;
import dev.postern.backend.function.FunctionResolution.FunctionLikeCast;
import dev.postern.backend.function.FunctionResolution.ResolvedFunction;
import dev.postern.backend.function.Signatures;
import dev.postern.backend.sql.Expression;
import dev.postern.backend.sql.QueryClause.SortItem;
import dev.postern.backend.type.SqlType;
import dev.postern.backend.type.TypeOids;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Calls of functions (PostgreSQL's ParseFuncOrColumn). */
final class CallExpressions {
  private final Analysis analysis;
  final AggregateCalls aggregates;

  CallExpressions(Analysis analysis) {
    this.analysis = analysis;
    this.aggregates = new AggregateCalls(analysis);
  }

  /** A call's arguments after analysis, in the order of the call. */
  record Arguments(List<TypedExpression> values, List<Integer> positions, List<String> names) {
    int[] types() {
      int[] types = new int[values.size()];
      for (int i = 0; i < types.length; i++) {
        types[i] = values.get(i).type().oid();
      }
      return types;
    }
  }

  TypedExpression call(Scope scope, Expression.FunctionCall call) {
    @Nullable FunctionCall lastSet = scope.lastSet;
    Arguments arguments = arguments(scope, call);
    TypedExpression filter =
        call.filter() == null
            ? null
            : analysis.expressions.condition(scope, call.filter(), ExpressionKind.FILTER, "FILTER");
    FunctionResolution.@Nullable Resolution resolution = find(call, arguments);
    if (resolution == null) {
      TypedExpression field = projection(call, arguments);
      if (field != null) {
        return field;
      }
      throw notFound(call, arguments);
    }
    if (resolution instanceof FunctionLikeCast(int target)) {
      return likeCast(arguments, target, call.position());
    }
    ResolvedFunction resolved = (ResolvedFunction) resolution;
    FunctionDescriptor function = resolved.function();
    if (function.kind() == 'p') {
      throw analysis
          .error(
              SqlState.WRONG_OBJECT_TYPE,
              signature(call, arguments) + " is a procedure",
              call.position())
          .hint("To call a procedure, use CALL.");
    }
    if (function.isAggregate()) {
      return aggregates.aggregate(scope, call, resolved, arguments, filter, lastSet);
    }
    if (function.isWindow()) {
      return aggregates.windowFunction(scope, call, resolved, arguments, filter, lastSet);
    }
    refuseAggregateSyntax(call);
    return plain(scope, resolved, arguments, call, lastSet);
  }

  private Arguments arguments(Scope scope, Expression.FunctionCall call) {
    Arguments arguments = new Arguments(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    for (Expression argument : call.arguments()) {
      if (argument instanceof Expression.NamedArgument named) {
        if (arguments.names.contains(named.name())) {
          throw analysis.error(
              SqlState.SYNTAX_ERROR,
              "argument name \"" + named.name() + "\" used more than once",
              named.position());
        }
        arguments.names.add(named.name());
      } else if (!arguments.names.isEmpty()) {
        throw analysis.error(
            SqlState.SYNTAX_ERROR,
            "positional argument cannot follow named argument",
            Positions.of(argument));
      }
      arguments.values.add(analysis.expressions.expression(scope, argument));
      arguments.positions.add(Positions.of(argument));
    }
    if (call.withinGroup()) {
      for (SortItem item : call.orderBy()) {
        arguments.values.add(
            analysis.expressions.analyze(scope, item.value(), ExpressionKind.ORDER_BY));
        arguments.positions.add(Positions.of(item.value()));
      }
    }
    return arguments;
  }

  private FunctionResolution.@Nullable Resolution find(
      Expression.FunctionCall call, Arguments arguments) {
    analysis.refuse(
        DatabasePart.refusalOfObject(analysis.catalog, call.name().parts()), call.position());
    String schema = call.name().schema();
    if (schema != null && analysis.catalog.schema(schema) == 0) {
      throw analysis.error(
          SqlState.INVALID_SCHEMA_NAME,
          "schema \"" + schema + "\" does not exist",
          call.position());
    }
    try {
      return FunctionResolution.find(
          analysis.catalog,
          new FunctionResolution.Call(
              schema,
              call.name().name(),
              arguments.types(),
              arguments.names.toArray(new String[0]),
              call.variadic()));
    } catch (SqlError e) {
      throw analysis.at(e, call.position());
    }
  }

  private String signature(Expression.FunctionCall call, Arguments arguments) {
    return Signatures.text(
        analysis.catalog,
        String.join(".", call.name().parts()),
        arguments.types(),
        arguments.names.toArray(new String[0]));
  }

  private SqlError notFound(Expression.FunctionCall call, Arguments arguments) {
    SqlError error =
        analysis.error(
            SqlState.UNDEFINED_FUNCTION,
            "function " + signature(call, arguments) + " does not exist",
            call.position());
    return error.hint(
        !call.orderBy().isEmpty() && !call.withinGroup()
            ? "No aggregate function matches the given name and argument types. Perhaps you"
                + " misplaced ORDER BY; ORDER BY must appear after all regular arguments of the"
                + " aggregate."
            : "No function matches the given name and argument types. You might need to add"
                + " explicit type casts.");
  }

  private TypedExpression likeCast(Arguments arguments, int target, int position) {
    return analysis.coercer.toType(
        arguments.values.get(0),
        analysis.type(target),
        -1,
        CoercionContext.EXPLICIT,
        CallForm.EXPLICIT_CALL,
        arguments.positions.get(0),
        position);
  }

  private void refuseAggregateSyntax(Expression.FunctionCall call) {
    String shown = String.join(".", call.name().parts());
    String wrong = null;
    if (call.star()) {
      wrong = shown + "(*) specified, but " + shown + " is not an aggregate function";
    } else if (call.distinct()) {
      wrong = "DISTINCT specified, but " + shown + " is not an aggregate function";
    } else if (call.withinGroup()) {
      wrong = "WITHIN GROUP specified, but " + shown + " is not an aggregate function";
    } else if (!call.orderBy().isEmpty()) {
      wrong = "ORDER BY specified, but " + shown + " is not an aggregate function";
    } else if (call.filter() != null) {
      wrong = "FILTER specified, but " + shown + " is not an aggregate function";
    } else if (call.over() != null) {
      wrong =
          "OVER specified, but " + shown + " is not a window function nor an aggregate function";
    }
    if (wrong != null) {
      throw analysis.error(SqlState.WRONG_OBJECT_TYPE, wrong, call.position());
    }
  }

  private TypedExpression plain(
      Scope scope,
      ResolvedFunction resolved,
      Arguments arguments,
      Expression.FunctionCall call,
      @Nullable FunctionCall lastSet) {
    FunctionDescriptor function = resolved.function();
    checkVariadic(function, arguments, call);
    FunctionCall result =
        new FunctionCall(
            call.position(),
            function,
            coerced(resolved, arguments, call.position()),
            analysis.type(resolved.resultType()),
            -1,
            isArrayGiven(resolved, call),
            call.syntax() == Expression.CallSyntax.SQL
                ? CallForm.SQL_SYNTAX
                : CallForm.EXPLICIT_CALL);
    if (function.returnsSet()) {
      checkSetPlace(scope, call.position(), lastSet);
      scope.lastSet = result;
    }
    return result;
  }

  static boolean isArrayGiven(ResolvedFunction resolved, Expression.FunctionCall call) {
    return resolved.variadicArguments() > 0
        || call.variadic() && resolved.function().variadicElement() != 0;
  }

  private void checkVariadic(
      FunctionDescriptor function, Arguments arguments, Expression.FunctionCall call) {
    if (!call.variadic() || function.variadicElement() != TypeOids.ANY) {
      return;
    }
    int last = arguments.values.size() - 1;
    int type = analysis.catalog.baseType(arguments.values.get(last).type().oid());
    if (analysis.catalog.arrayElement(type) == 0) {
      throw analysis.error(
          SqlState.DATATYPE_MISMATCH,
          "VARIADIC argument must be an array",
          arguments.positions.get(last));
    }
  }

  /** Arguments in the order of the parameters: coerced, defaulted, variadic ones gathered. */
  List<TypedExpression> coerced(ResolvedFunction resolved, Arguments arguments, int position) {
    List<TypedExpression> values = new ArrayList<>();
    int[] order = resolved.argumentOrder();
    for (int i = 0; i < order.length; i++) {
      int wanted = resolved.argumentTypes()[i];
      if (order[i] < 0) {
        values.add(defaultArgument(resolved.function(), i, wanted));
        continue;
      }
      TypedExpression argument = arguments.values.get(order[i]);
      boolean pseudo = wanted == TypeOids.ANY || argument.type().oid() == wanted;
      values.add(
          pseudo
              ? argument
              : analysis.coercer.implicitly(
                  argument, analysis.type(wanted), arguments.positions.get(order[i])));
    }
    int variadic = resolved.variadicArguments();
    if (variadic > 0) {
      int fixed = values.size() - variadic;
      List<TypedExpression> gathered = List.copyOf(values.subList(fixed, values.size()));
      SqlType element = gathered.get(0).type();
      int array = analysis.catalog.arrayType(element.oid());
      if (array == 0) {
        throw analysis.error(
            SqlState.UNDEFINED_OBJECT,
            "could not find array type for data type " + analysis.name(element.oid()),
            position);
      }
      values = new ArrayList<>(values.subList(0, fixed));
      values.add(new ArrayConstructor(gathered, false, analysis.type(array), element));
    }
    return List.copyOf(values);
  }

  private TypedExpression defaultArgument(FunctionDescriptor function, int argument, int wanted) {
    String text = analysis.catalog.argumentDefault(function, argument);
    if (text == null) {
      throw new IllegalStateException("no default for argument " + argument + " of " + function);
    }
    TypedExpression value =
        StoredExpression.analyzePlain(analysis.context, text, analysis.numbering);
    return wanted == TypeOids.ANY
        ? value
        : analysis.coercer.implicitly(value, analysis.type(wanted), -1);
  }

  /** Whether a set-returning function may stand here (check_srf_call_placement). */
  void checkSetPlace(Scope scope, int position, @Nullable FunctionCall lastSet) {
    if (scope.kind == ExpressionKind.FROM_FUNCTION) {
      if (scope.lastSet != lastSet && scope.lastSet != null) {
        throw analysis.error(
            SqlState.FEATURE_NOT_SUPPORTED,
            "set-returning functions must appear at top level of FROM",
            scope.lastSet.position());
      }
      return;
    }
    if (!scope.kind.allowsSets()) {
      throw analysis.error(
          SqlState.FEATURE_NOT_SUPPORTED,
          "set-returning functions are not allowed in "
              + (scope.kind.isWindowDefinition() ? "window definitions" : scope.kind.place()),
          position);
    }
    scope.hasSets = true;
  }

  private @Nullable TypedExpression projection(Expression.FunctionCall call, Arguments arguments) {
    boolean possible =
        arguments.values.size() == 1
            && call.name().parts().size() == 1
            && arguments.names.isEmpty()
            && !call.star()
            && !call.distinct()
            && !call.variadic()
            && call.orderBy().isEmpty()
            && call.filter() == null
            && call.over() == null;
    return possible ? column(arguments.values.get(0), call.name().name(), call.position()) : null;
  }

  /** {@code row.name}: a field, or a function of the row; null where there is neither. */
  @Nullable TypedExpression fieldFunction(
      Scope scope, TypedExpression row, String name, int position) {
    TypedExpression field = column(row, name, position);
    if (field != null) {
      return field;
    }
    FunctionResolution.Resolution found =
        FunctionResolution.find(
            analysis.catalog, new FunctionResolution.Call(name, row.type().oid()));
    Arguments arguments = new Arguments(List.of(row), List.of(position), List.of());
    return switch (found) {
      case null -> null;
      case FunctionLikeCast(int target) -> likeCast(arguments, target, position);
      case ResolvedFunction resolved ->
          resolved.function().kind() != 'f'
              ? null
              : new FunctionCall(
                  position,
                  resolved.function(),
                  coerced(resolved, arguments, position),
                  analysis.type(resolved.resultType()),
                  -1,
                  false,
                  CallForm.EXPLICIT_CALL);
    };
  }

  /** A field of a row value by name, or null (ParseComplexProjection). */
  private @Nullable TypedExpression column(TypedExpression row, String name, int position) {
    if (row instanceof WholeRow whole) {
      for (ScopeColumn column : analysis.entry(whole.slot()).columns) {
        if (!column.dropped() && column.name().equals(name)) {
          return analysis.marked(column.value(), position);
        }
      }
      return null;
    }
    List<ScopeColumn> fields = fields(row);
    if (fields != null) {
      for (ScopeColumn field : fields) {
        if (field.name().equals(name)) {
          return field.value();
        }
      }
    }
    return null;
  }

  /** The fields of a row value, or null where it is none or nobody knows them before it runs. */
  @Nullable List<ScopeColumn> fields(TypedExpression row) {
    List<ScopeColumn> fields = new ArrayList<>();
    if (row instanceof WholeRow whole) {
      for (ScopeColumn column : analysis.entry(whole.slot()).columns) {
        if (!column.dropped()) {
          fields.add(column);
        }
      }
      return fields;
    }
    if (row instanceof RowConstructor constructor && row.type().oid() == TypeOids.RECORD) {
      for (TypedExpression element : constructor.elements()) {
        fields.add(new ScopeColumn("f" + (fields.size() + 1), element, 0, 0));
      }
      return fields;
    }
    RelationDescriptor composite =
        analysis.catalog.compositeType(analysis.catalog.baseType(row.type().oid()));
    if (composite != null) {
      for (RelationDescriptor.Attribute attribute : composite.attributes()) {
        if (!attribute.dropped()) {
          TypedExpression field =
              analysis.coercer.field(row, fields.size(), attribute.type(), attribute.typmod());
          fields.add(new ScopeColumn(attribute.name(), field, 0, 0));
        }
      }
      return fields;
    }
    List<FunctionColumns.Column> columns = recordColumns(row);
    if (columns == null) {
      return null;
    }
    for (int i = 0; i < columns.size(); i++) {
      FunctionColumns.Column column = columns.get(i);
      TypedExpression field = analysis.coercer.field(row, i, column.type(), -1);
      fields.add(new ScopeColumn(column.name(), field, 0, 0));
    }
    return fields;
  }

  /** The columns of a record, as the expression that made it tells (expandRecordVariable). */
  private @Nullable List<FunctionColumns.Column> recordColumns(TypedExpression row) {
    if (row.type().oid() != TypeOids.RECORD) {
      return null;
    }
    return switch (row) {
      case FunctionCall call -> FunctionColumns.outputs(analysis, call);
      case Column column
          when column.column() >= 0
              && analysis.entry(column).query instanceof Query.Select select
              && column.column() < select.targets().size() -> {
        TypedExpression target = select.targets().get(column.column());
        List<ScopeColumn> fields = fields(target);
        if (fields == null) {
          yield null;
        }
        List<FunctionColumns.Column> columns = new ArrayList<>();
        for (ScopeColumn field : fields) {
          columns.add(new FunctionColumns.Column(field.name(), field.type()));
        }
        yield columns;
      }
      default -> null;
    };
  }
}
