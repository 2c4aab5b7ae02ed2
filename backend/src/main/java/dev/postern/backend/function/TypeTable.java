package dev.postern.backend.function;

import org.jspecify.annotations.Nullable;

/** The facts of pg_type. */
final class TypeTable {
  private final FactTable facts = FactTable.load("pg_type");
  private final FactIndex byOid;
  private final FactIndex byName;
  private final @Nullable TypeDescriptor[] made;

  TypeTable() {
    int[] oids = new int[facts.rows()];
    int[] names = new int[facts.rows()];
    int name = facts.column("typname");
    for (int row = 0; row < oids.length; row++) {
      oids[row] = facts.integer(row, 0);
      names[row] = facts.hash(row, name);
    }
    byOid = new FactIndex(oids);
    byName = new FactIndex(names);
    made = new TypeDescriptor[oids.length];
  }

  @Nullable TypeDescriptor withOid(int oid) {
    int row = byOid.first(oid);
    return row < 0 ? null : row(row);
  }

  /** OID of the type in pg_catalog with the typname, or 0. */
  int named(String name) {
    for (int row = byName.first(name.hashCode()); row >= 0; row = byName.after(row)) {
      TypeDescriptor type = row(row);
      if (type.name().equals(name) && type.namespace() == FunctionCatalog.PG_CATALOG) {
        return type.oid();
      }
    }
    return 0;
  }

  private TypeDescriptor row(int row) {
    TypeDescriptor type = made[row];
    if (type == null) {
      type = read(row);
      made[row] = type;
    }
    return type;
  }

  private TypeDescriptor read(int row) {
    return new TypeDescriptor(
        facts.integer(row, 0),
        facts.string(row, 1),
        facts.integer(row, 2),
        facts.integer(row, 4),
        facts.truth(row, 5),
        facts.character(row, 6),
        facts.character(row, 7),
        facts.truth(row, 8),
        facts.truth(row, 9),
        facts.character(row, 10),
        facts.integer(row, 11),
        facts.integer(row, 12),
        facts.integer(row, 13),
        facts.integer(row, 14),
        facts.integer(row, 15),
        facts.integer(row, 16),
        facts.integer(row, 17),
        facts.integer(row, 18),
        facts.integer(row, 19),
        facts.integer(row, 20),
        facts.character(row, 22),
        facts.character(row, 23),
        facts.truth(row, 24),
        facts.integer(row, 25),
        facts.integer(row, 26),
        facts.integer(row, 27),
        facts.integer(row, 28),
        facts.stringOrNull(row, 30));
  }
}
