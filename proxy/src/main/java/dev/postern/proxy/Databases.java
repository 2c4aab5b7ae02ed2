package dev.postern.proxy;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.config.DatabaseEntry;
import dev.postern.config.Settings;
import dev.postern.config.User;
import dev.postern.proxy.client.CancelRegistry;
import dev.postern.proxy.client.ConversationOpener;
import dev.postern.proxy.client.EmbeddedOpener;
import dev.postern.proxy.client.TrafficListener;
import dev.postern.proxy.upstream.UpstreamChannels;
import dev.postern.proxy.upstream.UpstreamOpener;
import dev.postern.proxy.upstream.UpstreamServer;
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
  private final boolean anyName;

  Databases(
      Settings settings,
      EmbeddedOpener embedded,
      UpstreamChannels channels,
      CancelRegistry cancels,
      TrafficListener traffic) {
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
    if (entries.size() == 1 && first.isEmbedded()) {
      return embedded.to(first.nameOnServer());
    }
    if (entries.size() == 1) {
      return link -> upstream(first, link.request().user()).open(link);
    }
    return link -> {
      throw SqlError.notSupported("a database of several servers");
    };
  }

  /** A server as one user logs in there. */
  private UpstreamOpener upstream(DatabaseEntry entry, String name) {
    User user = null;
    for (User known : settings.users()) {
      if (known.name().equals(name) && known.mayUse(entry.name())) {
        user = known;
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
        cancels,
        traffic);
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
