package dev.postern.backend.storage;

import dev.postern.backend.txn.Lineage;
import dev.postern.backend.txn.TransactionRegistry;
import java.util.function.Supplier;

/** The storage of one database: its trees and sequences by relfile number. */
public final class Branch {
  private final TransactionRegistry registry;
  private final Lineage lineage;

  private Branch(TransactionRegistry registry, Lineage lineage) {
    this.registry = registry;
    this.lineage = lineage;
  }

  public static Branch root(TransactionRegistry registry, int id) {
    return new Branch(registry, Lineage.root(id));
  }

  public int id() {
    return lineage.id();
  }

  public Lineage lineage() {
    return lineage;
  }

  public TransactionRegistry registry() {
    return registry;
  }

  public Branch fork(int newId) {
    throw new UnsupportedOperationException();
  }

  public RowTree createRowTree(int relfile) {
    throw new UnsupportedOperationException();
  }

  public IndexTree createIndexTree(int relfile) {
    throw new UnsupportedOperationException();
  }

  public SequenceState createSequence(int relfile, SequenceState.Value initial) {
    throw new UnsupportedOperationException();
  }

  /** Content is built at first access, once for all branches; the rows are visible to all. */
  public void createLazyRowTree(int relfile, Supplier<RowSource> rows) {
    throw new UnsupportedOperationException();
  }

  public void createLazyIndexTree(int relfile, Supplier<IndexSource> entries) {
    throw new UnsupportedOperationException();
  }

  public RowTree rowTree(int relfile) {
    throw new UnsupportedOperationException();
  }

  public IndexTree indexTree(int relfile) {
    throw new UnsupportedOperationException();
  }

  public SequenceState sequence(int relfile) {
    throw new UnsupportedOperationException();
  }

  public boolean exists(int relfile) {
    throw new UnsupportedOperationException();
  }

  public void drop(int relfile) {
    throw new UnsupportedOperationException();
  }
}
