package dev.postern.backend.session;

import dev.postern.backend.exec.Execution;
import org.jspecify.annotations.Nullable;

/**
 * A session's portals by name, cursors of DECLARE among them, and how they end: with Close, with
 * their transaction, or with the savepoint after which they were made. Used by the session's
 * thread.
 */
final class PortalTable {
  private final NameTable<BoundPortal> portals = new NameTable<>();
  private final TransactionState transaction;

  PortalTable(TransactionState transaction) {
    this.transaction = transaction;
  }

  @Nullable BoundPortal find(byte[] message, int offset, int length) {
    return portals.find(message, offset, length);
  }

  @Nullable BoundPortal find(String name) {
    return portals.find(NameTable.bytes(name));
  }

  Iterable<BoundPortal> all() {
    return portals.values();
  }

  void add(byte[] name, BoundPortal portal) {
    portal.name = name;
    portal.depth = transaction.depth();
    portals.put(name, portal);
  }

  /** Close; nothing happens where there is none. */
  void close(byte[] message, int offset, int length) {
    BoundPortal portal = portals.remove(message, offset, length);
    if (portal != null) {
      end(portal);
    }
  }

  void close(BoundPortal portal) {
    close(portal.name, 0, portal.name.length);
  }

  /** Lets go of what a portal holds and offers it to its statement for the next Bind. */
  void end(BoundPortal portal) {
    stop(portal);
    portal.reset();
    portal.statement.sparePortal = portal;
  }

  /** Ends a portal's run. */
  void stop(BoundPortal portal) {
    Execution execution = portal.execution;
    if (execution != null) {
      portal.execution = null;
      execution.close();
      CompiledStatement compiled = portal.compiled;
      if (compiled != null) {
        compiled.giveBack(execution);
      }
    }
    if (portal.snapshot != null) {
      portal.snapshot = null;
      transaction.releaseSnapshot();
    }
  }

  /** The transaction has ended; cursors WITH HOLD that were made ready for that stay. */
  void endTransaction(boolean committed) {
    if (portals.hasNoNames()) {
      close(NO_NAME, 0, 0);
      return;
    }
    for (BoundPortal portal : portals.values()) {
      CursorState cursor = portal.cursor;
      boolean isNew = portal.depth != HELD;
      if (cursor != null && cursor.hold && (committed || !isNew)) {
        portal.depth = HELD;
      } else {
        forgetSnapshot(portal);
        close(portal);
      }
    }
  }

  /** The depth of a cursor that has outlived its transaction. */
  static final int HELD = -1;

  private static final byte[] NO_NAME = new byte[0];

  /** The end of a transaction has released all snapshots together. */
  private static void forgetSnapshot(BoundPortal portal) {
    portal.snapshot = null;
  }

  /** Whether a cursor WITH HOLD is yet to read its rows before the transaction ends. */
  boolean anyToHold() {
    if (portals.hasNoNames()) {
      return false;
    }
    for (BoundPortal portal : portals.values()) {
      if (portal.cursor != null && portal.cursor.hold && portal.depth != HELD) {
        return true;
      }
    }
    return false;
  }

  void released(int depth) {
    for (BoundPortal portal : portals.values()) {
      if (portal.depth >= depth) {
        portal.depth = depth - 1;
      }
    }
  }

  void rolledBack(int depth) {
    for (BoundPortal portal : portals.values()) {
      if (portal.depth >= depth) {
        close(portal);
      }
    }
  }

  /** Closes every portal: CLOSE ALL, DISCARD ALL. */
  void closeAll() {
    for (BoundPortal portal : portals.values()) {
      close(portal);
    }
  }
}
