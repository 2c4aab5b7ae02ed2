package dev.postern.backend.sql;

import dev.postern.backend.sql.Expression.Constant;
import dev.postern.backend.sql.TransactionStatement.TransactionMode;
import java.util.List;

/** SET, RESET and SHOW in their forms. */
public sealed interface SettingStatement extends Statement {
  /**
   * {@code SET [SESSION | LOCAL] name = values}. SET TIME ZONE is {@code timezone}, SET SCHEMA
   * {@code search_path}, SET NAMES {@code client_encoding}, SET ROLE {@code role}, SET SESSION
   * AUTHORIZATION {@code session_authorization}.
   *
   * @param name dotted where it was written so
   * @param values constants, or for {@code SET TIME ZONE INTERVAL '…' …} a {@link
   *     Expression.TypeCast}; words are strings
   */
  record SetStatement(int position, boolean local, String name, List<Expression> values)
      implements SettingStatement {}

  /** {@code SET name TO DEFAULT}. */
  record SetDefaultStatement(int position, boolean local, String name)
      implements SettingStatement {}

  /** {@code SET name FROM CURRENT}, inside other statements only. */
  record SetFromCurrentStatement(int position, boolean local, String name)
      implements SettingStatement {}

  /** {@code SET TRANSACTION modes}. */
  record SetTransactionStatement(int position, boolean local, List<TransactionMode> modes)
      implements SettingStatement {}

  /** {@code SET TRANSACTION SNAPSHOT 'id'}. */
  record SetTransactionSnapshotStatement(int position, boolean local, Constant snapshot)
      implements SettingStatement {}

  /** {@code SET SESSION CHARACTERISTICS AS TRANSACTION modes}. */
  record SetSessionCharacteristicsStatement(
      int position, boolean local, List<TransactionMode> modes) implements SettingStatement {}

  record ResetStatement(int position, String name) implements SettingStatement {}

  record ResetAllStatement(int position) implements SettingStatement {}

  record ShowStatement(int position, String name) implements SettingStatement {}

  record ShowAllStatement(int position) implements SettingStatement {}

  /** SET CONSTRAINTS; an empty list is ALL. */
  record SetConstraintsStatement(int position, List<QualifiedName> constraints, boolean deferred)
      implements SettingStatement {}
}
