package dev.postern.proxy.upstream;

import dev.postern.proxy.wire.FrontendEncoder;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;

/** Sends one CancelRequest over a connection of its own and closes it. */
final class CancelSender extends ChannelInboundHandlerAdapter {
  private final int processId;
  private final byte[] secretKey;

  private CancelSender(int processId, byte[] secretKey) {
    this.processId = processId;
    this.secretKey = secretKey;
  }

  /** Any thread; as the protocol has it, nothing tells whether it came in time. */
  static void send(
      UpstreamChannels channels,
      UpstreamServer server,
      EventLoop loop,
      int processId,
      byte[] secretKey) {
    channels.connect(server, loop, new CancelSender(processId, secretKey));
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    ByteBuf out = context.alloc().buffer(64);
    FrontendEncoder.cancelRequest(out, processId, secretKey);
    context.writeAndFlush(out).addListener(ChannelFutureListener.CLOSE);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    context.close();
  }
}
