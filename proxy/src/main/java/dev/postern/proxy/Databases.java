package dev.postern.proxy;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.config.DatabaseEntry;
import dev.postern.config.Settings;
import dev.postern.config.User;
import dev.postern.proxy.client.CachedStatements;
import dev.postern.proxy.client.CancelRegistry;
import dev.postern.proxy.client.ConversationOpener;
import dev.postern.proxy.client.EmbeddedOpener;
import dev.postern.proxy.client.StatementSource;
import dev.postern.proxy.client.TrafficListener;
import dev.postern.proxy.sharding.ShardedOpener;
import dev.postern.proxy.upstream.UpstreamChannels;
import dev.postern.proxy.upstream.UpstreamOpener;
import dev.postern.proxy.upstream.UpstreamServer;
import dev.postern.router.ShardedTables;
import dev.postern.router.StatementCache;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Which opener serves which database, by the settings. Immutable. */
final class Databases {
  private final Map<String, ConversationOpener> openers = new HashMap<>();
  private final Settings settings;
  private final EmbeddedOpener embedded;
  private final UpstreamChannels channels;
  private final CancelRegistry cancels;
  private final TrafficListener traffic;
  private final long cacheBytes;
  private final boolean anyName;

  /**
   * @param cacheBytes for the statements of each sharded database
   */
  Databases(
      Settings settings,
      EmbeddedOpener embedded,
      UpstreamChannels channels,
      CancelRegistry cancels,
      TrafficListener traffic,
      long cacheBytes) {
    this.cacheBytes = cacheBytes;
    this.settings = settings;
    this.embedded = embedded;
    this.channels = channels;
    this.cancels = cancels;
    this.traffic = traffic;
    anyName = settings.databases().isEmpty();
    for (DatabaseEntry entry : settings.databases()) {
      openers.computeIfAbsent(entry.name(), name -> opener(settings.entriesOf(name)));
    }
  }

  private ConversationOpener opener(List<DatabaseEntry> entries) {
    DatabaseEntry first = entries.getFirst();
    if (entries.size() == 1) {
      return server(first, embedded, cancels, traffic);
    }
    int shards = settings.shardCount(first.name());
    if (shards != entries.size()) {
      return link -> {
        throw SqlError.notSupported("a shard of several servers");
      };
    }
    return sharded(first.name(), entries);
  }

  private ConversationOpener sharded(String name, List<DatabaseEntry> entries) {
    // The client is known to cancels and counted once, not for each of its shards.
    CancelRegistry none = new CancelRegistry();
    EmbeddedOpener quiet = embedded.quiet(none);
    List<ConversationOpener> shards =
        entries.stream()
            .sorted(Comparator.comparingInt(DatabaseEntry::shard))
            .map(entry -> server(entry, quiet, none, TrafficListener.NONE))
            .toList();
    ShardedTables tables =
        new ShardedTables(
            settings.shardedTables().stream()
                .filter(table -> table.database().equals(name))
                .toList(),
            settings.omnishardedTables().stream()
                .filter(list -> list.database().equals(name))
                .toList());
    StatementSource statements = new CachedStatements(new StatementCache(cacheBytes, tables));
    return new ShardedOpener(shards, statements, cancels, traffic);
  }

  private ConversationOpener server(
      DatabaseEntry entry, EmbeddedOpener engine, CancelRegistry known, TrafficListener told) {
    return entry.isEmbedded()
        ? engine.to(entry.nameOnServer())
        : link -> upstream(entry, link.request().user(), known, told).open(link);
  }

  /** A server as one user logs in there. */
  private UpstreamOpener upstream(
      DatabaseEntry entry, String name, CancelRegistry known, TrafficListener told) {
    User user = null;
    for (User candidate : settings.users()) {
      if (candidate.name().equals(name) && candidate.mayUse(entry.name())) {
        user = candidate;
      }
    }
    String serverUser = entry.user();
    String password = entry.password();
    if (user != null) {
      serverUser = serverUser == null ? user.upstreamUser() : serverUser;
      password = password == null ? user.upstreamPassword() : password;
    }
    long timeout = settings.general().connecting().connectTimeoutMillis();
    return new UpstreamOpener(
        new UpstreamServer(
            entry.host(),
            entry.port(),
            entry.nameOnServer(),
            serverUser,
            password,
            (int) Math.min(timeout, Integer.MAX_VALUE)),
        channels,
        known,
        told);
  }

  /**
   * The opener for a database; where none is configured, the engine knows its databases itself.
   *
   * @throws SqlError 3D000 for a name that is not configured although others are
   */
  ConversationOpener openerOf(String database) {
    if (anyName) {
      return embedded;
    }
    ConversationOpener opener = openers.get(database);
    if (opener == null) {
      throw new SqlError(
          SqlState.INVALID_CATALOG_NAME, "database \"" + database + "\" does not exist");
    }
    return opener;
  }
}
