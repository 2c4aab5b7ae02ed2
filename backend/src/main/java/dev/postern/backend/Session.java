package dev.postern.backend;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.sql.ParsedStatement;
import org.jspecify.annotations.Nullable;

/**
 * One client's session. Statements come parsed; every method throws {@link SqlError} for what the
 * client must be told, after which the session is in step and its transaction, if in a block,
 * failed. Names of statements and portals come as bytes (UTF-8, without the final zero): length 0
 * is the unnamed one.
 */
public interface Session extends AutoCloseable {
  int processId();

  /** The secret of BackendKeyData. */
  int secretKey();

  /** Transaction status of ReadyForQuery: {@code I}, {@code T} or {@code E}. */
  byte transactionStatus();

  /**
   * Begins the work of one message: sets the statement's start time, and fails with 25P02 in a
   * failed block unless the statement ends it. Runs one statement of a simple query to its end.
   *
   * @param text the whole query string's bytes, for error positions and pg_stat_activity
   * @param last whether it is the query string's last statement; with several, those before share
   *     one implicit transaction
   */
  Outcome simple(
      byte[] text, ParsedStatement statement, boolean last, ResultSink sink, ExecuteMode mode);

  /**
   * Parse. Keeps the statement under its name; 42P05 where the name is taken.
   *
   * @param statement null for an empty query string
   * @param parameterTypes OIDs as declared, 0 where left open
   */
  PreparedStatement prepare(
      byte[] name, byte[] text, @Nullable ParsedStatement statement, int[] parameterTypes);

  /** The statement of a name in a message's bytes, or null. Allocates nothing. */
  @Nullable PreparedStatement preparedStatement(byte[] message, int offset, int length);

  /** The portal of a name in a message's bytes, or null. Allocates nothing. */
  @Nullable Portal portal(byte[] message, int offset, int length);

  /**
   * Bind. 42P03 where the portal's name is taken; 08P01 for a wrong count of values.
   *
   * @param resultFormats none: all text; one: for all columns; else one a column; true is binary
   */
  Portal bind(
      byte[] message,
      int nameOffset,
      int nameLength,
      PreparedStatement statement,
      ParameterValues values,
      boolean[] resultFormats,
      int resultFormatCount);

  /**
   * Execute.
   *
   * @param maxRows 0 is no limit
   */
  Outcome execute(Portal portal, int maxRows, ResultSink sink, ExecuteMode mode);

  /** Close of a statement; nothing happens where there is none. */
  void closeStatement(byte[] message, int offset, int length);

  /** Close of a portal; nothing happens where there is none. */
  void closePortal(byte[] message, int offset, int length);

  /**
   * Sync, or the end of a simple query: commits the implicit transaction. Inline, it answers
   * NEEDS_THREAD where committing may take long (deferred constraints).
   */
  Outcome sync(ExecuteMode mode);

  /**
   * An error was reported to the client (also one that the front end found itself): a block becomes
   * failed, an implicit transaction is rolled back. Called by the front end before it skips to
   * Sync, or ends the simple query.
   */
  void fail();

  /**
   * Data of a COPY FROM STDIN in progress. Inline, may answer NEEDS_THREAD having taken nothing.
   */
  Outcome copyData(byte[] data, int offset, int length, ExecuteMode mode);

  /** CopyDone: the rest is inserted; the sink gets the command tag. */
  Outcome copyDone(ResultSink sink, ExecuteMode mode);

  /** CopyFail: throws 57014 with the client's message. */
  void copyFail(String message);

  /** Hands pending notifications to the listener; called when idle. */
  void deliverNotifications();

  /** Cancels the statement in progress, if any. Any thread. */
  void cancel();

  /** Rolls back and lets everything go. */
  @Override
  void close();
}
