package dev.postern.backend.sql;

import dev.postern.backend.error.SqlError;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Text to syntax trees: the way into this package. */
public final class SqlParser {
  private SqlParser() {}

  /**
   * Reads every statement of a text; empty statements leave nothing. The text is not kept.
   *
   * @param text UTF-8
   * @param offset where the statement text begins
   * @param length its length in bytes
   * @throws SqlError as PostgreSQL's parser would, with the position in characters; 54001 where the
   *     statement is nested too deeply
   */
  public static List<ParsedStatement> parse(byte[] text, int offset, int length) {
    try {
      return new StatementParser(text, offset, length).statements();
    } catch (StackOverflowError e) {
      // The depth limit is counted, but the thread's stack may be smaller than usual.
      throw TokenReader.tooDeep();
    }
  }

  /** Reads every statement of a text. */
  public static List<ParsedStatement> parse(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return parse(bytes, 0, bytes.length);
  }

  /** Reads one expression, such as a stored default or check. */
  public static Expression parseExpression(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    try {
      return new StatementParser(bytes, 0, bytes.length).wholeExpression();
    } catch (StackOverflowError e) {
      throw TokenReader.tooDeep();
    }
  }

  /** Reads a type name with modifiers and array bounds, such as {@code numeric(10,2)[]}. */
  public static TypeName parseTypeName(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    try {
      return new StatementParser(bytes, 0, bytes.length).wholeTypeName();
    } catch (StackOverflowError e) {
      throw TokenReader.tooDeep();
    }
  }
}
