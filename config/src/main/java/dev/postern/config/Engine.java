package dev.postern.config;

import dev.postern.config.Key.Origin;
import org.jspecify.annotations.Nullable;

/** The embedded engine. */
public record Engine(
    @Key(
            value = "Folder in which embedded databases are kept. Not set: in memory only.",
            origin = Origin.POSTERN,
            restart = true)
        @Nullable String dataDir) {

  public static final Engine DEFAULTS = new Engine(null);
}
