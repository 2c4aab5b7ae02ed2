package dev.postern.proxy.client;

import dev.postern.backend.Engine;
import dev.postern.backend.Session;
import org.jspecify.annotations.Nullable;

/** Opens conversations with the embedded engine. */
public final class EmbeddedOpener implements ConversationOpener {
  private final Engine engine;
  private final StatementSource statements;
  private final CancelRegistry cancels;
  private final TrafficListener traffic;

  /** The engine's name of the database where it is not the client's, or null. */
  private final @Nullable String databaseName;

  public EmbeddedOpener(
      Engine engine, StatementSource statements, CancelRegistry cancels, TrafficListener traffic) {
    this(engine, statements, cancels, traffic, null);
  }

  private EmbeddedOpener(
      Engine engine,
      StatementSource statements,
      CancelRegistry cancels,
      TrafficListener traffic,
      @Nullable String databaseName) {
    this.engine = engine;
    this.statements = statements;
    this.cancels = cancels;
    this.traffic = traffic;
    this.databaseName = databaseName;
  }

  /** An opener for one database of the engine, whatever name clients use. */
  public EmbeddedOpener to(String database) {
    return new EmbeddedOpener(engine, statements, cancels, traffic, database);
  }

  /** An opener for shards: their clients are counted, and known to cancels, elsewhere. */
  public EmbeddedOpener quiet(CancelRegistry registry) {
    return new EmbeddedOpener(engine, statements, registry, TrafficListener.NONE, databaseName);
  }

  @Override
  public void open(ClientLink link) {
    StartupRequest request = link.request();
    Output output = new Output(link);
    SessionEvents events = new SessionEvents(link, output, new RowEncoder(output));
    String database = databaseName == null ? request.database() : databaseName;
    Session session = engine.connect(database, request.user(), request.settings(), events);
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
