package dev.postern.proxy.sharding;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.proxy.client.ClientLink;
import dev.postern.proxy.client.Conversation;
import dev.postern.proxy.client.ConversationOpener;
import dev.postern.proxy.client.StartupRequest;
import dev.postern.proxy.wire.FrontendEncoder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.EventLoop;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One shard as one client uses it: the client of the shard's own conversation, and what that has
 * prepared and set. On the client's event loop, except for the methods of {@link ClientLink} that
 * may be called by any thread.
 */
final class Shard implements ClientLink {
  /** What may be under way from a virtual thread to the event loop before that thread waits. */
  private static final int HANDED_OVER_BYTES = 256 << 10;

  private final ShardedConversation owner;
  private final ClientLink client;
  private final ConversationOpener opener;
  private final ReplyStream replies;

  /** Frames for a conversation that is paused. */
  private final ArrayDeque<ByteBuf> waiting = new ArrayDeque<>();

  private final AtomicInteger handedOverBytes = new AtomicInteger();
  private @Nullable Conversation conversation;
  private boolean opening;
  private boolean paused;
  private boolean closed;

  /** What is prepared there. */
  private final Map<ByteKey, PreparedText> prepared = new HashMap<>();

  /** Names that may be taken there by what the client does not have any more. */
  private final Set<ByteKey> stale = new HashSet<>();

  /** The newest of the session's settings that it has been told. */
  private long settingsTold;

  Shard(ShardedConversation owner, ClientLink client, ConversationOpener opener) {
    this.owner = owner;
    this.client = client;
    this.opener = opener;
    replies = new ReplyStream(owner.repliesOf(this));
  }

  boolean isOpened() {
    return conversation != null;
  }

  boolean isOpening() {
    return opening;
  }

  /** Whether it has asked for no more frames until it resumes. */
  boolean isPaused() {
    return paused;
  }

  /** Begins to connect; {@link #opened} or {@link #fail} follows, now or later. */
  void open() {
    opening = true;
    try {
      opener.open(this);
    } catch (SqlError e) {
      fail(e);
    }
  }

  // What is known of its session.

  boolean hasPrepared(PreparedText text) {
    return prepared.get(text.name()) == text;
  }

  /** It has been told to prepare this. */
  void preparing(PreparedText text) {
    prepared.put(text.name(), text);
  }

  /** A statement is not prepared any more, or that is not known. */
  void unprepared(ByteKey name) {
    prepared.remove(name);
    if (!name.isEmpty()) {
      stale.add(name);
    }
  }

  /** The client has let go of a statement; it will be closed before its name is used again. */
  void closed(ByteKey name) {
    if (prepared.remove(name) != null && !name.isEmpty()) {
      stale.add(name);
    }
  }

  /** A simple query drops the unnamed statement. */
  void unnamedDropped(ByteKey unnamed) {
    prepared.remove(unnamed);
  }

  /** Closes what is not needed any more. */
  void closeStale(Consumer<ByteKey> sent) {
    if (stale.isEmpty()) {
      return;
    }
    ByteBuf out = allocator().buffer(64);
    for (ByteKey name : stale) {
      FrontendEncoder.close(out, 'S', name.bytes());
      sent.accept(name);
    }
    stale.clear();
    transmitAll(out);
  }

  long settingsTold() {
    return settingsTold;
  }

  void setSettingsTold(long number) {
    settingsTold = number;
  }

  // To the shard.

  /** Sends one frame; the buffer is given away. */
  void transmit(ByteBuf frame) {
    if (paused) {
      waiting.add(frame);
    } else {
      deliver(frame);
    }
  }

  /** Sends a buffer of several frames; it is given away. */
  void transmitAll(ByteBuf frames) {
    int at = frames.readerIndex();
    while (at < frames.writerIndex()) {
      int size = frames.getInt(at + 1) + 1;
      transmit(frames.retainedSlice(at, size));
      at += size;
    }
    frames.release();
  }

