package dev.postern.backend.plan;

import dev.postern.backend.analyze.TypedExpression;
import dev.postern.backend.analyze.TypedExpression.Column;
import dev.postern.backend.analyze.TypedExpression.Relabel;
import dev.postern.backend.function.OperatorDescriptor;
import dev.postern.backend.type.SqlType;
import dev.postern.backend.type.TypeOids;
import org.jspecify.annotations.Nullable;

/**
 * Which types share one key form ({@code SqlType.writeKey}): values of them that are equal, or
 * less, by their operators are so by their key bytes too. What lets {@code int8column = int4value}
 * use an index.
 */
final class KeyForms {
  /** Oid of the schema pg_catalog. */
  private static final int PG_CATALOG = 11;

  private KeyForms() {}

  /** Which comparison an operator of pg_catalog is, or null. */
  static @Nullable String comparison(OperatorDescriptor operator) {
    if (operator.namespace() != PG_CATALOG) {
      return null;
    }
    return switch (operator.name()) {
      case "=", "<", "<=", ">", ">=" -> operator.name();
      default -> null;
    };
  }

  static String commuted(String comparison) {
    return switch (comparison) {
      case "<" -> ">";
      case "<=" -> ">=";
      case ">" -> "<";
      case ">=" -> "<=";
      default -> comparison;
    };
  }

  /** Whether an operator over these two types compares as their common key form does. */
  static boolean comparable(int left, int right) {
    return left == right || group(left) != 0 && group(left) == group(right);
  }

  /** Whether values of {@code from} must be checked to fit {@code key} before they are a key. */
  static boolean narrows(SqlType from, SqlType key) {
    return from.byValue() && key.byValue() && from.width() > key.width();
  }

  private static int group(int type) {
    return switch (type) {
      case TypeOids.INT2, TypeOids.INT4, TypeOids.INT8 -> 1;
      case TypeOids.TEXT, TypeOids.VARCHAR, TypeOids.NAME -> 2;
      case TypeOids.OID,
          TypeOids.REGCLASS,
          TypeOids.REGTYPE,
          TypeOids.REGPROC,
          TypeOids.REGNAMESPACE,
          TypeOids.REGROLE ->
          3;
      default -> 0;
    };
  }

  /** The column that an expression is, looking through casts that change nothing; or null. */
  static @Nullable Column column(TypedExpression expression) {
    TypedExpression inner = expression;
    while (inner instanceof Relabel relabel) {
      if (!comparable(relabel.argument().type().oid(), relabel.type().oid())) {
        return null;
      }
      inner = relabel.argument();
    }
    return inner instanceof Column column ? column : null;
  }
}
