package dev.postern.backend.function;

/** The names that format_type() shows for types without a typmod. */
public final class TypeDisplay {
  private TypeDisplay() {}

  /**
   * A type's name as messages show it, for types that need no schema before them.
   *
   * @return {@code ???} where there is no such type, {@code -} for OID 0
   */
  public static String name(TypeFacts types, int oid) {
    if (oid == 0) {
      return "-";
    }
    TypeDescriptor type = types.type(oid);
    if (type == null) {
      return "???";
    }
    TypeDescriptor element = type.isArray() ? types.type(type.element()) : null;
    return element == null ? plain(type) : plain(element) + "[]";
  }

  private static String plain(TypeDescriptor type) {
    if (type.namespace() == FunctionCatalog.PG_CATALOG) {
      String standard = standard(type.oid());
      if (!standard.isEmpty()) {
        return standard;
      }
    }
    return quoted(type.name());
  }

  /** The SQL spelling of a built-in type, or the empty string. */
  private static String standard(int oid) {
    return switch (oid) {
      case 16 -> "boolean";
      case 18 -> "\"char\"";
      case 20 -> "bigint";
      case 21 -> "smallint";
      case 23 -> "integer";
      case 700 -> "real";
      case 701 -> "double precision";
      case 1042 -> "character";
      case 1043 -> "character varying";
      case 1083 -> "time without time zone";
      case 1114 -> "timestamp without time zone";
      case 1184 -> "timestamp with time zone";
      case 1266 -> "time with time zone";
      case 1560 -> "bit";
      case 1562 -> "bit varying";
      case 1700 -> "numeric";
      default -> "";
    };
  }

  private static String quoted(String name) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean plain = c >= 'a' && c <= 'z' || c == '_' || i > 0 && c >= '0' && c <= '9';
      if (!plain) {
        return '"' + name.replace("\"", "\"\"") + '"';
      }
    }
    return name;
  }
}
