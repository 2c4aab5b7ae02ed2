package dev.postern.backend.session;

import dev.postern.backend.ResultColumn;
import dev.postern.backend.ResultSink;
import dev.postern.backend.catalog.CatalogReader;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.DisplayStyle;
import dev.postern.backend.type.SqlType;
import dev.postern.backend.type.TypeOids;
import org.jspecify.annotations.Nullable;

/** Rows of text columns that a utility statement returns. */
final class TextRows {
  private final ResultSink sink;
  private final ResultColumn[] columns;
  private final DisplayStyle style;
  private final Datum value = new Datum();

  TextRows(ResultSink sink, ResultColumn[] columns, DisplayStyle style, boolean describes) {
    this.sink = sink;
    this.columns = columns;
    this.style = style;
    if (describes) {
      sink.columns(columns);
    }
  }

  static ResultColumn[] columns(CatalogReader catalog, String... names) {
    SqlType text = catalog.valueType(TypeOids.TEXT);
    ResultColumn[] columns = new ResultColumn[names.length];
    for (int i = 0; i < names.length; i++) {
      columns[i] = new ResultColumn(names[i], 0, 0, text, -1, -1);
    }
    return columns;
  }

  void row(@Nullable String... values) {
    sink.beginRow();
    for (int i = 0; i < columns.length; i++) {
      String text = values[i];
      if (text == null) {
        value.setNull();
      } else {
        value.setText(text);
      }
      sink.value(columns[i], value, style);
    }
    sink.endRow();
  }
}
