package dev.postern.backend.session;

import dev.postern.backend.analyze.Query;
import dev.postern.backend.analyze.TypedExpression;
import dev.postern.backend.analyze.TypedExpression.Column;
import dev.postern.backend.analyze.TypedExpression.Constant;
import dev.postern.backend.analyze.TypedExpression.Operation;
import dev.postern.backend.analyze.TypedExpression.Parameter;
import dev.postern.backend.analyze.TypedExpression.Relabel;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.type.ByteArrayWriter;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.DisplayStyle;
import java.util.HashMap;
import java.util.Map;

/** Expressions of a plan as EXPLAIN shows them; what it has no words for is shown as {@code …}. */
final class PlanText {
  private final Map<Integer, Query.TableScan> tables = new HashMap<>();
  private final DisplayStyle style = new DisplayStyle();

  PlanText(Query query) {
    switch (query) {
      case Query.Select select -> select.from().forEach(this::source);
      case Query.Update update -> {
        table(update.slot(), update.table());
        update.from().forEach(this::source);
      }
      case Query.Delete delete -> {
        table(delete.slot(), delete.table());
        delete.using().forEach(this::source);
      }
      case Query.Insert insert -> table(insert.slot(), insert.table());
      case Query.Values values -> {
        // names no table
      }
      case Query.SetOperation operation -> {
        // its sides are plans of their own
      }
    }
  }

  private void table(int slot, RelationDescriptor table) {
    tables.put(slot, new Query.TableScan(slot, table.name(), table));
  }

  private void source(Query.Source source) {
    switch (source) {
      case Query.TableScan scan -> tables.put(scan.slot(), scan);
      case Query.Join join -> {
        source(join.left());
        source(join.right());
      }
      case Query.SubqueryScan scan -> {
        // its columns have no names here
      }
      case Query.CommonTableScan scan -> {
        // its columns have no names here
      }
      case Query.FunctionScan scan -> {
        // its columns have no names here
      }
      case Query.ValuesScan scan -> {
        // its columns have no names here
      }
    }
  }

  String of(TypedExpression expression) {
    return switch (expression) {
      case Column column -> column(column);
      case Constant constant -> constant(constant);
      case Parameter parameter -> "$" + parameter.number();
      case Relabel relabel -> of(relabel.argument());
      case Operation operation ->
          "("
              + (operation.left() == null ? "" : of(operation.left()) + " ")
              + operation.operator().name()
              + " "
              + of(operation.right())
              + ")";
      default -> "…";
    };
  }

  private String column(Column column) {
    Query.TableScan scan = tables.get(column.slot());
    if (scan == null || column.column() < 0) {
      return "…";
    }
    String name = scan.table().attributes().get(column.column()).name();
    return tables.size() > 1
        ? RegisteredNames.quoted(scan.alias()) + "." + RegisteredNames.quoted(name)
        : RegisteredNames.quoted(name);
  }

  private String constant(Constant constant) {
    if (constant.isNull()) {
      return "NULL";
    }
    Datum value = new Datum();
    byte[] bytes = constant.bytes();
    if (bytes == null) {
      value.setLong(constant.bits());
    } else {
      value.setBytes(bytes);
    }
    ByteArrayWriter text = new ByteArrayWriter();
    constant.type().output(value, style, text);
    String shown = text.text();
    return constant.type().name().startsWith("int")
        ? shown
        : "'" + shown.replace("'", "''") + "'::" + constant.type().name();
  }
}
