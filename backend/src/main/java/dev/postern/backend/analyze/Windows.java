package dev.postern.backend.analyze;

import dev.postern.backend.analyze.Query.Window;
import dev.postern.backend.analyze.TypedExpression.SortKey;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.Expression;
import dev.postern.backend.sql.QueryClause.FrameBound;
import dev.postern.backend.sql.QueryClause.FrameBoundKind;
import dev.postern.backend.sql.QueryClause.FrameExclusion;
import dev.postern.backend.sql.QueryClause.FrameUnits;
import dev.postern.backend.sql.QueryClause.SortItem;
import dev.postern.backend.sql.QueryClause.WindowDefinition;
import dev.postern.backend.sql.QueryClause.WindowFrame;
import dev.postern.backend.sql.QueryClause.WindowSpecification;
import dev.postern.backend.sql.Trees;
import dev.postern.backend.type.SqlType;
import dev.postern.backend.type.TypeOids;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Window definitions: those of WINDOW, then those written after OVER. */
final class Windows {
  private Windows() {}

  /** The number of the window that OVER means; a new one is remembered for {@link #analyze}. */
  static int index(Analysis analysis, Scope scope, WindowSpecification over) {
    List<WindowDefinition> definitions = scope.windowDefinitions;
    String reference = over.reference();
    if (reference != null) {
      for (int i = 0; i < definitions.size(); i++) {
        if (definitions.get(i).name().equals(reference)) {
          return i;
        }
      }
      throw missing(analysis, reference, over.position());
    }
    for (int i = 0; i < definitions.size(); i++) {
      WindowDefinition definition = definitions.get(i);
      if (definition.name().isEmpty() && Trees.sameShape(definition.specification(), over)) {
        return i;
      }
    }
    definitions.add(new WindowDefinition(over.position(), "", over));
    return definitions.size() - 1;
  }

  private static SqlError missing(Analysis analysis, String name, int position) {
    return analysis.error(
        SqlState.UNDEFINED_OBJECT, "window \"" + name + "\" does not exist", position);
  }

  /** Analyzes all definitions of a query level, in order (transformWindowDefinitions). */
  static List<Window> analyze(
      Analysis analysis, Scope scope, List<Target> visible, List<Target> extra) {
    List<Window> windows = new ArrayList<>();
    List<WindowDefinition> definitions = scope.windowDefinitions;
    for (int i = 0; i < definitions.size(); i++) {
      WindowDefinition definition = definitions.get(i);
      for (WindowDefinition earlier : definitions.subList(0, i)) {
        if (!definition.name().isEmpty() && earlier.name().equals(definition.name())) {
          throw analysis.error(
              SqlState.WINDOWING_ERROR,
              "window \"" + definition.name() + "\" is already defined",
              definition.position());
        }
      }
      windows.add(window(analysis, scope, definition, windows, visible, extra));
    }
    return List.copyOf(windows);
  }

  private static Window window(
      Analysis analysis,
      Scope scope,
      WindowDefinition definition,
      List<Window> earlier,
      List<Target> visible,
      List<Target> extra) {
    WindowSpecification specification = definition.specification();
    Window base = null;
    WindowSpecification baseSpecification = null;
    if (specification.base() != null) {
      for (int i = 0; i < earlier.size(); i++) {
        if (scope.windowDefinitions.get(i).name().equals(specification.base())) {
          base = earlier.get(i);
          baseSpecification = scope.windowDefinitions.get(i).specification();
        }
      }
      if (base == null) {
        throw missing(analysis, specification.base(), specification.position());
      }
    }
    List<SortKey> orderBy = new ArrayList<>();
    for (SortItem item : specification.orderBy()) {
      Target target =
          analysis.sorts.findEqual(
              scope, item.value(), visible, extra, ExpressionKind.WINDOW_ORDER);
      SortClauses.addKey(orderBy, analysis.sorts.key(target, item));
    }
    List<TypedExpression> partitionBy = new ArrayList<>();
    for (Expression expression : specification.partitionBy()) {
      Target target =
          analysis.sorts.findEqual(
              scope, expression, visible, extra, ExpressionKind.WINDOW_PARTITION);
      TypedExpression value = analysis.sorts.distinctKey(target).value();
      if (!partitionBy.contains(value)) {
        partitionBy.add(value);
      }
    }
    if (base != null && baseSpecification != null) {
      refine(analysis, specification, base, baseSpecification, partitionBy, orderBy);
    }
    return framed(analysis, scope, specification, partitionBy, orderBy);
  }

