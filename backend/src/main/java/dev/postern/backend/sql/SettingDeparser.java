package dev.postern.backend.sql;

import dev.postern.backend.sql.Expression.BooleanConstant;
import dev.postern.backend.sql.TransactionStatement.Access;
import dev.postern.backend.sql.TransactionStatement.Deferrability;
import dev.postern.backend.sql.TransactionStatement.Isolation;
import dev.postern.backend.sql.TransactionStatement.TransactionMode;
import java.util.List;

/** Transaction control, SET and SHOW as SQL; a sequence's options. */
abstract class SettingDeparser extends DataDeparser {
  final void transaction(TransactionStatement statement) {
    switch (statement) {
      case TransactionStatement.BeginStatement s -> {
        put(s.start() ? "START TRANSACTION" : "BEGIN");
        putIf(!s.modes().isEmpty(), " ");
        modes(s.modes());
      }
      case TransactionStatement.CommitStatement s -> put("COMMIT").putIf(s.chain(), " AND CHAIN");
      case TransactionStatement.RollbackStatement s ->
          put("ROLLBACK").putIf(s.chain(), " AND CHAIN");
      case TransactionStatement.SavepointStatement s -> put("SAVEPOINT ").name(s.name());
      case TransactionStatement.ReleaseStatement s -> put("RELEASE SAVEPOINT ").name(s.name());
      case TransactionStatement.RollbackToStatement s ->
          put("ROLLBACK TO SAVEPOINT ").name(s.name());
      case TransactionStatement.PrepareTransactionStatement s ->
          put("PREPARE TRANSACTION ").string(s.identifier());
      case TransactionStatement.CommitPreparedStatement s ->
          put("COMMIT PREPARED ").string(s.identifier());
      case TransactionStatement.RollbackPreparedStatement s ->
          put("ROLLBACK PREPARED ").string(s.identifier());
    }
  }

  private void modes(List<TransactionMode> modes) {
    list(
        modes,
        mode -> {
          switch (mode) {
            case Isolation m -> put("ISOLATION LEVEL ").words(m.level());
            case Access m -> put(m.readOnly() ? "READ ONLY" : "READ WRITE");
            case Deferrability m -> put(m.deferrable() ? "DEFERRABLE" : "NOT DEFERRABLE");
          }
        });
  }

  final void setting(SettingStatement statement) {
    switch (statement) {
      case SettingStatement.SetStatement s -> set(s);
      case SettingStatement.SetDefaultStatement s ->
          local(s.local()).setName(s.name()).put(" TO DEFAULT");
      case SettingStatement.SetFromCurrentStatement s ->
          local(s.local()).setName(s.name()).put(" FROM CURRENT");
      case SettingStatement.SetTransactionStatement s -> {
        local(s.local()).put("TRANSACTION ");
        modes(s.modes());
      }
      case SettingStatement.SetTransactionSnapshotStatement s -> {
        local(s.local()).put("TRANSACTION SNAPSHOT ");
        expression(s.snapshot());
      }
      case SettingStatement.SetSessionCharacteristicsStatement s -> {
        local(s.local()).put("SESSION CHARACTERISTICS AS TRANSACTION ");
        modes(s.modes());
      }
      case SettingStatement.ResetStatement s -> put("RESET ");
      case SettingStatement.ResetAllStatement s -> put("RESET ALL");
      case SettingStatement.ShowStatement s -> put("SHOW ");
      case SettingStatement.ShowAllStatement s -> put("SHOW ALL");
      case SettingStatement.SetConstraintsStatement s -> {
        put("SET CONSTRAINTS ");
        if (s.constraints().isEmpty()) {
          put("ALL");
        } else {
          qualifiedNames(s.constraints());
        }
        put(s.deferred() ? " DEFERRED" : " IMMEDIATE");
      }
    }
    switch (statement) {
      case SettingStatement.ResetStatement s -> setName(s.name());
      case SettingStatement.ShowStatement s -> setName(s.name());
      default -> {}
    }
  }

  private SettingDeparser local(boolean local) {
    put(local ? "SET LOCAL " : "SET ");
    return this;
  }

  /** A setting's name, which may have dots. */
  private SqlWriter setName(String name) {
    return qualified(List.of(name.split("\\.", -1)));
  }

  private void set(SettingStatement.SetStatement s) {
    local(s.local());
    if (s.values().get(0) instanceof Expression.TypeCast interval) {
      put("TIME ZONE ");
      intervalConstant(interval);
      return;
    }
    setName(s.name()).put(" TO ");
    expressions(s.values());
  }

  // A sequence's options.

  final void sequenceOptions(List<Option> options) {
    for (int i = 0; i < options.size(); i++) {
      putIf(i > 0, " ");
      sequenceOption(options.get(i));
    }
  }

  final void sequenceOption(Option option) {
    Node value = option.value();
    switch (option.name()) {
      case "as" -> put("AS ");
      case "cache" -> put("CACHE ");
      case "cycle" -> put(value instanceof BooleanConstant b && b.value() ? "CYCLE" : "NO CYCLE");
      case "increment" -> put("INCREMENT BY ");
      case "logged" -> put("LOGGED");
      case "unlogged" -> put("UNLOGGED");
      case "maxvalue" -> put(value == null ? "NO MAXVALUE" : "MAXVALUE ");
      case "minvalue" -> put(value == null ? "NO MINVALUE" : "MINVALUE ");
      case "owned_by" -> put("OWNED BY ");
      case "sequence_name" -> put("SEQUENCE NAME ");
      case "start" -> put("START WITH ");
      case "restart" -> put(value == null ? "RESTART" : "RESTART WITH ");
      default -> throw new IllegalStateException(option.name());
    }
    if (value != null && !(value instanceof BooleanConstant)) {
      value(value);
    }
  }
}
