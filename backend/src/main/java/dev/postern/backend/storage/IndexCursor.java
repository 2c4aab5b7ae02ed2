package dev.postern.backend.storage;

/** A scan over a range of an index. */
public final class IndexCursor {
  IndexCursor() {}

  public boolean next() {
    throw new UnsupportedOperationException();
  }

  public long rowId() {
    throw new UnsupportedOperationException();
  }

  public byte[] key() {
    throw new UnsupportedOperationException();
  }
}
