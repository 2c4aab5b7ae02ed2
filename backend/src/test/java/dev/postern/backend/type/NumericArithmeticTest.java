package dev.postern.backend.type;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.reference.PlainConnection;
import dev.postern.backend.reference.ReferenceServer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class NumericArithmeticTest {
  private static final List<String> SPECIAL =
      List.of(
          "0",
          "0.00",
          "1",
          "-1",
          "NaN",
          "Infinity",
          "-Infinity",
          "0.5",
          "-0.5",
          "1.5",
          "2.5",
          "99999999999999999.99",
          "1e20",
          "1e-20",
          "123456789012345678901234567890.12345",
          "10000",
          "0.0001",
          "9999.9999",
          "999999999999999999",
          "1000000000000000000");

  private final DisplayStyle style = new DisplayStyle();

  private Datum number(String text) {
    Datum value = new Datum();
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    BuiltinTypes.NUMERIC.input(bytes, 0, bytes.length, -1, style, value);
    return value;
  }

  private String text(Datum value) {
    ByteArrayWriter writer = new ByteArrayWriter();
    BuiltinTypes.NUMERIC.output(value, style, writer);
    return writer.text();
  }

  private interface Operation {
    void apply(Datum left, Datum right, Datum result);
  }

  private String result(Operation operation, String left, String right) {
    Datum result = new Datum();
    try {
      operation.apply(number(left), number(right), result);
      return text(result);
    } catch (SqlError e) {
      return e.sqlState();
    }
  }

  private static String randomNumber(SplittableRandom random) {
    StringBuilder text = new StringBuilder(random.nextBoolean() ? "-" : "");
    int whole = random.nextInt(random.nextInt(4) == 0 ? 30 : 9);
    for (int i = 0; i <= whole; i++) {
      text.append(random.nextInt(4) == 0 ? 0 : random.nextInt(10));
    }
    int fraction = random.nextInt(random.nextInt(4) == 0 ? 30 : 6);
    for (int i = 0; i < fraction; i++) {
      text.append(i == 0 ? "." : "").append(random.nextInt(3) == 0 ? 0 : random.nextInt(10));
    }
    return text.toString();
  }

  @Test
  void resultsAreTheReferenceServers() {
    long seed = Long.getLong("postern.seed", System.nanoTime());
    SplittableRandom random = new SplittableRandom(seed);
    List<String[]> pairs = new ArrayList<>();
    for (String left : SPECIAL) {
      for (String right : SPECIAL) {
        pairs.add(new String[] {left, right});
      }
    }
    for (int i = 0; i < 1500; i++) {
      pairs.add(new String[] {randomNumber(random), randomNumber(random)});
    }
    List<String> differences = new ArrayList<>();
    try (PlainConnection connection = ReferenceServer.shared().connectPlain("postgres")) {
      connection.query(
          """
          CREATE FUNCTION pg_temp.try(l numeric, op text, r numeric) RETURNS text AS $$
          DECLARE result text;
          BEGIN
            EXECUTE 'SELECT (' || op || ')::text' INTO result USING l, r;
            RETURN result;
          EXCEPTION WHEN OTHERS THEN RETURN SQLSTATE;
          END $$ LANGUAGE plpgsql
          """);
      compare(connection, pairs, "$1 + $2", NumericArithmetic::add, differences);
      compare(connection, pairs, "$1 - $2", NumericArithmetic::subtract, differences);
      compare(connection, pairs, "$1 * $2", NumericArithmetic::multiply, differences);
      compare(connection, pairs, "$1 / $2", NumericArithmetic::divide, differences);
      compare(connection, pairs, "$1 % $2", NumericArithmetic::remainder, differences);
      compare(connection, pairs, "div($1, $2)", NumericArithmetic::divideTruncated, differences);
      compare(connection, pairs, "-$1", (l, r, d) -> NumericArithmetic.negate(l, d), differences);
      compare(
          connection, pairs, "abs($1)", (l, r, d) -> NumericArithmetic.absolute(l, d), differences);
      compare(
          connection, pairs, "ceil($1)", (l, r, d) -> NumericArithmetic.ceiling(l, d), differences);
      compare(
          connection, pairs, "floor($1)", (l, r, d) -> NumericArithmetic.floor(l, d), differences);
      for (int scale : new int[] {0, 2, -2, 5, 20, -30}) {
        compare(
            connection,
            pairs,
            "round($1, " + scale + ")",
            (l, r, d) -> NumericArithmetic.round(l, scale, d),
            differences);
        compare(
            connection,
            pairs,
            "trunc($1, " + scale + ")",
            (l, r, d) -> NumericArithmetic.truncate(l, scale, d),
            differences);
      }
      compare(
          connection,
          pairs,
          "$1::int8",
          (l, r, d) ->
              Numeric.setLong(d, Numeric.toLong(l, Long.MIN_VALUE, Long.MAX_VALUE, "bigint")),
          differences);
      compare(
          connection,
          pairs,
          "$1::float8::numeric",
          (l, r, d) -> Numeric.setDouble(d, Numeric.toDouble(l)),
          differences);
    }
    assertEquals("", String.join("\n", differences), "seed " + seed);
  }

  private void compare(
      PlainConnection connection,
      List<String[]> pairs,
      String expression,
      Operation operation,
      List<String> differences) {
    StringBuilder sql = new StringBuilder("SELECT pg_temp.try(l::numeric, '");
    sql.append(expression).append("', r::numeric) FROM (VALUES ");
    for (int i = 0; i < pairs.size(); i++) {
      String[] pair = pairs.get(i);
      sql.append(i > 0 ? "," : "").append("('" + pair[0] + "','" + pair[1] + "')");
    }
    PlainConnection.Answer answer = connection.query(sql.append(") AS v (l, r)").toString());
    for (int i = 0; i < pairs.size(); i++) {
      String[] pair = pairs.get(i);
      String theirs = String.valueOf(answer.rows().get(i)[0]);
      String ours = result(operation, pair[0], pair[1]);
      if (!theirs.equals(ours)) {
        differences.add(
            expression + " of " + pair[0] + ", " + pair[1] + ": " + theirs + ", ours " + ours);
      }
    }
  }

  @Test
  void sumIsThatOfAdditions() {
    long seed = Long.getLong("postern.seed", System.nanoTime());
    SplittableRandom random = new SplittableRandom(seed);
    NumericSum sum = new NumericSum();
    Datum expected = number("0");
    Datum result = new Datum();
    for (int i = 0; i < 2000; i++) {
      Datum value = number(randomNumber(random));
      sum.add(value);
      NumericArithmetic.add(expected, value, expected);
      if (i % 100 == 0) {
        sum.finish(result);
        assertEquals(text(expected), text(result), "seed " + seed);
      }
    }
  }
}
