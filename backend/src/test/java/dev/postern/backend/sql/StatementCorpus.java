package dev.postern.backend.sql;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;

/** One statement of every kind, and wrong ones made from them. */
final class StatementCorpus {
  private StatementCorpus() {}

  static List<String> statements() {
    try (InputStream in = StatementCorpus.class.getResourceAsStream("statements.sql")) {
      String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
      return text.lines().filter(line -> !line.isBlank()).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A statement with one to three tokens dropped, doubled, swapped, replaced, or cut off. */
  static String mutation(List<String> statements, Random random) {
    List<String> tokens = tokens(statements.get(random.nextInt(statements.size())));
    List<String> other = tokens(statements.get(random.nextInt(statements.size())));
    int changes = 1 + random.nextInt(3);
    for (int i = 0; i < changes && !tokens.isEmpty(); i++) {
      int at = random.nextInt(tokens.size());
      switch (random.nextInt(5)) {
        case 0 -> tokens.remove(at);
        case 1 -> tokens.add(at, tokens.get(at));
        case 2 -> tokens.add(at, other.get(random.nextInt(other.size())));
        case 3 -> tokens.set(at, other.get(random.nextInt(other.size())));
        default -> tokens = new ArrayList<>(tokens.subList(0, at));
      }
    }
    return String.join(" ", tokens);
  }

  private static List<String> tokens(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    Lexer lexer = new Lexer(bytes, 0, bytes.length);
    List<String> tokens = new ArrayList<>();
    for (lexer.advance(); lexer.token != Token.END_OF_INPUT; lexer.advance()) {
      int length = lexer.tokenEnd - lexer.tokenStart;
      tokens.add(new String(bytes, lexer.tokenStart, length, StandardCharsets.UTF_8));
    }
    return tokens;
  }
}
