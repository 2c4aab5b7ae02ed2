package dev.postern.proxy.sharding;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.SettingStatement;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the client has SET, so that every shard can be told. What a transaction has set counts when
 * it commits, and goes with a rollback, also one to a savepoint. SET LOCAL needs no remembering: it
 * ends with the transaction, which is one shard's.
 */
final class SessionSettings {
  /** Settings that may be remembered: far above what PostgreSQL has. */
  private static final int MAX_ENTRIES = 1000;

  /** Of an entry that sets all others back. */
  private static final String ALL = "";

  private record Entry(String name, String text) {}

  private record Savepoint(String name, int entries) {}

  private record Committed(long number, String text) {}

  /** In the order they were committed; a name stands only where it was set last. */
  private final Map<String, Committed> committed = new LinkedHashMap<>();

  private final List<Entry> pending = new ArrayList<>();
  private final List<Savepoint> savepoints = new ArrayList<>();
  private long last;

  /**
   * A SET or RESET has succeeded in the transaction in progress.
   *
   * @param text its text
   */
  void ran(SettingStatement tree, String text) {
    String name =
        switch (tree) {
          case SettingStatement.SetStatement set -> set.local() ? null : set.name();
          case SettingStatement.SetDefaultStatement set -> set.local() ? null : set.name();
          case SettingStatement.ResetStatement reset -> reset.name();
          case SettingStatement.ResetAllStatement reset -> ALL;
          // Its parts are several settings; each text stands for itself.
          case SettingStatement.SetSessionCharacteristicsStatement set -> text;
          case SettingStatement.SetFromCurrentStatement set -> null;
          case SettingStatement.SetTransactionStatement set -> null;
          case SettingStatement.SetTransactionSnapshotStatement set -> null;
          case SettingStatement.SetConstraintsStatement set -> null;
          case SettingStatement.ShowStatement show -> null;
          case SettingStatement.ShowAllStatement show -> null;
        };
    if (name != null) {
      pending.add(new Entry(name, text));
    }
  }

  /**
   * Makes sure that one more can be remembered.
   *
   * @throws SqlError 54000
   */
  void requireRoom() {
    if (committed.size() + pending.size() >= MAX_ENTRIES) {
      throw new SqlError(
          SqlState.PROGRAM_LIMIT_EXCEEDED, "too many settings for a session of several shards");
    }
  }

  void savepoint(String name) {
    savepoints.add(new Savepoint(name, pending.size()));
  }

  void release(String name) {
    int at = indexOf(name);
    if (at >= 0) {
      savepoints.subList(at, savepoints.size()).clear();
    }
  }

  void rollbackTo(String name) {
    int at = indexOf(name);
    if (at >= 0) {
      pending.subList(savepoints.get(at).entries(), pending.size()).clear();
      savepoints.subList(at + 1, savepoints.size()).clear();
    }
  }

  private int indexOf(String name) {
    for (int i = savepoints.size() - 1; i >= 0; i--) {
      if (savepoints.get(i).name().equals(name)) {
        return i;
      }
    }
    return -1;
  }

  /** The transaction has committed; whether that changed anything. */
  boolean commit() {
    savepoints.clear();
    if (pending.isEmpty()) {
      return false;
    }
    for (Entry entry : pending) {
      if (entry.name().equals(ALL)) {
        forgetAll();
      }
      committed.remove(entry.name());
      committed.put(entry.name(), new Committed(++last, entry.text()));
    }
    pending.clear();
    return true;
  }

  /** Roles are not set back by RESET ALL. */
  private void forgetAll() {
    Iterator<String> names = committed.keySet().iterator();
    while (names.hasNext()) {
      String name = names.next();
      if (!name.equals("role") && !name.equals("session_authorization")) {
        names.remove();
      }
    }
  }

  /** The transaction has been rolled back. */
  void rollback() {
    savepoints.clear();
    pending.clear();
  }

  /** Number of the newest setting that counts. */
  long last() {
    return last;
  }

  /** All texts after a number, as one query string. */
  byte[] after(long number) {
    StringBuilder text = new StringBuilder();
    for (Committed entry : committed.values()) {
      if (entry.number() > number) {
        // On a line of its own, as the text before may end with a comment.
        text.append(entry.text()).append("\n;\n");
      }
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }
}
