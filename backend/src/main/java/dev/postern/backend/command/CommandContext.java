package dev.postern.backend.command;

import dev.postern.backend.catalog.CatalogReader;
import dev.postern.backend.catalog.CatalogSession;
import dev.postern.backend.catalog.CatalogWriter;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.txn.TableLockMode;
import dev.postern.backend.type.DisplayStyle;

/** A session as a command sees it. Implemented by the session; used on its thread. */
public interface CommandContext extends CatalogSession {
  CatalogReader catalog();

  CatalogWriter catalogWriter();

  CommandServices services();

  /** The engine's databases. */
  Databases databases();

  /**
   * Locks a relation until the transaction ends; waits where others hold it.
   *
   * @param nowait 55P03 instead of waiting
   */
  void lockRelation(int oid, String name, TableLockMode mode, boolean nowait);

  /** Ends the command with an error where somebody wants that. */
  void checkCancelled();

  /** Tells the client something, if client_min_messages lets it through. */
  void notice(String severity, SqlError content);

  DisplayStyle style();

  /** Whether the statement is inside BEGIN … COMMIT, or one of several in a query string. */
  boolean inTransactionBlock();

  /** 1-based position in characters, for errors, of a syntax node's position. */
  int character(int position);

  /** Whether the current role is a superuser. */
  boolean isSuperuser();

  /**
   * Says what becomes of a temporary table at each commit.
   *
   * @param drop it is dropped; otherwise its rows are deleted
   */
  void onCommitOf(int relationOid, boolean drop);

  /** The state of sequences that this session remembers. */
  SessionSequences sequences();
}
