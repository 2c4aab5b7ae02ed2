package dev.postern.backend.type;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.reference.PlainConnection;
import dev.postern.backend.reference.ReferenceServer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Lengths, precisions and scales, given by casts and by columns, against the reference server. */
class TypeModifierTest {
  private static final List<String> TEXTS =
      List.of("", "a", "abc", "abc  ", "abcdef", "é", "éüö", "éüöx", "   ");
  private static final List<String> NUMBERS =
      List.of(
          "0",
          "1.005",
          "-1.005",
          "99.99",
          "99.994",
          "99.995",
          "123",
          "0.00049",
          "12345",
          "15000",
          "NaN",
          "Infinity",
          "149",
          "150",
          "9.5e3",
          "0.4",
          "1234567890123456789012.5");
  private static final List<String> TIMES =
      List.of(
          "2020-01-02 03:04:05.123456",
          "2020-01-02 03:04:05.5",
          "1999-12-31 23:59:59.999999",
          "1960-01-01 00:00:00.0005");
  private static final List<String> CLOCKS = List.of("03:04:05.123456", "23:59:59.999999");
  private static final List<String> INTERVALS =
      List.of(
          "1-2 3 4:05:06.789", "-1-2 -3 -4:05:06.789", "5", "infinity", "1:30", "1 day", "10:20.5");
  private static final List<String> BITS = List.of("", "1", "101", "10110", "1011010111");

  private final DisplayStyle style = new DisplayStyle();
  private final List<String> differences = new ArrayList<>();

  @Test
  void castsAndColumnsGiveWhatTheReferenceServerGives() {
    try (PlainConnection connection = ReferenceServer.shared().connectPlain("postgres")) {
      check(connection, "varchar", List.of("3"), TEXTS);
      check(connection, "bpchar", List.of("3"), TEXTS);
      check(connection, "numeric", List.of("4", "2"), NUMBERS);
      check(connection, "numeric", List.of("5"), NUMBERS);
      check(connection, "numeric", List.of("3", "-2"), NUMBERS);
      check(connection, "numeric", List.of("2", "4"), NUMBERS);
      check(connection, "numeric", List.of("30", "10"), NUMBERS);
      check(connection, "timestamp", List.of("3"), TIMES);
      check(connection, "timestamp", List.of("0"), TIMES);
      check(connection, "timestamptz", List.of("2"), TIMES);
      check(connection, "time", List.of("1"), CLOCKS);
      check(connection, "timetz", List.of("0"), CLOCKS);
      check(connection, "bit", List.of("3"), BITS);
      check(connection, "varbit", List.of("4"), BITS);
      check(connection, "_varchar", List.of("2"), List.of("{abc}", "{a,b}", "{\"a  \"}"));
      check(connection, "_numeric", List.of("3", "1"), List.of("{1.25,NULL}", "{1234}"));
      interval(connection, "year", IntervalModifier.YEAR);
      interval(connection, "month", IntervalModifier.MONTH);
      interval(connection, "day", IntervalModifier.DAY);
      interval(connection, "hour", IntervalModifier.HOUR);
      interval(connection, "minute", IntervalModifier.MINUTE);
      interval(connection, "second", IntervalModifier.SECOND);
      interval(connection, "year to month", IntervalModifier.YEAR | IntervalModifier.MONTH);
      interval(connection, "day to hour", IntervalModifier.DAY | IntervalModifier.HOUR);
      interval(connection, "minute to second", IntervalModifier.MINUTE | IntervalModifier.SECOND);
      check(
          connection,
          "interval",
          "interval(2)",
          List.of(Integer.toString(IntervalModifier.FULL_RANGE), "2"),
          INTERVALS);
      check(
          connection,
          "interval",
          "interval second(0)",
          List.of(Integer.toString(IntervalModifier.SECOND), "0"),
          INTERVALS);
    }
    assertEquals("", String.join("\n", differences));
  }

