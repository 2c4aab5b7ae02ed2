package dev.postern.backend.exec;

import dev.postern.backend.catalog.IndexDescriptor;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.catalog.RelationDescriptor.Attribute;
import dev.postern.backend.type.ByteArrayWriter;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.TupleLayout;
import java.util.List;

/** Rows and keys as the DETAIL of constraint errors shows them. */
final class RowText {
  /** A value longer than this is cut (ExecBuildSlotValueDescription's maxfieldlen). */
  private static final int MAX_FIELD_BYTES = 64;

  private RowText() {}

  /** {@code (1, abc, null)}. */
  static String row(ExecutionContext context, RelationDescriptor table, byte[] tuple) {
    StringBuilder text = new StringBuilder("(");
    Datum value = new Datum();
    String separator = "";
    for (Attribute attribute : table.attributes()) {
      if (attribute.dropped()) {
        continue;
      }
      text.append(separator);
      separator = ", ";
      int column = attribute.number() - 1;
      if (!TupleLayout.has(tuple, column) || TupleLayout.isNull(tuple, column)) {
        text.append("null");
        continue;
      }
      table.layout().read(tuple, column, value);
      text.append(cut(text(context, table, column, value)));
    }
    return text.append(')').toString();
  }

  private static String cut(String text) {
    byte[] bytes = text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    if (bytes.length <= MAX_FIELD_BYTES) {
      return text;
    }
    int end = MAX_FIELD_BYTES;
    while (end > 0 && (bytes[end] & 0xc0) == 0x80) {
      end--;
    }
    return new String(bytes, 0, end, java.nio.charset.StandardCharsets.UTF_8) + "...";
  }

  /** {@code (a, b)=(1, 2)} of an index. */
  static String key(
      ExecutionContext context, RelationDescriptor table, IndexDescriptor index, byte[] tuple) {
    List<IndexDescriptor.Key> keys = index.keys();
    int[] columns = new int[keys.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = keys.get(i).attributeNumber();
      if (columns[i] == 0) {
        return expressionKey(index);
      }
    }
    return key(context, table, columns, tuple);
  }

  private static String expressionKey(IndexDescriptor index) {
    StringBuilder text = new StringBuilder("(");
    for (IndexDescriptor.Key key : index.keys()) {
      text.append(text.length() > 1 ? ", " : "").append(key.expression());
    }
    return text.append(')').toString();
  }

  /** {@code (a, b)=(1, 2)}; columns are attnums. */
  static String key(
      ExecutionContext context, RelationDescriptor table, int[] columns, byte[] tuple) {
    StringBuilder names = new StringBuilder("(");
    StringBuilder values = new StringBuilder("(");
    Datum value = new Datum();
    for (int i = 0; i < columns.length; i++) {
      String separator = i == 0 ? "" : ", ";
      int column = columns[i] - 1;
      names.append(separator).append(table.attributes().get(column).name());
      values.append(separator);
      table.layout().read(tuple, column, value);
      values.append(value.isNull ? "null" : text(context, table, column, value));
    }
    return names.append(")=").append(values).append(')').toString();
  }

  private static String text(
      ExecutionContext context, RelationDescriptor table, int column, Datum value) {
    ByteArrayWriter writer = new ByteArrayWriter();
    table.attributes().get(column).type().output(value, context.style(), writer);
    return writer.text();
  }
}
