package dev.postern.backend.function;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.JsonTree;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Functions that make a changed jsonb of a jsonb. */
final class JsonbEditing implements FunctionTopic {
  private enum Change {
    SET,
    SET_EXISTING,
    INSERT_BEFORE,
    INSERT_AFTER,
    DELETE
  }

  @Override
  public @Nullable ScalarFunction scalar(String key, CallSite site) {
    return switch (key) {
      case "jsonb_concat" ->
          (c, a, r) -> JsonTree.store(joined(JsonTree.of(a[0]), JsonTree.of(a[1])), r);
      case "jsonb_delete" -> (c, a, r) -> delete(JsonTree.of(a[0]), Set.of(a[1].text()), r);
      case "jsonb_delete_idx" -> (c, a, r) -> deleteElement(JsonTree.of(a[0]), a[1].bits, r);
      case "jsonb_delete_array" -> {
        ArrayElements elements = new ArrayElements(site, 1);
        yield (c, a, r) -> {
          Set<String> keys = new HashSet<>();
          elements.forEach(
              a[1],
              element -> {
                if (!element.isNull) {
                  keys.add(element.text());
                }
              });
          delete(JsonTree.of(a[0]), keys, r);
        };
      }
      case "jsonb_delete_path" -> changing(site, Change.DELETE, Change.DELETE, "delete path in");
      case "jsonb_set" -> changing(site, Change.SET, Change.SET_EXISTING, "set path in");
      case "jsonb_insert" ->
          changing(site, Change.INSERT_AFTER, Change.INSERT_BEFORE, "set path in");
      case "jsonb_set_lax" -> lax(site);
      case "jsonb_strip_nulls" ->
          (c, a, r) -> JsonTree.store(stripped(JsonTree.of(a[0]), a[1].booleanValue()), r);
      default -> null;
    };
  }

  private static JsonTree joined(JsonTree left, JsonTree right) {
    if (left instanceof JsonTree.Object a && right instanceof JsonTree.Object b) {
      SortedMap<String, JsonTree> members = copy(a.members());
      members.putAll(b.members());
      return new JsonTree.Object(members);
    }
    List<JsonTree> elements = new ArrayList<>(elements(left));
    elements.addAll(elements(right));
    return new JsonTree.Array(elements);
  }

  private static List<JsonTree> elements(JsonTree tree) {
    return tree instanceof JsonTree.Array(List<JsonTree> elements) ? elements : List.of(tree);
  }

  private static SortedMap<String, JsonTree> copy(SortedMap<String, JsonTree> members) {
    TreeMap<String, JsonTree> copy = new TreeMap<>(JsonTree.KEY_ORDER);
    copy.putAll(members);
    return copy;
  }

  private static void delete(JsonTree tree, Set<String> keys, Datum result) {
    switch (tree) {
      case JsonTree.Object object -> {
        SortedMap<String, JsonTree> members = copy(object.members());
        members.keySet().removeAll(keys);
        JsonTree.store(new JsonTree.Object(members), result);
      }
      case JsonTree.Array array -> {
        List<JsonTree> kept = new ArrayList<>();
        for (JsonTree element : array.elements()) {
          if (!(element instanceof JsonTree.Text(String value)) || !keys.contains(value)) {
            kept.add(element);
          }
        }
        JsonTree.store(new JsonTree.Array(kept), result);
      }
      default -> throw JsonFunctions.invalid("cannot delete from scalar");
    }
  }

  private static void deleteElement(JsonTree tree, long index, Datum result) {
    if (tree instanceof JsonTree.Object) {
      throw JsonFunctions.invalid("cannot delete from object using integer index");
    }
    if (!(tree instanceof JsonTree.Array array)) {
      throw JsonFunctions.invalid("cannot delete from scalar");
    }
    List<JsonTree> elements = new ArrayList<>(array.elements());
    long at = index < 0 ? elements.size() + index : index;
    if (at >= 0 && at < elements.size()) {
      elements.remove((int) at);
    }
    JsonTree.store(new JsonTree.Array(elements), result);
  }

  private static ScalarFunction changing(
      CallSite site, Change whenTrue, Change whenFalse, String verb) {
    ArrayElements elements = new ArrayElements(site, 1);
    return (c, a, r) -> {
      JsonTree tree = JsonTree.of(a[0]);
      if (!(tree instanceof JsonTree.Object) && !(tree instanceof JsonTree.Array)) {
        throw JsonFunctions.invalid("cannot " + verb + " scalar");
      }
      boolean delete = whenTrue == Change.DELETE;
      Change change = delete || a[3].booleanValue() ? whenTrue : whenFalse;
      JsonTree value = delete ? new JsonTree.Null() : JsonTree.of(a[2]);
      JsonTree.store(changed(tree, path(elements, a[1]), 0, value, change), r);
    };
  }

  private static List<@Nullable String> path(ArrayElements elements, Datum path) {
    List<@Nullable String> steps = new ArrayList<>();
    elements.forEach(path, element -> steps.add(element.isNull ? null : element.text()));
    return steps;
  }

