package dev.postern.backend.type;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import java.util.List;

/** Names of types as format_type() shows them, and the meaning of their modifiers. */
public final class TypeNames {
  private static final int MAXIMUM_CHARACTERS = 10_485_760;
  private static final int MAXIMUM_BITS = 83_886_080;
  private static final int MAXIMUM_PRECISION = 1000;

  private TypeNames() {}

  /** The name without a modifier: {@code character varying}, {@code integer[]}. */
  public static String format(SqlType type) {
    return format(type, -1, false);
  }

  /** The name with its modifier: {@code numeric(12,2)}, {@code timestamp(3) without time zone}. */
  public static String format(SqlType type, int typmod) {
    return format(type, typmod, true);
  }

  private static String format(SqlType type, int typmod, boolean given) {
    if (type instanceof ArrayType array && !(type instanceof VectorType)) {
      return format(array.element(), typmod, given) + "[]";
    }
    String modifier = typmod < 0 ? "" : modifier(type, typmod);
    boolean bare = given && typmod < 0;
    return switch (type.oid()) {
      case TypeOids.BOOL -> "boolean";
      case TypeOids.INT2 -> "smallint";
      case TypeOids.INT4 -> "integer";
      case TypeOids.INT8 -> "bigint";
      case TypeOids.FLOAT4 -> "real";
      case TypeOids.FLOAT8 -> "double precision";
      case TypeOids.CHAR -> "\"char\"";
      case TypeOids.ANY -> "\"any\"";
      case TypeOids.BPCHAR -> bare ? "bpchar" : "character" + modifier;
      case TypeOids.VARCHAR -> "character varying" + modifier;
      case TypeOids.BIT -> bare ? "\"bit\"" : "bit" + modifier;
      case TypeOids.VARBIT -> "bit varying" + modifier;
      case TypeOids.TIME -> "time" + modifier + " without time zone";
      case TypeOids.TIMETZ -> "time" + modifier + " with time zone";
      case TypeOids.TIMESTAMP -> "timestamp" + modifier + " without time zone";
      case TypeOids.TIMESTAMPTZ -> "timestamp" + modifier + " with time zone";
      default -> quoted(type.name()) + modifier;
    };
  }

