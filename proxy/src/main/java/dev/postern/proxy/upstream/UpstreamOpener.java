package dev.postern.proxy.upstream;

import dev.postern.proxy.client.CancelRegistry;
import dev.postern.proxy.client.ClientLink;
import dev.postern.proxy.client.ConversationOpener;
import dev.postern.proxy.client.TrafficListener;

/** Opens conversations with one server: each client gets a connection of its own. */
public final class UpstreamOpener implements ConversationOpener {
  private final UpstreamServer server;
  private final UpstreamChannels channels;
  private final CancelRegistry cancels;
  private final TrafficListener traffic;

  public UpstreamOpener(
      UpstreamServer server,
      UpstreamChannels channels,
      CancelRegistry cancels,
      TrafficListener traffic) {
    this.server = server;
    this.channels = channels;
    this.cancels = cancels;
    this.traffic = traffic;
  }

  @Override
  public void open(ClientLink link) {
    UpstreamConversation.begin(link, server, channels, cancels, traffic);
  }
}
