package dev.postern.backend.type;

import dev.postern.backend.bootstrap.CatalogFacts;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The types that every database is born with. Those with code are constants here; the others of
 * pg_type exist too, and refuse their values.
 */
public final class BuiltinTypes {
  /** Objects that users make have OIDs from this on. */
  private static final int LIMIT = 16_384;

  private static final SqlType[] IMPLEMENTED = new SqlType[LIMIT];

  public static final SqlType BOOL = add(new BooleanType());
  public static final SqlType CHAR = add(new SingleByteType());
  public static final SqlType INT2 = add(new IntegerType(TypeOids.INT2, "int2", 2, "smallint"));
  public static final SqlType INT4 = add(new IntegerType(TypeOids.INT4, "int4", 4, "integer"));
  public static final SqlType INT8 = add(new IntegerType(TypeOids.INT8, "int8", 8, "bigint"));
  public static final SqlType OID = add(new UnsignedType(TypeOids.OID, "oid", 4));
  public static final SqlType XID = add(new UnsignedType(TypeOids.XID, "xid", 4));
  public static final SqlType CID = add(new UnsignedType(TypeOids.CID, "cid", 4));
  public static final SqlType XID8 = add(new UnsignedType(TypeOids.XID8, "xid8", 8));
  public static final SqlType FLOAT4 = add(new FloatType());
  public static final SqlType FLOAT8 = add(new DoubleType());
  public static final SqlType NUMERIC = add(new NumericType());
  public static final SqlType TEXT = add(new TextType(TypeOids.TEXT, "text"));
  public static final SqlType VARCHAR = add(new TextType(TypeOids.VARCHAR, "varchar"));
  public static final SqlType BPCHAR = add(new PaddedTextType());
  public static final SqlType NAME = add(new TextType(TypeOids.NAME, "name"));
  public static final SqlType CSTRING = add(new TextType(TypeOids.CSTRING, "cstring"));
  public static final SqlType UNKNOWN = add(new TextType(TypeOids.UNKNOWN, "unknown"));
  public static final SqlType REFCURSOR = add(new TextType(TypeOids.REFCURSOR, "refcursor"));
  public static final SqlType BYTEA = add(new ByteaType());
  public static final SqlType UUID = add(new UuidType());
  public static final SqlType DATE = add(new DateType());
  public static final SqlType TIME = add(new TimeType());
  public static final SqlType TIMETZ = add(new TimeTzType());
  public static final SqlType TIMESTAMP = add(new TimestampType(false));
  public static final SqlType TIMESTAMPTZ = add(new TimestampType(true));
  public static final SqlType INTERVAL = add(new IntervalType());
  public static final SqlType JSON = add(new JsonType());
  public static final SqlType JSONB = add(new JsonbType());
  public static final SqlType TID = add(new TupleIdType());
  public static final SqlType PG_LSN = add(new LogPositionType());
  public static final SqlType MONEY = add(new MoneyType());
  public static final SqlType BIT = add(new BitStringType(false));
  public static final SqlType VARBIT = add(new BitStringType(true));
  public static final SqlType MACADDR = add(new MacAddressType());
  public static final SqlType INET = add(new NetworkAddressType(false));
  public static final SqlType CIDR = add(new NetworkAddressType(true));
  public static final SqlType ACLITEM = add(new AclItemType());
  public static final SqlType PG_NODE_TREE = add(new NodeTreeType());
  public static final RangeType INT4RANGE =
      add(new RangeType(TypeOids.INT4RANGE, "int4range", INT4, true));
  public static final RangeType INT8RANGE =
      add(new RangeType(TypeOids.INT8RANGE, "int8range", INT8, true));
  public static final RangeType NUMRANGE =
      add(new RangeType(TypeOids.NUMRANGE, "numrange", NUMERIC, false));
  public static final RangeType DATERANGE =
      add(new RangeType(TypeOids.DATERANGE, "daterange", DATE, true));
  public static final RangeType TSRANGE =
      add(new RangeType(TypeOids.TSRANGE, "tsrange", TIMESTAMP, false));
  public static final RangeType TSTZRANGE =
      add(new RangeType(TypeOids.TSTZRANGE, "tstzrange", TIMESTAMPTZ, false));
  public static final MultirangeType INT4MULTIRANGE =
      add(new MultirangeType(TypeOids.INT4MULTIRANGE, "int4multirange", INT4RANGE));
  public static final MultirangeType INT8MULTIRANGE =
      add(new MultirangeType(TypeOids.INT8MULTIRANGE, "int8multirange", INT8RANGE));
  public static final MultirangeType NUMMULTIRANGE =
      add(new MultirangeType(TypeOids.NUMMULTIRANGE, "nummultirange", NUMRANGE));
  public static final MultirangeType DATEMULTIRANGE =
      add(new MultirangeType(TypeOids.DATEMULTIRANGE, "datemultirange", DATERANGE));
  public static final MultirangeType TSMULTIRANGE =
      add(new MultirangeType(TypeOids.TSMULTIRANGE, "tsmultirange", TSRANGE));
  public static final MultirangeType TSTZMULTIRANGE =
      add(new MultirangeType(TypeOids.TSTZMULTIRANGE, "tstzmultirange", TSTZRANGE));
  public static final ArrayType INT2VECTOR =
      add(new VectorType(TypeOids.INT2VECTOR, "int2vector", INT2));
  public static final ArrayType OIDVECTOR =
      add(new VectorType(TypeOids.OIDVECTOR, "oidvector", OID));
  public static final RecordType RECORD = add(new RecordType());
  public static final SqlType VOID = add(new VoidType());
  public static final SqlType REGPROC = addNamed(TypeOids.REGPROC, "regproc");
  public static final SqlType REGPROCEDURE = addNamed(TypeOids.REGPROCEDURE, "regprocedure");
  public static final SqlType REGOPER = addNamed(TypeOids.REGOPER, "regoper");
  public static final SqlType REGOPERATOR = addNamed(TypeOids.REGOPERATOR, "regoperator");
  public static final SqlType REGCLASS = addNamed(TypeOids.REGCLASS, "regclass");
  public static final SqlType REGTYPE = addNamed(TypeOids.REGTYPE, "regtype");
  public static final SqlType REGCONFIG = addNamed(TypeOids.REGCONFIG, "regconfig");
  public static final SqlType REGDICTIONARY = addNamed(TypeOids.REGDICTIONARY, "regdictionary");
  public static final SqlType REGNAMESPACE = addNamed(TypeOids.REGNAMESPACE, "regnamespace");
  public static final SqlType REGROLE = addNamed(TypeOids.REGROLE, "regrole");
  public static final SqlType REGCOLLATION = addNamed(TypeOids.REGCOLLATION, "regcollation");
  public static final ArrayType BOOL_ARRAY = addArray(TypeOids.BOOL_ARRAY, BOOL);
  public static final ArrayType CHAR_ARRAY = addArray(TypeOids.CHAR_ARRAY, CHAR);
  public static final ArrayType INT2_ARRAY = addArray(TypeOids.INT2_ARRAY, INT2);
  public static final ArrayType INT4_ARRAY = addArray(TypeOids.INT4_ARRAY, INT4);
  public static final ArrayType INT8_ARRAY = addArray(TypeOids.INT8_ARRAY, INT8);
  public static final ArrayType OID_ARRAY = addArray(TypeOids.OID_ARRAY, OID);
  public static final ArrayType TEXT_ARRAY = addArray(TypeOids.TEXT_ARRAY, TEXT);
  public static final ArrayType VARCHAR_ARRAY = addArray(TypeOids.VARCHAR_ARRAY, VARCHAR);
  public static final ArrayType NAME_ARRAY = addArray(TypeOids.NAME_ARRAY, NAME);
  public static final ArrayType NUMERIC_ARRAY = addArray(TypeOids.NUMERIC_ARRAY, NUMERIC);
  public static final ArrayType FLOAT8_ARRAY = addArray(TypeOids.FLOAT8_ARRAY, FLOAT8);

