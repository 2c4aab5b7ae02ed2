package dev.postern.backend.session;

import dev.postern.backend.function.CallSite;
import dev.postern.backend.function.FunctionContext;
import dev.postern.backend.function.FunctionTopic;
import dev.postern.backend.function.ScalarFunction;
import dev.postern.backend.txn.LockTarget;
import dev.postern.backend.txn.TableLockMode;
import dev.postern.backend.type.Datum;
import org.jspecify.annotations.Nullable;

/**
 * Advisory locks (manual section 9.28.10). What a session holds beyond its transaction is not
 * undone when a statement is begun again on a thread, so those functions run there from the start.
 */
final class AdvisoryLockFunctions implements FunctionTopic {
  private static final String[] KEYS = {"_int8", "_int4"};

  @Override
  public @Nullable ScalarFunction scalar(String key, CallSite site) {
    if (!key.startsWith("pg_advisory_") && !key.startsWith("pg_try_advisory_")) {
      return null;
    }
    if (key.equals("pg_advisory_unlock_all")) {
      return AdvisoryLockFunctions::unlockAll;
    }
    String name = key;
    for (String suffix : KEYS) {
      if (name.endsWith(suffix)) {
        name = name.substring(0, name.length() - suffix.length());
      }
    }
    TableLockMode mode = TableLockMode.EXCLUSIVE;
    if (name.endsWith("_shared")) {
      mode = TableLockMode.SHARE;
      name = name.substring(0, name.length() - "_shared".length());
    }
    TableLockMode wanted = mode;
    return switch (name) {
      case "pg_advisory_lock" -> (c, a, r) -> lock(session(c), target(c, a), wanted, r);
      case "pg_try_advisory_lock" -> (c, a, r) -> tryLock(session(c), target(c, a), wanted, r);
      case "pg_advisory_xact_lock" -> (c, a, r) -> lockForXact(session(c), target(c, a), wanted, r);
      case "pg_try_advisory_xact_lock" ->
          (c, a, r) ->
              r.setBoolean(
                  session(c).locks().tryLock(session(c).lockOwner(), target(c, a), wanted));
      case "pg_advisory_unlock" -> (c, a, r) -> unlock(session(c), target(c, a), wanted, r);
      default -> null;
    };
  }

  private static SessionContext session(FunctionContext context) {
    return (SessionContext) context;
  }

  private static LockTarget target(FunctionContext context, Datum[] arguments) {
    SessionContext session = session(context);
    int branch = session.branch().id();
    return arguments.length == 1
        ? session.locks().advisory(branch, arguments[0].bits)
        : session.locks().advisory(branch, (int) arguments[0].bits, (int) arguments[1].bits);
  }

  private static void lock(
      SessionContext session, LockTarget target, TableLockMode mode, Datum result) {
    session.needThread();
    session
        .locks()
        .lockSession(
            session.lockOwner(),
            target,
            mode,
            session.settings().effects().lockTimeoutMillis(),
            session.cancelFlag());
    setVoid(result);
  }

  private static void tryLock(
      SessionContext session, LockTarget target, TableLockMode mode, Datum result) {
    session.needThread();
    result.setBoolean(session.locks().tryLockSession(session.lockOwner(), target, mode));
  }

  private static void lockForXact(
      SessionContext session, LockTarget target, TableLockMode mode, Datum result) {
    if (!session.locks().tryLock(session.lockOwner(), target, mode)) {
      session.needThread();
      session
          .locks()
          .lock(
              session.lockOwner(),
              target,
              mode,
              session.settings().effects().lockTimeoutMillis(),
              session.cancelFlag());
    }
    setVoid(result);
  }

  private static void unlock(
      SessionContext session, LockTarget target, TableLockMode mode, Datum result) {
    session.needThread();
    boolean held = session.locks().unlockSession(session.lockOwner(), target, mode);
    if (!held) {
      session
          .identity()
          .notices()
          .warning("01000", "you don't own a lock of type " + mode.displayName());
    }
    result.setBoolean(held);
  }

  private static void unlockAll(FunctionContext context, Datum[] arguments, Datum result) {
    SessionContext session = session(context);
    session.needThread();
    session.locks().unlockAllSession(session.lockOwner());
    setVoid(result);
  }

  private static void setVoid(Datum result) {
    result.setText("");
  }
}
