package dev.postern.backend;

import dev.postern.backend.type.Datum;
import dev.postern.backend.type.DisplayStyle;

/**
 * Where results go. The front end's implementation encodes straight into the client's buffer; the
 * datums are the engine's and valid only during the call. In {@link ExecuteMode#BLOCKING} a sink
 * whose client does not read waits for it; in {@link ExecuteMode#INLINE} it never waits, and {@link
 * #isFull} says when it has enough.
 */
public interface ResultSink {
  /**
   * The statement that now begins gives rows of this shape. Called once before its rows for a
   * simple query and for utility statements that return rows; for a bound portal the shape is
   * known.
   */
  void columns(ResultColumn[] columns);

  void beginRow();

  /** The next column of the row. */
  void value(ResultColumn column, Datum value, DisplayStyle style);

  void endRow();

  /** Whether a query on an event loop should give no more rows and be run again on a thread. */
  default boolean isFull() {
    return false;
  }

  /** The command tag, such as {@code SELECT 5}. */
  void complete(String tag);

  /** The command tag of a row-counting command without making a string: {@code prefix + rows}. */
  void complete(String prefix, long rows);

  /**
   * COPY TO STDOUT begins.
   *
   * @param binary overall format, and that of every column
   */
  void copyOut(boolean binary, int columns);

  /** COPY FROM STDIN begins; as {@link #copyOut}. */
  void copyIn(boolean binary, int columns);

  /** One CopyData message's payload. */
  void copyData(byte[] data, int offset, int length);

  void copyDone();
}
