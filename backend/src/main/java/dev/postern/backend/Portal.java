package dev.postern.backend;

import org.jspecify.annotations.Nullable;

/** A statement bound to values, ready to run or running. */
public interface Portal {
  /** The shape of its rows, or null where it returns none (NoData). */
  ResultColumn @Nullable [] resultColumns();

  /** The result format of each column as the Bind message chose: true is binary. */
  boolean isBinary(int column);
}
