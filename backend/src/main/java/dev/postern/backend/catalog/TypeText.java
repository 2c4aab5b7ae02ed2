package dev.postern.backend.catalog;

import dev.postern.backend.function.TypeDescriptor;
import dev.postern.backend.setting.IdentifierList;
import dev.postern.backend.type.TypeOids;
import org.jspecify.annotations.Nullable;

/** Types as SQL writes them: what format_type() gives and messages show. */
public final class TypeText {
  private TypeText() {}

  /**
   * A type's name with its modifier.
   *
   * @param typmod -1 for none
   * @param typmodGiven whether {@code typmod} is known to be the value's, so that {@code char}
   *     without one is not SQL's {@code character}, which is {@code character(1)}
   */
  public static String format(CatalogReader catalog, int oid, int typmod, boolean typmodGiven) {
    if (oid == 0) {
      return "-";
    }
    TypeDescriptor type = catalog.type(oid);
    if (type == null) {
      return "???";
    }
    // The two vector types are arrays with names of their own.
    boolean vector = oid == TypeOids.INT2VECTOR || oid == TypeOids.OIDVECTOR;
    TypeDescriptor element = type.isArray() && !vector ? catalog.type(type.element()) : null;
    if (element != null && !type.name().isEmpty()) {
      return scalar(catalog, element, typmod, typmodGiven) + "[]";
    }
    return scalar(catalog, type, typmod, typmodGiven);
  }

  private static String scalar(
      CatalogReader catalog, TypeDescriptor type, int typmod, boolean typmodGiven) {
    boolean with = typmod >= 0;
    String standard = standard(type.oid(), typmod, typmodGiven);
    if (standard != null) {
      return standard;
    }
    String name = IdentifierList.quote(type.name());
    if (!isVisible(catalog, type)) {
      String schema = catalog.schemaName(type.namespace());
      name = IdentifierList.quote(schema == null ? "" : schema) + "." + name;
    }
    return with ? name + modifier(type.oid(), typmod) : name;
  }

  /** Whether the name alone, along the search path, means this type. */
  public static boolean isVisible(CatalogReader catalog, TypeDescriptor type) {
    return catalog.typeNamed(null, type.name()) == type.oid();
  }

  /** SQL's own spelling of a built-in type, or null. */
  private static @Nullable String standard(int oid, int typmod, boolean typmodGiven) {
    boolean with = typmod >= 0;
    String length = with ? "(" + (typmod - 4) + ")" : "";
    String precision = with ? "(" + typmod + ")" : "";
    return switch (oid) {
      case TypeOids.BOOL -> "boolean";
      case TypeOids.INT2 -> "smallint";
      case TypeOids.INT4 -> "integer";
      case TypeOids.INT8 -> "bigint";
      case TypeOids.FLOAT4 -> "real";
      case TypeOids.FLOAT8 -> "double precision";
      case TypeOids.NUMERIC -> with ? "numeric" + modifier(oid, typmod) : "numeric";
      case TypeOids.VARCHAR -> "character varying" + length;
      case TypeOids.BPCHAR -> with ? "character" + length : typmodGiven ? null : "character";
      case TypeOids.BIT -> with ? "bit" + precision : typmodGiven ? null : "bit";
      case TypeOids.VARBIT -> "bit varying" + precision;
      case TypeOids.TIME -> "time" + precision + " without time zone";
      case TypeOids.TIMETZ -> "time" + precision + " with time zone";
      case TypeOids.TIMESTAMP -> "timestamp" + precision + " without time zone";
      case TypeOids.TIMESTAMPTZ -> "timestamp" + precision + " with time zone";
      // A key word that would be quoted as any other name.
      case TypeOids.JSON -> "json";
      case TypeOids.INTERVAL -> with ? "interval" + interval(typmod) : "interval";
      default -> null;
    };
  }

  /** What a type's typmodout gives. */
  static String modifier(int oid, int typmod) {
    return switch (oid) {
      case TypeOids.NUMERIC -> {
        int packed = typmod - 4;
        int scale = ((packed & 0x7ff) ^ 1024) - 1024;
        yield "(" + (packed >> 16 & 0xffff) + "," + scale + ")";
      }
      case TypeOids.VARCHAR, TypeOids.BPCHAR -> "(" + (typmod - 4) + ")";
      case TypeOids.INTERVAL -> interval(typmod);
      default -> "(" + typmod + ")";
    };
  }

  /** Fields and precision of an interval. */
  private static String interval(int typmod) {
    int precision = typmod & 0xffff;
    int fields = typmod >> 16 & 0x7fff;
    int year = 1 << 2;
    int month = 1 << 1;
    int day = 1 << 3;
    int hour = 1 << 10;
    int minute = 1 << 11;
    int second = 1 << 12;
    String words;
    if (fields == year) {
      words = " year";
    } else if (fields == month) {
      words = " month";
    } else if (fields == day) {
      words = " day";
    } else if (fields == hour) {
      words = " hour";
    } else if (fields == minute) {
      words = " minute";
    } else if (fields == second) {
      words = " second";
    } else if (fields == (year | month)) {
      words = " year to month";
    } else if (fields == (day | hour)) {
      words = " day to hour";
    } else if (fields == (day | hour | minute)) {
      words = " day to minute";
    } else if (fields == (day | hour | minute | second)) {
      words = " day to second";
    } else if (fields == (hour | minute)) {
      words = " hour to minute";
    } else if (fields == (hour | minute | second)) {
      words = " hour to second";
    } else if (fields == (minute | second)) {
      words = " minute to second";
    } else {
      words = "";
    }
    return precision == 0xffff ? words : words + "(" + precision + ")";
  }
}
