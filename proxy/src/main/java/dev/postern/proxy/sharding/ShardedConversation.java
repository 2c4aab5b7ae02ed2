package dev.postern.proxy.sharding;

import dev.postern.backend.error.SqlError;
import dev.postern.proxy.client.CancelRegistry;
import dev.postern.proxy.client.ClientLink;
import dev.postern.proxy.client.Conversation;
import dev.postern.proxy.client.ConversationOpener;
import dev.postern.proxy.client.StatementSource;
import dev.postern.proxy.client.TrafficListener;
import dev.postern.proxy.wire.BackendEncoder;
import dev.postern.proxy.wire.FrontendEncoder;
import dev.postern.proxy.wire.MessageType;
import dev.postern.router.ShardRouter;
import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * A client of a database of several shards: takes its frames, lets one wait where something must be
 * answered first, and says what there is to be said in the shards' stead. What the frames mean is
 * {@link ClientBatch}'s. On the client's event loop.
 */
final class ShardedConversation implements Conversation, ReplyQueue.Owner {
  private final ClientLink link;
  private final CancelRegistry cancels;
  private final TrafficListener traffic;
  private final ReplyQueue replies;
  private final TransactionBlock block;
  private final ShardSwitch shards;
  private final ClientBatch batch;
  private CancelRegistry.Key key = new CancelRegistry.Key(0, 0);

  /** A frame that cannot go on yet; the client is paused meanwhile. */
  private @Nullable ByteBuf stalled;

  private boolean clientPaused;
  private boolean handling;
  private boolean opened;
  private boolean gone;

  /** After an error, until Sync. */
  private boolean skipping;

  /** ReadyForQuery is awaited for what the client has sent. */
  private boolean awaitingReady;

  ShardedConversation(
      ClientLink link,
      List<ConversationOpener> openers,
      ShardRouter router,
      StatementSource statements,
      CancelRegistry cancels,
      TrafficListener traffic) {
    this.link = link;
    this.cancels = cancels;
    this.traffic = traffic;
    SessionSettings settings = new SessionSettings();
    PreparedTexts texts = new PreparedTexts();
    block = new TransactionBlock(settings);
    replies = new ReplyQueue(link, traffic, texts, this);
    shards = new ShardSwitch(link, replies, block, settings, openers, this);
    batch = new ClientBatch(link, replies, block, shards, settings, texts, router, statements);
  }

  /** Opens the first shard; the link is opened, or fails, when that has ended. */
  void begin() {
    shards.openFirst();
  }

  // Frames of the client.

  @Override
  public void frame(byte type, ByteBuf buffer, int start, int size) {
    if (type == MessageType.TERMINATE) {
      link.close();
      return;
    }
    handling = true;
    try {
      handle(type, buffer, start, size);
    } finally {
      handling = false;
    }
    settle();
  }

  private void handle(byte type, ByteBuf buffer, int start, int size) {
    if (awaitingReady) {
      stall(buffer, start, size);
      return;
    }
    if (skipping && type != MessageType.SYNC) {
      return;
    }
    try {
      if (!take(type, buffer, start, size)) {
        stall(buffer, start, size);
      }
    } catch (SqlError e) {
      refuse(e, type == MessageType.QUERY || type == MessageType.FUNCTION_CALL);
    }
    Shard target = shards.target();
    if (target != null && target.isPaused()) {
      pauseClient();
    }
  }

  /** Whether the frame is done with. */
  private boolean take(byte type, ByteBuf buffer, int start, int size) {
    return switch (type) {
      case MessageType.QUERY -> query(buffer, start, size);
      case MessageType.SYNC -> sync(buffer, start, size);
      default -> batch.take(buffer, start, size);
    };
  }

  private boolean query(ByteBuf buffer, int start, int size) {
    if (!batch.isEmpty() || shards.target() != null) {
      link.fail(SqlError.notSupported("a query amid an extended query in a sharded database"));
      return true;
    }
    ClientBatch.Progress progress = batch.query(buffer, start, size);
    switch (progress) {
      case SENT -> awaitingReady = true;
      case ANSWERED -> sayReady();
      case WAITS -> {
        return false;
      }
    }
    return true;
  }

  private boolean sync(ByteBuf buffer, int start, int size) {
    if (!batch.flushHeld()) {
      return false;
    }
    batch.ended();
    Shard target = shards.target();
    if (target == null) {
      skipping = false;
      sayReady();
    } else {
      awaitingReady = true;
      replies.expect(Expectation.SYNC);
      target.transmit(buffer.retainedSlice(start, size));
    }
    return true;
  }

  private void stall(ByteBuf buffer, int start, int size) {
    stalled = buffer.retainedSlice(start, size);
    pauseClient();
    askForReplies();
  }

  private void pauseClient() {
    if (!clientPaused) {
      clientPaused = true;
      link.pause();
    }
  }

