package dev.postern.backend.sql;

import dev.postern.backend.error.SqlError;
import java.util.List;

/** Text to syntax trees. */
public final class SqlParser {
  private SqlParser() {}

  /**
   * Reads every statement of a text; empty statements leave nothing.
   *
   * @param text UTF-8
   * @param offset where the statement text begins
   * @param length its length in bytes
   * @throws SqlError as PostgreSQL's parser would, with the position in characters
   */
  public static List<ParsedStatement> parse(byte[] text, int offset, int length) {
    throw SqlError.notSupported("SQL");
  }

  /** Reads one expression, such as a stored default or check. */
  public static Expression parseExpression(String text) {
    throw SqlError.notSupported("SQL");
  }

  /** Reads a type name with modifiers and array bounds, such as {@code numeric(10,2)[]}. */
  public static TypeName parseTypeName(String text) {
    throw SqlError.notSupported("SQL");
  }
}
