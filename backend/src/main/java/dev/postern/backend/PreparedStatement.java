package dev.postern.backend;

import org.jspecify.annotations.Nullable;

/** A named or unnamed statement of one session, analyzed. */
public interface PreparedStatement {
  /** OIDs of the parameters' types, all determined. */
  int[] parameterTypes();

  /** The shape of its rows, or null where it returns none (NoData). */
  ResultColumn @Nullable [] resultColumns();

  /** Whether its text held no statement (Execute then answers EmptyQueryResponse). */
  boolean isEmpty();
}
