package dev.postern.proxy.sharding;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.proxy.client.ClientLink;
import dev.postern.proxy.client.TrafficListener;
import dev.postern.proxy.wire.BackendEncoder;
import dev.postern.proxy.wire.FrontendFrame;
import dev.postern.proxy.wire.MessageType;
import dev.postern.proxy.wire.Reply;
import dev.postern.proxy.wire.ReplyDecoder;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is awaited of the shard in use, in order, and what becomes of it: passed to the client, kept
 * from it, or replaced. Nothing is sent to a shard from here, since its replies may be coming in
 * the middle of that.
 */
final class ReplyQueue {
  /** Hears how it goes on. */
  interface Owner {
    /**
     * A message of the client has failed in the extended protocol.
     *
     * @param untilSync whether the Sync has not been sent yet: what comes before it is to be
     *     skipped
     */
    void batchFailed(boolean untilSync);

    /**
     * ReadyForQuery has come.
     *
     * @param ended what it ended
     * @param error to a query of our own, or null
     */
    void ready(Expectation ended, byte status, @Nullable SqlError error);

    /** A statement of the client has committed settings on the shard in use. */
    void settingsCommitted();
  }

  /** Bytes of a command tag that are looked at. */
  private static final int LONGEST_TAG = 64;

  private final ClientLink link;
  private final TrafficListener traffic;
  private final PreparedTexts texts;
  private final Owner owner;
  private final ArrayDeque<Expectation> expected = new ArrayDeque<>();
  private final ReplyDecoder decoder = new ReplyDecoder();

  /** Settings that the client has been told of. */
  private final Map<String, String> told = new HashMap<>();

  private @Nullable Shard active;
  private boolean greeting;
  private boolean failed;
  private @Nullable SqlError ownError;
  private @Nullable SqlError lastWords;
  private byte status = 'I';
  private String tag = "";
  private long startNanos;

  ReplyQueue(ClientLink link, TrafficListener traffic, PreparedTexts texts, Owner owner) {
    this.link = link;
    this.traffic = traffic;
    this.texts = texts;
    this.owner = owner;
  }

  /** From now on this shard is spoken to. Nothing is expected of another one. */
  void use(Shard shard) {
    active = shard;
    failed = false;
    startNanos = System.nanoTime();
  }

  @Nullable Shard active() {
    return active;
  }

  /** A shard is being opened; its settings are for the client only where it is the first. */
  void beginGreeting(boolean first) {
    greeting = !first;
  }

  void endGreeting() {
    greeting = false;
  }

  /** To be called before the message is sent, as the reply may come at once. */
  void expect(Expectation expectation) {
    expected.add(expectation);
  }

  boolean isEmpty() {
    return expected.isEmpty();
  }

  /** Whether replies come without a Flush. */
  boolean endsBatch() {
    Expectation last = expected.peekLast();
    return last == null || last.endsBatch();
  }

  /** Whether something of the client's batch has failed. */
  boolean failed() {
    return failed;
  }

  /** A fatal error that a shard sent before it went, or null. */
  @Nullable SqlError takeLastWords() {
    SqlError words = lastWords;
    lastWords = null;
    return words;
  }

  /** Forgets what will not be answered any more. */
  void clear() {
    expected.clear();
  }

  /** Tells the client something of ours, after what the shard has said so far. */
  void emit(ByteBuf bytes) {
    Shard shard = active;
    if (shard != null) {
      shard.sendRun();
    }
    link.send(bytes);
  }

  void emit(byte[] bytes) {
    emit(link.allocator().buffer(bytes.length).writeBytes(bytes));
  }

  ReplyStream.Handler handlerOf(Shard shard) {
    return new ReplyStream.Handler() {
      @Override
      public boolean passes(byte type) {
        return passesOn(shard, type);
      }

      @Override
      public boolean inspect(byte type, ByteBuf buffer, int start, int size) {
        return look(shard, type, buffer, start, size);
      }

      @Override
      public void finished(byte type) {
        end(shard, type);
      }

      @Override
      public void pass(ByteBuf bytes) {
        link.send(bytes);
      }
    };
  }

  private @Nullable Expectation head(Shard shard) {
    return shard == active ? expected.peek() : null;
  }

  private boolean passesOn(Shard shard, byte type) {
    Expectation head = head(shard);
    return switch (type) {
      case MessageType.NOTICE_RESPONSE -> head != null && head.visible();
      case MessageType.NOTIFICATION_RESPONSE -> true;
      case MessageType.BACKEND_KEY_DATA -> false;
      case MessageType.COPY_IN_RESPONSE, MessageType.COPY_BOTH_RESPONSE ->
          throw new SqlError(SqlState.PROTOCOL_VIOLATION, "unexpected COPY on a shard");
      default -> {
        if (head == null) {
          throw new SqlError(
              SqlState.PROTOCOL_VIOLATION, "unexpected message from a shard: " + (char) type);
        }
        yield head.visible() && head.kind() != Expectation.Kind.FAILURE;
      }
    };
  }

