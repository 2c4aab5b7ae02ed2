package dev.postern.backend.sql;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A name with its qualifiers, outermost first: {@code catalog.schema.name}.
 *
 * @param parts at least one
 */
public record QualifiedName(int position, List<String> parts) implements Node {
  /** The last part. */
  public String name() {
    return parts.get(parts.size() - 1);
  }

  /** The part before the last, or null. */
  public @Nullable String schema() {
    return parts.size() > 1 ? parts.get(parts.size() - 2) : null;
  }

  /** The part before the schema, or null. */
  public @Nullable String catalog() {
    return parts.size() > 2 ? parts.get(parts.size() - 3) : null;
  }
}
