package dev.postern.backend.sql;

import dev.postern.backend.sql.Expression.IntegerConstant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Type names as SQL: the standard's spelling where the parser turned one into a catalog name. */
abstract class TypeDeparser extends SqlWriter {
  abstract SqlWriter expressions(List<? extends Expression> list);

  final SqlWriter type(TypeName type) {
    putIf(type.setOf(), "SETOF ");
    baseType(type);
    putIf(type.percentType(), "%TYPE");
    for (int bound : type.arrayBounds()) {
      put("[");
      if (bound >= 0) {
        put(bound);
      }
      put("]");
    }
    return this;
  }

  final SqlWriter types(List<TypeName> types) {
    return list(types, this::type);
  }

  private void baseType(TypeName type) {
    List<String> names = type.names();
    boolean system = names.size() == 2 && names.get(0).equals("pg_catalog");
    if (!system || !systemType(type)) {
      qualified(names);
      modifiers(type.modifiers());
    }
  }

  private void modifiers(List<Expression> modifiers) {
    if (!modifiers.isEmpty()) {
      put("(");
      expressions(modifiers).put(")");
    }
  }

  /** Writes a type of pg_catalog in SQL's words; false where it has none. */
  private boolean systemType(TypeName type) {
    List<Expression> modifiers = type.modifiers();
    boolean none = modifiers.isEmpty();
    boolean plainNumber = modifiers.size() == 1 && modifiers.get(0) instanceof IntegerConstant;
    switch (type.name()) {
      case "int4" -> {
        return word(none, "integer");
      }
      case "int2" -> {
        return word(none, "smallint");
      }
      case "int8" -> {
        return word(none, "bigint");
      }
      case "float4" -> {
        return word(none, "real");
      }
      case "float8" -> {
        return word(none, "double precision");
      }
      case "bool" -> {
        return word(none, "boolean");
      }
      case "json" -> {
        return word(none, "json");
      }
      case "numeric" -> {
        put("numeric");
        modifiers(modifiers);
        return true;
      }
      case "varchar" -> {
        return word(none || plainNumber, "character varying") && modified(modifiers);
      }
      case "bpchar" -> {
        return word(plainNumber, "character") && modified(modifiers);
      }
      case "bit" -> {
        return word(!none, "bit") && modified(modifiers);
      }
      case "varbit" -> {
        put("bit varying");
        return modified(modifiers);
      }
      case "time" -> {
        return word(none || plainNumber, "time") && modified(modifiers);
      }
      case "timestamp" -> {
        return word(none || plainNumber, "timestamp") && modified(modifiers);
      }
      case "timetz" -> {
        return zoned(none || plainNumber, "time", modifiers);
      }
      case "timestamptz" -> {
        return zoned(none || plainNumber, "timestamp", modifiers);
      }
      case "interval" -> {
        return interval(modifiers, null);
      }
      default -> {
        return false;
      }
    }
  }

  /** {@code INTERVAL 'text' fields}, where only that spelling will do. */
  final void intervalConstant(Expression.TypeCast cast) {
    interval(cast.type().modifiers(), ((Expression.StringConstant) cast.argument()).value());
  }

  /** {@code interval [text] fields}; false where the modifiers are not those of any spelling. */
  private boolean interval(List<Expression> modifiers, @Nullable String text) {
    String fields = "";
    boolean precise = false;
    if (!modifiers.isEmpty()) {
      boolean numbers = modifiers.stream().allMatch(m -> m instanceof IntegerConstant);
      if (!numbers || modifiers.size() > 2) {
        return false;
      }
      int mask = ((IntegerConstant) modifiers.get(0)).value();
      precise = modifiers.size() == 2;
      fields = precise && mask == TypeName.INTERVAL_FULL_RANGE ? "" : intervalFields(mask);
      if (fields == null || precise && !fields.isEmpty() && !fields.endsWith("SECOND")) {
        return false;
      }
    }
    String precision = precise ? "(" + ((IntegerConstant) modifiers.get(1)).value() + ")" : "";
    put("interval").putIf(fields.isEmpty(), precision);
    if (text != null) {
      put(" ").string(text);
    }
    if (!fields.isEmpty()) {
      put(" ").put(fields).put(precision);
    }
    return true;
  }

  /** The words of an interval's field mask, or null. */
  private static @Nullable String intervalFields(int mask) {
    return switch (mask) {
      case 1 << 2 -> "YEAR";
      case 1 << 1 -> "MONTH";
      case 1 << 3 -> "DAY";
      case 1 << 10 -> "HOUR";
      case 1 << 11 -> "MINUTE";
      case 1 << 12 -> "SECOND";
      case 1 << 2 | 1 << 1 -> "YEAR TO MONTH";
      case 1 << 3 | 1 << 10 -> "DAY TO HOUR";
      case 1 << 3 | 1 << 10 | 1 << 11 -> "DAY TO MINUTE";
      case 1 << 3 | 1 << 10 | 1 << 11 | 1 << 12 -> "DAY TO SECOND";
      case 1 << 10 | 1 << 11 -> "HOUR TO MINUTE";
      case 1 << 10 | 1 << 11 | 1 << 12 -> "HOUR TO SECOND";
      case 1 << 11 | 1 << 12 -> "MINUTE TO SECOND";
      default -> null;
    };
  }

  private boolean word(boolean fits, String word) {
    putIf(fits, word);
    return fits;
  }

  private boolean modified(List<Expression> modifiers) {
    modifiers(modifiers);
    return true;
  }

  private boolean zoned(boolean fits, String word, List<Expression> modifiers) {
    if (fits) {
      put(word);
      modifiers(modifiers);
      put(" with time zone");
    }
    return fits;
  }
}
