package dev.postern.backend.session;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.setting.SessionSettings;
import dev.postern.backend.setting.SettingHook;
import dev.postern.backend.sql.TransactionStatement.IsolationLevel;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** What settings do to the session beyond being remembered. Made once a session. */
final class SettingHooks {
  private final SessionContext context;
  private final TransactionState transaction;
  private final TransactionCommands commands;

  /** Roles that were looked up when a value was checked, for when it is assigned. */
  private final Map<String, Integer> roles = new HashMap<>(0);

  SettingHooks(SessionContext context, TransactionState transaction, TransactionCommands commands) {
    this.context = context;
    this.transaction = transaction;
    this.commands = commands;
  }

  void install(SessionSettings settings) {
    settings.hook(
        "default_transaction_isolation",
        assigning(value -> transaction.defaultIsolation = isolation(value)));
    settings.hook(
        "default_transaction_read_only",
        assigning(value -> transaction.defaultReadOnly = value.equals("on")));
    settings.hook(
        "default_transaction_deferrable",
        assigning(value -> transaction.defaultDeferrable = value.equals("on")));
    settings.hook(
        "deadlock_timeout",
        assigning(value -> context.lockOwner().deadlockTimeoutMillis(Long.parseLong(value))));
    settings.hook("transaction_isolation", new IsolationHook());
    settings.hook("transaction_read_only", new ReadOnlyHook());
    settings.hook("transaction_deferrable", new DeferrableHook());
    settings.hook("role", new RoleHook());
    settings.hook("session_authorization", new AuthorizationHook());
    settings.hook("seed", new SeedHook());
  }

  /** The part of a hook that takes a value. */
  @FunctionalInterface
  private interface Assigner {
    void assign(String value);
  }

  private static SettingHook assigning(Assigner assigner) {
    return new SettingHook() {
      @Override
      public void assign(String value) {
        assigner.assign(value);
      }
    };
  }

  static IsolationLevel isolation(String words) {
    return IsolationLevel.valueOf(words.toUpperCase(Locale.ROOT).replace(' ', '_'));
  }

  static String words(IsolationLevel level) {
    return level.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private final class IsolationHook implements SettingHook {
    @Override
    public String check(String value) {
      commands.isolation(isolation(value));
      return value;
    }

    @Override
    public String show(String value) {
      return words(transaction.isolation());
    }
  }

  private final class ReadOnlyHook implements SettingHook {
    @Override
    public String check(String value) {
      commands.readOnly(value.equals("on"));
      return value;
    }

    @Override
    public String show(String value) {
      return transaction.isReadOnly() ? "on" : "off";
    }
  }

  private final class DeferrableHook implements SettingHook {
    @Override
    public String check(String value) {
      commands.deferrable(value.equals("on"));
      return value;
    }

    @Override
    public String show(String value) {
      return transaction.isDeferrable() ? "on" : "off";
    }
  }

  private String requireRole(String name) {
    int oid = context.reader().role(name);
    if (oid == 0) {
      throw new SqlError(SqlState.INVALID_PARAMETER_VALUE, "role \"" + name + "\" does not exist");
    }
    roles.put(name, oid);
    return name;
  }

  private final class RoleHook implements SettingHook {
    @Override
    public String check(String value) {
      return value.equals("none") ? value : requireRole(value);
    }

    @Override
    public void assign(String value) {
      SessionIdentity identity = context.identity();
      Integer oid = roles.get(value);
      if (value.equals("none") || oid == null) {
        identity.currentRole(identity.sessionRole(), identity.sessionUser());
      } else {
        identity.currentRole(oid, value);
      }
    }
  }

  private final class AuthorizationHook implements SettingHook {
    @Override
    public String check(String value) {
      return requireRole(value);
    }

    @Override
    public void assign(String value) {
      SessionIdentity identity = context.identity();
      Integer oid = roles.get(value);
      if (oid == null) {
        identity.sessionRole(identity.authenticatedRole(), identity.authenticatedUser());
      } else {
        identity.sessionRole(oid, value);
      }
      identity.currentRole(identity.sessionRole(), identity.sessionUser());
    }

    @Override
    public String show(String value) {
      return context.identity().sessionUser();
    }
  }

  private final class SeedHook implements SettingHook {
    @Override
    public void assign(String value) {
      context.seedRandom(Double.doubleToLongBits(Double.parseDouble(value)));
    }

    @Override
    public String show(String value) {
      return "unavailable";
    }
  }
}
