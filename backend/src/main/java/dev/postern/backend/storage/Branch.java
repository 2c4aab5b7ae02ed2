package dev.postern.backend.storage;

import dev.postern.backend.txn.Lineage;
import dev.postern.backend.txn.Transaction;
import dev.postern.backend.txn.TransactionRegistry;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The storage of one database: its trees and sequences by relfile number. Any thread.
 *
 * <p>The roots of all trees hang off one {@link SlotTree}, the forest, whose nodes have owners like
 * those of the trees. A fork takes the forest's root and gives both sides a new {@link Owner}: the
 * same few steps whatever the number and size of the trees. To drop a branch is to forget it.
 *
 * <p><b>Why a fork is consistent</b> without stopping anyone: it first fixes its CSN, then takes
 * the root. What was committed by then is in the trees, as versions are written before their
 * transaction commits, and is not pruned meanwhile, as {@link #horizon} stays at or below the CSN.
 * What is not committed by then counts as aborted in the new branch, also when it commits later
 * ({@link Lineage}). A write that found its owner before the fork and changes a node after it can
 * only add such versions or prune what was dead at the fork, and every change is the store of one
 * reference (see the package), so it does the new branch no harm.
 */
public final class Branch {
  /** So many commits may pass before the horizon is looked up again: that walks all sessions. */
  private static final int HORIZON_AGE = 16;

  private final TransactionRegistry registry;
  private final Lineage lineage;
  private final ReentrantLock lock = new ReentrantLock();
  private volatile Owner owner = new Owner();

  /** Roots, cells and lazy trees by relfile. Written under the lock. */
  private SlotRoot forest;

  /** The objects in use for them in this branch, made at first access. Written under the lock. */
  private volatile SlotRoot handles = SlotRoot.empty(Owner.NOBODY);

  /** The CSN of a fork being made, else the highest value. */
  private volatile long forking = Long.MAX_VALUE;

  private volatile long horizon = Transaction.FROZEN_CSN;
  private volatile long horizonTakenAt;

  private Branch(TransactionRegistry registry, Lineage lineage, @Nullable SlotRoot forest) {
    this.registry = registry;
    this.lineage = lineage;
    this.forest = forest == null ? SlotRoot.empty(owner) : forest;
  }

  /** An empty branch without ancestors; ids are positive and unique in the engine. */
  public static Branch root(TransactionRegistry registry, int id) {
    return new Branch(registry, Lineage.root(id), null);
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

  /**
   * A new branch with all that was committed here by now; later writes of either do not show in the
   * other. Takes constant time; others may be writing here.
   *
   * @param newId positive and never used before in this engine
   */
  public Branch fork(int newId) {
    lock.lock();
    try {
      // As in SnapshotSlot.acquire: announce a bound, then read the CSN.
      forking = registry.lastCsn();
      Lineage line = lineage.fork(newId, registry.lastCsn());
      Branch forked = new Branch(registry, line, forest);
      owner = new Owner();
      forking = Long.MAX_VALUE;
      return forked;
    } finally {
      lock.unlock();
    }
  }

  /** Creates an empty table. */
  public RowTree createRowTree(int relfile) {
    return (RowTree) create(relfile, SlotRoot.empty(owner));
  }

  /** Creates an empty index. */
  public IndexTree createIndexTree(int relfile) {
    return (IndexTree) create(relfile, IndexRoot.empty(owner));
  }

  /** Creates a sequence. */
  public SequenceState createSequence(int relfile, SequenceState.Value initial) {
    return (SequenceState) create(relfile, new SequenceState.Cell(owner, initial));
  }

  /**
   * Creates a table whose rows are built at first access, once for all branches forked before or
   * after that. They get row ids 1, 2, 3, … and are visible to everyone.
   */
  public void createLazyRowTree(int relfile, Supplier<RowSource> rows) {
    plant(relfile, new LazyTree<>(() -> builtFrom(rows.get())));
  }

  /** Creates an index whose entries are built at first access, once for all branches. */
  public void createLazyIndexTree(int relfile, Supplier<IndexSource> entries) {
    plant(relfile, new LazyTree<>(() -> IndexBuilder.build(entries.get(), Owner.NOBODY)));
  }

  private static SlotRoot builtFrom(RowSource rows) {
    SlotRoot root = SlotRoot.empty(Owner.NOBODY);
    while (rows.next()) {
      long rowId = root.nextKey++;
      root.count++;
      root = SlotTree.writable(root, Owner.NOBODY, rowId);
      RowVersion version = new RowVersion(Transaction.FROZEN, 0, rows.tuple());
      SlotTree.put(root, Owner.NOBODY, rowId, version);
    }
    return root;
  }

  private Object create(int relfile, Object content) {
    plant(relfile, content);
    return handle(relfile);
  }

  private void plant(int relfile, Object content) {
    lock.lock();
    try {
      long key = Integer.toUnsignedLong(relfile);
      if (SlotTree.get(forest, key) != null) {
        throw new IllegalStateException("relfile " + key + " exists");
      }
      putInForest(key, content);
    } finally {
      lock.unlock();
    }
  }

  /** Under the lock. */
  private void putInForest(long key, Object content) {
    forest = SlotTree.writable(forest, owner, key);
    SlotTree.put(forest, owner, key, content);
  }

  /** The table of that number; an error if there is none. */
  public RowTree rowTree(int relfile) {
    return (RowTree) handle(relfile);
  }

  /** The index of that number; an error if there is none. */
  public IndexTree indexTree(int relfile) {
    return (IndexTree) handle(relfile);
  }

  /** The sequence of that number; an error if there is none. */
  public SequenceState sequence(int relfile) {
    return (SequenceState) handle(relfile);
  }

  /** Whether there is anything of that number. */
  public boolean exists(int relfile) {
    lock.lock();
    try {
      return SlotTree.get(forest, Integer.toUnsignedLong(relfile)) != null;
    } finally {
      lock.unlock();
    }
  }

  private Object handle(int relfile) {
    Object known = SlotTree.get(handles, Integer.toUnsignedLong(relfile));
    return known != null ? known : newHandle(relfile);
  }

  private Object newHandle(int relfile) {
    long key = Integer.toUnsignedLong(relfile);
    Object content = contentOf(key);
    if (content instanceof LazyTree<?> lazy) {
      content = lazy.root();
    }
    lock.lock();
    try {
      Object known = SlotTree.get(handles, key);
      if (known != null) {
        return known;
      }
      Object made =
          switch (content) {
            case SlotRoot rows -> new RowTree(this, relfile, rows);
            case IndexRoot entries -> new IndexTree(this, relfile, entries);
            case SequenceState.Cell cell -> new SequenceState(this, relfile, cell);
            default -> throw new IllegalStateException("unknown content of relfile " + key);
          };
      SlotRoot writable = SlotTree.writable(handles, Owner.NOBODY, key);
      SlotTree.put(writable, Owner.NOBODY, key, made);
      handles = writable;
      return made;
    } finally {
      lock.unlock();
    }
  }

  private Object contentOf(long key) {
    lock.lock();
    try {
      Object content = SlotTree.get(forest, key);
      if (content == null) {
        throw new IllegalStateException("no relfile " + key);
      }
      return content;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Lets a tree or sequence go, once the transaction that dropped it has committed. A branch forked
   * between that commit and this call keeps it to no use.
   */
  public void drop(int relfile) {
    lock.lock();
    try {
      long key = Integer.toUnsignedLong(relfile);
      if (SlotTree.get(forest, key) != null) {
        forest = SlotTree.writable(forest, owner, key);
        SlotTree.remove(forest, owner, key);
      }
      if (SlotTree.get(handles, key) != null) {
        SlotTree.remove(handles, Owner.NOBODY, key);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Who may change nodes in place at present. Read after {@link #horizon} by what also prunes. */
  Owner owner() {
    return owner;
  }

  /** Called by a tree, under its own lock, when its root was replaced. */
  void storeRoot(int relfile, Object root) {
    lock.lock();
    try {
      long key = Integer.toUnsignedLong(relfile);
      if (SlotTree.get(forest, key) != null) {
        putInForest(key, root);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Gives a sequence a cell of this branch's own. */
  SequenceState.Cell takeOver(SequenceState sequence, int relfile) {
    lock.lock();
    try {
      SequenceState.Cell cell = sequence.ownedBy(owner);
      long key = Integer.toUnsignedLong(relfile);
      if (SlotTree.get(forest, key) != null) {
        putInForest(key, cell);
      }
      return cell;
    } finally {
      lock.unlock();
    }
  }

  /**
   * The pruning horizon: a version replaced or deleted by a transaction committed at or before it
   * can be seen by nobody, present or future, in this branch or a fork of it. May be a little low.
   */
  long horizon() {
    return registry.lastCsn() - horizonTakenAt < HORIZON_AGE ? horizon : refreshHorizon();
  }

  /** As {@link #horizon}, exact. */
  long refreshHorizon() {
    long newest = registry.lastCsn();
    long oldest = registry.horizon(lineage.id());
    oldest = Math.min(oldest, forking);
    horizonTakenAt = newest;
    horizon = oldest;
    return oldest;
  }
}
