package dev.postern.backend.function;

import org.jspecify.annotations.Nullable;

/** The facts of pg_aggregate. */
final class AggregateTable {
  private final FactTable facts = FactTable.load("pg_aggregate");
  private final FactIndex byFunction;

  AggregateTable() {
    int[] oids = new int[facts.rows()];
    for (int row = 0; row < oids.length; row++) {
      oids[row] = facts.integer(row, 0);
    }
    byFunction = new FactIndex(oids);
  }

  @Nullable AggregateDescriptor of(int functionOid, FunctionCatalog functions) {
    int row = byFunction.first(functionOid);
    if (row < 0) {
      return null;
    }
    int transition = facts.integer(row, 3);
    FunctionDescriptor function = functions.function(transition);
    return new AggregateDescriptor(
        functionOid,
        facts.character(row, 1),
        facts.integer(row, 2),
        transition,
        facts.integer(row, 4),
        function != null && function.strict(),
        facts.integer(row, 15),
        facts.integer(row, 16),
        facts.stringOrNull(row, 20));
  }
}
