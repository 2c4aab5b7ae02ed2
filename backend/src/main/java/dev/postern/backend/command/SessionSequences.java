package dev.postern.backend.command;

import java.util.HashMap;
import java.util.Map;

/**
 * What a session remembers of the sequences that it has used: for currval() and lastval(). Used by
 * the session's thread.
 */
public final class SessionSequences {
  private final Map<Integer, Long> last = new HashMap<>();
  private int lastUsed;

  /** nextval() or setval() gave a value. */
  public void remember(int sequence, long value) {
    last.put(sequence, value);
  }

  /** nextval() was called: lastval() is about this sequence. */
  public void use(int sequence) {
    lastUsed = sequence;
  }

  public boolean knows(int sequence) {
    return last.containsKey(sequence);
  }

  /** The value that {@link #knows} promises. */
  public long value(int sequence) {
    return last.getOrDefault(sequence, 0L);
  }

  /** The sequence that nextval() was called with last, or 0. */
  public int lastUsed() {
    return lastUsed;
  }

  /** DISCARD SEQUENCES. */
  public void discard() {
    last.clear();
    lastUsed = 0;
  }
}