  private boolean look(Shard shard, byte type, ByteBuf buffer, int start, int size) {
    Expectation head = head(shard);
    switch (type) {
      case MessageType.READY_FOR_QUERY -> {
        status = buffer.getByte(start + FrontendFrame.HEADER_BYTES);
        return false;
      }
      case MessageType.PARAMETER_STATUS -> {
        return parameter((Reply.ParameterStatus) decoder.decode(buffer, start, size));
      }
      case MessageType.ERROR_RESPONSE -> {
        return error(head, (Reply.ErrorResponse) decoder.decode(buffer, start, size));
      }
      default -> {
        if (head != null && head.effects() != null) {
          int length = Math.min(size - FrontendFrame.HEADER_BYTES - 1, LONGEST_TAG);
          tag =
              buffer.toString(
                  start + FrontendFrame.HEADER_BYTES, length, StandardCharsets.US_ASCII);
        }
        return head != null && head.visible();
      }
    }
  }

  private boolean parameter(Reply.ParameterStatus parameter) {
    requireRoutable(parameter.name(), parameter.value());
    return !greeting && !parameter.value().equals(told.put(parameter.name(), parameter.value()));
  }

  /** Keys are read from the text and from values: both must be what they seem. */
  private static void requireRoutable(String name, String value) {
    boolean good =
        switch (name) {
          case "client_encoding", "server_encoding" -> value.equals("UTF8");
          case "standard_conforming_strings" -> value.equals("on");
          default -> true;
        };
    if (!good) {
      throw SqlError.notSupported(name + " = " + value + " in a sharded database");
    }
  }

  private boolean error(@Nullable Expectation head, Reply.ErrorResponse reply) {
    boolean fatal = reply.severity().equals("FATAL") || reply.severity().equals("PANIC");
    if (fatal || head == null) {
      // Told when the connection has gone, if it matters.
      lastWords = asError(reply);
      return false;
    }
    if (head.kind() == Expectation.Kind.FAILURE) {
      return false;
    }
    if (!head.visible() && head.endsBatch()) {
      ownError = asError(reply);
      return false;
    }
    traffic.errorSent(reply.sqlState());
    return true;
  }

  private static SqlError asError(Reply.ErrorResponse reply) {
    return new SqlError(reply.sqlState(), reply.message())
        .detail(reply.fields().get('D'))
        .hint(reply.fields().get('H'));
  }

  private void end(Shard shard, byte type) {
    Expectation head = head(shard);
    if (head == null || lastWords != null) {
      return;
    }
    switch (type) {
      case MessageType.ERROR_RESPONSE -> {
        if (head.endsBatch()) {
          failed |= head.visible();
        } else {
          fail(head);
        }
      }
      case MessageType.READY_FOR_QUERY -> {
        if (head.endsBatch()) {
          expected.remove();
          SqlError error = ownError;
          ownError = null;
          if (head.visible()) {
            traffic.statementFinished(System.nanoTime() - startNanos);
          }
          owner.ready(head, status, error);
        }
      }
      default -> {
        StatementEffects effects = head.effects();
        if (effects != null && type == MessageType.COMMAND_COMPLETE && effects.complete(tag)) {
          owner.settingsCommitted();
        }
        if (head.endsWith(type)) {
          expected.remove();
          sayLocals();
        }
      }
    }
  }

  /** Says what is next to be said by us. */
  private void sayLocals() {
    Expectation head = expected.peek();
    while (head != null && head.kind() == Expectation.Kind.LOCAL) {
      expected.remove();
      emit(head.bytes());
      head = expected.peek();
    }
  }

  /** The first expectation has failed: those up to Sync are skipped by the server. */
  private void fail(Expectation first) {
    failed = true;
    if (first.kind() == Expectation.Kind.FAILURE) {
      emit(first.bytes());
    }
    List<Expectation> skipped = new ArrayList<>();
    Expectation head = expected.peek();
    while (head != null && !head.endsBatch()) {
      skipped.add(head);
      expected.remove();
      head = expected.peek();
    }
    Shard shard = active;
    for (int i = skipped.size() - 1; i >= 0; i--) {
      Expectation one = skipped.get(i);
      PreparedTexts.Change change = one.change();
      if (change != null) {
        texts.undo(change);
      }
      ByteKey name = one.closes();
      if (name != null && shard != null) {
        shard.unprepared(name);
      }
    }
    PreparedTexts.Change change = first.change();
    if (change != null && change.name().isEmpty()) {
      // The unnamed statement is dropped before a new one is read.
      texts.remove(change.name());
    }
    owner.batchFailed(expected.isEmpty());
  }

  static byte[] errorBytes(ClientLink link, SqlError error) {
    ByteBuf out = link.allocator().buffer(256);
    try {
      BackendEncoder.errorResponse(out, "ERROR", error);
      byte[] bytes = new byte[out.readableBytes()];
      out.readBytes(bytes);
      return bytes;
    } finally {
      out.release();
    }
  }
}