  private void interval(PlainConnection connection, String words, int mask) {
    check(connection, "interval", "interval " + words, List.of(Integer.toString(mask)), INTERVALS);
  }

  private void check(
      PlainConnection connection, String name, List<String> modifiers, List<String> inputs) {
    boolean array = name.startsWith("_");
    String written = (array ? name.substring(1) : name) + "(" + String.join(",", modifiers) + ")";
    // timestamptz(2) and the like are function calls unless quoted, types where a type is wanted.
    check(connection, name, array ? written + "[]" : written, modifiers, inputs);
  }

  private void check(
      PlainConnection connection,
      String name,
      String written,
      List<String> modifiers,
      List<String> inputs) {
    SqlType type = BuiltinTypes.byName(name);
    if (type == null) {
      throw new IllegalArgumentException(name);
    }
    int typmod = TypeNames.typmod(type, modifiers);
    connection.query("DROP TABLE IF EXISTS pg_temp.t");
    PlainConnection.Answer made = connection.query("CREATE TEMP TABLE t (c " + written + ")");
    assertEquals(Map.of(), made.error(), written);
    PlainConnection.Answer column =
        connection.query(
            "SELECT atttypmod, format_type(atttypid, atttypmod) FROM pg_attribute"
                + " WHERE attrelid = 't'::regclass AND attnum = 1");
    compare(
        written,
        column.rows().getFirst()[0] + " " + column.rows().getFirst()[1],
        typmod + " " + TypeNames.format(type, typmod));
    for (String input : inputs) {
      compare(
          written + " cast '" + input + "'",
          theirs(connection.query("SELECT '" + input + "'::" + written)),
          ours(type, input, typmod, true));
      compare(
          written + " column '" + input + "'",
          theirs(connection.query("INSERT INTO t VALUES ('" + input + "') RETURNING c")),
          ours(type, input, typmod, false));
    }
  }

  private void compare(String what, String theirs, String ours) {
    if (!theirs.equals(ours)) {
      differences.add(what + ":\n  theirs " + theirs + "\n  ours   " + ours);
    }
  }

  private static String theirs(PlainConnection.Answer answer) {
    Map<Character, String> error = answer.error();
    return error.isEmpty()
        ? String.valueOf(answer.rows().getFirst()[0])
        : error.get('C') + " " + error.get('M') + " " + error.get('D');
  }

  /** Literals are read without a typmod, which is then applied; but for intervals. */
  private String ours(SqlType type, String input, int typmod, boolean explicit) {
    byte[] bytes = input.getBytes(StandardCharsets.UTF_8);
    Datum value = new Datum();
    try {
      int inputTypmod = type == BuiltinTypes.INTERVAL ? typmod : -1;
      type.input(bytes, 0, bytes.length, inputTypmod, style, value);
      type.applyTypmod(value, typmod, explicit);
      ByteArrayWriter writer = new ByteArrayWriter();
      type.output(value, style, writer);
      return writer.text();
    } catch (SqlError e) {
      return e.sqlState() + " " + e.message() + " " + e.detail();
    }
  }

  @Test
  void namesOfAllTypesAreFormatTypes() {
    try (PlainConnection connection = ReferenceServer.shared().connectPlain("postgres")) {
      PlainConnection.Answer answer =
          connection.query(
              "SELECT oid, typname, format_type(oid, NULL), format_type(oid, -1)"
                  + " FROM pg_type WHERE oid < 10000 AND typnamespace = 11");
      for (String[] row : answer.rows()) {
        SqlType type = BuiltinTypes.byOid(Integer.parseInt(row[0]));
        if (type == null) {
          differences.add("no type " + row[1]);
        } else {
          compare(row[1], row[2], TypeNames.format(type));
          compare(row[1], row[3], TypeNames.format(type, -1));
          compare(row[1], row[1], type.name());
        }
      }
    }
    assertEquals("", String.join("\n", differences));
  }
}
