package dev.postern.backend.explain;

import dev.postern.backend.analyze.Query;
import dev.postern.backend.analyze.TypedExpression;
import dev.postern.backend.analyze.TypedExpression.FunctionCall;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.plan.PlanNode;
import dev.postern.backend.setting.IdentifierList;
import dev.postern.backend.sql.QueryClause.FrameBoundKind;
import dev.postern.backend.sql.QueryClause.FrameExclusion;
import dev.postern.backend.sql.QueryClause.FrameUnits;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What a plan's nodes are called, in text and in the structured formats. Stateless. */
final class PlanTitles {
  private PlanTitles() {}

  static RelationDescriptor target(Query query) {
    return switch (query) {
      case Query.Insert insert -> insert.table();
      case Query.Update update -> update.table();
      case Query.Delete delete -> delete.table();
      case Query.Select select -> throw new IllegalStateException("not a modification");
      case Query.Values values -> throw new IllegalStateException("not a modification");
      case Query.SetOperation set -> throw new IllegalStateException("not a modification");
    };
  }

  private static String schema(RelationDescriptor table) {
    return table.persistence() == 't' ? "pg_temp" : table.schema();
  }

  /** A table with its alias, where it has another one. */
  static String relation(RelationDescriptor table, String alias, boolean verbose) {
    String name = IdentifierList.quote(table.name());
    return (verbose ? IdentifierList.quote(schema(table)) + "." : "")
        + (alias.equals(table.name()) ? name : name + " " + IdentifierList.quote(alias));
  }

  static void addRelation(
      ShownNode shown, RelationDescriptor table, String alias, boolean verbose) {
    shown.properties.put("Relation Name", table.name());
    if (verbose) {
      shown.properties.put("Schema", schema(table));
    }
    shown.properties.put("Alias", alias);
  }

  /** The node type of the structured formats. */
  static String type(PlanNode node) {
    return switch (node) {
      case PlanNode.OneRow n -> "Result";
      case PlanNode.SequentialScan n -> "Seq Scan";
      case PlanNode.IndexScan n -> "Index Scan";
      case PlanNode.FunctionScan n -> "Function Scan";
      case PlanNode.ValuesScan n -> "Values Scan";
      case PlanNode.SubqueryScan n -> "Subquery Scan";
      case PlanNode.CommonTableScan n -> n.self() ? "WorkTable Scan" : "CTE Scan";
      case PlanNode.Filter n -> "Result";
      case PlanNode.NestedLoop n -> "Nested Loop";
      case PlanNode.HashJoin n -> "Hash Join";
      case PlanNode.Project n -> "Result";
      case PlanNode.ProjectSet n -> "ProjectSet";
      case PlanNode.Sort n -> "Sort";
      case PlanNode.Distinct n -> "Aggregate";
      case PlanNode.Unique n -> "Unique";
      case PlanNode.Aggregate n -> "Aggregate";
      case PlanNode.WindowAggregate n -> "WindowAgg";
      case PlanNode.SetOperation n ->
          switch (n.operator()) {
            case UNION -> n.all() ? "Append" : "Aggregate";
            case INTERSECT, EXCEPT -> "SetOp";
          };
      case PlanNode.Limit n -> "Limit";
      case PlanNode.LockRows n -> "LockRows";
    };
  }

  /** The node's line in text. */
  static String title(PlanNode node, PlanNames names, boolean verbose) {
    return switch (node) {
      case PlanNode.SequentialScan n ->
          "Seq Scan on " + relation(n.table(), names.alias(n.slot(), n.alias()), verbose);
      case PlanNode.IndexScan n ->
          "Index Scan "
              + (n.backward() ? "Backward " : "")
              + "using "
              + IdentifierList.quote(n.index().name())
              + " on "
              + relation(n.table(), names.alias(n.slot(), n.alias()), verbose);
      case PlanNode.FunctionScan n -> "Function Scan on " + function(n.source(), names, verbose);
      case PlanNode.ValuesScan n -> "Values Scan on " + alias(n.slot(), n.alias(), names);
      case PlanNode.SubqueryScan n -> "Subquery Scan on " + alias(n.slot(), n.alias(), names);
      case PlanNode.CommonTableScan n -> type(n) + " on " + alias(n.slot(), n.alias(), names);
      case PlanNode.NestedLoop n -> "Nested Loop" + joined(n.type(), "");
      case PlanNode.HashJoin n -> "Hash" + joined(n.type(), " Join");
      case PlanNode.Distinct n -> "HashAggregate";
      case PlanNode.Aggregate n ->
          n.groupingSets() != null
              ? "MixedAggregate"
              : n.keys().isEmpty() ? "Aggregate" : "HashAggregate";
      case PlanNode.SetOperation n ->
          switch (n.operator()) {
            case UNION -> n.all() ? "Append" : "HashAggregate";
            case INTERSECT, EXCEPT -> "HashSetOp " + command(n);
          };
      case PlanNode.OneRow n -> type(n);
      case PlanNode.Filter n -> type(n);
      case PlanNode.Project n -> type(n);
      case PlanNode.ProjectSet n -> type(n);
      case PlanNode.Sort n -> type(n);
      case PlanNode.Unique n -> type(n);
      case PlanNode.WindowAggregate n -> type(n);
      case PlanNode.Limit n -> type(n);
      case PlanNode.LockRows n -> type(n);
    };
  }

