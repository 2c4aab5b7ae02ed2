package dev.postern.proxy.client;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.ParsedStatement;
import dev.postern.backend.sql.SessionStatement.LoadStatement;
import dev.postern.router.Statement;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Cuts a text at its semicolons; the word {@code syntax} is a syntax error. */
final class ScriptedStatements implements StatementSource {
  @Override
  public Statement prepared(byte[] source, int offset, int length) {
    return simple(source, offset, length);
  }

  @Override
  public Statement simple(byte[] source, int offset, int length) {
    byte[] text = Arrays.copyOfRange(source, offset, offset + length);
    if (new String(text, StandardCharsets.UTF_8).contains("syntax")) {
      throw new SqlError(SqlState.SYNTAX_ERROR, "syntax error").at(1);
    }
    List<ParsedStatement> statements = new ArrayList<>();
    int start = 0;
    for (int i = 0; i <= text.length; i++) {
      if (i == text.length || text[i] == ';') {
        String piece = new String(text, start, i - start, StandardCharsets.UTF_8);
        if (!piece.isBlank()) {
          statements.add(new ParsedStatement(new LoadStatement(0, piece.strip()), start, 0, 0));
        }
        start = i + 1;
      }
    }
    return new Statement(text, statements, Statement.Kind.OTHER, null);
  }
}
