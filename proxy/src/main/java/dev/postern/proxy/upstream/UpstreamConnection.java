package dev.postern.proxy.upstream;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.proxy.wire.FrontendEncoder;
import dev.postern.proxy.wire.ProtocolVersion;
import dev.postern.proxy.wire.Reply;
import dev.postern.proxy.wire.ReplyDecoder;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One connection to a server: connects, logs in, then carries frames. On one event loop only.
 *
 * <p>Until it is logged in it decodes what the server says; from then on it hands on whole buffers
 * as they come.
 */
final class UpstreamConnection extends ChannelInboundHandlerAdapter {
  /** Hears of the connection; on its event loop. */
  interface Owner {
    /** Logged in: the server's parameters are known and it is ready. */
    void ready(UpstreamConnection connection);

    /** Bytes from the server, after {@link #ready}; the owner releases them. */
    void received(ByteBuf bytes);

    /** All that was there to read has been handed on. */
    void receivedAll();

    /** {@link #isWritable} has changed. */
    void writabilityChanged();

    /** It could not connect or log in, or has closed; called once. */
    void lost(SqlError reason);
  }

  private final UpstreamServer server;
  private final Owner owner;
  private final Login login;
  private final Map<String, String> startup;
  private final Map<String, String> parameters = new LinkedHashMap<>();
  private final ReplyDecoder decoder = new ReplyDecoder();
  private @Nullable Channel channel;
  private @Nullable ByteBuf input;
  private @Nullable Future<?> timeout;
  private int processId;
  private byte[] secretKey = {};
  private boolean ready;
  private boolean over;

  private UpstreamConnection(
      UpstreamServer server, String user, Map<String, String> settings, Owner owner) {
    this.server = server;
    this.owner = owner;
    login = new Login(user, server.password());
    startup = new LinkedHashMap<>();
    startup.put("user", user);
    startup.put("database", server.database());
    startup.putAll(settings);
  }

  /**
   * Begins to connect.
   *
   * @param user who logs in where the server's settings name nobody
   * @param settings run-time settings for the server's session
   */
  static UpstreamConnection open(
      UpstreamChannels channels,
      UpstreamServer server,
      String user,
      Map<String, String> settings,
      EventLoop loop,
      Owner owner) {
    String name = server.user();
    UpstreamConnection connection =
        new UpstreamConnection(server, name == null ? user : name, settings, owner);
    ChannelFuture connecting = channels.connect(server, loop, connection);
    connection.channel = connecting.channel();
    connecting.addListener(
        done -> {
          if (!done.isSuccess()) {
            connection.fail("could not connect to server " + server + ": " + done.cause());
          }
        });
    return connection;
  }

  Map<String, String> parameters() {
    return parameters;
  }

  UpstreamServer server() {
    return server;
  }

  int processId() {
    return processId;
  }

  byte[] secretKey() {
    return secretKey;
  }

  boolean isWritable() {
    Channel current = channel;
    return current != null && current.isWritable();
  }

  /** Sends without flushing; the buffer is given away. */
  void send(ByteBuf frames) {
    Channel current = channel;
    if (current == null) {
      frames.release();
    } else {
      current.write(frames, current.voidPromise());
    }
  }

  void flush() {
    Channel current = channel;
    if (current != null) {
      current.flush();
    }
  }

  /** Whether the server may be read from. */
  void setReading(boolean reading) {
    Channel current = channel;
    if (current != null) {
      current.config().setAutoRead(reading);
    }
  }

  /** Says Terminate and closes; the owner hears nothing more. */
  void close() {
    over = true;
    Channel current = channel;
    if (current == null) {
      return;
    }
    if (current.isActive()) {
      ByteBuf out = current.alloc().buffer(8);
      FrontendEncoder.terminate(out);
      current.writeAndFlush(out);
    }
    current.close();
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    ByteBuf out = context.alloc().buffer(256);
    FrontendEncoder.startup(out, ProtocolVersion.VERSION_3_0, startup);
    context.writeAndFlush(out);
    timeout =
        context
            .channel()
            .eventLoop()
            .schedule(
                () -> fail("server " + server + " did not let us log in in time"),
                server.connectTimeoutMillis(),
                TimeUnit.MILLISECONDS);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf bytes = (ByteBuf) message;
    if (over) {
      bytes.release();
    } else if (ready) {
      owner.received(bytes);
    } else {
      input = input == null ? bytes : joined(context, input, bytes);
      takeLogin(context);
    }
  }

