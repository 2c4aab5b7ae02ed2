package dev.postern.backend.session;

import dev.postern.backend.SessionListener;
import dev.postern.backend.catalog.CatalogWriter;
import dev.postern.backend.setting.SessionSettings;
import dev.postern.backend.txn.LockOwner;
import dev.postern.backend.txn.Snapshot;
import dev.postern.backend.txn.SnapshotSlot;
import dev.postern.backend.type.DisplayStyle;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a session is made of, put together. Made once a session; its parts know their business. */
final class SessionParts {
  private final SessionIdentity identity;
  private final SessionSettings settings;
  private final LockOwner lockOwner;
  private final SnapshotSlot slot;
  private final SessionContext context;
  private final TransactionState transaction;
  private final Notices notices;
  private final Completion completion = new Completion();
  private final StatementTable statements = new StatementTable();
  private final PortalTable portals;
  private final PortalRunner portalRunner;
  private final TransactionCommands transactionCommands;
  private final SettingCommands settingCommands;
  private final PreparedCommands prepared;
  private final CursorCommands cursors;
  private final SessionNotifications notifications;
  private final TemporaryTables temporaryTables;
  private final CatalogWriter catalogWriter;
  private final CopyCommand copy;
  private final UtilityRunner utility;
  private @Nullable CopyIn copyIn;

  SessionParts(SessionIdentity identity, SessionListener listener, Map<String, String> server) {
    this.identity = identity;
    EmbeddedEngine engine = identity.engine();
    EmbeddedDatabase database = identity.database();
    DisplayStyle style = new DisplayStyle();
    settings = new SessionSettings(style, server);
    int branch = database.catalog().branch().id();
    lockOwner = engine.locks().register(identity.processId(), branch);
    slot = engine.registry().claimSlot(branch);
    Snapshot snapshot = new Snapshot(database.catalog().branch().lineage());
    context =
        new SessionContext(
            identity, settings, style, engine.locks(), lockOwner, snapshot, engine.functionCode());
    notices = new Notices(listener, settings.effects());
    identity.notices(notices);
    notifications = new SessionNotifications(engine.notifications(), identity, listener);
    Participants participants = new Participants(this);
    transaction =
        new TransactionState(
            database.catalog(),
            engine.sharedCatalog(),
            slot,
            snapshot,
            engine.locks(),
            lockOwner,
            settings,
            engine.serializables(),
            engine.counters(),
            engine.oids(),
            participants);
    context.transaction(transaction);
    notifications.transaction(transaction);
    portals = new PortalTable(transaction);
    catalogWriter = new CatalogWriter(context, context.reader(), engine.oids());
    temporaryTables = new TemporaryTables(this);
    StatementCompiler compiler = context.compiler();
    portalRunner = new PortalRunner(context, transaction, compiler, portals, completion);
    transactionCommands = new TransactionCommands(transaction, notices, completion);
    settingCommands =
        new SettingCommands(context, transaction, transactionCommands, notices, completion);
    prepared =
        new PreparedCommands(context, compiler, statements, portals, portalRunner, completion);
    cursors = new CursorCommands(context, transaction, compiler, portals, portalRunner, completion);
    copy = new CopyCommand(this);
    utility = new UtilityRunner(this);
    style.objectNames = new RegisteredNames(context);
    new SettingHooks(context, transaction, transactionCommands).install(settings);
  }

  SessionIdentity identity() {
    return identity;
  }

  SessionSettings settings() {
    return settings;
  }

  SessionContext context() {
    return context;
  }

  TransactionState transaction() {
    return transaction;
  }

  Notices notices() {
    return notices;
  }

  Completion completion() {
    return completion;
  }

  StatementTable statements() {
    return statements;
  }

  PortalTable portals() {
    return portals;
  }

  PortalRunner portalRunner() {
    return portalRunner;
  }

  TransactionCommands transactionCommands() {
    return transactionCommands;
  }

  SettingCommands settingCommands() {
    return settingCommands;
  }

  PreparedCommands prepared() {
    return prepared;
  }

  CursorCommands cursors() {
    return cursors;
  }

  SessionNotifications notifications() {
    return notifications;
  }

  TemporaryTables temporaryTables() {
    return temporaryTables;
  }

  CatalogWriter catalogWriter() {
    return catalogWriter;
  }

  /** The COPY FROM STDIN in progress, or null. */
  @Nullable CopyIn copyIn() {
    return copyIn;
  }

  void copyIn(@Nullable CopyIn begun) {
    copyIn = begun;
  }

  CopyCommand copy() {
    return copy;
  }

  UtilityRunner utility() {
    return utility;
  }

  ExplainCommand explain() {
    return new ExplainCommand(this);
  }

  LockCommand lockCommand() {
    return new LockCommand(this);
  }

  DiscardCommand discard() {
    return new DiscardCommand(this);
  }

  /**
   * The session as commands see it.
   *
   * @param text what the positions of the command's syntax tree count in
   */
  SessionCommandContext commandContext(byte[] text) {
    return new SessionCommandContext(this, text);
  }

  /** Whether a commit now has more to do than to be noted. */
  boolean commitMayTakeLong() {
    return context.constraints().hasDeferred()
        || temporaryTables.hasCommitActions()
        || portals.anyToHold();
  }

  /** Lets go of everything; the transaction was rolled back. */
  void close() {
    notifications.close();
    context.close();
    identity.engine().registry().releaseSlot(slot);
    identity.engine().locks().unregister(lockOwner);
  }
}
