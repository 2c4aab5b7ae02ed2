package dev.postern.backend.session;

import dev.postern.backend.ResultColumn;
import dev.postern.backend.ResultSink;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.DisplayStyle;

/** Passes rows on and counts them; what else there is to tell is its maker's to tell. */
final class CountingSink implements ResultSink {
  private final ResultSink target;
  private long rows;

  CountingSink(ResultSink target) {
    this.target = target;
  }

  long rows() {
    return rows;
  }

  @Override
  public void columns(ResultColumn[] columns) {}

  @Override
  public void beginRow() {
    target.beginRow();
  }

  @Override
  public void value(ResultColumn column, Datum value, DisplayStyle style) {
    target.value(column, value, style);
  }

  @Override
  public void endRow() {
    rows++;
    target.endRow();
  }

  @Override
  public boolean isFull() {
    return target.isFull();
  }

  @Override
  public void complete(String tag) {}

  @Override
  public void complete(String prefix, long count) {}

  @Override
  public void copyOut(boolean binary, int columns) {}

  @Override
  public void copyIn(boolean binary, int columns) {}

  @Override
  public void copyData(byte[] data, int offset, int length) {}

  @Override
  public void copyDone() {}
}
