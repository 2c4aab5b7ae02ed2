package dev.postern.backend.session;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.function.CallSite;
import dev.postern.backend.function.FunctionContext;
import dev.postern.backend.function.FunctionTopic;
import dev.postern.backend.function.ScalarFunction;
import dev.postern.backend.function.SetFunction;
import dev.postern.backend.txn.Transaction;
import dev.postern.backend.type.Datum;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Functions about sessions and their transactions (manual sections 9.27 and 9.28). */
final class SessionFunctions implements FunctionTopic {
  @Override
  public @Nullable ScalarFunction scalar(String key, CallSite site) {
    return switch (key) {
      case "pg_my_temp_schema" -> (c, a, r) -> r.setLong(session(c).reader().temporarySchema());
      case "pg_is_other_temp_schema" ->
          (c, a, r) -> {
            int schema = (int) a[0].bits;
            String name = session(c).reader().schemaName(schema);
            boolean temporary = name != null && name.startsWith("pg_temp_");
            r.setBoolean(temporary && schema != session(c).reader().temporarySchema());
          };
      case "pg_notify" -> SessionFunctions::notify;
      case "pg_notification_queue_usage" ->
          // It is never kept: whoever listens has it at once.
          (c, a, r) -> r.setDouble(0);
      case "pg_cancel_backend" -> SessionFunctions::cancel;
      case "pg_terminate_backend" -> SessionFunctions::terminate;
      case "pg_postmaster_start_time", "pg_conf_load_time" ->
          (c, a, r) -> r.setLong(session(c).identity().engine().startMicros());
      case "pg_current_xact_id" -> (c, a, r) -> r.setLong(top(c).id());
      case "pg_current_xact_id_if_assigned" ->
          (c, a, r) -> {
            Transaction top = session(c).transaction().top();
            if (top == null) {
              r.setNull();
            } else {
              r.setLong(top.id());
            }
          };
      default -> null;
    };
  }

  private static SessionContext session(FunctionContext context) {
    return (SessionContext) context;
  }

  private static Transaction top(FunctionContext context) {
    SessionContext session = session(context);
    session.writer();
    Transaction top = session.transaction().top();
    if (top == null) {
      throw new IllegalStateException("a writer has a transaction");
    }
    return top;
  }

  private static @Nullable EmbeddedSession other(FunctionContext context, int processId) {
    SessionContext session = session(context);
    EmbeddedSession found = session.identity().engine().session(processId);
    if (found == null) {
      session
          .identity()
          .notices()
          .warning("01000", "PID " + processId + " is not a PostgreSQL backend process");
    }
    return found;
  }

  @Override
  public @Nullable SetFunction set(String key, CallSite site) {
    return key.equals("pg_listening_channels")
        ? (context, arguments) -> {
          Iterator<String> all = List.copyOf(notifications(context).channels()).iterator();
          return columns -> {
            if (!all.hasNext()) {
              return false;
            }
            columns[0].setText(all.next());
            return true;
          };
        }
        : null;
  }

  private static SessionNotifications notifications(FunctionContext context) {
    SessionIdentity identity = session(context).identity();
    EmbeddedSession own = identity.engine().session(identity.processId());
    if (own == null) {
      throw new IllegalStateException("the session is not known to its engine");
    }
    return own.parts().notifications();
  }

  private static void notify(FunctionContext context, Datum[] arguments, Datum result) {
    session(context).needThread();
    notifications(context).notify(text(arguments[0]), text(arguments[1]));
    result.setText("");
  }

  private static String text(Datum argument) {
    return argument.isNull ? "" : argument.text();
  }

  private static void cancel(FunctionContext context, Datum[] arguments, Datum result) {
    EmbeddedSession found = other(context, (int) arguments[0].bits);
    if (found != null) {
      found.cancel();
      session(context).checkCancelled();
    }
    result.setBoolean(found != null);
  }

  private static void terminate(FunctionContext context, Datum[] arguments, Datum result) {
    if (arguments.length > 1 && arguments[1].bits < 0) {
      throw new SqlError(SqlState.NUMERIC_VALUE_OUT_OF_RANGE, "\"timeout\" must not be negative");
    }
    EmbeddedSession found = other(context, (int) arguments[0].bits);
    if (found != null) {
      found.terminate(EmbeddedSession.administratorCommand());
      // It may have been this one.
      session(context).checkCancelled();
    }
    result.setBoolean(found != null);
  }
}
