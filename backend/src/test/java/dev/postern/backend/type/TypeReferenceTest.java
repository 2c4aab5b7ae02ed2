package dev.postern.backend.type;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Every line of the resource {@code type-inputs.txt} is read here and by the reference server: text
 * form, binary form and errors must be the same. A line {@code @type} starts a type's inputs, a
 * line {@code !setting=value} changes a setting.
 */
class TypeReferenceTest {
  @Test
  void textAndBinaryFormsAreTheReferenceServers() throws IOException {
    List<String> differences = new ArrayList<>();
    try (TypeComparison comparison = new TypeComparison()) {
      SqlType type = BuiltinTypes.TEXT;
      for (String line : lines("type-inputs.txt")) {
        if (line.startsWith("@")) {
          String name = line.substring(1);
          SqlType found = BuiltinTypes.byName(name);
          type = found != null ? found : BuiltinTypes.TEXT;
          assertEquals(name, type.name());
          continue;
        }
        if (line.startsWith("!")) {
          int equals = line.indexOf('=');
          set(comparison, line.substring(1, equals), line.substring(equals + 1));
          continue;
        }
        String input = unescape(line);
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
      case "int4multirange", "int8multirange", "nummultirange", "datemultirange" ->
          "multirange_send";
      default -> name + "_send";
    };
  }

  private static String unescape(String line) {
    return line.startsWith("\"") && line.endsWith("\"")
        ? line.substring(1, line.length() - 1).translateEscapes()
        : line;
  }

  private static List<String> lines(String resource) throws IOException {
    try (InputStream in = TypeReferenceTest.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IOException("missing " + resource);
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return text.lines().filter(line -> !line.isEmpty() && !line.startsWith("#")).toList();
    }
  }
}
