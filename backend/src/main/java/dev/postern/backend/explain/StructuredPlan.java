package dev.postern.backend.explain;

import dev.postern.backend.exec.Instruments.Measure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A plan as EXPLAIN's JSON and YAML formats. Groups are maps, lists are lists, numbers are written
 * already where their digits matter.
 */
final class StructuredPlan {
  /** A number with the digits it is shown with. */
  private record Digits(String text) {}

  private final ExplainOptions options;

  private StructuredPlan(ExplainOptions options) {
    this.options = options;
  }

  /**
   * The whole text.
   *
   * @param planningMillis null where there is no summary, as also {@code executionMillis}
   */
  static String text(
      ShownNode root,
      ExplainOptions options,
      @Nullable Double planningMillis,
      @Nullable Double executionMillis) {
    Map<String, Object> query = new LinkedHashMap<>();
    query.put("Plan", new StructuredPlan(options).node(root));
    if (planningMillis != null) {
      query.put("Planning Time", digits("%.3f", planningMillis));
    }
    if (executionMillis != null) {
      query.put("Triggers", List.of());
      query.put("Execution Time", digits("%.3f", executionMillis));
    }
    StringBuilder out = new StringBuilder();
    if (options.format() == ExplainOptions.Format.JSON) {
      out.append("[\n  ");
      json(query, 1, out);
      out.append("\n]");
    } else {
      out.append("- ");
      yaml(query, 1, out);
      out.setLength(out.length() - 1);
    }
    return out.toString();
  }

  private static Digits digits(String format, double value) {
    return new Digits(String.format(Locale.ROOT, format, value));
  }

  private Map<String, Object> node(ShownNode node) {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("Node Type", node.type);
    Map<String, Object> later = new LinkedHashMap<>(node.properties);
    for (String first : List.of("Strategy", "Partial Mode", "Operation")) {
      Object value = later.remove(first);
      if (value != null) {
        shown.put(first, value);
      }
    }
    put(shown, "Parent Relationship", node.relationship);
    put(shown, "Subplan Name", node.planName);
    shown.put("Parallel Aware", false);
    shown.put("Async Capable", false);
    Object unique = later.remove("Inner Unique");
    shown.putAll(later);
    if (options.costs()) {
      shown.put("Startup Cost", digits("%.2f", 0));
      shown.put("Total Cost", digits("%.2f", node.cost));
      shown.put("Plan Rows", digits("%.0f", node.rows));
      shown.put("Plan Width", digits("%.0f", node.width));
    }
    if (options.analyze() && node.measure != null) {
      measured(shown, node.measure);
    }
    shown.put("Disabled", false);
    Map<String, Object> details = new LinkedHashMap<>(node.details);
    put(shown, "Output", details.remove("Output"));
    put(shown, "Inner Unique", unique);
    shown.putAll(details);
    List<Object> plans = new ArrayList<>();
    for (ShownNode child : node.below()) {
      plans.add(node(child));
    }
    if (!plans.isEmpty()) {
      shown.put("Plans", plans);
    }
    return shown;
  }

  private static void put(Map<String, Object> shown, String key, @Nullable Object value) {
    if (value != null) {
      shown.put(key, value);
    }
  }

  private void measured(Map<String, Object> shown, Measure measure) {
    long loops = Math.max(1, measure.loops());
    if (options.timing()) {
      shown.put(
          "Actual Startup Time", digits("%.3f", TextPlan.millis(measure.firstRowNanos(), loops)));
      shown.put("Actual Total Time", digits("%.3f", TextPlan.millis(measure.totalNanos(), loops)));
    }
    shown.put("Actual Rows", digits("%.2f", (double) measure.rows() / loops));
    shown.put("Actual Loops", digits("%.0f", measure.loops()));
  }

  // --- JSON

  private static void json(Object value, int depth, StringBuilder out) {
    switch (value) {
      case Map<?, ?> map -> {
        out.append("{");
        String separator = "\n";
        for (Map.Entry<?, ?> entry : map.entrySet()) {
          out.append(separator).append("  ".repeat(depth + 1));
          quoted(String.valueOf(entry.getKey()), out);
          out.append(": ");
          json(entry.getValue(), depth + 1, out);
          separator = ",\n";
        }
        out.append('\n').append("  ".repeat(depth)).append('}');
      }
      case List<?> list when !list.isEmpty() && list.getFirst() instanceof Map -> {
        out.append("[");
        String separator = "\n";
        for (Object each : list) {
          out.append(separator).append("  ".repeat(depth + 1));
          json(each, depth + 1, out);
          separator = ",\n";
        }
        out.append('\n').append("  ".repeat(depth)).append(']');
      }
      case List<?> list -> {
        out.append("[");
        String separator = "";
        for (Object each : list) {
          out.append(separator);
          json(each, depth + 1, out);
          separator = ", ";
        }
        // PostgreSQL writes an empty group over two lines.
        out.append(list.isEmpty() ? "\n" + "  ".repeat(depth) + "]" : "]");
      }
      case String text -> quoted(text, out);
      case Digits(String text) -> out.append(text);
      default -> out.append(value);
    }
  }

  private static void quoted(String text, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        case '\b' -> out.append("\\b");
        case '\f' -> out.append("\\f");
        default -> {
          if (c < ' ') {
            out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }

  // --- YAML

  /** The entries of a group; the first stands where the writer is. */
  private static void yaml(Map<?, ?> map, int depth, StringBuilder out) {
    boolean first = true;
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      out.append(first ? "" : "  ".repeat(depth));
      first = false;
      out.append(entry.getKey()).append(": ");
      switch (entry.getValue()) {
        case Map<?, ?> group -> {
          out.append('\n').append("  ".repeat(depth + 1));
          yaml(group, depth + 1, out);
        }
        case List<?> list -> {
          out.append('\n');
          for (Object each : list) {
            out.append("  ".repeat(depth + 1)).append("- ");
            if (each instanceof Map<?, ?> group) {
              yaml(group, depth + 2, out);
            } else {
              quoted(String.valueOf(each), out);
              out.append('\n');
            }
          }
        }
        case String text -> {
          quoted(text, out);
          out.append('\n');
        }
        case Digits(String text) -> out.append(text).append('\n');
        default -> out.append(entry.getValue()).append('\n');
      }
    }
  }
}
