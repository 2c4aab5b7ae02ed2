package dev.postern.backend.bootstrap;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the system views select. Resource {@code views.sql} has each as a line {@code --
 * schema.name} and the query after it, up to the next such line.
 */
public final class ViewDefinitions {
  private static final ViewDefinitions LOADED = load();

  private final Map<Integer, String> byOid = new HashMap<>();

  private ViewDefinitions() {}

  /** The query of a view by its pg_class.oid; empty where it is not written yet. */
  public static String of(int viewOid) {
    return LOADED.byOid.getOrDefault(viewOid, "");
  }

  private static ViewDefinitions load() {
    String text;
    try (InputStream in = ViewDefinitions.class.getResourceAsStream("views.sql")) {
      if (in == null) {
        throw new IllegalStateException("no views.sql");
      }
      text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Map<String, Integer> oids = oids();
    ViewDefinitions views = new ViewDefinitions();
    for (String part : text.split("(?m)^-- ")) {
      int line = part.indexOf('\n');
      Integer oid = line < 0 ? null : oids.get(part.substring(0, line).strip());
      if (oid != null) {
        views.byOid.put(oid, part.substring(line + 1).strip());
      }
    }
    return views;
  }

  private static Map<String, Integer> oids() {
    CatalogFacts facts = CatalogFacts.of("pg_class");
    int oid = facts.column("oid");
    int name = facts.column("relname");
    int schema = facts.column("relnamespace");
    int kind = facts.column("relkind");
    Map<String, Integer> oids = new HashMap<>();
    for (@Nullable String[] row : facts.rows()) {
      if ("v".equals(row[kind])) {
        String space = "11".equals(row[schema]) ? "pg_catalog." : "information_schema.";
        oids.put(space + row[name], Integer.valueOf(String.valueOf(row[oid])));
      }
    }
    return oids;
  }
}
