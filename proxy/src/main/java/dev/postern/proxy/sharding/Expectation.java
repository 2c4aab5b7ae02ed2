package dev.postern.proxy.sharding;

import dev.postern.proxy.wire.MessageType;
import org.jspecify.annotations.Nullable;

/**
 * The replies to one message that was sent to the shard in use, or something that Postern says
 * itself when the replies before it have come.
 *
 * @param visible whether the replies are the client's
 * @param effects what its statements change here when they have succeeded, or null
 * @param change what it changed of the client's prepared statements, to be taken back where it
 *     fails or is skipped, or null
 * @param closes the statement that it closes or prepares on the shard, or null
 * @param bytes of LOCAL and FAILURE what the client is told, else empty
 */
record Expectation(
    Kind kind,
    boolean visible,
    @Nullable StatementEffects effects,
    PreparedTexts.@Nullable Change change,
    @Nullable ByteKey closes,
    byte[] bytes) {

  enum Kind {
    PARSE,
    BIND,
    DESCRIBE,
    EXECUTE,
    CLOSE,
    SYNC,
    /** A simple query, up to ReadyForQuery. */
    QUERY,
    /** A message that must fail; the client is told {@code bytes} instead. */
    FAILURE,
    /** Nothing is sent; the client is told {@code bytes}. */
    LOCAL
  }

  private static final byte[] NOTHING = {};

  static final Expectation BIND = visible(Kind.BIND);
  static final Expectation DESCRIBE = visible(Kind.DESCRIBE);
  static final Expectation EXECUTE = visible(Kind.EXECUTE);
  static final Expectation CLOSE_PORTAL = visible(Kind.CLOSE);
  static final Expectation SYNC = visible(Kind.SYNC);
  static final Expectation OWN_SYNC = new Expectation(Kind.SYNC, false, null, null, null, NOTHING);
  static final Expectation OWN_QUERY =
      new Expectation(Kind.QUERY, false, null, null, null, NOTHING);

  private static Expectation visible(Kind kind) {
    return new Expectation(kind, true, null, null, null, NOTHING);
  }

  static Expectation query(@Nullable StatementEffects effects) {
    return new Expectation(Kind.QUERY, true, effects, null, null, NOTHING);
  }

  static Expectation execute(@Nullable StatementEffects effects) {
    return effects == null
        ? EXECUTE
        : new Expectation(Kind.EXECUTE, true, effects, null, null, NOTHING);
  }

  /** The client's own Parse. */
  static Expectation parse(PreparedTexts.Change change) {
    return new Expectation(Kind.PARSE, true, null, change, change.name(), NOTHING);
  }

  /** A Parse of ours. */
  static Expectation ownParse(ByteKey name) {
    return new Expectation(Kind.PARSE, false, null, null, name, NOTHING);
  }

  /** A Close of ours of a statement. */
  static Expectation ownClose(ByteKey name) {
    return new Expectation(Kind.CLOSE, false, null, null, name, NOTHING);
  }

  static Expectation failure(byte[] told) {
    return new Expectation(Kind.FAILURE, true, null, null, null, told);
  }

  static Expectation local(byte[] told, PreparedTexts.@Nullable Change change) {
    return new Expectation(Kind.LOCAL, true, null, change, null, told);
  }

  /** Whether ReadyForQuery ends it: an error does not skip it. */
  boolean endsBatch() {
    return kind == Kind.SYNC || kind == Kind.QUERY;
  }

  /** Whether a message of this type is the last of the replies. */
  boolean endsWith(byte type) {
    return switch (kind) {
      case PARSE -> type == MessageType.PARSE_COMPLETE;
      case BIND -> type == MessageType.BIND_COMPLETE;
      case DESCRIBE -> type == MessageType.ROW_DESCRIPTION || type == MessageType.NO_DATA;
      case EXECUTE ->
          type == MessageType.COMMAND_COMPLETE
              || type == MessageType.EMPTY_QUERY_RESPONSE
              || type == MessageType.PORTAL_SUSPENDED;
      case CLOSE -> type == MessageType.CLOSE_COMPLETE;
      case SYNC, QUERY -> type == MessageType.READY_FOR_QUERY;
      case FAILURE, LOCAL -> false;
    };
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
