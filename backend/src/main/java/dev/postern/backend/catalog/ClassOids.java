package dev.postern.backend.catalog;

/** OIDs of the system tables that objects are identified by (pg_depend.classid and others). */
public final class ClassOids {
  public static final int PG_TYPE = 1247;
  public static final int PG_PROC = 1255;
  public static final int PG_CLASS = 1259;
  public static final int PG_AUTHID = 1260;
  public static final int PG_DATABASE = 1262;
  public static final int PG_TABLESPACE = 1213;
  public static final int PG_AM = 2601;
  public static final int PG_ATTRDEF = 2604;
  public static final int PG_CAST = 2605;
  public static final int PG_CONSTRAINT = 2606;
  public static final int PG_CONVERSION = 2607;
  public static final int PG_LANGUAGE = 2612;
  public static final int PG_NAMESPACE = 2615;
  public static final int PG_OPCLASS = 2616;
  public static final int PG_OPERATOR = 2617;
  public static final int PG_REWRITE = 2618;
  public static final int PG_TRIGGER = 2620;
  public static final int PG_OPFAMILY = 2753;
  public static final int PG_EXTENSION = 3079;
  public static final int PG_COLLATION = 3456;
  public static final int PG_POLICY = 3256;
  public static final int PG_EVENT_TRIGGER = 3466;
  public static final int PG_STATISTIC_EXT = 3381;
  public static final int PG_TS_CONFIG = 3602;
  public static final int PG_TS_DICT = 3600;
  public static final int PG_PUBLICATION = 6104;

  /** pg_namespace.oid of pg_catalog. */
  public static final int PG_CATALOG_SCHEMA = 11;

  /** pg_namespace.oid of public. */
  public static final int PUBLIC_SCHEMA = 2200;

  /** The first OID that users' objects get. */
  public static final int FIRST_USER_OID = 16_384;

  /** pg_authid.oid of the bootstrap superuser. */
  public static final int BOOTSTRAP_ROLE = 10;

  private ClassOids() {}
}
