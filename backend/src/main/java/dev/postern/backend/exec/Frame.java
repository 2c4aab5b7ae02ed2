package dev.postern.backend.exec;

import dev.postern.backend.storage.RowVersion;
import dev.postern.backend.type.Datum;
import org.jspecify.annotations.Nullable;

/**
 * The current rows of one execution: for each slot of the statement its tuple, and for slots that
 * tables fill the row's id and version too. A null tuple is a row of nulls (the missing side of an
 * outer join). Used by one thread at a time.
 */
final class Frame {
  final byte[] @Nullable [] tuples;
  final long[] rowIds;
  final @Nullable RowVersion[] versions;

  /** Values that enclosing constructs hold while their parts run (CASE, array elements). */
  final Datum[] caseValues;

  /** By number - 1. */
  Datum[] parameters;

  /** Rows of the members of WITH. */
  final CommonTables commonTables;

  /** Changes with every execution: tells whether what was computed once is still good. */
  long execution;

  ExecutionContext context;

  Frame(ExecutionContext context, int slots, int caseValues, CommonTables commonTables) {
    this.context = context;
    this.commonTables = commonTables;
    parameters = new Datum[0];
    tuples = new byte[slots][];
    rowIds = new long[slots];
    versions = new @Nullable RowVersion[slots];
    this.caseValues = new Datum[caseValues];
    for (int i = 0; i < caseValues; i++) {
      this.caseValues[i] = new Datum();
    }
  }
}
