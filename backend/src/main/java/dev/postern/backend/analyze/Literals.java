package dev.postern.backend.analyze;

import dev.postern.backend.analyze.TypedExpression.Constant;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.sql.Expression;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.SqlType;
import dev.postern.backend.type.TypeOids;
import java.nio.charset.StandardCharsets;

/** Constants: what literals mean, and what an untyped one becomes once its type is known. */
final class Literals {
  private final Analysis analysis;

  Literals(Analysis analysis) {
    this.analysis = analysis;
  }

  /** A literal as written (PostgreSQL's make_const). */
  Constant constant(Expression.Constant literal) {
    return switch (literal) {
      case Expression.IntegerConstant c -> ofBits(analysis.int4Type, c.value());
      case Expression.NumericConstant c -> number(c);
      case Expression.StringConstant c -> unknown(c.value());
      case Expression.BooleanConstant c -> ofBits(analysis.booleanType, c.value() ? 1 : 0);
      case Expression.NullConstant _ -> ofNull(analysis.unknownType);
      case Expression.BitStringConstant c ->
          read(
              (c.hexadecimal() ? "x" : "b") + c.digits(),
              analysis.type(TypeOids.BIT),
              -1,
              c.position());
    };
  }

  private Constant number(Expression.NumericConstant literal) {
    String text = literal.text();
    try {
      long value = integer(text);
      return value == (int) value
          ? ofBits(analysis.int4Type, value)
          : ofBits(analysis.int8Type, value);
    } catch (NumberFormatException e) {
      return read(text, analysis.type(TypeOids.NUMERIC), -1, literal.position());
    }
  }

  private static long integer(String text) {
    int start = text.startsWith("-") ? 1 : 0;
    if (text.length() > start + 2 && text.charAt(start) == '0') {
      int radix =
          switch (text.charAt(start + 1)) {
            case 'x', 'X' -> 16;
            case 'o', 'O' -> 8;
            case 'b', 'B' -> 2;
            default -> 10;
          };
      if (radix != 10) {
        return Long.parseLong(text.substring(0, start) + text.substring(start + 2), radix);
      }
    }
    return Long.parseLong(text);
  }

  Constant ofBits(SqlType type, long bits) {
    return new Constant(type, -1, false, bits, null);
  }

  Constant ofBoolean(boolean value) {
    return ofBits(analysis.booleanType, value ? 1 : 0);
  }

  Constant ofNull(SqlType type) {
    return new Constant(type, -1, true, 0, null);
  }

  Constant ofNull(SqlType type, int typmod) {
    return new Constant(type, typmod, true, 0, null);
  }

  Constant unknown(String text) {
    return new Constant(analysis.unknownType, -1, false, 0, text.getBytes(StandardCharsets.UTF_8));
  }

  Constant ofText(String text) {
    return new Constant(analysis.textType, -1, false, 0, text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Reads a type's text form.
   *
   * @param typmod given to the input function
   * @throws SqlError of the input function, at the position
   */
  Constant read(String text, SqlType type, int typmod, int position) {
    return read(text.getBytes(StandardCharsets.UTF_8), type, typmod, position);
  }

  /** An untyped literal as a value of a type. */
  Constant typed(Constant unknown, SqlType type, int typmod, int position) {
    byte[] bytes = unknown.bytes();
    return unknown.isNull() || bytes == null
        ? ofNull(type, typmod)
        : read(bytes, type, typmod, position);
  }

  private Constant read(byte[] text, SqlType type, int typmod, int position) {
    Datum value = new Datum();
    try {
      type.input(text, 0, text.length, typmod, analysis.style(), value);
    } catch (SqlError e) {
      throw analysis.at(e, position);
    }
    if (value.isNull) {
      return ofNull(type, typmod);
    }
    return type.byValue()
        ? new Constant(type, typmod, false, value.bits, null)
        : new Constant(type, typmod, false, 0, value.copyBytes());
  }
}
