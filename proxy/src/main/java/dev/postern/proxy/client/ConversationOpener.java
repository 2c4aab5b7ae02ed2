package dev.postern.proxy.client;

import dev.postern.backend.error.SqlError;

/** Opens conversations with one database. */
@FunctionalInterface
public interface ConversationOpener {
  /**
   * Begins a conversation for a client that has been authenticated and told so (AuthenticationOk is
   * written). The opener, now or later, sends ParameterStatus, BackendKeyData and ReadyForQuery and
   * calls {@link ClientLink#opened}; or it calls {@link ClientLink#fail}. On the client's event
   * loop; must not block.
   *
   * @throws SqlError fatal: the client is told and the connection closed
   */
  void open(ClientLink link);
}
