package dev.postern.proxy.client;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.proxy.wire.BackendEncoder;
import dev.postern.proxy.wire.FrontendFrame;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client's socket: collects its input, cuts it into frames and hands them to its conversation.
 * A Netty handler, used on the channel's event loop only, except for the methods of {@link
 * ClientLink} that say otherwise.
 */
public final class ClientConnection extends ChannelInboundHandlerAdapter implements ClientLink {
  private static final Logger LOG = LoggerFactory.getLogger(ClientConnection.class);

  /** While paused, the socket is read until this much waits. */
  private static final int WAITING_BYTES = 64 << 10;

  /** How long what was said last may take to go out. */
  private static final int GOODBYE_SECONDS = 10;

  private final FrontEnd frontEnd;
  private final Channel channel;

  /** Received and not yet taken; null where there is nothing, so that idle clients hold nothing. */
  private @Nullable ByteBuf input;

  private @Nullable ClientStartup startup;
  private @Nullable StartupRequest request;
  private @Nullable Conversation conversation;
  private @Nullable Future<?> loginTimeout;
  private boolean paused;
  private boolean delivering;

  /** No more is taken from the client: it is being told goodbye. */
  private boolean closing;

  /** The client will send no more. */
  private boolean inputEnded;

  public ClientConnection(FrontEnd frontEnd, Channel channel) {
    this.frontEnd = frontEnd;
    this.channel = channel;
    startup = new ClientStartup(this, frontEnd);
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    frontEnd.joined(this);
    loginTimeout =
        channel
            .eventLoop()
            .schedule(this::loginTimedOut, frontEnd.loginTimeoutMillis, TimeUnit.MILLISECONDS);
    if (frontEnd.stopping()) {
      stopWhenIdle();
    }
  }

