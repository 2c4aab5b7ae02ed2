package dev.postern.backend.function;

import dev.postern.backend.type.SqlType;
import dev.postern.backend.type.TypeOids;
import org.jspecify.annotations.Nullable;

/**
 * The comparison operators and functions of every type that has a btree operator class, the
 * larger/smaller pairs behind greatest and max, and equality of types that have only that. All are
 * the order of the {@link SqlType}; integers of different widths compare as they are held.
 */
final class ComparisonFunctions implements FunctionTopic {
  private enum Comparison {
    EQUAL,
    NOT_EQUAL,
    LESS,
    LESS_OR_EQUAL,
    GREATER,
    GREATER_OR_EQUAL,
    ORDER,
    LARGER,
    SMALLER
  }

  @Override
  public @Nullable ScalarFunction scalar(String key, CallSite site) {
    if (key.startsWith("bt") && key.endsWith("cmp")) {
      return code(key.substring(2, key.length() - 3), Comparison.ORDER, site);
    }
    if (key.startsWith("name") && key.endsWith("text") && key.length() == 10) {
      return code("text", test(key.substring(4, 6)), site);
    }
    if (key.startsWith("text") && key.endsWith("name") && key.length() == 10) {
      return code("text", test(key.substring(4, 6)), site);
    }
    Comparison comparison = suffix(key);
    return comparison == null ? null : code(stem(key), comparison, site);
  }

  private static @Nullable Comparison suffix(String key) {
    if (key.length() < 4) {
      return null;
    }
    if (key.endsWith("cmp")) {
      return Comparison.ORDER;
    }
    if (key.endsWith("larger")) {
      return Comparison.LARGER;
    }
    return key.endsWith("smaller") ? Comparison.SMALLER : test(key.substring(key.length() - 2));
  }

  private static @Nullable Comparison test(String suffix) {
    return switch (suffix) {
      case "eq" -> Comparison.EQUAL;
      case "ne" -> Comparison.NOT_EQUAL;
      case "lt" -> Comparison.LESS;
      case "le" -> Comparison.LESS_OR_EQUAL;
      case "gt" -> Comparison.GREATER;
      case "ge" -> Comparison.GREATER_OR_EQUAL;
      default -> null;
    };
  }

  /** The key without its suffix and the underscore before it. */
  private static String stem(String key) {
    int end = key.length() - 2;
    if (key.endsWith("cmp")) {
      end = key.length() - 3;
    } else if (key.endsWith("larger")) {
      end = key.length() - 6;
    } else if (key.endsWith("smaller")) {
      end = key.length() - 7;
    } else if (key.endsWith("neq")) {
      return key;
    }
    return key.charAt(end - 1) == '_' ? key.substring(0, end - 1) : key.substring(0, end);
  }

  private static @Nullable ScalarFunction code(
      String stem, @Nullable Comparison how, CallSite site) {
    if (how == null) {
      return null;
    }
    return switch (stem) {
      case "int2", "int4", "int8", "int24", "int28", "int42", "int48", "int82", "int84", "bool" ->
          ofIntegers(how);
      case "float4" -> ofTypes(site, TypeOids.FLOAT4, how);
      case "float8" -> ofTypes(site, TypeOids.FLOAT8, how);
      case "float48" -> how == Comparison.ORDER ? FLOAT48 : fromOrder(FLOAT48, how);
      case "float84" -> how == Comparison.ORDER ? FLOAT84 : fromOrder(FLOAT84, how);
      case "text", "name", "nametext", "textname", "text_pattern" ->
          ofTypes(site, TypeOids.TEXT, how);
      case "bpchar", "bpchar_pattern" -> ofTypes(site, TypeOids.BPCHAR, how);
      case "bytea" -> ofTypes(site, TypeOids.BYTEA, how);
      case "char" -> ofTypes(site, TypeOids.CHAR, how);
      case "oid", "cid" -> ofTypes(site, TypeOids.OID, how);
      case "xid" -> ofTypes(site, TypeOids.XID, how);
      case "xidneq" -> ofTypes(site, TypeOids.XID, Comparison.NOT_EQUAL);
      case "xid8neq" -> ofTypes(site, TypeOids.XID8, Comparison.NOT_EQUAL);
      case "xid8" -> ofTypes(site, TypeOids.XID8, how);
      case "tid" -> ofTypes(site, TypeOids.TID, how);
      case "oidvector" -> ofTypes(site, TypeOids.OIDVECTOR, how);
      case "numeric" -> ofTypes(site, TypeOids.NUMERIC, how);
      case "uuid" -> ofTypes(site, TypeOids.UUID, how);
      case "date" -> ofTypes(site, TypeOids.DATE, how);
      case "time" -> ofTypes(site, TypeOids.TIME, how);
      case "timetz" -> ofTypes(site, TypeOids.TIMETZ, how);
      case "timestamp", "timestamptz" -> ofTypes(site, TypeOids.TIMESTAMP, how);
      case "interval" -> ofTypes(site, TypeOids.INTERVAL, how);
      case "bit" -> ofTypes(site, TypeOids.BIT, how);
      case "cash" -> ofTypes(site, TypeOids.MONEY, how);
      case "network" -> ofTypes(site, TypeOids.INET, how);
      case "macaddr" -> ofTypes(site, TypeOids.MACADDR, how);
      case "macaddr8" -> ofTypes(site, TypeOids.MACADDR8, how);
      case "pg_lsn" -> ofTypes(site, TypeOids.PG_LSN, how);
      case "jsonb" -> ofTypes(site, TypeOids.JSONB, how);
      case "tsvector" -> ofTypes(site, TypeOids.TSVECTOR, how);
      case "tsquery" -> ofTypes(site, TypeOids.TSQUERY, how);
      case "array", "enum", "range", "multirange", "record" ->
          site.arguments() == 0 ? null : ofTypes(site, site.argumentType(0), how);
      default -> null;
    };
  }

