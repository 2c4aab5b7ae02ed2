package dev.postern.backend.function;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.type.ByteArrayWriter;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.JsonTree;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Operators and functions that take json apart (manual section 9.16). */
final class JsonFunctions implements FunctionTopic {
  @Override
  public @Nullable ScalarFunction scalar(String key, CallSite site) {
    return switch (key) {
      case "json_object_field" -> (c, a, r) -> give(field(of(a[0]), a[1].text()), false, r);
      case "json_object_field_text" -> (c, a, r) -> give(field(of(a[0]), a[1].text()), true, r);
      case "json_array_element" -> (c, a, r) -> give(element(of(a[0]), a[1].bits), false, r);
      case "json_array_element_text" -> (c, a, r) -> give(element(of(a[0]), a[1].bits), true, r);
      case "json_extract_path" -> path(site, false);
      case "json_extract_path_text" -> path(site, true);
      case "json_typeof" -> (c, a, r) -> r.setText(of(a[0]).typeName());
      case "json_array_length" ->
          (c, a, r) -> {
            JsonText value = of(a[0]);
            if (!value.isArray()) {
              throw invalid(
                  "cannot get array length of a " + (value.isObject() ? "non-array" : "scalar"));
            }
            r.setLong(value.elements().size());
          };
      case "json_strip_nulls" ->
          (c, a, r) -> {
            ByteArrayWriter writer = new ByteArrayWriter();
            stripped(of(a[0]), a[1].booleanValue(), writer);
            r.setBytes(writer.array(), 0, writer.size());
          };
      default -> null;
    };
  }

  static SqlError invalid(String message) {
    return new SqlError(SqlState.INVALID_PARAMETER_VALUE, message);
  }

  private static JsonText of(Datum json) {
    return JsonText.of(json.text());
  }

  private static void give(@Nullable JsonText value, boolean asText, Datum result) {
    if (value == null || asText && value.isNull()) {
      result.setNull();
    } else {
      result.setText(asText ? value.asText() : value.source());
    }
  }

  private static @Nullable JsonText field(JsonText value, String key) {
    JsonText found = null;
    if (value.isObject()) {
      for (JsonText.Member member : value.members()) {
        if (member.key().equals(key)) {
          found = member.value();
        }
      }
    }
    return found;
  }

  private static @Nullable JsonText element(JsonText value, long index) {
    if (!value.isArray()) {
      return null;
    }
    List<JsonText> elements = value.elements();
    long at = index < 0 ? elements.size() + index : index;
    return at >= 0 && at < elements.size() ? elements.get((int) at) : null;
  }

  /** The steps of a path argument; null where one is null. */
  static @Nullable List<String> steps(ArrayElements elements, Datum path) {
    List<String> steps = new ArrayList<>();
    boolean[] anyNull = {false};
    elements.forEach(
        path,
        element -> {
          if (element.isNull) {
            anyNull[0] = true;
          } else {
            steps.add(element.text());
          }
        });
    return anyNull[0] ? null : steps;
  }

  /** The number that a step is for an array, or null. */
  static @Nullable Integer index(String step) {
    try {
      return Integer.parseInt(step.strip());
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private static ScalarFunction path(CallSite site, boolean asText) {
    ArrayElements elements = new ArrayElements(site, 1);
    return (c, a, r) -> {
      List<String> steps = steps(elements, a[1]);
      JsonText value = steps == null ? null : of(a[0]);
      if (steps != null) {
        for (String step : steps) {
          if (value == null) {
            break;
          }
          Integer index = value.isArray() ? index(step) : null;
          value =
              value.isArray() ? index == null ? null : element(value, index) : field(value, step);
        }
      }
      give(value, asText, r);
    };
  }

  /** Writes the value without white space and without members that are null. */
  private static void stripped(JsonText value, boolean inArrays, ByteArrayWriter writer) {
    if (value.isObject()) {
      writer.writeByte('{');
      boolean first = true;
      for (JsonText.Member member : value.members()) {
        if (member.value().isNull()) {
          continue;
        }
        if (!first) {
          writer.writeByte(',');
        }
        first = false;
        JsonTree.writeString(member.key(), writer);
        writer.writeByte(':');
        stripped(member.value(), inArrays, writer);
      }
      writer.writeByte('}');
    } else if (value.isArray()) {
      writer.writeByte('[');
      boolean first = true;
      for (JsonText element : value.elements()) {
        if (inArrays && element.isNull()) {
          continue;
        }
        if (!first) {
          writer.writeByte(',');
        }
        first = false;
        stripped(element, inArrays, writer);
      }
      writer.writeByte(']');
    } else if (value.isString()) {
      JsonTree.writeString(value.asText(), writer);
    } else {
      writer.writeAscii(value.source());
    }
  }

  @Override
  public @Nullable SetFunction set(String key, CallSite site) {
    return switch (key) {
      case "json_array_elements" -> (c, a) -> elements(of(a[0]), false, "json_array_elements");
      case "json_array_elements_text" ->
          (c, a) -> elements(of(a[0]), true, "json_array_elements_text");
      case "json_each" -> (c, a) -> members(of(a[0]), false);
      case "json_each_text" -> (c, a) -> members(of(a[0]), true);
      case "json_object_keys" -> (c, a) -> keys(of(a[0]));
      default -> null;
    };
  }

  private static SetFunction.Rows elements(JsonText value, boolean asText, String function) {
    if (!value.isArray()) {
      throw invalid(
          "cannot call " + function + " on a " + (value.isObject() ? "non-array" : "scalar"));
    }
    List<JsonText> elements = value.elements();
    int[] next = {0};
    return columns -> {
      if (next[0] == elements.size()) {
        return false;
      }
      give(elements.get(next[0]++), asText, columns[0]);
      return true;
    };
  }

  private static SetFunction.Rows members(JsonText value, boolean asText) {
    if (!value.isObject()) {
      throw invalid(
          "cannot deconstruct " + (value.isArray() ? "an array as an object" : "a scalar"));
    }
    List<JsonText.Member> members = value.members();
    int[] next = {0};
    return columns -> {
      if (next[0] == members.size()) {
        return false;
      }
      JsonText.Member member = members.get(next[0]++);
      columns[0].setText(member.key());
      give(member.value(), asText, columns[1]);
      return true;
    };
  }

  private static SetFunction.Rows keys(JsonText value) {
    if (!value.isObject()) {
      throw invalid(
          "cannot call json_object_keys on " + (value.isArray() ? "an array" : "a scalar"));
    }
    List<JsonText.Member> members = value.members();
    int[] next = {0};
    return columns -> {
      if (next[0] == members.size()) {
        return false;
      }
      columns[0].setText(members.get(next[0]++).key());
      return true;
    };
  }
}
