package dev.postern.backend.sql;

import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.Expression.IntegerConstant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Type names (manual, chapter 8, and each statement's {@code data_type}). */
abstract class TypeParser extends NameParser {
  // Bits of an interval's field mask, as the server stores them in the type modifier.
  private static final int YEAR = 1 << 2;
  private static final int MONTH = 1 << 1;
  private static final int DAY = 1 << 3;
  private static final int HOUR = 1 << 10;
  private static final int MINUTE = 1 << 11;
  private static final int SECOND = 1 << 12;

  TypeParser(byte[] text, int offset, int length) {
    super(text, offset, length);
  }

  abstract List<Expression> expressionList();

  static TypeName systemType(int position, String name, List<Expression> modifiers) {
    return new TypeName(position, List.of("pg_catalog", name), false, false, modifiers, List.of());
  }

  static TypeName systemType(int position, String name) {
    return systemType(position, name, List.of());
  }

  /** A type with SETOF and array bounds. */
  final TypeName typeName() {
    return typeName(false);
  }

  /** A type where a function declares one: {@code relation.column%TYPE} is possible too. */
  final TypeName functionType() {
    return typeName(true);
  }

  private TypeName typeName(boolean orPercentType) {
    boolean setOf = accept(Token.SETOF);
    TypeName type = simpleType(orPercentType);
    if (type.percentType()) {
      return new TypeName(type.position(), type.names(), setOf, true, List.of(), List.of());
    }
    List<Integer> bounds = List.of();
    if (token == Token.ARRAY) {
      advance();
      bounds = List.of(-1);
      if (accept(Token.LEFT_BRACKET)) {
        bounds = List.of(integer());
        expect(Token.RIGHT_BRACKET);
      }
    } else if (token == Token.LEFT_BRACKET) {
      bounds = arrayBounds();
    }
    if (!setOf && bounds.isEmpty()) {
      return type;
    }
    return new TypeName(type.position(), type.names(), setOf, false, type.modifiers(), bounds);
  }

  private List<Integer> arrayBounds() {
    int mark = mark();
    while (accept(Token.LEFT_BRACKET)) {
      push(token == Token.RIGHT_BRACKET ? -1 : integer());
      expect(Token.RIGHT_BRACKET);
    }
    return popList(mark);
  }

  /** A type without SETOF and array bounds. */
  final TypeName simpleType(boolean orPercentType) {
    int position = position();
    TypeName type = builtInType(false);
    return type != null ? type : genericType(position, orPercentType);
  }

  private TypeName genericType(int position, boolean orPercentType) {
    String first = typeFunctionName();
    List<String> names = List.of(first);
    if (token == Token.DOT) {
      int mark = mark();
      push(first);
      while (accept(Token.DOT)) {
        push(label());
      }
      names = popList(mark);
      if (orPercentType && token == Token.PERCENT) {
        advance();
        expect(Token.TYPE);
        return new TypeName(position, names, false, true, List.of(), List.of());
      }
    }
    return new TypeName(position, names, false, false, modifiers(), List.of());
  }

  final List<Expression> modifiers() {
    if (!accept(Token.LEFT_PAREN)) {
      return List.of();
    }
    List<Expression> modifiers = expressionList();
    expect(Token.RIGHT_PAREN);
    return modifiers;
  }

  /** Whether the current token, as a word of SQL's own type names, begins a typed constant here. */
  final boolean atConstantType() {
    Token following = peek();
    return switch (token) {
      case INT, INTEGER, SMALLINT, BIGINT, REAL, BOOLEAN, JSON -> following == Token.STRING_LITERAL;
      case FLOAT, DECIMAL, DEC, NUMERIC, INTERVAL, VARCHAR ->
          following == Token.STRING_LITERAL || following == Token.LEFT_PAREN;
      case DOUBLE -> following == Token.PRECISION;
      case BIT, CHARACTER, CHAR, NCHAR ->
          following == Token.STRING_LITERAL
              || following == Token.LEFT_PAREN
              || following == Token.VARYING;
      case NATIONAL -> following == Token.CHARACTER || following == Token.CHAR;
      case TIME, TIMESTAMP ->
          following == Token.STRING_LITERAL
              || following == Token.LEFT_PAREN
              || (following == Token.WITH || following == Token.WITHOUT) && peek(2) == Token.TIME;
      default -> false;
    };
  }

  /**
   * A type with a spelling of its own, or null where the current token begins none.
   *
   * @param forConstant the type stands before a string: char and bit without a length then have no
   *     modifier, and the fields of an interval come after the string
   */
  final @Nullable TypeName builtInType(boolean forConstant) {
    int position = position();
    switch (token) {
      case INT, INTEGER -> {
        return plain(position, "int4");
      }
      case SMALLINT -> {
        return plain(position, "int2");
      }
      case BIGINT -> {
        return plain(position, "int8");
      }
      case REAL -> {
        return plain(position, "float4");
      }
      case BOOLEAN -> {
        return plain(position, "bool");
      }
      case JSON -> {
        return plain(position, "json");
      }
      case DOUBLE -> {
        if (peek() != Token.PRECISION) {
          return null;
        }
        advance();
        advance();
        return systemType(position, "float8");
      }
      case FLOAT -> {
        return floatType(position);
      }
      case DECIMAL, DEC, NUMERIC -> {
        advance();
        return systemType(position, "numeric", modifiers());
      }
      case BIT -> {
        return bitType(position, forConstant);
      }
      case CHARACTER, CHAR, NCHAR, VARCHAR, NATIONAL -> {
        return characterType(position, forConstant);
      }
      case TIME, TIMESTAMP -> {
        return timeType(position);
      }
      case INTERVAL -> {
        advance();
        return intervalType(position, forConstant);
      }
      default -> {
        return null;
      }
    }
  }

  private TypeName plain(int position, String name) {
    advance();
    return systemType(position, name);
  }

  private TypeName floatType(int position) {
    advance();
    if (!accept(Token.LEFT_PAREN)) {
      return systemType(position, "float8");
    }
    int at = position();
    int precision = integer();
    expect(Token.RIGHT_PAREN);
    if (precision < 1) {
      throw error(
          SqlState.INVALID_PARAMETER_VALUE, "precision for type float must be at least 1 bit", at);
    }
    if (precision > 53) {
      throw error(
          SqlState.INVALID_PARAMETER_VALUE,
          "precision for type float must be less than 54 bits",
          at);
    }
    return systemType(position, precision <= 24 ? "float4" : "float8");
  }

  private TypeName bitType(int position, boolean forConstant) {
    advance();
    boolean varying = accept(Token.VARYING);
    String name = varying ? "varbit" : "bit";
    if (token == Token.LEFT_PAREN) {
      return systemType(position, name, modifiers());
    }
    return systemType(position, name, varying || forConstant ? List.of() : one());
  }

  private static List<Expression> one() {
    return List.of(new IntegerConstant(-1, 1));
  }

  private TypeName characterType(int position, boolean forConstant) {
    boolean varying = token == Token.VARCHAR;
    if (accept(Token.NATIONAL)) {
      if (token != Token.CHARACTER && token != Token.CHAR) {
        throw syntaxError();
      }
    }
    advance();
    if (!varying) {
      varying = accept(Token.VARYING);
    }
    String name = varying ? "varchar" : "bpchar";
    if (accept(Token.LEFT_PAREN)) {
      int at = position();
      int length = integer();
      expect(Token.RIGHT_PAREN);
      return systemType(position, name, List.of(new IntegerConstant(at, length)));
    }
    return systemType(position, name, varying || forConstant ? List.of() : one());
  }

  private TypeName timeType(int position) {
    String name = token == Token.TIME ? "time" : "timestamp";
    advance();
    List<Expression> modifiers = List.of();
    if (accept(Token.LEFT_PAREN)) {
      int at = position();
      modifiers = List.of(new IntegerConstant(at, integer()));
      expect(Token.RIGHT_PAREN);
    }
    if (accept(Token.WITH_LA)) {
      expect(Token.TIME, Token.ZONE);
      name = name.equals("time") ? "timetz" : "timestamptz";
    } else if (accept(Token.WITHOUT_LA)) {
      expect(Token.TIME, Token.ZONE);
    }
    return systemType(position, name, modifiers);
  }

  private TypeName intervalType(int position, boolean forConstant) {
    if (accept(Token.LEFT_PAREN)) {
      int at = position();
      int precision = integer();
      expect(Token.RIGHT_PAREN);
      return systemType(
          position,
          "interval",
          List.of(
              new IntegerConstant(-1, TypeName.INTERVAL_FULL_RANGE),
              new IntegerConstant(at, precision)));
    }
    return systemType(position, "interval", forConstant ? List.of() : intervalFields());
  }

  /**
   * {@code YEAR TO MONTH} and the like, as the modifiers of interval; empty where nothing is there.
   */
  final List<Expression> intervalFields() {
    int at = position();
    switch (token) {
      case YEAR -> {
        advance();
        return accept(Token.TO) ? fieldsThrough(at, YEAR, Token.MONTH) : mask(at, YEAR);
      }
      case MONTH -> {
        advance();
        return mask(at, MONTH);
      }
      case DAY -> {
        advance();
        return accept(Token.TO) ? fieldsThrough(at, DAY, token) : mask(at, DAY);
      }
      case HOUR -> {
        advance();
        return accept(Token.TO) ? fieldsThrough(at, HOUR, token) : mask(at, HOUR);
      }
      case MINUTE -> {
        advance();
        return accept(Token.TO) ? fieldsThrough(at, MINUTE, token) : mask(at, MINUTE);
      }
      case SECOND -> {
        return seconds(at, SECOND);
      }
      default -> {
        return List.of();
      }
    }
  }

  private static List<Expression> mask(int at, int mask) {
    return List.of(new IntegerConstant(at, mask));
  }

  /** The fields from {@code first} through the one of the current token. */
  private List<Expression> fieldsThrough(int at, int first, Token last) {
    if (token != last) {
      throw syntaxError();
    }
    if (first == YEAR) {
      advance();
      return mask(at, YEAR | MONTH);
    }
    int hour = first == DAY ? DAY | HOUR : HOUR;
    switch (last) {
      case HOUR -> {
        if (first != DAY) {
          throw syntaxError();
        }
        advance();
        return mask(at, hour);
      }
      case MINUTE -> {
        if (first == MINUTE) {
          throw syntaxError();
        }
        advance();
        return mask(at, hour | MINUTE);
      }
      case SECOND -> {
        return seconds(at, first == MINUTE ? MINUTE | SECOND : hour | MINUTE | SECOND);
      }
      default -> throw syntaxError();
    }
  }

  private List<Expression> seconds(int at, int mask) {
    expect(Token.SECOND);
    if (!accept(Token.LEFT_PAREN)) {
      return mask(at, mask);
    }
    int precisionAt = position();
    int precision = integer();
    expect(Token.RIGHT_PAREN);
    return List.of(new IntegerConstant(at, mask), new IntegerConstant(precisionAt, precision));
  }
}
