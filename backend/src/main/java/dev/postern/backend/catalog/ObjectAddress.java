package dev.postern.backend.catalog;

/**
 * What identifies an object of a database: the catalog it is a row of, its oid there, and for a
 * column its number.
 */
public record ObjectAddress(int classOid, int oid, int subId) {
  public ObjectAddress(int classOid, int oid) {
    this(classOid, oid, 0);
  }

  public static ObjectAddress relation(int oid) {
    return new ObjectAddress(ClassOids.PG_CLASS, oid, 0);
  }

  public static ObjectAddress column(int relation, int number) {
    return new ObjectAddress(ClassOids.PG_CLASS, relation, number);
  }

  public static ObjectAddress type(int oid) {
    return new ObjectAddress(ClassOids.PG_TYPE, oid, 0);
  }

  public static ObjectAddress schema(int oid) {
    return new ObjectAddress(ClassOids.PG_NAMESPACE, oid, 0);
  }

  public static ObjectAddress constraint(int oid) {
    return new ObjectAddress(ClassOids.PG_CONSTRAINT, oid, 0);
  }

  public static ObjectAddress function(int oid) {
    return new ObjectAddress(ClassOids.PG_PROC, oid, 0);
  }

  /** Whether the object is part of every database and cannot be dropped (IsPinnedObject). */
  public boolean isPinned() {
    return oid > 0
        && oid < 12_000
        && classOid != ClassOids.PG_DATABASE
        && !(classOid == ClassOids.PG_NAMESPACE && oid == ClassOids.PUBLIC_SCHEMA);
  }
}
