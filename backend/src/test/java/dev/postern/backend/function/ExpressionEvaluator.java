package dev.postern.backend.function;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.type.ByteArrayWriter;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.SqlType;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates small constant SQL expressions with the functions of this package, so that they can be
 * compared with a server before there is an engine: calls, operators (all of one precedence, left
 * to right: write parentheses), {@code ::} casts, {@code VARIADIC}, literals, and aggregates over
 * {@code agg{row; row}} with a row's arguments separated by commas.
 */
final class ExpressionEvaluator {
  private static final int UNKNOWN = 705;
  private static final int BOOL = 16;
  private static final int INT4 = 23;
  private static final int INT8 = 20;
  private static final int NUMERIC = 1700;
  private static final Map<String, String> ALIASES =
      Map.of(
          "int", "int4",
          "integer", "int4",
          "bigint", "int8",
          "smallint", "int2",
          "real", "float4",
          "boolean", "bool",
          "decimal", "numeric",
          "dec", "numeric");

  private final FunctionSource catalog;
  private final FunctionCode code;
  private final FunctionContext context;
  private final String text;
  private int at;

  private ExpressionEvaluator(
      FunctionSource catalog, FunctionCode code, FunctionContext context, String text) {
    this.catalog = catalog;
    this.code = code;
    this.context = context;
    this.text = text;
  }

  /** A value and its type. */
  private record Value(int type, Datum datum) {}

  /** The text form of the value, {@code NULL}, or {@code ERROR: SQLSTATE message}. */
  static String evaluate(FunctionContext context, String expression) {
    FunctionCatalog catalog = FunctionCatalog.builtIn();
    ExpressionEvaluator evaluator =
        new ExpressionEvaluator(catalog, FunctionCode.standard(), context, expression);
    try {
      Value value = evaluator.expression();
      evaluator.space();
      if (evaluator.at < expression.length()) {
        throw new IllegalArgumentException(
            "cannot read on at " + expression.substring(evaluator.at));
      }
      return evaluator.textOf(value);
    } catch (SqlError e) {
      return "ERROR: " + e.sqlState() + " " + e.message();
    }
  }

  private String textOf(Value value) {
    if (value.datum.isNull) {
      return "NULL";
    }
    ByteArrayWriter writer = new ByteArrayWriter();
    catalog.valueType(value.type).output(value.datum, context.style(), writer);
    return writer.text();
  }

  private void space() {
    while (at < text.length() && text.charAt(at) == ' ') {
      at++;
    }
  }

  private boolean take(String token) {
    space();
    if (text.startsWith(token, at)) {
      at += token.length();
      return true;
    }
    return false;
  }

  private void expect(String token) {
    if (!take(token)) {
      throw new IllegalArgumentException("expected " + token + " at " + text.substring(at));
    }
  }

  private boolean takeWord(String word) {
    space();
    int start = at;
    String found = word();
    if (found.equalsIgnoreCase(word)) {
      return true;
    }
    at = start;
    return false;
  }

  private String word() {
    space();
    int start = at;
    while (at < text.length()
        && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_')) {
      at++;
    }
    return text.substring(start, at);
  }

