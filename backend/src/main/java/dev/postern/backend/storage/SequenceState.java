package dev.postern.backend.storage;

/** A sequence's value in one branch. */
public final class SequenceState {
  SequenceState() {}

  /** An immutable pair as in a sequence relation: {@code last_value} and {@code is_called}. */
  public record Value(long last, boolean called) {}

  public Value get() {
    throw new UnsupportedOperationException();
  }

  public boolean compareAndSet(Value expected, Value next) {
    throw new UnsupportedOperationException();
  }

  public void set(Value next) {
    throw new UnsupportedOperationException();
  }
}
