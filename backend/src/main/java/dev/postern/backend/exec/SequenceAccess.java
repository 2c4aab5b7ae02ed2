package dev.postern.backend.exec;

/** Sequences as the session uses them: nextval() and what currval() and lastval() remember. */
public interface SequenceAccess {
  /** The next value; 2200H at the end of a sequence that does not cycle. */
  long next(int sequenceOid);
}
