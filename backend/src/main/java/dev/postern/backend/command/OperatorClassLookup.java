package dev.postern.backend.command;

import dev.postern.backend.catalog.CatalogReader;
import dev.postern.backend.catalog.CatalogRow;
import dev.postern.backend.catalog.CatalogTable;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.function.TypeDescriptor;
import dev.postern.backend.sql.QualifiedName;
import dev.postern.backend.type.TypeOids;
import org.jspecify.annotations.Nullable;

/** Operator classes of index columns: named ones and the defaults of types. */
final class OperatorClassLookup {
  private static final CatalogTable OPCLASS = CatalogTable.named("pg_opclass");

  private final CatalogReader catalog;

  OperatorClassLookup(CatalogReader catalog) {
    this.catalog = catalog;
  }

  /**
   * The operator class for an index column.
   *
   * @param method pg_am.oid
   * @param written as named in the command, or null for the default
   */
  int find(int method, String methodName, @Nullable QualifiedName written, int typeOid) {
    int type = catalog.baseType(typeOid);
    if (written != null) {
      return named(method, methodName, written, type);
    }
    int found = defaultFor(method, type);
    if (found == 0) {
      found = defaultFor(method, stand(type));
    }
    if (found == 0) {
      throw new SqlError(
              SqlState.UNDEFINED_OBJECT,
              "data type "
                  + catalog.displayName(typeOid)
                  + " has no default operator class for access method \""
                  + methodName
                  + "\"")
          .hint(
              "You must specify an operator class for the index or define a default operator"
                  + " class for the data type.");
    }
    return found;
  }

  private int named(int method, String methodName, QualifiedName written, int type) {
    for (CatalogRow row : catalog.store().find(OPCLASS, index(), method, written.name())) {
      int input = row.integer("opcintype");
      if (input == type || input == stand(type)) {
        return row.oid();
      }
      throw new SqlError(
          SqlState.DATATYPE_MISMATCH,
          "operator class \""
              + written.name()
              + "\" does not accept data type "
              + catalog.displayName(type));
    }
    throw new SqlError(
        SqlState.UNDEFINED_OBJECT,
        "operator class \""
            + Targets.shown(written)
            + "\" does not exist for access method \""
            + methodName
            + "\"");
  }

  private static CatalogTable.CatalogIndex index() {
    return OPCLASS.index("opcmethod", "opcname", "opcnamespace");
  }

  private int defaultFor(int method, int type) {
    if (type == 0) {
      return 0;
    }
    for (CatalogRow row : catalog.store().find(OPCLASS, index(), method)) {
      if (row.truth("opcdefault") && row.integer("opcintype") == type) {
        return row.oid();
      }
    }
    return 0;
  }

  /** The type whose operator classes serve a type that has none of its own, or 0. */
  private int stand(int type) {
    TypeDescriptor described = catalog.type(type);
    if (described == null) {
      return 0;
    }
    return switch (described.kind()) {
      case 'e' -> TypeOids.ANYENUM;
      case 'r' -> TypeOids.ANYRANGE;
      case 'm' -> TypeOids.ANYMULTIRANGE;
      case 'c' -> TypeOids.RECORD;
      default ->
          described.isArray()
              ? TypeOids.ANYARRAY
              : switch (type) {
                case TypeOids.VARCHAR -> TypeOids.TEXT;
                case TypeOids.CIDR -> TypeOids.INET;
                case TypeOids.REGPROC,
                    TypeOids.REGPROCEDURE,
                    TypeOids.REGOPER,
                    TypeOids.REGOPERATOR,
                    TypeOids.REGCLASS,
                    TypeOids.REGTYPE,
                    TypeOids.REGCONFIG,
                    TypeOids.REGDICTIONARY,
                    TypeOids.REGNAMESPACE,
                    TypeOids.REGROLE,
                    TypeOids.REGCOLLATION ->
                    TypeOids.OID;
                default -> 0;
              };
    };
  }
}
