package dev.postern.backend.explain;

import dev.postern.backend.exec.Instruments.Measure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A node of a plan as it is shown. Filled by {@link PlanDescriber}, read by the writers. */
final class ShownNode {
  /** PostgreSQL's node type in the structured formats, such as {@code Seq Scan}. */
  final String type;

  /** The node's line in text. */
  final String title;

  /** What structured formats say of its kind, such as {@code Join Type}. */
  final Map<String, Object> properties = new LinkedHashMap<>();

  final double cost;
  final double rows;
  final int width;
  final @Nullable Measure measure;

  /** Text or list of texts, or a number. */
  final Map<String, Object> details = new LinkedHashMap<>();

  final List<ShownNode> initPlans = new ArrayList<>();
  final List<ShownNode> children = new ArrayList<>();
  final List<ShownNode> subPlans = new ArrayList<>();

  /** {@code InitPlan 1}, {@code CTE t}, or null. */
  @Nullable String planName;

  /** How it stands to its parent, in structured formats. */
  @Nullable String relationship;

  ShownNode(
      String type, String title, double cost, double rows, int width, @Nullable Measure measure) {
    this.type = type;
    this.title = title;
    this.cost = cost;
    this.rows = rows;
    this.width = width;
    this.measure = measure;
  }

  /** All nodes below, in the order they are shown. */
  List<ShownNode> below() {
    List<ShownNode> all = new ArrayList<>(initPlans);
    all.addAll(children);
    all.addAll(subPlans);
    return all;
  }
}