  private BuiltinTypes() {}

  private static <T extends SqlType> T add(T type) {
    IMPLEMENTED[type.oid()] = type;
    return type;
  }

  private static SqlType addNamed(int oid, String name) {
    return add(new ObjectIdentifierType(oid, name));
  }

  private static ArrayType addArray(int oid, SqlType element) {
    return add(new ArrayType(oid, "_" + element.name(), element, ','));
  }

  /** The built-in type with that OID, or null where PostgreSQL has none. */
  public static @Nullable SqlType byOid(int oid) {
    if (oid <= 0 || oid >= LIMIT) {
      return null;
    }
    SqlType type = IMPLEMENTED[oid];
    return type != null ? type : Others.BY_OID.get(oid);
  }

  /** The built-in type with that pg_type.typname, or null. */
  public static @Nullable SqlType byName(String name) {
    return Others.BY_NAME.get(name);
  }

  /** Read when a type without a constant, or a name, is asked for the first time. */
  private static final class Others {
    static final Map<Integer, SqlType> BY_OID = new HashMap<>();
    static final Map<String, SqlType> BY_NAME = new HashMap<>();

    /** pg_namespace.oid of pg_catalog. */
    private static final String PG_CATALOG = "11";

    /** pg_proc.oid of array_subscript_handler, by which true array types are known. */
    private static final String ARRAY_SUBSCRIPTS = "6179";

