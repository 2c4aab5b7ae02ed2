package dev.postern.proxy.client;

import dev.postern.backend.Notice;
import dev.postern.backend.SessionListener;
import dev.postern.proxy.wire.BackendEncoder;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** Passes on to the client what its session says outside of results. */
final class SessionEvents implements SessionListener {
  private final ClientLink link;
  private final Output output;
  private final RowEncoder rows;
  private final ReportedSettings settings = new ReportedSettings();
  private volatile @Nullable EmbeddedConversation conversation;

  SessionEvents(ClientLink link, Output output, RowEncoder rows) {
    this.link = link;
    this.rows = rows;
    this.output = output;
  }

  /** The conversation exists; before that, nothing can be pending. */
  void begin(EmbeddedConversation begun) {
    conversation = begun;
  }

  RowEncoder rows() {
    return rows;
  }

  ReportedSettings settings() {
    return settings;
  }

  @Override
  public void parameterStatus(String name, String value) {
    settings.set(name, value);
  }

  @Override
  public void notice(Notice notice) {
    rows.notice(notice);
  }

  @Override
  public void notification(int processId, String channel, String payload) {
    BackendEncoder.notificationResponse(output.buffer(), processId, channel, payload);
  }

  @Override
  public void notificationsPending() {
    EmbeddedConversation told = conversation;
    if (told != null && link.isOpen()) {
      try {
        link.eventLoop().execute(told::notificationsPending);
      } catch (RejectedExecutionException e) {
        // The server has stopped; nobody is left to be notified.
        return;
      }
    }
  }
}
