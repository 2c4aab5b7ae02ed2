package dev.postern.backend.storage;

/** A scan over the rows of a table that a snapshot sees. */
public final class RowCursor {
  RowCursor() {}

  public boolean next() {
    throw new UnsupportedOperationException();
  }

  public long rowId() {
    throw new UnsupportedOperationException();
  }

  public RowVersion version() {
    throw new UnsupportedOperationException();
  }

  public byte[] tuple() {
    return version().tuple();
  }
}
