package dev.postern.proxy.client;

import dev.postern.backend.error.SqlError;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.EventLoop;

/**
 * The client's connection as its {@link Conversation} sees it. Event loop only, except where said.
 */
public interface ClientLink {
  EventLoop eventLoop();

  ByteBufAllocator allocator();

  /** What the client asked for at start-up. */
  StartupRequest request();

  /**
   * The conversation is ready (ReadyForQuery has been sent or will be): frames go to it from now
   * on. Called once, during {@link ConversationOpener#open} or later.
   */
  void opened(Conversation conversation);

  /**
   * Stops calls of {@link Conversation#frame}; input waits, in bounded memory. Frames of the same
   * batch that are not delivered yet wait too.
   */
  void pause();

  /** Ends a {@link #pause}: waiting frames are delivered before this returns. */
  void resume();

  /**
   * Sends bytes, without flushing. Any thread. The buffer is given away; once the client is gone it
   * is just released.
   */
  void send(ByteBuf bytes);

  /** Any thread. */
  void flush();

  /** False while more than the high-water mark waits to be sent. Any thread. */
  boolean isWritable();

  /** False once the client is gone. Any thread. */
  boolean isOpen();

  /** Sends ErrorResponse with severity FATAL and closes. Any thread. */
  void fail(SqlError error);

  /** Closes once everything sent has gone out. Any thread. */
  void close();

  /**
   * For a server that is stopping: the conversation has come to rest (a ReadyForQuery was sent).
   * Any conversation calls it each time; it costs a field read.
   */
  void cameToRest();
}
