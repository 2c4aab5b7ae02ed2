package dev.postern.backend.storage;

/** Rows to build a table from. */
public interface RowSource {
  /** Steps to the next row; false at the end. */
  boolean next();

  byte[] tuple();
}
