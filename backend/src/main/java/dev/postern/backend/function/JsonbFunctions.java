package dev.postern.backend.function;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.type.ByteArrayWriter;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.JsonTree;
import dev.postern.backend.type.Numeric;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Operators and functions that look into jsonb, and its casts. */
final class JsonbFunctions implements FunctionTopic {
  @Override
  public @Nullable ScalarFunction scalar(String key, CallSite site) {
    return switch (key) {
      case "jsonb_object_field" ->
          (c, a, r) -> give(field(JsonTree.of(a[0]), a[1].text()), false, r);
      case "jsonb_object_field_text" ->
          (c, a, r) -> give(field(JsonTree.of(a[0]), a[1].text()), true, r);
      case "jsonb_array_element" ->
          (c, a, r) -> give(element(JsonTree.of(a[0]), a[1].bits), false, r);
      case "jsonb_array_element_text" ->
          (c, a, r) -> give(element(JsonTree.of(a[0]), a[1].bits), true, r);
      case "jsonb_extract_path" -> path(site, false);
      case "jsonb_extract_path_text" -> path(site, true);
      case "jsonb_typeof" -> (c, a, r) -> r.setText(typeName(JsonTree.of(a[0])));
      case "jsonb_array_length" ->
          (c, a, r) -> {
            JsonTree tree = JsonTree.of(a[0]);
            if (!(tree instanceof JsonTree.Array array)) {
              throw JsonFunctions.invalid(
                  "cannot get array length of a "
                      + (tree instanceof JsonTree.Object ? "non-array" : "scalar"));
            }
            r.setLong(array.elements().size());
          };
      case "jsonb_contains" ->
          (c, a, r) -> r.setBoolean(JsonTests.contains(JsonTree.of(a[0]), JsonTree.of(a[1])));
      case "jsonb_contained" ->
          (c, a, r) -> r.setBoolean(JsonTests.contains(JsonTree.of(a[1]), JsonTree.of(a[0])));
      case "jsonb_exists" ->
          (c, a, r) -> r.setBoolean(JsonTests.exists(JsonTree.of(a[0]), a[1].text()));
      case "jsonb_exists_any" -> exists(site, true);
      case "jsonb_exists_all" -> exists(site, false);
      case "jsonb_pretty" ->
          (c, a, r) -> {
            ByteArrayWriter writer = new ByteArrayWriter();
            pretty(JsonTree.of(a[0]), 0, writer);
            r.setBytes(writer.array(), 0, writer.size());
          };
      default -> casts(key);
    };
  }

  static void give(@Nullable JsonTree tree, boolean asText, Datum result) {
    if (tree == null || asText && tree instanceof JsonTree.Null) {
      result.setNull();
    } else if (!asText) {
      JsonTree.store(tree, result);
    } else if (tree instanceof JsonTree.Text(String value)) {
      result.setText(value);
    } else {
      ByteArrayWriter writer = new ByteArrayWriter();
      JsonTree.write(tree, writer);
      result.setBytes(writer.array(), 0, writer.size());
    }
  }

  private static @Nullable JsonTree field(JsonTree tree, String key) {
    return tree instanceof JsonTree.Object object ? object.members().get(key) : null;
  }

  private static @Nullable JsonTree element(JsonTree tree, long index) {
    if (!(tree instanceof JsonTree.Array(List<JsonTree> elements))) {
      return null;
    }
    long at = index < 0 ? elements.size() + index : index;
    return at >= 0 && at < elements.size() ? elements.get((int) at) : null;
  }

  static String typeName(JsonTree tree) {
    return switch (tree) {
      case JsonTree.Null ignored -> "null";
      case JsonTree.Bool ignored -> "boolean";
      case JsonTree.Number ignored -> "number";
      case JsonTree.Text ignored -> "string";
      case JsonTree.Array ignored -> "array";
      case JsonTree.Object ignored -> "object";
    };
  }

  private static ScalarFunction path(CallSite site, boolean asText) {
    ArrayElements elements = new ArrayElements(site, 1);
    return (c, a, r) -> {
      List<String> steps = JsonFunctions.steps(elements, a[1]);
      JsonTree tree = steps == null ? null : JsonTree.of(a[0]);
      if (steps != null) {
        for (String step : steps) {
          if (tree == null) {
            break;
          }
          if (tree instanceof JsonTree.Array) {
            Integer index = JsonFunctions.index(step);
            tree = index == null ? null : element(tree, index);
          } else {
            tree = field(tree, step);
          }
        }
      }
      give(tree, asText, r);
    };
  }

  private static ScalarFunction exists(CallSite site, boolean any) {
    ArrayElements elements = new ArrayElements(site, 1);
    return (c, a, r) -> {
      JsonTree tree = JsonTree.of(a[0]);
      boolean[] found = {!any};
      elements.forEach(
          a[1],
          element -> {
            if (!element.isNull && JsonTests.exists(tree, element.text()) == any) {
              found[0] = any;
            }
          });
      r.setBoolean(found[0]);
    };
  }

