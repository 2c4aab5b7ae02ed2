package dev.postern.backend.session;

import dev.postern.backend.ExecuteMode;
import dev.postern.backend.type.ByteArrayWriter;

/**
 * COPY FROM STDIN in progress. On an event loop data only waits in memory; a thread takes it. Used
 * by the session's thread.
 */
final class CopyIn {
  /** Data that waits for a thread. */
  private static final int WAITING_BYTES = 128 << 10;

  private final SessionContext context;
  private final TransactionState transaction;
  private final CopyTable table;
  private final CopyReader reader;
  private final ByteArrayWriter waiting = new ByteArrayWriter(256);

  CopyIn(
      SessionContext context, TransactionState transaction, CopyTable table, CopyOptions options) {
    this.context = context;
    this.transaction = transaction;
    this.table = table;
    reader = CopyReader.of(context, table, options);
  }

  int columns() {
    return table.columns();
  }

  /** Whether data of this length can be taken on an event loop. */
  boolean hasRoomFor(int length) {
    return waiting.size() + length <= WAITING_BYTES;
  }

  /** Takes data; on an event loop it waits for the next call on a thread. */
  void data(byte[] data, int offset, int length) {
    if (context.mode() == ExecuteMode.INLINE) {
      waiting.writeBytes(data, offset, length);
      return;
    }
    reading(
        () -> {
          takeWaiting();
          reader.take(data, offset, length);
        });
  }

  private void takeWaiting() {
    if (waiting.size() > 0) {
      byte[] before = waiting.toByteArray();
      waiting.clear();
      reader.take(before, 0, before.length);
    }
  }

  /** Defaults and conditions may read: under the statement's snapshot. */
  private void reading(Runnable work) {
    transaction.acquireSnapshot();
    context.snapshot(transaction.snapshot());
    try {
      work.run();
    } finally {
      transaction.releaseSnapshot();
    }
  }

  /** Where in the data it is, for errors. */
  String context() {
    return "COPY " + table.name() + ", line " + (reader.line + 1);
  }

  /** The end of the data: the last line need not have an end. Gives the rows. */
  long finish() {
    reading(
        () -> {
          takeWaiting();
          reader.finish();
          context.constraints().runImmediate(context);
        });
    return table.rows();
  }
}
