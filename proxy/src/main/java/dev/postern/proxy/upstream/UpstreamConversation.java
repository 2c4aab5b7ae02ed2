package dev.postern.proxy.upstream;

import dev.postern.backend.error.SqlError;
import dev.postern.proxy.client.CancelRegistry;
import dev.postern.proxy.client.ClientLink;
import dev.postern.proxy.client.Conversation;
import dev.postern.proxy.client.TrafficListener;
import dev.postern.proxy.wire.BackendEncoder;
import dev.postern.proxy.wire.MessageType;
import io.netty.buffer.ByteBuf;
import java.util.Map;

/**
 * A client that holds one server connection for as long as it is connected (session pooling): what
 * one side says the other hears, byte for byte. On the client's event loop.
 */
final class UpstreamConversation implements Conversation, UpstreamConnection.Owner {
  private final ClientLink link;
  private final UpstreamChannels channels;
  private final CancelRegistry cancels;
  private final TrafficListener traffic;
  private final UpstreamServer server;
  private final FrameScanner replies;
  private UpstreamConnection connection;
  private CancelRegistry.Key key = new CancelRegistry.Key(0, 0);
  private boolean opened;
  private boolean clientPaused;
  private boolean serverPaused;
  private boolean unsent;
  private long startNanos;

  @SuppressWarnings("NullAway.Init")
  private UpstreamConversation(
      ClientLink link,
      UpstreamServer server,
      UpstreamChannels channels,
      CancelRegistry cancels,
      TrafficListener traffic) {
    this.link = link;
    this.server = server;
    this.channels = channels;
    this.cancels = cancels;
    this.traffic = traffic;
    replies = new FrameScanner(traffic);
  }

  /** Connects to the server for a client; the link is opened, or fails, when that has ended. */
  static void begin(
      ClientLink link,
      UpstreamServer server,
      UpstreamChannels channels,
      CancelRegistry cancels,
      TrafficListener traffic) {
    UpstreamConversation conversation =
        new UpstreamConversation(link, server, channels, cancels, traffic);
    conversation.connection =
        UpstreamConnection.open(
            channels,
            server,
            link.request().user(),
            link.request().settings(),
            link.eventLoop(),
            conversation);
  }

  @Override
  public void ready(UpstreamConnection ready) {
    key = cancels.register(this);
    opened = true;
    ByteBuf out = link.allocator().buffer(512);
    for (Map.Entry<String, String> parameter : ready.parameters().entrySet()) {
      BackendEncoder.parameterStatus(out, parameter.getKey(), parameter.getValue());
    }
    BackendEncoder.backendKeyData(out, key.processId(), key.secretKey());
    BackendEncoder.readyForQuery(out, (byte) 'I');
    link.send(out);
    link.flush();
    link.opened(this);
  }

  @Override
  public void frame(byte type, ByteBuf buffer, int start, int size) {
    if (type == MessageType.TERMINATE) {
      link.close();
      return;
    }
    if (replies.isAtRest()) {
      startNanos = System.nanoTime();
    }
    replies.sent();
    connection.send(buffer.retainedSlice(start, size));
    unsent = true;
    if (!connection.isWritable() && !clientPaused) {
      clientPaused = true;
      link.pause();
      connection.flush();
    }
  }

  @Override
  public void batchEnd() {
    if (unsent) {
      unsent = false;
      connection.flush();
    }
  }

  @Override
  public void received(ByteBuf bytes) {
    boolean wasAtRest = replies.isAtRest();
    replies.scan(bytes);
    if (!wasAtRest && replies.isAtRest()) {
      traffic.statementFinished(System.nanoTime() - startNanos);
    }
    link.send(bytes);
    if (!link.isWritable() && !serverPaused) {
      serverPaused = true;
      connection.setReading(false);
    }
  }

  @Override
  public void receivedAll() {
    link.flush();
    if (replies.isAtRest()) {
      link.cameToRest();
    }
  }

  @Override
  public void writabilityChanged() {
    if (serverPaused && link.isWritable()) {
      serverPaused = false;
      connection.setReading(true);
    }
    if (clientPaused && connection.isWritable()) {
      clientPaused = false;
      link.resume();
    }
  }

  @Override
  public void lost(SqlError reason) {
    link.fail(reason);
    if (!opened) {
      return;
    }
    cancels.remove(key);
  }

  @Override
  public void cancel() {
    CancelSender.send(
        channels, server, link.eventLoop(), connection.processId(), connection.secretKey());
  }

  @Override
  public boolean isIdle() {
    return replies.isAtRest();
  }

  @Override
  public void closed() {
    cancels.remove(key);
    connection.close();
  }
}