  private static ScalarFunction ofIntegers(Comparison how) {
    return switch (how) {
      case EQUAL -> (c, a, r) -> r.setBoolean(a[0].bits == a[1].bits);
      case NOT_EQUAL -> (c, a, r) -> r.setBoolean(a[0].bits != a[1].bits);
      case LESS -> (c, a, r) -> r.setBoolean(a[0].bits < a[1].bits);
      case LESS_OR_EQUAL -> (c, a, r) -> r.setBoolean(a[0].bits <= a[1].bits);
      case GREATER -> (c, a, r) -> r.setBoolean(a[0].bits > a[1].bits);
      case GREATER_OR_EQUAL -> (c, a, r) -> r.setBoolean(a[0].bits >= a[1].bits);
      case ORDER -> (c, a, r) -> r.setLong(Long.compare(a[0].bits, a[1].bits));
      case LARGER -> (c, a, r) -> r.setLong(Math.max(a[0].bits, a[1].bits));
      case SMALLER -> (c, a, r) -> r.setLong(Math.min(a[0].bits, a[1].bits));
    };
  }

  private static ScalarFunction ofTypes(CallSite site, int oid, Comparison how) {
    SqlType type = site.types().valueType(oid);
    return switch (how) {
      case EQUAL -> (c, a, r) -> r.setBoolean(type.equal(a[0], a[1]));
      case NOT_EQUAL -> (c, a, r) -> r.setBoolean(!type.equal(a[0], a[1]));
      case LESS -> (c, a, r) -> r.setBoolean(type.compare(a[0], a[1]) < 0);
      case LESS_OR_EQUAL -> (c, a, r) -> r.setBoolean(type.compare(a[0], a[1]) <= 0);
      case GREATER -> (c, a, r) -> r.setBoolean(type.compare(a[0], a[1]) > 0);
      case GREATER_OR_EQUAL -> (c, a, r) -> r.setBoolean(type.compare(a[0], a[1]) >= 0);
      case ORDER -> (c, a, r) -> r.setLong(Integer.signum(type.compare(a[0], a[1])));
      case LARGER -> (c, a, r) -> r.set(type.compare(a[0], a[1]) >= 0 ? a[0] : a[1]);
      case SMALLER -> (c, a, r) -> r.set(type.compare(a[0], a[1]) <= 0 ? a[0] : a[1]);
    };
  }

  /** A comparison from a function that gives the order of its arguments. */
  static ScalarFunction fromOrder(ScalarFunction order, String key) {
    Comparison how = suffix(key);
    return how == null || how == Comparison.ORDER ? order : fromOrder(order, how);
  }

  private static ScalarFunction fromOrder(ScalarFunction order, Comparison how) {
    return (c, a, r) -> {
      order.call(c, a, r);
      long sign = r.bits;
      r.setBoolean(
          switch (how) {
            case EQUAL -> sign == 0;
            case NOT_EQUAL -> sign != 0;
            case LESS -> sign < 0;
            case LESS_OR_EQUAL -> sign <= 0;
            case GREATER -> sign > 0;
            case GREATER_OR_EQUAL -> sign >= 0;
            case ORDER, LARGER, SMALLER -> throw new IllegalStateException("not a test");
          });
    };
  }

  private static final ScalarFunction FLOAT48 =
      (c, a, r) -> r.setLong(order(a[0].floatValue(), a[1].doubleValue()));

  private static final ScalarFunction FLOAT84 =
      (c, a, r) -> r.setLong(order(a[0].doubleValue(), a[1].floatValue()));

  /** PostgreSQL's order of floats: all NaN are equal and above all, and -0 equals 0. */
  static int order(double left, double right) {
    if (left < right) {
      return -1;
    }
    if (left > right) {
      return 1;
    }
    return left == right ? 0 : Boolean.compare(Double.isNaN(left), Double.isNaN(right));
  }
}
