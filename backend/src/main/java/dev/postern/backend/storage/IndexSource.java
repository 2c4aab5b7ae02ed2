package dev.postern.backend.storage;

/** Entries to build an index from, ascending by key (unsigned bytes), then row id. */
public interface IndexSource {
  /** Steps to the next entry; false at the end. */
  boolean next();

  byte[] key();

  long rowId();
}