  private static String joined(PlanNode.JoinType type, String inner) {
    return type == PlanNode.JoinType.INNER ? inner : " " + joinType(type) + " Join";
  }

  private static String joinType(PlanNode.JoinType type) {
    String name = type.name();
    return name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT);
  }

  private static String command(PlanNode.SetOperation n) {
    String name = n.operator().name();
    return name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT) + (n.all() ? " All" : "");
  }

  private static String alias(int slot, String alias, PlanNames names) {
    return IdentifierList.quote(names.alias(slot, alias));
  }

  private static String function(Query.FunctionScan source, PlanNames names, boolean verbose) {
    String alias = alias(source.slot(), source.alias(), names);
    if (source.functions().size() == 1
        && source.functions().getFirst() instanceof FunctionCall call) {
      String name = IdentifierList.quote(call.function().name());
      String shown = verbose ? "pg_catalog." + name : name;
      return alias.equals(name) && !verbose ? shown : shown + " " + alias;
    }
    return alias;
  }

  /** What structured formats say besides the type. */
  static void addProperties(ShownNode shown, PlanNode node, PlanNames names, boolean verbose) {
    switch (node) {
      case PlanNode.SequentialScan n ->
          addRelation(shown, n.table(), names.alias(n.slot(), n.alias()), verbose);
      case PlanNode.IndexScan n -> {
        shown.properties.put("Scan Direction", n.backward() ? "Backward" : "Forward");
        shown.properties.put("Index Name", n.index().name());
        addRelation(shown, n.table(), names.alias(n.slot(), n.alias()), verbose);
      }
      case PlanNode.FunctionScan n -> {
        if (n.source().functions().size() == 1
            && n.source().functions().getFirst() instanceof FunctionCall call) {
          shown.properties.put("Function Name", call.function().name());
        }
        shown.properties.put("Alias", names.alias(n.source().slot(), n.source().alias()));
      }
      case PlanNode.ValuesScan n -> shown.properties.put("Alias", names.alias(n.slot(), n.alias()));
      case PlanNode.SubqueryScan n ->
          shown.properties.put("Alias", names.alias(n.slot(), n.alias()));
      case PlanNode.CommonTableScan n -> {
        shown.properties.put("CTE Name", n.alias());
        shown.properties.put("Alias", names.alias(n.slot(), n.alias()));
      }
      case PlanNode.NestedLoop n -> shown.properties.put("Join Type", joinType(n.type()));
      case PlanNode.HashJoin n -> shown.properties.put("Join Type", joinType(n.type()));
      case PlanNode.Distinct n -> strategy(shown, "Hashed");
      case PlanNode.Aggregate n ->
          strategy(
              shown, n.groupingSets() != null ? "Mixed" : n.keys().isEmpty() ? "Plain" : "Hashed");
      case PlanNode.SetOperation n -> {
        if (shown.type.equals("Aggregate")) {
          strategy(shown, "Hashed");
        } else if (shown.type.equals("SetOp")) {
          shown.properties.put("Strategy", "Hashed");
          shown.properties.put("Command", command(n));
        }
      }
      case PlanNode.OneRow n -> {}
      case PlanNode.Filter n -> {}
      case PlanNode.Project n -> {}
      case PlanNode.ProjectSet n -> {}
      case PlanNode.Sort n -> {}
      case PlanNode.Unique n -> {}
      case PlanNode.WindowAggregate n -> {}
      case PlanNode.Limit n -> {}
      case PlanNode.LockRows n -> {}
    }
  }

  private static void strategy(ShownNode shown, String strategy) {
    shown.properties.put("Strategy", strategy);
    shown.properties.put("Partial Mode", "Simple");
  }

  /** A window's frame as get_window_frame_options writes it; empty for the default one. */
  static String frame(Query.Window window, Function<TypedExpression, String> text) {
    boolean usual =
        window.units() == FrameUnits.RANGE
            && window.startKind() == FrameBoundKind.UNBOUNDED_PRECEDING
            && window.endKind() == FrameBoundKind.CURRENT_ROW
            && window.exclusion() == FrameExclusion.NO_OTHERS;
    if (usual) {
      return "";
    }
    String frame =
        window.units().name()
            + " BETWEEN "
            + bound(window.startKind(), window.startOffset(), text)
            + " AND "
            + bound(window.endKind(), window.endOffset(), text);
    if (window.endKind() == FrameBoundKind.CURRENT_ROW
        && window.startKind() == FrameBoundKind.UNBOUNDED_PRECEDING) {
      frame = window.units().name() + " UNBOUNDED PRECEDING";
    }
    return switch (window.exclusion()) {
      case NO_OTHERS -> frame;
      case CURRENT_ROW -> frame + " EXCLUDE CURRENT ROW";
      case GROUP -> frame + " EXCLUDE GROUP";
      case TIES -> frame + " EXCLUDE TIES";
    };
  }

  private static String bound(
      FrameBoundKind kind,
      @Nullable TypedExpression offset,
      Function<TypedExpression, String> text) {
    String words = kind.name().replace('_', ' ');
    return offset == null ? words : text.apply(offset) + " " + words.replace("OFFSET ", "");
  }
}
