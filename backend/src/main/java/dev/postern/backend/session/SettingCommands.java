package dev.postern.backend.session;

import dev.postern.backend.ResultColumn;
import dev.postern.backend.ResultSink;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.exec.ConstraintQueue;
import dev.postern.backend.setting.SessionSettings;
import dev.postern.backend.setting.Setting;
import dev.postern.backend.setting.SettingRegistry;
import dev.postern.backend.sql.Expression;
import dev.postern.backend.sql.QualifiedName;
import dev.postern.backend.sql.SettingStatement;
import dev.postern.backend.sql.SettingStatement.ResetAllStatement;
import dev.postern.backend.sql.SettingStatement.ResetStatement;
import dev.postern.backend.sql.SettingStatement.SetConstraintsStatement;
import dev.postern.backend.sql.SettingStatement.SetDefaultStatement;
import dev.postern.backend.sql.SettingStatement.SetFromCurrentStatement;
import dev.postern.backend.sql.SettingStatement.SetSessionCharacteristicsStatement;
import dev.postern.backend.sql.SettingStatement.SetStatement;
import dev.postern.backend.sql.SettingStatement.SetTransactionSnapshotStatement;
import dev.postern.backend.sql.SettingStatement.SetTransactionStatement;
import dev.postern.backend.sql.SettingStatement.ShowAllStatement;
import dev.postern.backend.sql.SettingStatement.ShowStatement;
import dev.postern.backend.sql.TransactionStatement.Access;
import dev.postern.backend.sql.TransactionStatement.Deferrability;
import dev.postern.backend.sql.TransactionStatement.Isolation;
import dev.postern.backend.sql.TransactionStatement.TransactionMode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** SET, RESET and SHOW in their forms. Used by the session's thread. */
final class SettingCommands {
  private final SessionContext context;
  private final TransactionState transaction;
  private final TransactionCommands transactionCommands;
  private final Notices notices;
  private final Completion completion;

  SettingCommands(
      SessionContext context,
      TransactionState transaction,
      TransactionCommands transactionCommands,
      Notices notices,
      Completion completion) {
    this.context = context;
    this.transaction = transaction;
    this.transactionCommands = transactionCommands;
    this.notices = notices;
    this.completion = completion;
  }

  /** The shape of SHOW's rows; null for the other forms. */
  ResultColumn @Nullable [] columns(SettingStatement statement) {
    if (statement instanceof ShowStatement show) {
      return TextRows.columns(context.reader(), canonicalName(show.name()));
    }
    return statement instanceof ShowAllStatement
        ? TextRows.columns(context.reader(), "name", "setting", "description")
        : null;
  }

  private String canonicalName(String name) {
    Setting known = SettingRegistry.instance().find(name);
    context.settings().show(name);
    return known == null ? name : known.name();
  }

  void run(SettingStatement statement, ResultSink sink, boolean describes) {
    SessionSettings settings = context.settings();
    switch (statement) {
      case SetStatement set -> {
        warnIfLocalIsIdle(set.local(), "SET LOCAL");
        settings.set(set.name(), texts(set.values()), set.local());
        completion.tag("SET");
      }
      case SetDefaultStatement set -> {
        warnIfLocalIsIdle(set.local(), "SET LOCAL");
        settings.reset(set.name(), set.local());
        completion.tag("SET");
      }
      case SetTransactionStatement set -> {
        warnIfLocalIsIdle(true, "SET TRANSACTION");
        transactionCommands.modes(set.modes());
        completion.tag("SET");
      }
      case SetSessionCharacteristicsStatement set -> {
        set.modes().forEach(mode -> sessionCharacteristic(settings, mode));
        completion.tag("SET");
      }
      case SetFromCurrentStatement set -> throw SqlError.notSupported("SET FROM CURRENT");
      case SetTransactionSnapshotStatement set ->
          throw SqlError.notSupported("SET TRANSACTION SNAPSHOT");
      case ResetStatement reset -> {
        settings.reset(reset.name(), false);
        completion.tag("RESET");
      }
      case ResetAllStatement reset -> {
        settings.resetAll();
        completion.tag("RESET");
      }
      case ShowStatement show -> show(show, sink, describes);
      case ShowAllStatement show -> showAll(sink, describes);
      case SetConstraintsStatement set -> setConstraints(set);
    }
  }

