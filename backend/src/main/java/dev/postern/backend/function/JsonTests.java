package dev.postern.backend.function;

import dev.postern.backend.type.JsonTree;
import java.util.List;
import java.util.Map;

/** Containment, existence and equality of jsonb values (manual section 8.14.3). */
final class JsonTests {
  private JsonTests() {}

  /** The operator {@code @>}: an array also contains a scalar that is one of its elements. */
  static boolean contains(JsonTree outer, JsonTree inner) {
    if (outer instanceof JsonTree.Array(List<JsonTree> elements) && isScalar(inner)) {
      return hasElement(elements, inner);
    }
    return deepContains(outer, inner);
  }

  private static boolean isScalar(JsonTree tree) {
    return !(tree instanceof JsonTree.Array) && !(tree instanceof JsonTree.Object);
  }

  private static boolean hasElement(List<JsonTree> elements, JsonTree wanted) {
    for (JsonTree element : elements) {
      boolean match =
          isScalar(wanted)
              ? isScalar(element) && same(element, wanted)
              : !isScalar(element) && deepContains(element, wanted);
      if (match) {
        return true;
      }
    }
    return false;
  }

  private static boolean deepContains(JsonTree outer, JsonTree inner) {
    if (outer instanceof JsonTree.Object o && inner instanceof JsonTree.Object i) {
      for (Map.Entry<String, JsonTree> member : i.members().entrySet()) {
        JsonTree value = o.members().get(member.getKey());
        if (value == null || !deepContains(value, member.getValue())) {
          return false;
        }
      }
      return true;
    }
    if (outer instanceof JsonTree.Array o && inner instanceof JsonTree.Array i) {
      for (JsonTree element : i.elements()) {
        if (!hasElement(o.elements(), element)) {
          return false;
        }
      }
      return true;
    }
    return isScalar(outer) && isScalar(inner) && same(outer, inner);
  }

  /** Equality of scalars: numbers by value, whatever their scale. */
  private static boolean same(JsonTree left, JsonTree right) {
    return left instanceof JsonTree.Number a && right instanceof JsonTree.Number b
        ? a.value().compareTo(b.value()) == 0
        : left.equals(right);
  }

  /** The operator {@code ?}: a key, or a string among an array's elements, or the string itself. */
  static boolean exists(JsonTree tree, String text) {
    return switch (tree) {
      case JsonTree.Object object -> object.members().containsKey(text);
      case JsonTree.Array array -> array.elements().contains(new JsonTree.Text(text));
      case JsonTree.Text(String value) -> value.equals(text);
      case JsonTree.Null ignored -> false;
      case JsonTree.Bool ignored -> false;
      case JsonTree.Number ignored -> false;
    };
  }
}
