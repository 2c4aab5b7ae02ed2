package dev.postern.backend.exec;

import dev.postern.backend.ExecuteMode;
import dev.postern.backend.catalog.Catalog;
import dev.postern.backend.catalog.IndexDescriptor;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.storage.Branch;
import dev.postern.backend.txn.LockOwner;
import dev.postern.backend.txn.LockTable;
import dev.postern.backend.txn.Snapshot;
import dev.postern.backend.txn.Transaction;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.DisplayStyle;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The surroundings of an expression that belongs to no session: an index key computed while dead
 * versions are pruned. Such expressions are immutable, so nothing of a session is ever asked for;
 * if it is, that is a fault.
 */
final class DetachedContext implements ExecutionContext {
  static final DetachedContext INSTANCE = new DetachedContext();

  private final DisplayStyle style = new DisplayStyle();

  private DetachedContext() {}

  private static IllegalStateException outside(String what) {
    return new IllegalStateException(what + " was asked for outside of a session");
  }

  @Override
  public DisplayStyle style() {
    return style;
  }

  @Override
  public void checkCancelled() {
    // nothing can be cancelled here
  }

  @Override
  public void tick() {
    // nothing can be cancelled here
  }

  @Override
  public long transactionStartMicros() {
    throw outside("the time");
  }

  @Override
  public long statementStartMicros() {
    throw outside("the time");
  }

  @Override
  public String currentUser() {
    throw outside("the user");
  }

  @Override
  public String sessionUser() {
    throw outside("the user");
  }

  @Override
  public String databaseName() {
    throw outside("the database");
  }

  @Override
  public int processId() {
    throw outside("the process id");
  }

  @Override
  public @Nullable String setting(String name) {
    throw outside("a setting");
  }

  @Override
  public String changeSetting(String name, @Nullable String value, boolean transactionOnly) {
    throw outside("a setting");
  }

  @Override
  public RandomGenerator random() {
    throw outside("a random number");
  }

  @Override
  public void seedRandom(long seed) {
    throw outside("a random number");
  }

  @Override
  public Branch branch() {
    throw outside("the branch");
  }

  @Override
  public Snapshot snapshot() {
    throw outside("the snapshot");
  }

  @Override
  public Transaction writer() {
    throw outside("the transaction");
  }

  @Override
  public int commandId() {
    throw outside("the command");
  }

  @Override
  public Catalog catalog() {
    throw outside("the catalog");
  }

  @Override
  public LockOwner lockOwner() {
    throw outside("the locks");
  }

  @Override
  public LockTable locks() {
    throw outside("the locks");
  }

  @Override
  public ExecuteMode mode() {
    throw outside("the mode");
  }

  @Override
  public boolean readCommitted() {
    throw outside("the isolation level");
  }

  @Override
  public void awaitEnd(Transaction other) {
    throw outside("a wait");
  }

  @Override
  public void refreshSnapshot() {
    throw outside("the snapshot");
  }

  @Override
  public void noteRead(int relationOid) {
    throw outside("a relation");
  }

  @Override
  public void noteWrite(int relationOid) {
    throw outside("a relation");
  }

  @Override
  public SequenceAccess sequences() {
    throw outside("a sequence");
  }

  @Override
  public TableWriter tableWriter(RelationDescriptor table) {
    throw outside("a table");
  }

  @Override
  public IndexKeys indexKeys(IndexDescriptor index, RelationDescriptor table) {
    throw outside("an index");
  }

  @Override
  public void beginAction() {
    throw outside("an action");
  }

  @Override
  public void columnDefault(RelationDescriptor table, int attributeNumber, Datum result) {
    throw outside("a default");
  }

  @Override
  public ConstraintQueue constraints() {
    throw outside("a constraint");
  }
}