  private static JsonTree changed(
      JsonTree tree, List<@Nullable String> path, int level, JsonTree value, Change change) {
    if (level >= path.size()) {
      return tree;
    }
    String step = path.get(level);
    if (step == null) {
      throw new SqlError(
          SqlState.NULL_VALUE_NOT_ALLOWED, "path element at position " + (level + 1) + " is null");
    }
    return switch (tree) {
      case JsonTree.Object object ->
          new JsonTree.Object(member(object.members(), path, level, step, value, change));
      case JsonTree.Array array ->
          new JsonTree.Array(element(array.elements(), path, level, step, value, change));
      default -> tree;
    };
  }

  private static SortedMap<String, JsonTree> member(
      SortedMap<String, JsonTree> old,
      List<@Nullable String> path,
      int level,
      String step,
      JsonTree value,
      Change change) {
    SortedMap<String, JsonTree> members = copy(old);
    JsonTree found = members.get(step);
    if (level < path.size() - 1) {
      if (found != null) {
        members.put(step, changed(found, path, level + 1, value, change));
      }
      return members;
    }
    switch (change) {
      case DELETE -> members.remove(step);
      case SET -> members.put(step, value);
      case SET_EXISTING -> members.replace(step, value);
      case INSERT_BEFORE, INSERT_AFTER -> {
        if (found != null) {
          throw new SqlError(SqlState.INVALID_PARAMETER_VALUE, "cannot replace existing key")
              .hint("Try using the function jsonb_set to replace key value.");
        }
        members.put(step, value);
      }
    }
    return members;
  }

  private static List<JsonTree> element(
      List<JsonTree> old,
      List<@Nullable String> path,
      int level,
      String step,
      JsonTree value,
      Change change) {
    Integer number = JsonFunctions.index(step);
    if (number == null) {
      throw new SqlError(
          SqlState.INVALID_TEXT_REPRESENTATION,
          "path element at position " + (level + 1) + " is not an integer: \"" + step + "\"");
    }
    List<JsonTree> elements = new ArrayList<>(old);
    int at = number < 0 ? elements.size() + number : number;
    boolean exists = at >= 0 && at < elements.size();
    if (level < path.size() - 1) {
      if (exists) {
        elements.set(at, changed(elements.get(at), path, level + 1, value, change));
      }
      return elements;
    }
    if (exists) {
      switch (change) {
        case DELETE -> elements.remove(at);
        case SET, SET_EXISTING -> elements.set(at, value);
        case INSERT_BEFORE -> elements.add(at, value);
        case INSERT_AFTER -> elements.add(at + 1, value);
      }
    } else if (change != Change.DELETE && change != Change.SET_EXISTING) {
      elements.add(at < 0 ? 0 : elements.size(), value);
    }
    return elements;
  }

  /** jsonb_set_lax(): what a null value means is said by the last argument. */
  private static ScalarFunction lax(CallSite site) {
    ScalarFunction set = changing(site, Change.SET, Change.SET_EXISTING, "set path in");
    ScalarFunction delete = changing(site, Change.DELETE, Change.DELETE, "delete path in");
    return (c, a, r) -> {
      if (a[0].isNull || a[1].isNull || a[3].isNull) {
        r.setNull();
        return;
      }
      if (a[4].isNull) {
        throw JsonFunctions.invalid(
            "null_value_treatment must be \"delete_key\", \"return_target\","
                + " \"use_json_null\", or \"raise_exception\"");
      }
      if (!a[2].isNull) {
        set.call(c, a, r);
        return;
      }
      switch (a[4].text()) {
        case "raise_exception" ->
            throw new SqlError(SqlState.NULL_VALUE_NOT_ALLOWED, "JSON value must not be null")
                .detail(
                    "Exception was raised because null_value_treatment is"
                        + " \"raise_exception\".")
                .hint(
                    "To avoid, either change the null_value_treatment argument or ensure that an"
                        + " SQL NULL is not passed.");
        case "use_json_null" -> {
          JsonTree.store(new JsonTree.Null(), a[2]);
          set.call(c, a, r);
        }
        case "delete_key" -> delete.call(c, a, r);
        case "return_target" -> r.set(a[0]);
        default ->
            throw JsonFunctions.invalid(
                "null_value_treatment must be \"delete_key\", \"return_target\","
                    + " \"use_json_null\", or \"raise_exception\"");
      }
    };
  }

  private static JsonTree stripped(JsonTree tree, boolean inArrays) {
    return switch (tree) {
      case JsonTree.Object object -> {
        TreeMap<String, JsonTree> members = new TreeMap<>(JsonTree.KEY_ORDER);
        for (Map.Entry<String, JsonTree> member : object.members().entrySet()) {
          if (!(member.getValue() instanceof JsonTree.Null)) {
            members.put(member.getKey(), stripped(member.getValue(), inArrays));
          }
        }
        yield new JsonTree.Object(members);
      }
      case JsonTree.Array array -> {
        List<JsonTree> elements = new ArrayList<>();
        for (JsonTree element : array.elements()) {
          if (!inArrays || !(element instanceof JsonTree.Null)) {
            elements.add(stripped(element, inArrays));
          }
        }
        yield new JsonTree.Array(elements);
      }
      default -> tree;
    };
  }
}