  private static ByteBuf joined(ChannelHandlerContext context, ByteBuf waiting, ByteBuf more) {
    ByteBuf both = context.alloc().buffer(waiting.readableBytes() + more.readableBytes());
    both.writeBytes(waiting).writeBytes(more);
    waiting.release();
    more.release();
    return both;
  }

  private void takeLogin(ChannelHandlerContext context) {
    ByteBuf waiting = input;
    try {
      while (waiting != null && !ready && !over) {
        int start = waiting.readerIndex();
        int size = ReplyDecoder.sizeAt(waiting, start, waiting.readableBytes());
        if (size == 0) {
          return;
        }
        if (size < 0) {
          throw new SqlError(SqlState.PROTOCOL_VIOLATION, "invalid message length from " + server);
        }
        Reply reply = decoder.decode(waiting, start, size);
        waiting.skipBytes(size);
        take(context, reply);
      }
    } catch (SqlError e) {
      fail(e);
    }
    passOn();
  }

  /** What came in one buffer with the end of the login belongs to the owner. */
  private void passOn() {
    ByteBuf rest = input;
    if (rest == null || !ready && !over) {
      return;
    }
    input = null;
    if (ready && !over && rest.isReadable()) {
      owner.received(rest);
    } else {
      rest.release();
    }
  }

  private void take(ChannelHandlerContext context, Reply reply) {
    switch (reply) {
      case Reply.Authentication request -> authenticate(context, request);
      case Reply.ParameterStatus status -> parameters.put(status.name(), status.value());
      case Reply.BackendKeyData key -> {
        processId = key.processId();
        secretKey = key.secretKey();
      }
      case Reply.ReadyForQuery done -> {
        cancelTimeout();
        ready = true;
        owner.ready(this);
      }
      case Reply.ErrorResponse error ->
          throw new SqlError(error.sqlState(), error.message())
              .detail(error.fields().get('D'))
              .hint(error.fields().get('H'))
              .context("while logging in to server " + server);
      case Reply.NoticeResponse notice -> {
        // of no interest to a client that is not connected yet
      }
      default ->
          throw new SqlError(
              SqlState.PROTOCOL_VIOLATION, "unexpected message during login from " + server);
    }
  }

  /** SCRAM's key derivation takes milliseconds: it runs on a virtual thread. */
  private void authenticate(ChannelHandlerContext context, Reply.Authentication request) {
    if (!Login.isSlow(request)) {
      ByteBuf out = context.alloc().buffer(128);
      login.answer(request, out);
      context.writeAndFlush(out);
      return;
    }
    EventLoop loop = context.channel().eventLoop();
    Thread.ofVirtual()
        .start(
            () -> {
              ByteBuf out = context.alloc().buffer(128);
              try {
                login.answer(request, out);
                context.writeAndFlush(out);
              } catch (SqlError e) {
                out.release();
                loop.execute(() -> fail(e));
              }
            });
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    if (ready && !over) {
      owner.receivedAll();
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    if (ready && !over) {
      owner.writabilityChanged();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    ByteBuf rest = input;
    if (rest != null) {
      input = null;
      rest.release();
    }
    fail("server " + server + " closed the connection unexpectedly");
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    fail("connection to server " + server + " failed: " + cause.getMessage());
  }

  private void cancelTimeout() {
    if (timeout != null) {
      timeout.cancel(false);
      timeout = null;
    }
  }

  private void fail(String message) {
    fail(new SqlError(SqlState.CONNECTION_FAILURE, message));
  }

  private void fail(SqlError reason) {
    cancelTimeout();
    if (over) {
      return;
    }
    over = true;
    Channel current = channel;
    if (current != null) {
      current.close();
    }
    owner.lost(reason);
  }
}
