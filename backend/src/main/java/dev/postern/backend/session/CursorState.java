package dev.postern.backend.session;

/** What DECLARE said of a cursor, and where it stands. */
final class CursorState {
  /** The text of DECLARE, for pg_cursors. */
  final String definition;

  final boolean binary;
  final boolean hold;

  /** Whether FETCH may go backward: SCROLL, or neither word and a plan that PostgreSQL could. */
  final boolean scrollable;

  /** The row it is on: 0 is before the first; one more than the rows is after the last. */
  long position;

  /** Whether all rows of the query have been read. */
  boolean exhausted;

  CursorState(String definition, boolean binary, boolean hold, boolean scrollable) {
    this.definition = definition;
    this.binary = binary;
    this.hold = hold;
    this.scrollable = scrollable;
  }
}
