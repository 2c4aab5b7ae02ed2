package dev.postern.backend.session;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A session's prepared statements by name, of Parse and of PREPARE. Used by its thread. */
final class StatementTable {
  private final NameTable<StoredStatement> statements = new NameTable<>();

  @Nullable StoredStatement find(byte[] message, int offset, int length) {
    return statements.find(message, offset, length);
  }

  /** 26000 where there is none. */
  StoredStatement require(String name) {
    StoredStatement statement = statements.find(NameTable.bytes(name));
    if (statement == null) {
      throw new SqlError(
          SqlState.INVALID_SQL_STATEMENT_NAME,
          "prepared statement \"" + name + "\" does not exist");
    }
    return statement;
  }

  /** Fails with 42P05 where the name is taken; the unnamed one is replaced. */
  void requireFree(byte[] name) {
    if (name.length > 0 && statements.find(name) != null) {
      throw new SqlError(
          SqlState.DUPLICATE_PREPARED_STATEMENT,
          "prepared statement \"" + new String(name, StandardCharsets.UTF_8) + "\" already exists");
    }
  }

  void add(StoredStatement statement) {
    statements.put(statement.name, statement);
  }

  void remove(byte[] message, int offset, int length) {
    statements.remove(message, offset, length);
  }

  Iterable<StoredStatement> all() {
    return statements.values();
  }

  void clear() {
    statements.clear();
  }

  /** DISCARD PLANS. */
  void forgetPlans() {
    for (StoredStatement statement : statements.values()) {
      statement.forgetPlan();
    }
  }
}