  /** Makes the shard in use answer what it has been sent. */
  private void askForReplies() {
    Shard active = replies.active();
    if (active == null || replies.isEmpty()) {
      return;
    }
    if (!replies.endsBatch()) {
      ByteBuf out = link.allocator().buffer(8);
      FrontendEncoder.flush(out);
      active.transmit(out);
    }
    active.endBatch();
  }

  /** Goes on with what had to wait, as far as that is possible now. */
  private void settle() {
    if (handling || gone || !opened) {
      return;
    }
    boolean worked = false;
    handling = true;
    try {
      while (canGoOn()) {
        if (shards.cleanUp()) {
          worked = true;
          continue;
        }
        ByteBuf frame = stalled;
        if (frame == null) {
          break;
        }
        stalled = null;
        worked = true;
        try {
          int start = frame.readerIndex();
          handle(frame.getByte(start), frame, start, frame.readableBytes());
        } finally {
          frame.release();
        }
      }
    } finally {
      handling = false;
    }
    if (worked) {
      batchEnd();
    }
    Shard target = shards.target();
    if (clientPaused && stalled == null && (target == null || !target.isPaused())) {
      clientPaused = false;
      link.resume();
    }
  }

  private boolean canGoOn() {
    return !gone && replies.isEmpty() && !shards.isOpening();
  }

  @Override
  public void batchEnd() {
    Shard active = replies.active();
    if (active != null && !replies.isEmpty()) {
      active.endBatch();
    }
    link.flush();
  }

  // What is said to the client.

  private void sayReady() {
    ByteBuf out = link.allocator().buffer(8);
    BackendEncoder.readyForQuery(out, shards.status());
    replies.emit(out);
  }

  /**
   * Tells the client of an error found here. The shard that has the transaction, or what the batch
   * has done so far, must know too.
   */
  private void refuse(SqlError error, boolean simple) {
    byte[] told = ReplyQueue.errorBytes(link, error);
    traffic.errorSent(error.sqlState());
    batch.drop();
    block.fail();
    Shard concerned = shards.executed() ? shards.target() : shards.transactionShard();
    skipping = !simple;
    if (concerned != null) {
      shards.failOnShard(concerned, told);
      if (simple) {
        awaitingReady = true;
        replies.expect(Expectation.SYNC);
        ByteBuf out = link.allocator().buffer(8);
        FrontendEncoder.sync(out);
        concerned.transmit(out);
      }
    } else if (!replies.isEmpty()) {
      replies.expect(Expectation.local(told, null));
    } else {
      replies.emit(told);
      if (simple) {
        sayReady();
      }
    }
  }

  // Replies of the shards.

  ReplyStream.Handler repliesOf(Shard shard) {
    return replies.handlerOf(shard);
  }

  @Override
  public void batchFailed(boolean untilSync) {
    skipping = untilSync;
    batch.drop();
    block.fail();
  }

  @Override
  public void ready(Expectation ended, byte status, @Nullable SqlError error) {
    shards.ready(ended, status, error);
    if (ended.visible()) {
      awaitingReady = false;
      skipping = false;
      if (ended.kind() == Expectation.Kind.QUERY && replies.failed()) {
        block.fail();
      }
      sayReady();
    }
  }

  @Override
  public void settingsCommitted() {
    shards.settingsCommitted();
  }

  /** What a shard has sent is to go out. */
  void repliesFlushed() {
    link.flush();
    if (!handling) {
      settle();
      if (opened && isIdle()) {
        link.cameToRest();
      }
    }
  }

  // The shards' connections.

  void shardOpened(Shard shard) {
    if (gone) {
      return;
    }
    if (opened) {
      settle();
      return;
    }
    opened = true;
    key = cancels.register(this);
    ByteBuf out = link.allocator().buffer(32);
    BackendEncoder.backendKeyData(out, key.processId(), key.secretKey());
    BackendEncoder.readyForQuery(out, (byte) 'I');
    link.send(out);
    link.flush();
    link.opened(this);
  }

  void shardResumed() {
    settle();
  }

  void shardLost(Shard shard, SqlError reason) {
    SqlError words = replies.takeLastWords();
    if (gone) {
      return;
    }
    if (opened && shards.survives(shard, words == null ? reason : words)) {
      settle();
      return;
    }
    link.fail(words == null ? reason : words);
  }

  // The client's connection.

  @Override
  public void writabilityChanged() {
    shards.clientWritabilityChanged();
  }

  @Override
  public void cancel() {
    try {
      link.eventLoop().execute(this::cancelActive);
    } catch (RejectedExecutionException e) {
      // The server has stopped, and every statement with it.
      return;
    }
  }

  private void cancelActive() {
    Shard active = replies.active();
    if (active != null && !gone && !replies.isEmpty()) {
      active.cancel();
    }
  }

  @Override
  public boolean isIdle() {
    return stalled == null
        && !awaitingReady
        && !skipping
        && replies.isEmpty()
        && batch.isEmpty()
        && shards.target() == null;
  }

  @Override
  public void closed() {
    gone = true;
    if (stalled != null) {
      stalled.release();
      stalled = null;
    }
    if (opened) {
      cancels.remove(key);
    }
    shards.letGo();
  }
}
