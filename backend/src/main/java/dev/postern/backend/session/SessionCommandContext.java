package dev.postern.backend.session;

import dev.postern.backend.catalog.CatalogReader;
import dev.postern.backend.catalog.CatalogWriter;
import dev.postern.backend.catalog.DatabaseCatalog;
import dev.postern.backend.catalog.DatabasePart;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.command.AnalyzedServices;
import dev.postern.backend.command.CommandContext;
import dev.postern.backend.command.CommandServices;
import dev.postern.backend.command.Databases;
import dev.postern.backend.command.SessionSequences;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.setting.SessionSettings;
import dev.postern.backend.sql.QualifiedName;
import dev.postern.backend.sql.SourcePosition;
import dev.postern.backend.storage.Branch;
import dev.postern.backend.txn.LockTable;
import dev.postern.backend.txn.LockTarget;
import dev.postern.backend.txn.TableLockMode;
import dev.postern.backend.txn.Transaction;
import dev.postern.backend.type.DisplayStyle;
import org.jspecify.annotations.Nullable;

/** The session as one utility command sees it. Used by the session's thread. */
final class SessionCommandContext implements CommandContext {
  private final SessionParts parts;
  private final SessionContext context;
  private final byte[] text;
  private final AnalyzedServices services;

  SessionCommandContext(SessionParts parts, byte[] text) {
    this.parts = parts;
    this.context = parts.context();
    this.text = text;
    services =
        new AnalyzedServices(
            parts.context(), parts.context().reader(), parts.context().functionCode(), () -> text);
  }

  @Override
  public CatalogReader catalog() {
    return context.reader();
  }

  @Override
  public CatalogWriter catalogWriter() {
    return parts.catalogWriter();
  }

  @Override
  public CommandServices services() {
    return services;
  }

  @Override
  public Databases databases() {
    return parts.identity().engine().databases();
  }

  @Override
  public void lockRelation(int oid, String name, TableLockMode mode, boolean nowait) {
    LockTable locks = context.locks();
    LockTarget target = locks.relation(context.branch().id(), oid);
    if (locks.tryLock(context.lockOwner(), target, mode)) {
      return;
    }
    if (nowait) {
      throw new SqlError(
          SqlState.LOCK_NOT_AVAILABLE, "could not obtain lock on relation \"" + name + "\"");
    }
    context.needThread();
    locks.lock(
        context.lockOwner(),
        target,
        mode,
        context.settings().effects().lockTimeoutMillis(),
        context.cancelFlag());
    // What was committed meanwhile counts.
    context.transaction().refresh(context.snapshot());
  }

  @Override
  public void checkCancelled() {
    context.checkCancelled();
  }

  @Override
  public void notice(String severity, SqlError content) {
    parts.notices().send(severity, content);
  }

  @Override
  public DisplayStyle style() {
    return context.style();
  }

  @Override
  public boolean inTransactionBlock() {
    return parts.transaction().isBlock();
  }

  @Override
  public int character(int position) {
    return SourcePosition.character(text, 0, position);
  }

  @Override
  public boolean isSuperuser() {
    return parts.identity().isSuperuser();
  }

  @Override
  public void onCommitOf(int relationOid, boolean drop) {
    parts.temporaryTables().onCommit(relationOid, drop);
  }

  @Override
  public SessionSequences sequences() {
    return context.sequenceValues().remembered();
  }

  // --- the session as catalogs see it

  @Override
  public SessionSettings settings() {
    return context.settings();
  }

  @Override
  public int currentRole() {
    return context.currentRole();
  }

  @Override
  public int sessionRole() {
    return context.sessionRole();
  }

  @Override
  public String databaseName() {
    return context.databaseName();
  }

  @Override
  public int databaseOid() {
    return context.databaseOid();
  }

  @Override
  public int backendNumber() {
    return context.backendNumber();
  }

  @Override
  public DatabaseCatalog database() {
    return context.database();
  }

  @Override
  public DatabaseCatalog shared() {
    return context.shared();
  }

  @Override
  public @Nullable Transaction current(Branch branch) {
    return context.current(branch);
  }

  @Override
  public Transaction writer(Branch branch) {
    return context.writer(branch);
  }

  @Override
  public int commandId() {
    return context.commandId();
  }

  @Override
  public void awaitEnd(Transaction other) {
    context.awaitEnd(other);
  }

  @Override
  public void afterCommit(Runnable action) {
    context.afterCommit(action);
  }

  @Override
  public void afterRollback(Runnable action) {
    context.afterRollback(action);
  }

  /** The relation of a name; 42P01 where there is none. */
  RelationDescriptor require(QualifiedName name) {
    SqlError refusal = DatabasePart.refusalOfRelation(catalog(), name.parts());
    if (refusal != null) {
      throw refusal;
    }
    String schema = name.schema();
    RelationDescriptor relation =
        schema == null ? catalog().relation(name.name()) : catalog().relation(schema, name.name());
    if (relation == null) {
      throw new SqlError(
          SqlState.UNDEFINED_TABLE,
          "relation \"" + String.join(".", name.parts()) + "\" does not exist");
    }
    return relation;
  }
}
