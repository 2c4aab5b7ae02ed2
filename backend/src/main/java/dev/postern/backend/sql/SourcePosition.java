package dev.postern.backend.sql;

/** Byte offsets in a statement's text, and the character positions that errors carry. */
public final class SourcePosition {
  private SourcePosition() {}

  /**
   * The position for field {@code P} of ErrorResponse.
   *
   * @param text UTF-8
   * @param start where the statement text begins in {@code text}
   * @param position a node's position: 0-based bytes from {@code start}
   * @return 1-based in characters; 0 (unknown) for a negative position
   */
  public static int character(byte[] text, int start, int position) {
    if (position < 0) {
      return 0;
    }
    int end = Math.min(start + position, text.length);
    int characters = 1;
    for (int i = start; i < end; i++) {
      if ((text[i] & 0xC0) != 0x80) {
        characters++;
      }
    }
    return characters;
  }
}
