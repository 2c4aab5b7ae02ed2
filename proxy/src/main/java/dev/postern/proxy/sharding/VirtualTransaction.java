package dev.postern.proxy.sharding;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A transaction block that has not touched any shard: the statements to begin it with when it does.
 */
final class VirtualTransaction {
  /** Characters of statements that are remembered. */
  private static final int MAX_CHARACTERS = 1 << 20;

  private final List<String> texts = new ArrayList<>();
  private final List<String> savepoints = new ArrayList<>();
  private int characters;
  private boolean failed;

  VirtualTransaction(String begin) {
    add(begin);
  }

  private void add(String text) {
    characters += text.length();
    if (characters > MAX_CHARACTERS) {
      throw new SqlError(
          SqlState.PROGRAM_LIMIT_EXCEEDED,
          "too many statements before the first on a shard in one transaction");
    }
    texts.add(text);
  }

  boolean failed() {
    return failed;
  }

  void fail() {
    failed = true;
  }

  byte status() {
    return (byte) (failed ? 'E' : 'T');
  }

  /** Whether it consists of BEGIN alone. */
  boolean isPlain() {
    return texts.size() == 1;
  }

  String begin() {
    return texts.getFirst();
  }

  void savepoint(String name, String text) {
    add(text);
    savepoints.add(name);
  }

  /**
   * @throws SqlError 3B001
   */
  void release(String name, String text) {
    int at = indexOf(name);
    add(text);
    savepoints.subList(at, savepoints.size()).clear();
  }

  /**
   * @throws SqlError 3B001
   */
  void rollbackTo(String name, String text) {
    int at = indexOf(name);
    add(text);
    savepoints.subList(at + 1, savepoints.size()).clear();
    failed = false;
  }

  private int indexOf(String name) {
    int at = savepoints.lastIndexOf(name);
    if (at < 0) {
      throw new SqlError(
          SqlState.INVALID_SAVEPOINT_SPECIFICATION, "savepoint \"" + name + "\" does not exist");
    }
    return at;
  }

  /** A setting of the transaction, found good. */
  void set(String text) {
    add(text);
  }

  /**
   * All of it as one query string.
   *
   * @param more a statement to follow, or nothing
   */
  byte[] script(String more) {
    StringBuilder script = new StringBuilder();
    for (String text : texts) {
      // On a line of its own, as the text before may end with a comment.
      script.append(text).append("\n;\n");
    }
    return script.append(more).toString().getBytes(StandardCharsets.UTF_8);
  }
}
