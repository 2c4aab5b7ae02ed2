package dev.postern.backend.session;

import dev.postern.backend.ResultColumn;
import dev.postern.backend.catalog.ArrayValues;
import dev.postern.backend.function.CallSite;
import dev.postern.backend.function.FunctionContext;
import dev.postern.backend.function.FunctionTopic;
import dev.postern.backend.function.ScalarFunction;
import dev.postern.backend.function.SetFunction;
import dev.postern.backend.txn.HeldLock;
import dev.postern.backend.txn.LockOwner;
import dev.postern.backend.txn.LockTag;
import dev.postern.backend.txn.Transaction;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.TypeOids;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What pg_stat_activity, pg_prepared_statements and pg_cursors show (manual sections 27.2.3, 53.5
 * and 53.15). Of other sessions only what their threads publish is read.
 */
final class ActivityFunctions implements FunctionTopic {
  /** Where pg_stat_get_activity's columns are that have a value here. */
  private static final class Column {
    static final int DATABASE = 0;
    static final int PID = 1;
    static final int USER = 2;
    static final int APPLICATION_NAME = 3;
    static final int STATE = 4;
    static final int QUERY = 5;
    static final int WAIT_EVENT_TYPE = 6;
    static final int WAIT_EVENT = 7;
    static final int XACT_START = 8;
    static final int QUERY_START = 9;
    static final int BACKEND_START = 10;
    static final int STATE_CHANGE = 11;
    static final int BACKEND_XID = 15;
    static final int BACKEND_TYPE = 17;
    static final int SSL = 18;
    static final int GSS_AUTH = 25;
    static final int GSS_ENC = 27;
    static final int GSS_DELEGATION = 28;

    private Column() {}
  }

  @Override
  public @Nullable SetFunction set(String key, CallSite site) {
    return switch (key) {
      case "pg_stat_get_activity" ->
          (c, a) -> activity(session(c), a[0].isNull ? null : (int) a[0].bits);
      case "pg_prepared_statement" -> (c, a) -> preparedStatements(own(c));
      case "pg_cursor" -> (c, a) -> cursors(own(c));
      default -> null;
    };
  }

  @Override
  public @Nullable ScalarFunction scalar(String key, CallSite site) {
    return switch (key) {
      case "pg_blocking_pids" ->
          (c, a, r) -> r.setBytes(integers(blockers(session(c), (int) a[0].bits)));
      case "pg_safe_snapshot_blocking_pids" ->
          // No transaction waits for a safe snapshot.
          (c, a, r) -> r.setBytes(integers(List.of()));
      case "pg_isolation_test_session_is_blocked" ->
          (c, a, r) -> {
            boolean blocked = false;
            for (int other : ArrayValues.integers(a[1])) {
              blocked |= blockers(session(c), (int) a[0].bits).contains(other);
            }
            r.setBoolean(blocked);
          };
      default -> null;
    };
  }

  private static List<Integer> blockers(SessionContext asking, int processId) {
    EmbeddedEngine engine = asking.identity().engine();
    EmbeddedSession session = engine.session(processId);
    List<Integer> blockers = new ArrayList<>();
    if (session != null) {
      LockOwner waiting = session.parts().context().lockOwner();
      for (LockOwner blocker : engine.locks().blockersOf(waiting)) {
        blockers.add(blocker.processId());
      }
    }
    return blockers;
  }

  private static byte[] integers(List<Integer> values) {
    int[] plain = values.stream().mapToInt(Integer::intValue).toArray();
    return ArrayValues.ofIntegers(TypeOids.INT4, 1, plain);
  }

  private static SessionContext session(FunctionContext context) {
    return (SessionContext) context;
  }

  private static SessionParts own(FunctionContext context) {
    SessionIdentity identity = session(context).identity();
    EmbeddedSession session = identity.engine().session(identity.processId());
    if (session == null) {
      throw new IllegalStateException("the session is not known to its engine");
    }
    return session.parts();
  }

  // --- pg_stat_get_activity

  private static SetFunction.Rows activity(SessionContext asking, @Nullable Integer processId) {
    EmbeddedEngine engine = asking.identity().engine();
    Map<Integer, EmbeddedSession> chosen = new TreeMap<>();
    for (EmbeddedSession session : engine.sessions()) {
      if (processId == null || processId == session.processId()) {
        chosen.put(session.processId(), session);
      }
    }
    Iterator<EmbeddedSession> all = chosen.values().iterator();
    List<HeldLock> locks = engine.locks().locks();
    return columns -> {
      if (!all.hasNext()) {
        return false;
      }
      for (Datum column : columns) {
        column.setNull();
      }
      fill(columns, all.next(), locks);
      return true;
    };
  }