    static {
      CatalogFacts facts = CatalogFacts.of("pg_type");
      int oidColumn = facts.column("oid");
      int nameColumn = facts.column("typname");
      int kindColumn = facts.column("typtype");
      int elementColumn = facts.column("typelem");
      int subscriptColumn = facts.column("typsubscript");
      int schemaColumn = facts.column("typnamespace");
      for (@Nullable String[] row : facts.rows()) {
        int oid = Integer.parseInt(String.valueOf(row[oidColumn]));
        String name = String.valueOf(row[nameColumn]);
        SqlType type = IMPLEMENTED[oid];
        boolean array = ARRAY_SUBSCRIPTS.equals(row[subscriptColumn]);
        if (type == null && array) {
          // Its element may come later in the file.
          continue;
        }
        if (type == null) {
          type =
              "p".equals(row[kindColumn])
                  ? new PseudoType(oid, name)
                  : new UnsupportedType(oid, name);
          BY_OID.put(oid, type);
        }
        if (PG_CATALOG.equals(row[schemaColumn])) {
          BY_NAME.put(name, type);
        }
      }
      for (@Nullable String[] row : facts.rows()) {
        String name = String.valueOf(row[nameColumn]);
        int oid = Integer.parseInt(String.valueOf(row[oidColumn]));
        if (ARRAY_SUBSCRIPTS.equals(row[subscriptColumn]) && name.startsWith("_")) {
          SqlType element = byOid(Integer.parseInt(String.valueOf(row[elementColumn])));
          if (element == null) {
            throw new IllegalStateException(name + " has no element type");
          }
          SqlType type = IMPLEMENTED[oid];
          if (type == null) {
            type = new ArrayType(oid, name, element, oid == TypeOids.BOX_ARRAY ? ';' : ',');
            BY_OID.put(oid, type);
          }
          if (PG_CATALOG.equals(row[schemaColumn])) {
            BY_NAME.put(name, type);
          }
        }
      }
    }

    private static @Nullable SqlType byOid(int oid) {
      SqlType type = IMPLEMENTED[oid];
      return type != null ? type : BY_OID.get(oid);
    }
  }
}
