package dev.postern.backend.exec;

import dev.postern.backend.type.Datum;

/** Computes the key bytes of a list of expressions for the frame's current rows. */
final class KeyReader {
  private final Evaluator[] values;
  private final KeyEncoder encoder;
  private final Datum value = new Datum();
  private final Key key = new Key();

  KeyReader(Evaluator[] values, KeyEncoder encoder) {
    this.values = values;
    this.encoder = encoder;
  }

  /** A key to look up with; valid until the next call. */
  Key read(Frame frame) {
    encoder.clear();
    for (int i = 0; i < values.length; i++) {
      values[i].evaluate(frame, value);
      encoder.append(i, value);
    }
    key.set(encoder.buffer(), encoder.length());
    return key;
  }

  boolean hasNull() {
    return encoder.hasNull();
  }

  /** A copy of the key last read. */
  byte[] bytes() {
    return encoder.key();
  }
}
