package dev.postern.proxy.sharding;

import dev.postern.proxy.client.CancelRegistry;
import dev.postern.proxy.client.ClientLink;
import dev.postern.proxy.client.ConversationOpener;
import dev.postern.proxy.client.StatementSource;
import dev.postern.proxy.client.TrafficListener;
import dev.postern.router.ShardRouter;
import java.util.List;

/** Opens conversations with one database of several shards. Immutable. */
public final class ShardedOpener implements ConversationOpener {
  private final List<ConversationOpener> shards;
  private final ShardRouter router;
  private final StatementSource statements;
  private final CancelRegistry cancels;
  private final TrafficListener traffic;

  /**
   * @param shards openers of the shards' own conversations, by shard number; they count no traffic
   * @param statements read for this database
   */
  public ShardedOpener(
      List<ConversationOpener> shards,
      StatementSource statements,
      CancelRegistry cancels,
      TrafficListener traffic) {
    this.shards = List.copyOf(shards);
    router = new ShardRouter(shards.size());
    this.statements = statements;
    this.cancels = cancels;
    this.traffic = traffic;
  }

  @Override
  public void open(ClientLink link) {
    new ShardedConversation(link, shards, router, statements, cancels, traffic).begin();
  }
}
