package dev.postern.backend.catalog;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The first part of {@code database.schema.name}: it may only be the session's own database (SQL's
 * catalog, manual section 5.10.1).
 */
public final class DatabasePart {
  private DatabasePart() {}

  /**
   * What a relation's name is refused with, 0A000 without a position, or null where it is allowed.
   *
   * @param parts of the name, the relation's last
   */
  public static @Nullable SqlError refusalOfRelation(Catalog catalog, List<String> parts) {
    return isForeign(catalog, parts) ? refusal("\"" + String.join(".", parts) + "\"") : null;
  }

  /** The same for functions, types, operators and collations. */
  public static @Nullable SqlError refusalOfObject(Catalog catalog, List<String> parts) {
    return isForeign(catalog, parts) ? refusal(String.join(".", parts)) : null;
  }

  /**
   * The same for a column or a star.
   *
   * @param parts with the column, or {@code *}, last
   */
  public static @Nullable SqlError refusalOfColumn(Catalog catalog, List<String> parts) {
    return parts.size() == 4 && !parts.get(0).equals(catalog.databaseName())
        ? refusal(String.join(".", parts))
        : null;
  }

  private static boolean isForeign(Catalog catalog, List<String> parts) {
    return parts.size() == 3 && !parts.get(0).equals(catalog.databaseName());
  }

  private static SqlError refusal(String name) {
    return new SqlError(
        SqlState.FEATURE_NOT_SUPPORTED, "cross-database references are not implemented: " + name);
  }
}
