package dev.postern.backend.type;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Every line of {@link TypeInputs} is read here and by the reference server: text form, binary form
 * and errors must be the same.
 */
class TypeReferenceTest {
  @Test
  void textAndBinaryFormsAreTheReferenceServers() {
    List<String> differences = new ArrayList<>();
    try (TypeComparison comparison = new TypeComparison()) {
      SqlType type = BuiltinTypes.TEXT;
      for (String line : TypeInputs.lines()) {
        if (TypeInputs.isType(line)) {
          type = TypeInputs.type(line);
          continue;
        }
        if (TypeInputs.isSetting(line)) {
          int equals = line.indexOf('=');
          set(comparison, line.substring(1, equals), line.substring(equals + 1));
          continue;
        }
        String input = TypeInputs.input(line);
        String send = sendFunction(type);
        String theirs = comparison.theirs("pg_catalog.\"" + type.name() + "\"", send, input);
        String ours = TypeComparison.ours(type, input, -1, comparison.style);
        if (!theirs.equals(ours)) {
          differences.add(type + " '" + line + "':\n  theirs " + theirs + "\n  ours   " + ours);
        }
      }
    }
    assertEquals("", String.join("\n", differences));
  }

  private static void set(TypeComparison comparison, String setting, String value) {
    comparison.set(setting, value);
    DisplayStyle style = comparison.style;
    switch (setting) {
      case "DateStyle" -> {
        String[] parts = value.split(", ");
        style.dateForm = DisplayStyle.DateForm.valueOf(parts[0].toUpperCase(java.util.Locale.ROOT));
        style.dateOrder = DisplayStyle.DateOrder.valueOf(parts[1]);
      }
      case "IntervalStyle" ->
          style.intervalForm =
              DisplayStyle.IntervalForm.valueOf(value.toUpperCase(java.util.Locale.ROOT));
      case "TimeZone" -> {
        var zone = TimeZones.find(value);
        style.timeZone = zone != null ? zone : style.timeZone;
      }
      case "extra_float_digits" -> style.extraFloatDigits = Integer.parseInt(value);
      case "bytea_output" -> style.byteaHex = value.equals("hex");
      default -> throw new IllegalArgumentException(setting);
    }
  }

  static String sendFunction(SqlType type) {
    String name = type.name();
    if (name.startsWith("_")) {
      return "array_send";
    }
    return switch (name) {
      case "bool",
          "bytea",
          "char",
          "name",
          "text",
          "varchar",
          "bpchar",
          "oid",
          "xid",
          "cid",
          "tid",
          "xid8",
          "int2",
          "int4",
          "int8",
          "int2vector",
          "oidvector",
          "float4",
          "float8",
          "unknown",
          "json",
          "jsonb",
          "inet",
          "cidr",
          "macaddr",
          "macaddr8",
          "bit",
          "varbit",
          "money",
          "uuid" ->
          switch (name) {
            case "money" -> "cash_send";
            case "json", "jsonb", "inet", "cidr", "macaddr", "macaddr8", "bit", "uuid" ->
                name + "_send";
            case "varbit" -> "varbit_send";
            default -> name + "send";
          };
      case "int4range", "int8range", "numrange", "tsrange", "tstzrange", "daterange" ->
          "range_send";
      case "int4multirange",
          "int8multirange",
          "nummultirange",
          "datemultirange",
          "tsmultirange",
          "tstzmultirange" ->
          "multirange_send";
      default -> name + "_send";
    };
  }
}