  private void deliver(ByteBuf frame) {
    Conversation current = conversation;
    try {
      if (current != null && !closed) {
        int start = frame.readerIndex();
        current.frame(frame.getByte(start), frame, start, frame.readableBytes());
      }
    } catch (SqlError e) {
      fail(e);
    } finally {
      frame.release();
    }
  }

  /** All that has come from the client so far has been sent. */
  void endBatch() {
    Conversation current = conversation;
    if (current != null && !paused && !closed) {
      current.batchEnd();
    }
  }

  void clientWritabilityChanged() {
    Conversation current = conversation;
    if (current != null) {
      current.writabilityChanged();
    }
  }

  /** Any thread. */
  void cancel() {
    Conversation current = conversation;
    if (current != null) {
      current.cancel();
    }
  }

  /** Ends its conversation. */
  void letGo() {
    closed = true;
    replies.release();
    waiting.forEach(ByteBuf::release);
    waiting.clear();
    Conversation current = conversation;
    if (current != null) {
      conversation = null;
      current.closed();
    }
  }

  void sendRun() {
    replies.sendRun();
  }

  // From the shard: it sees a client's connection.

  @Override
  public EventLoop eventLoop() {
    return client.eventLoop();
  }

  @Override
  public ByteBufAllocator allocator() {
    return client.allocator();
  }

  @Override
  public StartupRequest request() {
    return client.request();
  }

  @Override
  public void opened(Conversation begun) {
    opening = false;
    if (closed) {
      begun.closed();
      return;
    }
    conversation = begun;
    owner.shardOpened(this);
  }

  @Override
  public void pause() {
    paused = true;
  }

  @Override
  public void resume() {
    paused = false;
    while (!paused && !waiting.isEmpty()) {
      deliver(waiting.remove());
    }
    endBatch();
    owner.shardResumed();
  }

  @Override
  public void send(ByteBuf bytes) {
    if (eventLoop().inEventLoop()) {
      receive(bytes);
      return;
    }
    int size = bytes.readableBytes();
    handedOverBytes.addAndGet(size);
    onLoop(
        () -> {
          receive(bytes);
          int before = handedOverBytes.getAndAdd(-size);
          if (before >= HANDED_OVER_BYTES && before - size < HANDED_OVER_BYTES) {
            clientWritabilityChanged();
          }
        },
        bytes);
  }

  private void receive(ByteBuf bytes) {
    if (closed) {
      bytes.release();
      return;
    }
    try {
      replies.take(bytes);
    } catch (SqlError e) {
      fail(e);
    }
  }

  private void onLoop(Runnable task, @Nullable ByteBuf bytes) {
    try {
      eventLoop().execute(task);
    } catch (RejectedExecutionException e) {
      // The server has stopped; nobody is left to be told.
      if (bytes != null) {
        bytes.release();
      }
    }
  }

  @Override
  public void flush() {
    if (eventLoop().inEventLoop()) {
      owner.repliesFlushed();
    } else {
      onLoop(owner::repliesFlushed, null);
    }
  }

  @Override
  public boolean isWritable() {
    return client.isWritable() && handedOverBytes.get() < HANDED_OVER_BYTES;
  }

  @Override
  public boolean isOpen() {
    return !closed && client.isOpen();
  }

  @Override
  public void fail(SqlError error) {
    if (!eventLoop().inEventLoop()) {
      onLoop(() -> fail(error), null);
      return;
    }
    opening = false;
    if (!closed) {
      owner.shardLost(this, error);
    }
  }

  /** Its conversation ends of itself only when it is told Terminate, which it never is. */
  @Override
  public void close() {
    fail(new SqlError(SqlState.CONNECTION_FAILURE, "a shard has closed the connection"));
  }

  @Override
  public void cameToRest() {
    // Of interest for the client's own connection only.
  }
}