  private static void fill(Datum[] columns, EmbeddedSession session, List<HeldLock> locks) {
    SessionState state = session.state();
    SessionIdentity identity = session.parts().identity();
    SessionState.Activity activity = state.activity();
    columns[Column.DATABASE].setLong(identity.database().oid());
    columns[Column.PID].setLong(session.processId());
    columns[Column.USER].setLong(identity.authenticatedRole());
    columns[Column.APPLICATION_NAME].setText(state.applicationName());
    columns[Column.STATE].setText(activity.words());
    columns[Column.QUERY].setText(state.query());
    fillWait(columns, session.processId(), activity, locks);
    if (activity != SessionState.Activity.IDLE) {
      columns[Column.XACT_START].setLong(session.parts().transaction().startMicros());
    }
    if (state.queryStartMicros() != 0) {
      columns[Column.QUERY_START].setLong(state.queryStartMicros());
    }
    columns[Column.BACKEND_START].setLong(state.backendStartMicros());
    columns[Column.STATE_CHANGE].setLong(state.stateChangeMicros());
    Transaction transaction = session.parts().context().lockOwner().transaction();
    if (transaction != null) {
      columns[Column.BACKEND_XID].setLong((int) transaction.id());
    }
    columns[Column.BACKEND_TYPE].setText("client backend");
    columns[Column.SSL].setBoolean(false);
    columns[Column.GSS_AUTH].setBoolean(false);
    columns[Column.GSS_ENC].setBoolean(false);
    columns[Column.GSS_DELEGATION].setBoolean(false);
  }

  private static void fillWait(
      Datum[] columns, int processId, SessionState.Activity activity, List<HeldLock> locks) {
    if (activity != SessionState.Activity.ACTIVE) {
      columns[Column.WAIT_EVENT_TYPE].setText("Client");
      columns[Column.WAIT_EVENT].setText("ClientRead");
      return;
    }
    for (HeldLock lock : locks) {
      if (lock.processId() == processId && !lock.granted()) {
        LockTag tag = lock.tag();
        columns[Column.WAIT_EVENT_TYPE].setText("Lock");
        columns[Column.WAIT_EVENT].setText(
            tag == null ? "transactionid" : tag.kind().name().toLowerCase(Locale.ROOT));
      }
    }
  }

  // --- pg_prepared_statement

  private static SetFunction.Rows preparedStatements(SessionParts session) {
    List<StoredStatement> named = new ArrayList<>();
    for (StoredStatement statement : session.statements().all()) {
      if (statement.name.length > 0) {
        named.add(statement);
      }
    }
    Iterator<StoredStatement> all = named.iterator();
    return columns -> {
      if (!all.hasNext()) {
        return false;
      }
      StoredStatement statement = all.next();
      columns[0].setBytes(statement.name);
      columns[1].setText(new String(statement.text, StandardCharsets.UTF_8));
      columns[2].setLong(statement.preparedMicros);
      columns[3].setBytes(types(statement.parameterTypes()));
      ResultColumn[] shape = statement.resultColumns();
      if (shape == null) {
        columns[4].setNull();
      } else {
        int[] types = new int[shape.length];
        for (int i = 0; i < types.length; i++) {
          types[i] = shape[i].type().oid();
        }
        columns[4].setBytes(types(types));
      }
      columns[5].setBoolean(statement.fromSql);
      // All plans are generic here: they hold for any values.
      columns[6].setLong(statement.runs);
      columns[7].setLong(0);
      return true;
    };
  }

  private static byte[] types(int[] oids) {
    return ArrayValues.ofIntegers(TypeOids.REGTYPE, 1, oids);
  }

  // --- pg_cursor

  private static SetFunction.Rows cursors(SessionParts session) {
    List<BoundPortal> open = new ArrayList<>();
    session.portals().all().forEach(open::add);
    Iterator<BoundPortal> all = open.iterator();
    return columns -> {
      if (!all.hasNext()) {
        return false;
      }
      BoundPortal portal = all.next();
      CursorState cursor = portal.cursor;
      StoredStatement statement = portal.statement;
      columns[0].setBytes(portal.name);
      columns[1].setText(
          cursor != null ? cursor.definition : new String(statement.text, StandardCharsets.UTF_8));
      columns[2].setBoolean(cursor != null && cursor.hold);
      columns[3].setBoolean(cursor != null && cursor.binary);
      columns[4].setBoolean(cursor != null && cursor.scrollable);
      columns[5].setLong(portal.createdMicros);
      return true;
    };
  }
}
