package dev.postern.backend.function;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.function.FunctionResolution.Call;
import dev.postern.backend.function.FunctionResolution.FunctionLikeCast;
import dev.postern.backend.function.FunctionResolution.ResolvedFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class FunctionResolutionTest {
  private static final int BOOL = 16;
  private static final int INT8 = 20;
  private static final int INT4 = 23;
  private static final int TEXT = 25;
  private static final int FLOAT8 = 701;
  private static final int UNKNOWN = 705;
  private static final int INT4_ARRAY = 1007;
  private static final int TEXT_ARRAY = 1009;
  private static final int VARCHAR = 1043;
  private static final int NUMERIC = 1700;

  private final FunctionCatalog catalog = FunctionCatalog.builtIn();

  private ResolvedFunction function(String name, int... types) {
    return assertInstanceOf(
        ResolvedFunction.class, FunctionResolution.resolve(catalog, new Call(name, types)));
  }

  private OperatorResolution.ResolvedOperator operator(int left, String name, int right) {
    return OperatorResolution.resolve(catalog, null, name, left, right);
  }

  @Test
  void exactMatchWins() {
    assertEquals("int4abs", function("abs", INT4).function().source());
    assertEquals("int84pl", source(operator(INT8, "+", INT4)));
  }

  @Test
  void unknownLiteralTakesTheOtherOperandsType() {
    assertEquals("int4pl", source(operator(INT4, "+", UNKNOWN)));
    assertEquals("texteq", source(operator(UNKNOWN, "=", UNKNOWN)));
    assertEquals("textcat", source(operator(UNKNOWN, "||", UNKNOWN)));
  }

  @Test
  void preferredTypeBreaksTies() {
    assertEquals("dsqrt", function("sqrt", INT4).function().source());
    assertEquals("texteq", source(operator(VARCHAR, "=", VARCHAR)));
    assertEquals("numeric_add", source(operator(NUMERIC, "+", INT4)));
    assertEquals("float8pl", source(operator(NUMERIC, "+", FLOAT8)));
  }

  @Test
  void polymorphicTypesAreReplaced() {
    assertEquals(INT4_ARRAY, function("array_append", INT4_ARRAY, UNKNOWN).resultType());
    assertEquals(TEXT_ARRAY, function("array_append", UNKNOWN, UNKNOWN).resultType());
    assertEquals(INT4_ARRAY, operator(INT4_ARRAY, "||", INT4).result());
    assertEquals(INT4, function("unnest", INT4_ARRAY).resultType());
    assertEquals(INT4, function("lag", INT4, INT4, UNKNOWN).resultType());
  }

  @Test
  void variadicArgumentsAreGathered() {
    ResolvedFunction found = function("jsonb_extract_path", 3802, TEXT, UNKNOWN);
    assertEquals(2, found.variadicArguments());
    assertEquals(TEXT, found.argumentTypes()[2]);
    assertEquals(0, function("concat", TEXT, INT4).variadicArguments());
  }

  @Test
  void namedArgumentsFindTheirParameters() {
    Call call =
        new Call(
            null, "make_interval", new int[] {INT4, INT4}, new String[] {"days", "years"}, false);
    ResolvedFunction found =
        assertInstanceOf(ResolvedFunction.class, FunctionResolution.resolve(catalog, call));
    assertEquals(1, found.argumentOrder()[0]);
    assertEquals(0, found.argumentOrder()[3]);
    assertEquals(-1, found.argumentOrder()[6]);
    assertEquals("0.0", catalog.argumentDefault(found.function(), 6));
  }

  @Test
  void typeNameIsACast() {
    assertEquals(
        new FunctionLikeCast(FLOAT8),
        FunctionResolution.resolve(catalog, new Call("float8", UNKNOWN)));
    assertEquals("int48", function("int8", INT4).function().source());
  }

  @Test
  void errorsAreThoseOfPostgres() {
    SqlError none =
        assertThrows(
            SqlError.class, () -> FunctionResolution.resolve(catalog, new Call("abs", TEXT, INT4)));
    assertEquals("42883", none.sqlState());
    assertEquals("function abs(text, integer) does not exist", none.message());
    SqlError several = assertThrows(SqlError.class, () -> operator(UNKNOWN, "+", UNKNOWN));
    assertEquals("42725", several.sqlState());
    assertEquals("operator is not unique: unknown + unknown", several.message());
    SqlError noOperator = assertThrows(SqlError.class, () -> operator(BOOL, "+", TEXT));
    assertEquals("operator does not exist: boolean + text", noOperator.message());
  }

  @Test
  void defaultOperatorClasses() {
    assertEquals("int4lt", source(OperatorClasses.lessThan(catalog, INT4)));
    assertEquals("texteq", source(OperatorClasses.equality(catalog, VARCHAR)));
    assertEquals("array_eq", source(OperatorClasses.equality(catalog, INT4_ARRAY)));
    assertEquals(0, OperatorClasses.equality(catalog, 114));
  }

  @Test
  void coercions() {
    assertInstanceOf(
        Coercion.ByFunction.class, Coercions.find(catalog, INT4, INT8, CoercionContext.IMPLICIT));
    assertInstanceOf(
        Coercion.Relabel.class, Coercions.find(catalog, VARCHAR, TEXT, CoercionContext.IMPLICIT));
    assertInstanceOf(
        Coercion.ByText.class, Coercions.find(catalog, INT4, TEXT, CoercionContext.ASSIGNMENT));
    assertEquals(null, Coercions.find(catalog, INT4, TEXT, CoercionContext.IMPLICIT));
    assertInstanceOf(
        Coercion.ByElement.class,
        Coercions.find(catalog, INT4_ARRAY, TEXT_ARRAY, CoercionContext.EXPLICIT));
    assertEquals(
        NUMERIC,
        CommonType.select(catalog, new int[] {INT4, UNKNOWN, NUMERIC}, "CASE", new int[0]));
  }

  private String source(OperatorResolution.ResolvedOperator operator) {
    return source(operator.operator().oid());
  }

  private String source(int operatorOid) {
    OperatorDescriptor operator = assertNotNull(catalog.operator(operatorOid));
    return assertNotNull(catalog.function(operator.functionOid())).source();
  }

  private static <T> T assertNotNull(@Nullable T value) {
    Assertions.assertNotNull(value);
    return value;
  }
}
