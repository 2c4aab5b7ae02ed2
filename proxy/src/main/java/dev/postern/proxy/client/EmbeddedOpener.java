package dev.postern.proxy.client;

import dev.postern.backend.Engine;
import dev.postern.backend.Session;

/** Opens conversations with the embedded engine. */
public final class EmbeddedOpener implements ConversationOpener {
  private final Engine engine;
  private final StatementSource statements;
  private final CancelRegistry cancels;
  private final TrafficListener traffic;

  public EmbeddedOpener(
      Engine engine, StatementSource statements, CancelRegistry cancels, TrafficListener traffic) {
    this.engine = engine;
    this.statements = statements;
    this.cancels = cancels;
    this.traffic = traffic;
  }

  @Override
  public void open(ClientLink link) {
    StartupRequest request = link.request();
    Output output = new Output(link);
    SessionEvents events = new SessionEvents(link, output);
    Session session =
        engine.connect(request.database(), request.user(), request.settings(), events);
    EmbeddedConversation conversation =
        new EmbeddedConversation(link, session, events, output, statements, cancels, traffic);
    events.begin(conversation);
    try {
      conversation.greet();
    } catch (RuntimeException e) {
      conversation.closed();
      throw e;
    }
    link.opened(conversation);
  }
}
