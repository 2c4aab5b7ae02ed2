package dev.postern.proxy;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.config.DatabaseEntry;
import dev.postern.config.Settings;
import dev.postern.proxy.client.ConversationOpener;
import dev.postern.proxy.client.EmbeddedOpener;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Which opener serves which database, by the settings. Immutable. */
final class Databases {
  private final Map<String, ConversationOpener> openers = new HashMap<>();
  private final EmbeddedOpener embedded;
  private final boolean anyName;

  Databases(Settings settings, EmbeddedOpener embedded) {
    this.embedded = embedded;
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
    return link -> {
      throw SqlError.notSupported("a database that is not embedded");
    };
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