  private String operator() {
    space();
    int start = at;
    while (at < text.length() && "+-*/<>=~!@#%^&|`?".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    String found = text.substring(start, at);
    // As in SQL: a sign at the end belongs to the next operand.
    while (found.length() > 1
        && (found.endsWith("-") || found.endsWith("+"))
        && !found.matches(".*[~!@#%^&|`?].*")) {
      found = found.substring(0, found.length() - 1);
      at--;
    }
    return found.equals("!=") ? "<>" : found;
  }

  private Value expression() {
    Value left = unary();
    while (true) {
      int start = at;
      String operator = operator();
      if (operator.isEmpty()) {
        at = start;
        return left;
      }
      left = apply(operator, left, unary());
    }
  }

  private Value unary() {
    space();
    int start = at;
    String operator = operator();
    if (!operator.isEmpty()) {
      return apply(operator, null, unary());
    }
    at = start;
    Value value = primary();
    while (take("::")) {
      value = cast(value, typeName());
    }
    return value;
  }

  private record TypeUse(int oid, int typmod) {}

  private TypeUse typeName() {
    String name = word().toLowerCase(Locale.ROOT);
    if (name.equals("double")) {
      takeWord("precision");
      name = "float8";
    }
    if (name.equals("char")) {
      name = "bpchar";
    }
    int oid = catalog.typeNamed(null, ALIASES.getOrDefault(name, name));
    if (oid == 0) {
      throw new IllegalArgumentException("no type " + name);
    }
    int typmod = -1;
    if (take("(")) {
      int first = Integer.parseInt(word());
      int second = take(",") ? Integer.parseInt(word()) : 0;
      expect(")");
      typmod =
          switch (name) {
            case "numeric" -> (first << 16 | second & 0x7ff) + 4;
            case "varchar", "bpchar" -> first + 4;
            default -> first;
          };
    }
    if (take("[]")) {
      oid = catalog.arrayType(oid);
    }
    return new TypeUse(oid, typmod);
  }

  private Value primary() {
    space();
    if (take("(")) {
      Value value = expression();
      expect(")");
      return value;
    }
    char c = text.charAt(at);
    if (c == '\'') {
      return new Value(UNKNOWN, datum(string()));
    }
    if ((c == 'E' || c == 'e') && text.startsWith("'", at + 1)) {
      at++;
      return new Value(
          UNKNOWN, datum(string().replace("\\n", "\n").replace("\\t", "\t").replace("\\\\", "\\")));
    }
    if (Character.isDigit(c) || c == '.') {
      return number();
    }
    String name = word().toLowerCase(Locale.ROOT);
    switch (name) {
      case "null" -> {
        return new Value(UNKNOWN, new Datum());
      }
      case "true", "false" -> {
        Datum datum = new Datum();
        datum.setBoolean(name.equals("true"));
        return new Value(BOOL, datum);
      }
      default -> {}
    }
    if (take("(")) {
      return call(name);
    }
    if (take("{")) {
      return aggregate(name);
    }
    space();
    if (at < text.length() && text.charAt(at) == '\'') {
      int oid = catalog.typeNamed(null, ALIASES.getOrDefault(name, name));
      return cast(new Value(UNKNOWN, datum(string())), new TypeUse(oid, -1));
    }
    throw new IllegalArgumentException("cannot read " + name + " in " + text);
  }

  private String string() {
    expect("'");
    StringBuilder value = new StringBuilder();
    while (true) {
      char c = text.charAt(at++);
      if (c == '\'') {
        if (at < text.length() && text.charAt(at) == '\'') {
          at++;
        } else {
          return value.toString();
        }
      }
      value.append(c);
    }
  }

  private static Datum datum(String value) {
    Datum datum = new Datum();
    datum.setText(value);
    return datum;
  }

  private Value number() {
    int start = at;
    while (at < text.length()
        && (Character.isDigit(text.charAt(at))
            || text.charAt(at) == '.'
            || text.charAt(at) == 'e'
            || text.charAt(at) == '-' && text.charAt(at - 1) == 'e')) {
      at++;
    }
    String digits = text.substring(start, at);
    int type = NUMERIC;
    if (digits.matches("\\d{1,19}") && new BigInteger(digits).bitLength() < 64) {
      type = new BigInteger(digits).bitLength() < 32 ? INT4 : INT8;
    }
    return cast(new Value(UNKNOWN, datum(digits)), new TypeUse(type, -1));
  }

  private Value cast(Value value, TypeUse target) {
    return coerce(value, target.oid, target.typmod, CoercionContext.EXPLICIT);
  }

  private Value coerce(Value value, int target, int typmod, CoercionContext how) {
    if (value.type == target && typmod < 0 || target == 2276) {
      return value;
    }
    SqlType type = catalog.valueType(target);
    Datum result = new Datum();
    if (value.datum.isNull) {
      return new Value(target, result);
    }
    boolean explicit = how == CoercionContext.EXPLICIT;
    if (value.type == UNKNOWN) {
      type.input(
          value.datum.bytes,
          value.datum.offset,
          value.datum.length,
          explicit ? -1 : typmod,
          context.style(),
          result);
    } else {
      Coercion path = Coercions.find(catalog, value.type, target, how);
      if (path == null) {
        throw new SqlError(
            "42846",
            "cannot cast type "
                + catalog.displayName(value.type)
                + " to "
                + catalog.displayName(target));
      }
      convert(value, target, path, explicit, result);
    }
    if (typmod >= 0) {
      type.applyTypmod(result, typmod, explicit);
    }
    return new Value(target, result);
  }

  private void convert(Value value, int target, Coercion path, boolean explicit, Datum result) {
    switch (path) {
      case Coercion.Relabel _ -> result.set(value.datum);
      case Coercion.ByText _ -> {
        byte[] form = textOf(value).getBytes(StandardCharsets.UTF_8);
        catalog.valueType(target).input(form, 0, form.length, -1, context.style(), result);
      }
      case Coercion.ByElement _ -> throw SqlError.notSupported("array cast");
      case Coercion.ByFunction(FunctionDescriptor function) -> {
        Datum[] arguments = {value.datum, new Datum(), new Datum()};
        arguments[1].setLong(-1);
        arguments[2].setBoolean(explicit);
        run(function, new int[] {value.type}, target, false, arguments, result);
      }
    }
  }

  private void run(
      FunctionDescriptor function,
      int[] types,
      int resultType,
      boolean variadic,
      Datum[] arguments,
      Datum result) {
    CallSite site = new CallSite(catalog, types, resultType, variadic, 0);
    if (function.returnsSet()) {
      SetFunction set = code.set(function, site);
      if (set == null) {
        throw FunctionCode.notSupported(function, catalog);
      }
      rows(set, resultType, arguments, result);
      return;
    }
    ScalarFunction scalar = code.scalar(function, site);
    if (scalar == null) {
      throw FunctionCode.notSupported(function, catalog);
    }
    for (int i = 0; i < function.arguments() && function.strict(); i++) {
      if (arguments[i].isNull) {
        result.setNull();
        return;
      }
    }
    scalar.call(context, arguments, result);
  }

  /** Shows the rows of a set as one text, with commas. */
  private void rows(SetFunction set, int resultType, Datum[] arguments, Datum result) {
    List<String> shown = new ArrayList<>();
    SetFunction.Rows rows = set.open(context, arguments);
    Datum[] columns = {new Datum(), new Datum(), new Datum()};
    int type = resultType == 2249 ? 25 : resultType;
    while (rows.next(columns)) {
      shown.add(textOf(new Value(type, columns[0])));
      if (resultType == 2249) {
        shown.add(textOf(new Value(type, columns[1])));
      }
    }
    result.setText(String.join(",", shown));
  }

  private Value apply(String name, @Nullable Value left, Value right) {
    OperatorResolution.ResolvedOperator found =
        OperatorResolution.resolve(catalog, null, name, left == null ? 0 : left.type, right.type);
    FunctionDescriptor function = catalog.function(found.operator().functionOid());
    if (function == null) {
      throw new IllegalStateException("no function of " + name);
    }
    Value second = coerce(right, found.right(), -1, CoercionContext.IMPLICIT);
    int[] types = {second.type};
    Datum[] arguments = {second.datum};
    if (left != null) {
      Value first = coerce(left, found.left(), -1, CoercionContext.IMPLICIT);
      types = new int[] {first.type, second.type};
      arguments = new Datum[] {first.datum, second.datum};
    }
    Datum result = new Datum();
    run(function, types, found.result(), false, arguments, result);
    return new Value(found.result(), result);
  }

  private Value call(String name) {
    List<Value> values = new ArrayList<>();
    List<String> names = new ArrayList<>();
    boolean variadic = false;
    if (!take(")")) {
      do {
        variadic |= takeWord("variadic");
        int start = at;
        String argumentName = word();
        if (take("=>")) {
          names.add(argumentName);
        } else {
          at = start;
        }
        values.add(expression());
      } while (take(","));
      expect(")");
    }
    int[] types = values.stream().mapToInt(Value::type).toArray();
    FunctionResolution.Resolution found =
        FunctionResolution.resolve(
            catalog,
            new FunctionResolution.Call(null, name, types, names.toArray(String[]::new), variadic));
    return switch (found) {
      case FunctionResolution.FunctionLikeCast(int target) ->
          cast(values.get(0), new TypeUse(target, -1));
      case FunctionResolution.ResolvedFunction function -> invoke(function, values, variadic);
    };
  }

  private Value invoke(
      FunctionResolution.ResolvedFunction found, List<Value> values, boolean variadic) {
    FunctionDescriptor function = found.function();
    int count = found.argumentTypes().length;
    int[] types = new int[count];
    Datum[] arguments = new Datum[count];
    for (int i = 0; i < count; i++) {
      int argument = found.argumentOrder()[i];
      Value value;
      if (argument >= 0) {
        value = values.get(argument);
      } else {
        String sql = catalog.argumentDefault(function, i);
        value =
            new ExpressionEvaluator(catalog, code, context, sql == null ? "null" : sql)
                .expression();
      }
      value = coerce(value, found.argumentTypes()[i], -1, CoercionContext.IMPLICIT);
      types[i] = value.type;
      arguments[i] = value.datum;
    }
    if (found.variadicArguments() > 0) {
      int fixed = count - found.variadicArguments();
      int element = found.argumentTypes()[count - 1];
      Datum gathered = gather(element, arguments, fixed);
      arguments = Arrays.copyOf(arguments, fixed + 1);
      types = Arrays.copyOf(types, fixed + 1);
      arguments[fixed] = gathered;
      types[fixed] = catalog.arrayType(element);
    }
    boolean array = variadic && function.variadicElement() == 2276;
    Datum result = new Datum();
    run(function, types, found.resultType(), array, arguments, result);
    return new Value(function.returnsSet() ? 25 : found.resultType(), result);
  }

  private Datum gather(int element, Datum[] arguments, int from) {
    ByteArrayWriter writer = new ByteArrayWriter();
    boolean nulls = false;
    for (int i = from; i < arguments.length; i++) {
      nulls |= arguments[i].isNull;
    }
    writer.writeInt(1);
    writer.writeInt(nulls ? 1 : 0);
    writer.writeInt(element);
    writer.writeInt(arguments.length - from);
    writer.writeInt(1);
    SqlType type = catalog.valueType(element);
    for (int i = from; i < arguments.length; i++) {
      if (arguments[i].isNull) {
        writer.writeInt(-1);
      } else {
        writer.writeInt(type.sendLength(arguments[i]));
        type.send(arguments[i], writer);
      }
    }
    Datum array = new Datum();
    array.setBytes(writer.toByteArray());
    return array;
  }

  /** {@code sum{1; 2}}: the aggregate over rows. */
  private Value aggregate(String name) {
    List<List<Value>> rows = new ArrayList<>();
    int columns = 0;
    while (!take("}")) {
      List<Value> row = new ArrayList<>();
      do {
        row.add(expression());
      } while (take(","));
      columns = row.size();
      rows.add(row);
      take(";");
    }
    int[] types = new int[columns];
    for (int i = 0; i < columns; i++) {
      int[] column = new int[rows.size()];
      for (int j = 0; j < column.length; j++) {
        column[j] = rows.get(j).get(i).type;
      }
      types[i] = CommonType.select(catalog, column, "VALUES", new int[0]);
    }
    FunctionResolution.ResolvedFunction found =
        (FunctionResolution.ResolvedFunction)
            FunctionResolution.resolve(catalog, new FunctionResolution.Call(name, types));
    int[] actual = found.argumentTypes().clone();
    for (int i = 0; i < columns; i++) {
      actual[i] = actual[i] == 2276 ? types[i] : actual[i];
    }
    CallSite site = new CallSite(catalog, actual, found.resultType(), false, 0);
    AggregateFunction aggregate = code.aggregate(found.function(), site);
    if (aggregate == null) {
      throw FunctionCode.notSupported(found.function(), catalog);
    }
    AggregateDescriptor descriptor = catalog.aggregate(found.function().oid());
    AggregateFunction.State state = aggregate.start(context);
    for (List<Value> row : rows) {
      Datum[] arguments = new Datum[columns];
      boolean anyNull = false;
      for (int i = 0; i < columns; i++) {
        Value value = coerce(row.get(i), types[i], -1, CoercionContext.IMPLICIT);
        value = coerce(value, found.argumentTypes()[i], -1, CoercionContext.IMPLICIT);
        arguments[i] = value.datum;
        anyNull |= value.datum.isNull;
      }
      if (!anyNull || descriptor != null && !descriptor.transitionStrict()) {
        state.accumulate(context, arguments);
      }
    }
    Datum result = new Datum();
    state.finish(context, result);
    return new Value(found.resultType(), result);
  }
}