  /** A name in double quotes where it needs them; words of SQL are not looked at. */
  private static String quoted(String name) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (!(c >= 'a' && c <= 'z' || c == '_' || i > 0 && c >= '0' && c <= '9')) {
        return '"' + name.replace("\"", "\"\"") + '"';
      }
    }
    return name;
  }

  /** What stands after the name (typmodout): {@code (12,2)}; empty for types without modifiers. */
  public static String modifier(SqlType type, int typmod) {
    if (typmod < 0) {
      return "";
    }
    return switch (type.oid()) {
      case TypeOids.BPCHAR, TypeOids.VARCHAR -> typmod >= 4 ? "(" + (typmod - 4) + ")" : "";
      case TypeOids.NUMERIC ->
          typmod >= 4
              ? "(" + NumericType.precision(typmod) + "," + NumericType.scale(typmod) + ")"
              : "";
      case TypeOids.BIT,
          TypeOids.VARBIT,
          TypeOids.TIME,
          TypeOids.TIMETZ,
          TypeOids.TIMESTAMP,
          TypeOids.TIMESTAMPTZ ->
          "(" + typmod + ")";
      case TypeOids.INTERVAL -> IntervalModifier.format(typmod);
      default ->
          type instanceof ArrayType array && !(type instanceof VectorType)
              ? modifier(array.element(), typmod)
              : "";
    };
  }

  /**
   * The typmod that modifiers in parentheses make (typmodin). Throws PostgreSQL's errors: 42601
   * where the type takes none, 22023 where they are out of range.
   *
   * @param modifiers constants in text form
   * @return -1 for none
   */
  public static int typmod(SqlType type, List<String> modifiers) {
    if (modifiers.isEmpty()) {
      return -1;
    }
    SqlType plain =
        type instanceof ArrayType array && !(type instanceof VectorType) ? array.element() : type;
    return switch (plain.oid()) {
      case TypeOids.VARCHAR -> length(modifiers, "varchar", MAXIMUM_CHARACTERS) + 4;
      case TypeOids.BPCHAR -> length(modifiers, "char", MAXIMUM_CHARACTERS) + 4;
      case TypeOids.BIT -> length(modifiers, "bit", MAXIMUM_BITS);
      case TypeOids.VARBIT -> length(modifiers, "varbit", MAXIMUM_BITS);
      case TypeOids.NUMERIC -> numeric(modifiers);
      case TypeOids.TIME -> precision(modifiers, "TIME", "");
      case TypeOids.TIMETZ -> precision(modifiers, "TIME", " WITH TIME ZONE");
      case TypeOids.TIMESTAMP -> precision(modifiers, "TIMESTAMP", "");
      case TypeOids.TIMESTAMPTZ -> precision(modifiers, "TIMESTAMP", " WITH TIME ZONE");
      case TypeOids.INTERVAL -> IntervalModifier.typmod(integers(modifiers));
      default ->
          throw new SqlError(
              SqlState.SYNTAX_ERROR,
              "type modifier is not allowed for type \"" + type.name() + "\"");
    };
  }

  /**
   * The warning that goes with {@link #typmod} where a precision of seconds is cut to 6, or an
   * empty string.
   */
  public static String precisionWarning(SqlType type, List<String> modifiers) {
    String words =
        switch (type.oid()) {
          case TypeOids.TIME, TypeOids.TIMETZ -> "TIME";
          case TypeOids.TIMESTAMP, TypeOids.TIMESTAMPTZ -> "TIMESTAMP";
          case TypeOids.INTERVAL -> "INTERVAL";
          default -> "";
        };
    if (words.isEmpty() || modifiers.isEmpty()) {
      return "";
    }
    int precision = integers(modifiers)[modifiers.size() - 1];
    boolean interval = type.oid() == TypeOids.INTERVAL;
    if (precision <= 6 || interval && modifiers.size() < 2) {
      return "";
    }
    boolean zoned = type.oid() == TypeOids.TIMETZ || type.oid() == TypeOids.TIMESTAMPTZ;
    return words
        + "("
        + precision
        + ")"
        + (zoned ? " WITH TIME ZONE" : "")
        + " precision reduced to maximum allowed, 6";
  }

  private static int[] integers(List<String> modifiers) {
    int[] numbers = new int[modifiers.size()];
    for (int i = 0; i < numbers.length; i++) {
      byte[] text = modifiers.get(i).getBytes(java.nio.charset.StandardCharsets.UTF_8);
      numbers[i] =
          (int)
              IntegerText.parse(
                  text, 0, text.length, Integer.MIN_VALUE, Integer.MAX_VALUE, "integer");
    }
    return numbers;
  }

  private static int single(List<String> modifiers) {
    int[] numbers = integers(modifiers);
    if (numbers.length != 1) {
      throw InputErrors.invalidParameter("invalid type modifier");
    }
    return numbers[0];
  }

  private static int length(List<String> modifiers, String words, int maximum) {
    int length = single(modifiers);
    if (length < 1) {
      throw InputErrors.invalidParameter("length for type " + words + " must be at least 1");
    }
    if (length > maximum) {
      throw InputErrors.invalidParameter("length for type " + words + " cannot exceed " + maximum);
    }
    return length;
  }

  private static int precision(List<String> modifiers, String words, String zone) {
    int precision = single(modifiers);
    if (precision < 0) {
      throw InputErrors.invalidParameter(
          words + "(" + precision + ")" + zone + " precision must not be negative");
    }
    return Math.min(precision, 6);
  }

  private static int numeric(List<String> modifiers) {
    int[] numbers = integers(modifiers);
    if (numbers.length > 2) {
      throw InputErrors.invalidParameter("invalid NUMERIC type modifier");
    }
    int precision = numbers[0];
    int scale = numbers.length == 2 ? numbers[1] : 0;
    if (precision < 1 || precision > MAXIMUM_PRECISION) {
      throw InputErrors.invalidParameter(
          "NUMERIC precision " + precision + " must be between 1 and " + MAXIMUM_PRECISION);
    }
    if (scale < -MAXIMUM_PRECISION || scale > MAXIMUM_PRECISION) {
      throw InputErrors.invalidParameter(
          "NUMERIC scale "
              + scale
              + " must be between -"
              + MAXIMUM_PRECISION
              + " and "
              + MAXIMUM_PRECISION);
    }
    return NumericType.typmod(precision, scale);
  }
}