  private static void pretty(JsonTree tree, int depth, ByteArrayWriter writer) {
    switch (tree) {
      case JsonTree.Array(List<JsonTree> elements) -> {
        writer.writeByte('[');
        boolean first = true;
        for (JsonTree element : elements) {
          newLine(first, depth + 1, writer);
          first = false;
          pretty(element, depth + 1, writer);
        }
        newLine(true, depth, writer);
        writer.writeByte(']');
      }
      case JsonTree.Object object -> {
        writer.writeByte('{');
        boolean first = true;
        for (Map.Entry<String, JsonTree> member : object.members().entrySet()) {
          newLine(first, depth + 1, writer);
          first = false;
          JsonTree.writeString(member.getKey(), writer);
          writer.writeAscii(": ");
          pretty(member.getValue(), depth + 1, writer);
        }
        newLine(true, depth, writer);
        writer.writeByte('}');
      }
      default -> JsonTree.write(tree, writer);
    }
  }

  private static void newLine(boolean first, int depth, ByteArrayWriter writer) {
    if (!first) {
      writer.writeByte(',');
    }
    writer.writeByte('\n');
    writer.writeAscii(" ".repeat(4 * depth));
  }

  private static @Nullable ScalarFunction casts(String key) {
    return switch (key) {
      case "jsonb_bool" ->
          (c, a, r) -> {
            JsonTree tree = JsonTree.of(a[0]);
            if (tree instanceof JsonTree.Null) {
              r.setNull();
            } else if (tree instanceof JsonTree.Bool(boolean value)) {
              r.setBoolean(value);
            } else {
              throw cannotCast(tree, "boolean");
            }
          };
      case "jsonb_numeric" -> number("numeric", (n, r) -> r.set(n));
      case "jsonb_int2" ->
          number(
              "smallint",
              (n, r) -> r.setLong(Numeric.toLong(n, Short.MIN_VALUE, Short.MAX_VALUE, "smallint")));
      case "jsonb_int4" ->
          number(
              "integer",
              (n, r) ->
                  r.setLong(Numeric.toLong(n, Integer.MIN_VALUE, Integer.MAX_VALUE, "integer")));
      case "jsonb_int8" ->
          number(
              "bigint",
              (n, r) -> r.setLong(Numeric.toLong(n, Long.MIN_VALUE, Long.MAX_VALUE, "bigint")));
      case "jsonb_float4" -> number("real", (n, r) -> r.setFloat(Numeric.toFloat(n)));
      case "jsonb_float8" -> number("double precision", (n, r) -> r.setDouble(Numeric.toDouble(n)));
      default -> null;
    };
  }

  private interface NumberCast {
    void cast(Datum numeric, Datum result);
  }

  private static ScalarFunction number(String type, NumberCast cast) {
    return (c, a, r) -> {
      JsonTree tree = JsonTree.of(a[0]);
      if (tree instanceof JsonTree.Null) {
        r.setNull();
      } else if (tree instanceof JsonTree.Number number) {
        Datum numeric = new Datum();
        Numeric.set(numeric, number.value());
        cast.cast(numeric, r);
      } else {
        throw cannotCast(tree, type);
      }
    };
  }

  private static SqlError cannotCast(JsonTree tree, String type) {
    return new SqlError(
        SqlState.INVALID_PARAMETER_VALUE,
        "cannot cast jsonb " + typeName(tree) + " to type " + type);
  }

  @Override
  public @Nullable SetFunction set(String key, CallSite site) {
    return switch (key) {
      case "jsonb_array_elements" -> (c, a) -> elements(JsonTree.of(a[0]), false);
      case "jsonb_array_elements_text" -> (c, a) -> elements(JsonTree.of(a[0]), true);
      case "jsonb_each" -> (c, a) -> members(JsonTree.of(a[0]), false, "jsonb_each");
      case "jsonb_each_text" -> (c, a) -> members(JsonTree.of(a[0]), true, "jsonb_each_text");
      case "jsonb_object_keys" -> (c, a) -> keys(JsonTree.of(a[0]));
      default -> null;
    };
  }

  private static SetFunction.Rows elements(JsonTree tree, boolean asText) {
    if (!(tree instanceof JsonTree.Array array)) {
      throw JsonFunctions.invalid(
          "cannot extract elements from "
              + (tree instanceof JsonTree.Object ? "an object" : "a scalar"));
    }
    Iterator<JsonTree> elements = array.elements().iterator();
    return columns -> {
      if (!elements.hasNext()) {
        return false;
      }
      give(elements.next(), asText, columns[0]);
      return true;
    };
  }

  private static SetFunction.Rows members(JsonTree tree, boolean asText, String function) {
    if (!(tree instanceof JsonTree.Object object)) {
      throw JsonFunctions.invalid("cannot call " + function + " on a non-object");
    }
    Iterator<Map.Entry<String, JsonTree>> members = object.members().entrySet().iterator();
    return columns -> {
      if (!members.hasNext()) {
        return false;
      }
      Map.Entry<String, JsonTree> member = members.next();
      columns[0].setText(member.getKey());
      give(member.getValue(), asText, columns[1]);
      return true;
    };
  }

  private static SetFunction.Rows keys(JsonTree tree) {
    if (!(tree instanceof JsonTree.Object object)) {
      throw JsonFunctions.invalid(
          "cannot call jsonb_object_keys on "
              + (tree instanceof JsonTree.Array ? "an array" : "a scalar"));
    }
    List<String> keys = new ArrayList<>(object.members().keySet());
    int[] next = {0};
    return columns -> {
      if (next[0] == keys.size()) {
        return false;
      }
      columns[0].setText(keys.get(next[0]++));
      return true;
    };
  }
}
