package dev.postern.backend.sql;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** PostgreSQL 18's key words: what {@code pg_get_keywords()} lists, and the lexer's look-up. */
public final class Keywords {
  /** How far a key word is reserved. */
  public enum Category {
    UNRESERVED('U', "unreserved"),
    COLUMN_NAME('C', "unreserved (cannot be function or type name)"),
    TYPE_FUNCTION_NAME('T', "reserved (can be function or type name)"),
    RESERVED('R', "reserved");

    private final char code;
    private final String description;

    Category(char code, String description) {
      this.code = code;
      this.description = description;
    }

    /** Column {@code catcode} of {@code pg_get_keywords()}. */
    public char code() {
      return code;
    }

    /** Column {@code catdesc} of {@code pg_get_keywords()}. */
    public String description() {
      return description;
    }
  }

  /**
   * A key word.
   *
   * @param word in lower case
   * @param bareLabel may be a column label without AS
   */
  public record Keyword(String word, Category category, boolean bareLabel) {}

  static final int LONGEST = 17;

  private static final int SLOTS = 4096;
  private static final Token[] TOKENS = Token.values();
  private static final short[] TABLE = new short[SLOTS];
  private static final byte[][] WORDS = new byte[Token.NOT_LA.ordinal()][];
  private static final String[] NAMES = new String[Token.NOT_LA.ordinal()];

  static {
    for (int i = 0; i < WORDS.length; i++) {
      String name = TOKENS[i].name().toLowerCase(Locale.ROOT);
      byte[] word = name.getBytes(StandardCharsets.US_ASCII);
      int hash = 0;
      for (byte b : word) {
        hash = mix(hash, b);
      }
      int slot = slot(hash);
      while (TABLE[slot] != 0) {
        slot = (slot + 1) & (SLOTS - 1);
      }
      TABLE[slot] = (short) (i + 1);
      WORDS[i] = word;
      NAMES[i] = name;
    }
  }

  private Keywords() {}

  /** All key words in alphabetical order. */
  public static List<Keyword> all() {
    List<Keyword> list = new ArrayList<>(WORDS.length);
    for (int i = 0; i < WORDS.length; i++) {
      Category category = TOKENS[i].category;
      if (category != null) {
        list.add(new Keyword(NAMES[i], category, TOKENS[i].bareLabel));
      }
    }
    return List.copyOf(list);
  }

  /** The key word spelled {@code word} (in lower case), or null. */
  public static @Nullable Keyword find(String word) {
    byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
    int hash = 0;
    for (byte b : bytes) {
      hash = mix(hash, b);
    }
    Token token = bytes.length == 0 ? null : lookUp(bytes, 0, bytes.length, hash);
    if (token == null || token.category == null || !NAMES[token.ordinal()].equals(word)) {
      return null;
    }
    return new Keyword(word, token.category, token.bareLabel);
  }

  /** The word of a key word's token, in lower case, always the same String. */
  static String word(Token token) {
    return NAMES[token.ordinal()];
  }

  /** One step of the hash over a word's bytes; letters count alike in both cases. */
  static int mix(int hash, int b) {
    return hash * 31 + (b | 0x20);
  }

  private static int slot(int hash) {
    return (hash ^ (hash >>> 12)) & (SLOTS - 1);
  }

  /**
   * The key word written at {@code start} in any case, or null; {@code hash} is that of its bytes.
   */
  static @Nullable Token lookUp(byte[] text, int start, int length, int hash) {
    if (length > LONGEST) {
      return null;
    }
    int slot = slot(hash);
    for (int entry = TABLE[slot]; entry != 0; entry = TABLE[slot]) {
      byte[] word = WORDS[entry - 1];
      if (word.length == length && sameLetters(word, text, start)) {
        return TOKENS[entry - 1];
      }
      slot = (slot + 1) & (SLOTS - 1);
    }
    return null;
  }

  private static boolean sameLetters(byte[] word, byte[] text, int start) {
    for (int i = 0; i < word.length; i++) {
      int b = text[start + i];
      if (b >= 'A' && b <= 'Z') {
        b += 'a' - 'A';
      }
      if (b != word[i]) {
        return false;
      }
    }
    return true;
  }
}
