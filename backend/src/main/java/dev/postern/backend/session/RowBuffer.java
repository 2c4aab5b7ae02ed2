package dev.postern.backend.session;

import dev.postern.backend.ResultColumn;
import dev.postern.backend.ResultSink;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.DisplayStyle;
import dev.postern.backend.type.SqlType;
import dev.postern.backend.type.TupleLayout;
import java.util.ArrayList;
import java.util.List;

/** Rows kept, to be given out later and perhaps more than once: a sink that remembers. */
final class RowBuffer implements ResultSink {
  private final ResultColumn[] columns;
  private final TupleLayout layout;
  private final Datum[] row;
  private final List<byte[]> rows = new ArrayList<>();
  private final Datum value = new Datum();
  private int column;

  /** The row to give out next. */
  int position;

  RowBuffer(ResultColumn[] columns) {
    this.columns = columns;
    SqlType[] types = new SqlType[columns.length];
    row = new Datum[columns.length];
    for (int i = 0; i < types.length; i++) {
      types[i] = columns[i].type();
      row[i] = new Datum();
    }
    layout = new TupleLayout(types);
  }

  private long dropped;

  /** Rows it holds. */
  int size() {
    return rows.size();
  }

  /** Rows it held before those that it holds now. */
  long dropped() {
    return dropped;
  }

  /** Lets go of all rows: nobody will ask for them again. */
  void drop() {
    dropped += rows.size();
    rows.clear();
  }

  ResultColumn[] resultColumns() {
    return columns;
  }

  /** Gives out the row of an index. */
  void emit(int index, ResultSink sink, DisplayStyle style) {
    byte[] tuple = rows.get(index);
    sink.beginRow();
    for (int i = 0; i < columns.length; i++) {
      layout.read(tuple, i, value);
      sink.value(columns[i], value, style);
    }
    sink.endRow();
  }

  /**
   * Gives out rows from the present position on.
   *
   * @param limit 0 is none
   * @return how many
   */
  int emitNext(int limit, ResultSink sink, DisplayStyle style) {
    int end = limit == 0 ? rows.size() : Math.min(rows.size(), position + limit);
    int count = end - position;
    while (position < end) {
      emit(position++, sink, style);
    }
    return count;
  }

  @Override
  public void columns(ResultColumn[] shape) {
    if (shape.length != columns.length) {
      throw new IllegalStateException("rows of another shape");
    }
  }

  @Override
  public void beginRow() {
    column = 0;
  }

  @Override
  public void value(ResultColumn of, Datum value, DisplayStyle style) {
    row[column++].set(value);
    if (!value.isNull && !of.type().byValue()) {
      // The engine may use the same bytes for the next column.
      row[column - 1].setBytes(value.copyBytes());
    }
  }

  @Override
  public void endRow() {
    rows.add(layout.form(row));
  }

  @Override
  public void complete(String tag) {
    // The tag is told by who asked for the rows.
  }

  @Override
  public void complete(String prefix, long count) {
    // The tag is told by who asked for the rows.
  }

  @Override
  public void copyOut(boolean binary, int copied) {
    throw new IllegalStateException("COPY gives no rows");
  }

  @Override
  public void copyIn(boolean binary, int copied) {
    throw new IllegalStateException("COPY gives no rows");
  }

  @Override
  public void copyData(byte[] data, int offset, int length) {
    throw new IllegalStateException("COPY gives no rows");
  }

  @Override
  public void copyDone() {
    throw new IllegalStateException("COPY gives no rows");
  }
}
