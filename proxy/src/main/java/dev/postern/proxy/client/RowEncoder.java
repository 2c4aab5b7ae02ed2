package dev.postern.proxy.client;

import dev.postern.backend.Notice;
import dev.postern.backend.Portal;
import dev.postern.backend.ResultColumn;
import dev.postern.backend.ResultSink;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.DisplayStyle;
import dev.postern.backend.type.SqlType;
import dev.postern.proxy.wire.BackendEncoder;
import dev.postern.proxy.wire.ByteBufWriter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.jspecify.annotations.Nullable;

/**
 * Encodes results as they come from the engine straight into the client's {@link Output}. Used by
 * the thread that runs the statement.
 */
final class RowEncoder implements ResultSink {
  /** A query whose rows take more is run on a thread, which can wait for the client. */
  private static final int MOST_INLINE_BYTES = 1 << 20;

  private final Output output;
  private final ByteBufWriter writer = new ByteBufWriter();

  /** The portal whose rows come; null for a simple query, whose rows are text. */
  private @Nullable Portal portal;

  private ByteBuf row = Unpooled.EMPTY_BUFFER;
  private int rowStart;
  private int column;

  /** Between {@link #beginRow} and {@link #endRow}: the message is not complete. */
  private boolean inRow;

  RowEncoder(Output output) {
    this.output = output;
  }

  /** The results that follow are a simple query's. */
  void ofSimpleQuery() {
    portal = null;
  }

  /** The results that follow are this portal's: in its formats, and without RowDescription. */
  void ofPortal(Portal executed) {
    portal = executed;
  }

  @Override
  public void columns(ResultColumn[] columns) {
    // An Execute is not told of its rows' shape: the client asked before, or knows.
    if (portal == null) {
      BackendEncoder.rowDescription(output.buffer(), columns);
    }
  }

  @Override
  public void beginRow() {
    row = output.buffer();
    writer.into(row);
    rowStart = BackendEncoder.beginDataRow(row);
    inRow = true;
    column = 0;
  }

  @Override
  public void value(ResultColumn resultColumn, Datum value, DisplayStyle style) {
    int index = column++;
    ByteBuf out = row;
    if (value.isNull) {
      out.writeInt(-1);
      return;
    }
    SqlType type = resultColumn.type();
    Portal bound = portal;
    int lengthAt = out.writerIndex();
    out.writeInt(0);
    if (bound != null && bound.isBinary(index)) {
      type.send(value, writer);
    } else {
      type.output(value, style, writer);
    }
    out.setInt(lengthAt, out.writerIndex() - lengthAt - 4);
  }

  @Override
  public void endRow() {
    BackendEncoder.endDataRow(row, rowStart, column);
    inRow = false;
    output.drainIfFull();
  }

  @Override
  public boolean isFull() {
    return output.holds(MOST_INLINE_BYTES);
  }

  @Override
  public void complete(String tag) {
    BackendEncoder.commandComplete(output.buffer(), tag);
  }

  @Override
  public void complete(String prefix, long rows) {
    BackendEncoder.commandComplete(output.buffer(), prefix, rows);
  }

  @Override
  public void copyOut(boolean binary, int columns) {
    BackendEncoder.copyOutResponse(output.buffer(), binary, columns);
  }

  @Override
  public void copyIn(boolean binary, int columns) {
    BackendEncoder.copyInResponse(output.buffer(), binary, columns);
  }

  @Override
  public void copyData(byte[] data, int offset, int length) {
    BackendEncoder.copyData(output.buffer(), data, offset, length);
    output.drainIfFull();
  }

  @Override
  public void copyDone() {
    BackendEncoder.copyDone(output.buffer());
  }

  /** Forgets a row that an error has broken off. */
  void abandonRow() {
    if (inRow) {
      inRow = false;
      row.writerIndex(rowStart - 1);
    }
  }

  /** Tells of a notice; one that comes while a row is being made goes before that row. */
  void notice(Notice notice) {
    if (!inRow) {
      BackendEncoder.noticeResponse(output.buffer(), notice.severity(), notice.content());
      return;
    }
    int begun = rowStart - 1;
    byte[] partOfRow = new byte[row.writerIndex() - begun];
    row.getBytes(begun, partOfRow);
    row.writerIndex(begun);
    BackendEncoder.noticeResponse(row, notice.severity(), notice.content());
    rowStart = row.writerIndex() + 1;
    row.writeBytes(partOfRow);
  }

  /** Lets go of the last result's objects, so that an idle client keeps none alive. */
  void clear() {
    inRow = false;
    portal = null;
    row = Unpooled.EMPTY_BUFFER;
    writer.into(Unpooled.EMPTY_BUFFER);
  }
}
