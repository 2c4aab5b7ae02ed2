package dev.postern.backend.sql;

import dev.postern.backend.sql.TableReference.RelationReference;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Prepared statements, cursors, notifications, locks: the state of a session. */
public sealed interface SessionStatement extends Statement {
  record PrepareStatement(
      int position, String name, List<TypeName> parameterTypes, Statement statement)
      implements SessionStatement {}

  record ExecuteStatement(int position, String name, List<Expression> parameters)
      implements SessionStatement {}

  /** DEALLOCATE; null is ALL. */
  record DeallocateStatement(int position, @Nullable String name) implements SessionStatement {}

  /**
   * The words after DECLARE. Words that exclude each other may both be there: the server refuses
   * them when it runs the statement.
   */
  record CursorOptions(
      boolean binary,
      boolean scroll,
      boolean noScroll,
      boolean insensitive,
      boolean asensitive,
      boolean hold) {}

  record DeclareCursorStatement(
      int position, String name, CursorOptions options, SelectStatement query)
      implements SessionStatement {}

  /** Where FETCH and MOVE go. */
  enum FetchDirection {
    FORWARD,
    BACKWARD,
    ABSOLUTE,
    RELATIVE
  }

  /**
   * FETCH or MOVE.
   *
   * @param count rows, or the position for ABSOLUTE and RELATIVE; {@link #ALL} for ALL
   */
  record FetchStatement(
      int position, boolean move, FetchDirection direction, long count, String cursor)
      implements SessionStatement {
    /** The count of {@code FETCH ALL}. */
    public static final long ALL = Long.MAX_VALUE;
  }

  /** CLOSE; null is ALL. */
  record ClosePortalStatement(int position, @Nullable String name) implements SessionStatement {}

  record ListenStatement(int position, String channel) implements SessionStatement {}

  record NotifyStatement(int position, String channel, @Nullable String payload)
      implements SessionStatement {}

  /** UNLISTEN; null is {@code *}. */
  record UnlistenStatement(int position, @Nullable String channel) implements SessionStatement {}

  /** The table lock modes, weakest first. */
  enum LockMode {
    ACCESS_SHARE,
    ROW_SHARE,
    ROW_EXCLUSIVE,
    SHARE_UPDATE_EXCLUSIVE,
    SHARE,
    SHARE_ROW_EXCLUSIVE,
    EXCLUSIVE,
    ACCESS_EXCLUSIVE
  }

  record LockStatement(
      int position, List<RelationReference> relations, LockMode mode, boolean nowait)
      implements SessionStatement {}

  record DiscardStatement(int position, Target target) implements SessionStatement {
    /** What is discarded. */
    public enum Target {
      ALL,
      PLANS,
      SEQUENCES,
      TEMP
    }
  }

  record LoadStatement(int position, String file) implements SessionStatement {}
}