  private void warnIfLocalIsIdle(boolean local, String command) {
    if (local && !transaction.isBlock()) {
      notices.outsideTransactionBlock(command);
    }
  }

  private static void sessionCharacteristic(SessionSettings settings, TransactionMode mode) {
    switch (mode) {
      case Isolation isolation ->
          settings.set(
              "default_transaction_isolation", SettingHooks.words(isolation.level()), false);
      case Access access ->
          settings.set("default_transaction_read_only", onOff(access.readOnly()), false);
      case Deferrability deferrability ->
          settings.set("default_transaction_deferrable", onOff(deferrability.deferrable()), false);
    }
  }

  private static String onOff(boolean value) {
    return value ? "on" : "off";
  }

  private static List<String> texts(List<Expression> values) {
    List<String> texts = new ArrayList<>(values.size());
    for (Expression value : values) {
      texts.add(text(value));
    }
    return texts;
  }

  private static String text(Expression value) {
    return switch (value) {
      case Expression.StringConstant constant -> constant.value();
      case Expression.IntegerConstant constant -> Integer.toString(constant.value());
      case Expression.NumericConstant constant -> constant.text();
      case Expression.BooleanConstant constant -> constant.value() ? "true" : "false";
      case Expression.TypeCast cast
          when cast.argument() instanceof Expression.StringConstant interval ->
          "INTERVAL '" + interval.value() + "'";
      default -> throw SqlError.notSupported("this value in SET");
    };
  }

  private void show(ShowStatement show, ResultSink sink, boolean describes) {
    String value = context.settings().show(show.name());
    TextRows rows =
        new TextRows(
            sink,
            TextRows.columns(context.reader(), canonicalName(show.name())),
            context.style(),
            describes);
    rows.row(value);
    completion.tag("SHOW");
  }

  private void showAll(ResultSink sink, boolean describes) {
    SessionSettings settings = context.settings();
    TextRows rows =
        new TextRows(
            sink,
            TextRows.columns(context.reader(), "name", "setting", "description"),
            context.style(),
            describes);
    for (Setting setting : settings.visible()) {
      rows.row(setting.name(), settings.showOrNull(setting.name()), setting.shortDescription());
    }
    completion.tag("SHOW");
  }

  private void setConstraints(SetConstraintsStatement set) {
    warnIfLocalIsIdle(true, "SET CONSTRAINTS");
    ConstraintQueue queue = context.constraints();
    if (set.constraints().isEmpty()) {
      queue.setMode(0, set.deferred(), context);
    } else {
      for (QualifiedName name : set.constraints()) {
        for (int oid : constraints(name)) {
          queue.setMode(oid, set.deferred(), context);
        }
      }
    }
    completion.tag("SET CONSTRAINTS");
  }

  /** The deferrable constraints of a name, in its schema or the first of the path that has any. */
  private List<Integer> constraints(QualifiedName name) {
    List<ConstraintNames.Found> found =
        ConstraintNames.find(context.reader(), name.schema(), name.name());
    if (found.isEmpty()) {
      throw new SqlError(
          SqlState.UNDEFINED_OBJECT, "constraint \"" + name.name() + "\" does not exist");
    }
    List<Integer> deferrable = new ArrayList<>();
    for (ConstraintNames.Found constraint : found) {
      if (constraint.deferrable()) {
        deferrable.add(constraint.oid());
      }
    }
    if (deferrable.isEmpty()) {
      throw new SqlError(
          SqlState.WRONG_OBJECT_TYPE, "constraint \"" + name.name() + "\" is not deferrable");
    }
    return deferrable;
  }
}
