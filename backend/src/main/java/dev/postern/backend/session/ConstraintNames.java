package dev.postern.backend.session;

import dev.postern.backend.catalog.CatalogReader;
import dev.postern.backend.catalog.CatalogRow;
import dev.postern.backend.catalog.CatalogTable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Constraints by name, as SET CONSTRAINTS looks for them. */
final class ConstraintNames {
  private static final CatalogTable CONSTRAINT = CatalogTable.named("pg_constraint");

  private ConstraintNames() {}

  record Found(int oid, boolean deferrable) {}

  /** Those in the schema, or in the first schema of the search path that has any. */
  static List<Found> find(CatalogReader catalog, @Nullable String schema, String name) {
    int[] schemas =
        schema == null ? catalog.searchPath() : new int[] {catalog.requireSchema(schema)};
    List<CatalogRow> rows =
        catalog.store().find(CONSTRAINT, CONSTRAINT.index("conname", "connamespace"), name);
    for (int candidate : schemas) {
      List<Found> found = new ArrayList<>();
      for (CatalogRow row : rows) {
        if (row.integer("connamespace") == candidate) {
          found.add(new Found(row.oid(), row.truth("condeferrable")));
        }
      }
      if (!found.isEmpty()) {
        return found;
      }
    }
    return List.of();
  }
}
