package dev.postern.backend;

import dev.postern.backend.type.Datum;
import dev.postern.backend.type.DisplayStyle;

/** A sink for results that nobody wants, as MOVE's. */
public final class NoRows implements ResultSink {
  public static final ResultSink SINK = new NoRows();

  private NoRows() {}

  @Override
  public void columns(ResultColumn[] columns) {}

  @Override
  public void beginRow() {}

  @Override
  public void value(ResultColumn column, Datum value, DisplayStyle style) {}

  @Override
  public void endRow() {}

  @Override
  public void complete(String tag) {}

  @Override
  public void complete(String prefix, long rows) {}

  @Override
  public void copyOut(boolean binary, int columns) {}

  @Override
  public void copyIn(boolean binary, int columns) {}

  @Override
  public void copyData(byte[] data, int offset, int length) {}

  @Override
  public void copyDone() {}
}
