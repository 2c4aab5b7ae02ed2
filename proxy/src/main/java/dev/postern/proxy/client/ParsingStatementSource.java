package dev.postern.proxy.client;

import dev.postern.backend.sql.SqlParser;
import java.util.Arrays;

/** Parses every text anew: for tests, and where no cache is wanted. */
public final class ParsingStatementSource implements StatementSource {
  @Override
  public ParsedText statements(byte[] source, int offset, int length) {
    byte[] text = Arrays.copyOfRange(source, offset, offset + length);
    return new ParsedText(text, SqlParser.parse(text, 0, text.length));
  }
}