  private void loginTimedOut() {
    if (conversation == null) {
      channel.close();
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf received = (ByteBuf) message;
    if (closing) {
      received.release();
      return;
    }
    frontEnd.traffic.bytesReceived(received.readableBytes());
    input = input == null ? received : joined(input, received);
    if (paused) {
      if (waitingBytes() > WAITING_BYTES) {
        channel.config().setAutoRead(false);
      }
    } else {
      deliver();
    }
  }

  private int waitingBytes() {
    return input == null ? 0 : input.readableBytes();
  }

  /** What waits, followed by what came; takes over both buffers. */
  private ByteBuf joined(ByteBuf waiting, ByteBuf received) {
    try {
      int more = received.readableBytes();
      if (waiting.refCnt() == 1 && waiting.maxFastWritableBytes() >= more) {
        return waiting.writeBytes(received);
      }
      int total = waiting.readableBytes() + more;
      // Doubling keeps the copying of a large message linear in its size.
      ByteBuf larger = channel.alloc().buffer(Math.max(total, waiting.readableBytes() * 2));
      larger.writeBytes(waiting).writeBytes(received);
      waiting.release();
      return larger;
    } finally {
      received.release();
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    endBatch();
  }

  private void endBatch() {
    Conversation current = conversation;
    if (current == null || closing) {
      return;
    }
    if (!paused) {
      current.batchEnd();
    }
    if (frontEnd.stopping() || inputEnded) {
      cameToRest();
    }
  }

  /** Takes frames until the input holds no complete one, or the connection is paused. */
  private void deliver() {
    delivering = true;
    try {
      while (!paused && !closing && takeOne()) {}
    } catch (RuntimeException | StackOverflowError e) {
      fail(Faults.asSqlError(e));
    } finally {
      delivering = false;
      trimInput();
    }
  }

  /** Whether there was something to take. */
  private boolean takeOne() {
    ByteBuf waiting = input;
    if (waiting == null) {
      return false;
    }
    Conversation current = conversation;
    if (current == null) {
      return takeStartup(waiting);
    }
    int start = waiting.readerIndex();
    int size = FrontendFrame.sizeAt(waiting, start, waiting.readableBytes());
    if (size == FrontendFrame.INCOMPLETE) {
      return false;
    }
    if (size == FrontendFrame.INVALID_LENGTH) {
      LOG.debug("{}: invalid message length", channel.remoteAddress());
      current.batchEnd();
      close();
      return false;
    }
    waiting.skipBytes(size);
    current.frame(waiting.getByte(start), waiting, start, size);
    return true;
  }

  private boolean takeStartup(ByteBuf waiting) {
    ClientStartup current = startup;
    return current != null && after(current, current.take(waiting));
  }

  private boolean after(ClientStartup current, ClientStartup.Step step) {
    switch (step) {
      case TAKEN, PAUSED -> {
        return true;
      }
      case INCOMPLETE -> {
        return false;
      }
      case CLOSE -> {
        close();
        return false;
      }
      case DONE -> {
        authenticated(current);
        return true;
      }
    }
    throw new IllegalStateException("unknown step");
  }

  private void authenticated(ClientStartup finished) {
    StartupRequest asked = finished.finish();
    startup = null;
    request = asked;
    frontEnd.authenticator.requireAccess(asked.user(), asked.database());
    // Until the conversation is opened nothing can be delivered.
    paused = true;
    frontEnd.openers.apply(asked.database()).open(this);
    channel.flush();
  }

  /** A login goes on after slow work. */
  void prepared(Supplier<ClientStartup.Step> proceed) {
    ClientStartup current = startup;
    if (current == null || closing) {
      return;
    }
    try {
      after(current, proceed.get());
    } catch (RuntimeException | StackOverflowError e) {
      fail(Faults.asSqlError(e));
      return;
    }
    if (startup != null) {
      resume();
    }
  }

  @Override
  public void opened(Conversation begun) {
    if (!channel.isActive()) {
      begun.closed();
      return;
    }
    conversation = begun;
    cancelLoginTimeout();
    resume();
  }

  private void cancelLoginTimeout() {
    if (loginTimeout != null) {
      loginTimeout.cancel(false);
      loginTimeout = null;
    }
  }

  /** Keeps of the input only what is needed. */
  private void trimInput() {
    ByteBuf waiting = input;
    if (waiting != null && (closing || !waiting.isReadable())) {
      input = null;
      waiting.release();
    }
  }

  @Override
  public void pause() {
    paused = true;
  }

  @Override
  public void resume() {
    paused = false;
    if (delivering) {
      return;
    }
    deliver();
    if (!paused) {
      if (!channel.config().isAutoRead()) {
        channel.config().setAutoRead(true);
      }
      endBatch();
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    if (conversation != null) {
      conversation.writabilityChanged();
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof ChannelInputShutdownEvent) {
      inputEnded = true;
      cameToRest();
    }
  }

  @Override
  public void cameToRest() {
    Conversation current = conversation;
    boolean nothingRuns = !paused && (current == null || current.isIdle());
    if (inputEnded && !paused) {
      // What is left in the input is no complete message and never will be.
      close();
    } else if (frontEnd.stopping() && nothingRuns && !closing) {
      fail(
          new SqlError(
              SqlState.ADMIN_SHUTDOWN, "terminating connection due to administrator command"));
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    closing = true;
    trimInput();
    startup = null;
    cancelLoginTimeout();
    frontEnd.left(this);
    Conversation ended = conversation;
    if (ended != null) {
      conversation = null;
      ended.closed();
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (cause instanceof IOException) {
      LOG.debug("{}: {}", channel.remoteAddress(), cause.toString());
      channel.close();
    } else {
      fail(Faults.asSqlError(cause));
    }
  }

  /** For a stop of the server; any thread. */
  void stopWhenIdle() {
    channel.eventLoop().execute(this::cameToRest);
  }

  /** For a stop of the server that has waited long enough; any thread. */
  void cancelForStop() {
    channel
        .eventLoop()
        .execute(
            () -> {
              if (conversation != null) {
                conversation.cancel();
              }
            });
  }

  /** For a stop of the server, at its end: closes without waiting for anything; any thread. */
  void closeNow() {
    channel.close();
  }

  @Override
  public EventLoop eventLoop() {
    return channel.eventLoop();
  }

  @Override
  public ByteBufAllocator allocator() {
    return channel.alloc();
  }

  @Override
  public StartupRequest request() {
    StartupRequest known = request;
    if (known == null) {
      throw new IllegalStateException("the client is not authenticated");
    }
    return known;
  }

  /** The database of a client that is let in, else null. Any thread. */
  @Nullable String database() {
    StartupRequest known = request;
    return known == null ? null : known.database();
  }

  @Override
  public void send(ByteBuf bytes) {
    frontEnd.traffic.bytesSent(bytes.readableBytes());
    channel.write(bytes, channel.voidPromise());
  }

  @Override
  public void flush() {
    channel.flush();
  }

  @Override
  public boolean isWritable() {
    return channel.isWritable();
  }

  @Override
  public boolean isOpen() {
    return channel.isActive();
  }

  @Override
  public void fail(SqlError error) {
    if (!channel.eventLoop().inEventLoop()) {
      channel.eventLoop().execute(() -> fail(error));
      return;
    }
    if (closing) {
      return;
    }
    if (conversation != null && !paused) {
      conversation.batchEnd();
    }
    ByteBuf out = channel.alloc().buffer(256);
    BackendEncoder.errorResponse(out, "FATAL", error);
    frontEnd.traffic.errorSent(error.sqlState());
    channel.write(out, channel.voidPromise());
    close();
  }

  @Override
  public void close() {
    if (!channel.eventLoop().inEventLoop()) {
      channel.eventLoop().execute(this::close);
      return;
    }
    if (!closing) {
      closing = true;
      // An empty write ends when everything before it has gone out.
      ChannelFuture sent = channel.writeAndFlush(channel.alloc().buffer(0));
      sent.addListener(ChannelFutureListener.CLOSE);
      if (!sent.isDone()) {
        // A client that does not read is not waited for without end.
        channel.eventLoop().schedule(() -> channel.close(), GOODBYE_SECONDS, TimeUnit.SECONDS);
      }
      if (!delivering) {
        trimInput();
      }
    }
  }
}