  private static void refine(
      Analysis analysis,
      WindowSpecification specification,
      Window base,
      WindowSpecification baseSpecification,
      List<TypedExpression> partitionBy,
      List<SortKey> orderBy) {
    String name = specification.base();
    if (!partitionBy.isEmpty()) {
      throw analysis.error(
          SqlState.WINDOWING_ERROR,
          "cannot override PARTITION BY clause of window \"" + name + "\"",
          specification.position());
    }
    partitionBy.addAll(base.partitionBy());
    if (!orderBy.isEmpty() && !base.orderBy().isEmpty()) {
      throw analysis.error(
          SqlState.WINDOWING_ERROR,
          "cannot override ORDER BY clause of window \"" + name + "\"",
          specification.position());
    }
    boolean ordered = !orderBy.isEmpty();
    if (!ordered) {
      orderBy.addAll(base.orderBy());
    }
    if (baseSpecification.frame() != null) {
      boolean bare = !ordered && specification.frame() == null;
      SqlError error =
          analysis.error(
              SqlState.WINDOWING_ERROR,
              "cannot copy window \"" + name + "\" because it has a frame clause",
              specification.position());
      throw bare ? error.hint("Omit the parentheses in this OVER clause.") : error;
    }
  }

  private static Window framed(
      Analysis analysis,
      Scope scope,
      WindowSpecification specification,
      List<TypedExpression> partitionBy,
      List<SortKey> orderBy) {
    WindowFrame frame = specification.frame();
    if (frame == null) {
      return new Window(
          List.copyOf(partitionBy),
          List.copyOf(orderBy),
          FrameUnits.RANGE,
          FrameBoundKind.UNBOUNDED_PRECEDING,
          null,
          FrameBoundKind.CURRENT_ROW,
          null,
          FrameExclusion.NO_OTHERS);
    }
    FrameBound start = frame.start();
    FrameBound end = frame.end();
    boolean offset = start.offset() != null || end != null && end.offset() != null;
    if (frame.units() == FrameUnits.RANGE && offset && orderBy.size() != 1) {
      throw analysis.error(
          SqlState.WINDOWING_ERROR,
          "RANGE with offset PRECEDING/FOLLOWING requires exactly one ORDER BY column",
          specification.position());
    }
    if (frame.units() == FrameUnits.GROUPS && orderBy.isEmpty()) {
      throw analysis.error(
          SqlState.WINDOWING_ERROR,
          "GROUPS mode requires an ORDER BY clause",
          specification.position());
    }
    return new Window(
        List.copyOf(partitionBy),
        List.copyOf(orderBy),
        frame.units(),
        start.kind(),
        offset(analysis, scope, frame.units(), start.offset(), orderBy),
        end == null ? FrameBoundKind.CURRENT_ROW : end.kind(),
        end == null ? null : offset(analysis, scope, frame.units(), end.offset(), orderBy),
        frame.exclusion());
  }

  private static @Nullable TypedExpression offset(
      Analysis analysis,
      Scope scope,
      FrameUnits units,
      @Nullable Expression expression,
      List<SortKey> orderBy) {
    if (expression == null) {
      return null;
    }
    int position = Positions.of(expression);
    ExpressionKind kind =
        switch (units) {
          case ROWS -> ExpressionKind.WINDOW_FRAME_ROWS;
          case RANGE -> ExpressionKind.WINDOW_FRAME_RANGE;
          case GROUPS -> ExpressionKind.WINDOW_FRAME_GROUPS;
        };
    TypedExpression value = analysis.expressions.analyze(scope, expression, kind);
    TypedExpression coerced =
        units == FrameUnits.RANGE
            ? rangeOffset(analysis, value, orderBy.get(0), position)
            : analysis.coercer.toSpecific(value, analysis.int8Type, units.name(), position);
    analysis.queries.refuseVariables(scope, coerced, units.name(), position);
    return coerced;
  }

  /** The type of a RANGE offset is what in_range of the key's type takes. */
  private static TypedExpression rangeOffset(
      Analysis analysis, TypedExpression value, SortKey key, int position) {
    int type = key.value().type().oid();
    SqlType wanted =
        switch (type) {
          case TypeOids.INT2, TypeOids.INT4, TypeOids.INT8 ->
              value.type().oid() == TypeOids.UNKNOWN ? key.value().type() : value.type();
          case TypeOids.FLOAT4, TypeOids.FLOAT8 -> analysis.type(TypeOids.FLOAT8);
          case TypeOids.NUMERIC -> key.value().type();
          case TypeOids.DATE,
              TypeOids.TIME,
              TypeOids.TIMETZ,
              TypeOids.TIMESTAMP,
              TypeOids.TIMESTAMPTZ,
              TypeOids.INTERVAL ->
              analysis.type(TypeOids.INTERVAL);
          default ->
              throw analysis.error(
                  SqlState.FEATURE_NOT_SUPPORTED,
                  "RANGE with offset PRECEDING/FOLLOWING is not supported for column type "
                      + analysis.name(type),
                  position);
        };
    return analysis.coercer.toSpecific(value, wanted, "RANGE", position);
  }
}
