package dev.postern.backend.inspect;

import static dev.postern.backend.inspect.InspectTopics.catalog;
import static dev.postern.backend.inspect.InspectTopics.oid;
import static dev.postern.backend.inspect.InspectTopics.setText;

import dev.postern.backend.catalog.CatalogReader;
import dev.postern.backend.catalog.CatalogRow;
import dev.postern.backend.catalog.CatalogTable;
import dev.postern.backend.catalog.ClassOids;
import dev.postern.backend.catalog.ObjectAddress;
import dev.postern.backend.catalog.ObjectDescriptions;
import dev.postern.backend.function.CallSite;
import dev.postern.backend.function.FunctionTopic;
import dev.postern.backend.function.ScalarFunction;
import org.jspecify.annotations.Nullable;

/** Comments on objects, and objects in words. */
final class DescriptionFunctions implements FunctionTopic {
  private static final CatalogTable DESCRIPTION = CatalogTable.named("pg_description");
  private static final CatalogTable SHDESCRIPTION = CatalogTable.named("pg_shdescription");

  @Override
  public @Nullable ScalarFunction scalar(String key, CallSite site) {
    return switch (key) {
      case "obj_description(oid,name)" ->
          (c, a, r) -> {
            CatalogReader catalog = catalog(c);
            int table = catalog.relationOid(ClassOids.PG_CATALOG_SCHEMA, a[1].text());
            setText(r, comment(catalog, oid(a[0]), table, 0));
          };
      case "obj_description(oid)" -> (c, a, r) -> setText(r, comment(catalog(c), oid(a[0]), 0, 0));
      case "col_description(oid,int4)" ->
          (c, a, r) ->
              setText(r, comment(catalog(c), oid(a[0]), ClassOids.PG_CLASS, (int) a[1].bits));
      case "shobj_description(oid,name)" ->
          (c, a, r) -> {
            CatalogReader catalog = catalog(c);
            int table = catalog.relationOid(ClassOids.PG_CATALOG_SCHEMA, a[1].text());
            CatalogRow row =
                catalog
                    .store()
                    .first(
                        SHDESCRIPTION, SHDESCRIPTION.index("objoid", "classoid"), oid(a[0]), table);
            setText(r, row == null ? null : row.text("description"));
          };
      case "pg_describe_object" ->
          (c, a, r) -> {
            ObjectAddress address = new ObjectAddress(oid(a[0]), oid(a[1]), (int) a[2].bits);
            setText(r, new ObjectDescriptions(catalog(c)).describe(address));
          };
      default -> null;
    };
  }

  /** A comment; catalog 0 is any. */
  private static @Nullable String comment(
      CatalogReader catalog, int object, int classOid, int subId) {
    for (CatalogRow row :
        catalog
            .store()
            .find(DESCRIPTION, DESCRIPTION.index("objoid", "classoid", "objsubid"), object)) {
      if ((classOid == 0 || row.integer("classoid") == classOid)
          && row.integer("objsubid") == subId) {
        return row.text("description");
      }
    }
    return null;
  }
}
