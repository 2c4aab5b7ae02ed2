package dev.postern.backend.explain;

import dev.postern.backend.exec.Instruments.Measure;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A plan as EXPLAIN's text format. One use each. */
final class TextPlan {
  private final ExplainOptions options;
  private final List<String> lines = new ArrayList<>();

  private TextPlan(ExplainOptions options) {
    this.options = options;
  }

  static List<String> lines(ShownNode root, ExplainOptions options) {
    TextPlan text = new TextPlan(options);
    text.node(root, 0);
    return text.lines;
  }

  private static String indented(int indent) {
    return "  ".repeat(indent);
  }

  /**
   * @param indent in PostgreSQL's steps of two blanks
   */
  private void node(ShownNode node, int indent) {
    int at = indent;
    if (node.planName != null) {
      lines.add(indented(at) + node.planName);
      at++;
    }
    StringBuilder line = new StringBuilder(indented(at));
    if (at > 0) {
      line.append("->  ");
      at += 2;
    }
    line.append(node.title);
    if (options.costs()) {
      line.append(
          String.format(
              Locale.ROOT,
              "  (cost=0.00..%.2f rows=%d width=%d)",
              node.cost,
              Math.round(node.rows),
              node.width));
    }
    if (options.analyze()) {
      line.append(measured(node.measure));
    }
    lines.add(line.toString());
    at++;
    for (Map.Entry<String, Object> detail : node.details.entrySet()) {
      detail(detail.getKey(), detail.getValue(), at);
    }
    for (ShownNode child : node.below()) {
      node(child, at);
    }
  }

  private String measured(@Nullable Measure measure) {
    if (measure == null) {
      // A step that the engine does not take apart, such as building a hash table.
      return "";
    }
    if (measure.loops() == 0) {
      return " (never executed)";
    }
    double rows = (double) measure.rows() / measure.loops();
    String times =
        options.timing()
            ? String.format(
                Locale.ROOT,
                "time=%.3f..%.3f ",
                millis(measure.firstRowNanos(), measure.loops()),
                millis(measure.totalNanos(), measure.loops()))
            : "";
    return String.format(
        Locale.ROOT, " (actual %srows=%.2f loops=%d)", times, rows, measure.loops());
  }

  static double millis(long nanos, long loops) {
    return nanos / 1e6 / loops;
  }

  private void detail(String label, Object value, int at) {
    switch (value) {
      case List<?> list when label.equals("Hash Keys") -> {
        for (Object key : list) {
          String name = "()".equals(key) ? "Group Key" : "Hash Key";
          lines.add(indented(at) + name + ": " + key);
        }
      }
      case List<?> list -> {
        List<String> words = new ArrayList<>();
        list.forEach(each -> words.add(String.valueOf(each)));
        lines.add(indented(at) + label + ": " + String.join(", ", words));
      }
      case Long count -> {
        if (count > 0) {
          lines.add(indented(at) + label + ": " + count);
        }
      }
      default -> lines.add(indented(at) + label + ": " + value);
    }
  }
}
