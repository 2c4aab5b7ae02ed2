package dev.postern.backend.function;

import org.jspecify.annotations.Nullable;

/** The facts of pg_proc. */
final class FunctionTable {
  private static final int OID = 0;
  private static final int NAME = 1;

  private final FactTable facts = FactTable.load("pg_proc");
  private final FactIndex byOid;
  private final FactIndex byName;
  private final @Nullable FunctionDescriptor[] made;

  FunctionTable() {
    int[] oids = new int[facts.rows()];
    int[] names = new int[facts.rows()];
    for (int row = 0; row < oids.length; row++) {
      oids[row] = facts.integer(row, OID);
      names[row] = facts.hash(row, NAME);
    }
    byOid = new FactIndex(oids);
    byName = new FactIndex(names);
    made = new FunctionDescriptor[oids.length];
  }

  int rowOf(int oid) {
    return byOid.first(oid);
  }

  /** A row whose name has the same hash, or -1. */
  int firstNamed(String name) {
    return byName.first(name.hashCode());
  }

  int nextNamed(int row) {
    return byName.after(row);
  }

  FunctionDescriptor row(int row) {
    FunctionDescriptor function = made[row];
    if (function == null) {
      function = read(row);
      made[row] = function;
    }
    return function;
  }

  private FunctionDescriptor read(int row) {
    String[] modes = facts.words(row, 21);
    char[] argumentModes = new char[modes.length];
    for (int i = 0; i < modes.length; i++) {
      argumentModes[i] = modes[i].charAt(0);
    }
    return new FunctionDescriptor(
        facts.integer(row, OID),
        facts.string(row, NAME),
        facts.integer(row, 2),
        facts.integer(row, 3),
        facts.character(row, 9),
        facts.integer(row, 4),
        facts.truth(row, 12),
        facts.truth(row, 13),
        facts.character(row, 14),
        Double.parseDouble(facts.string(row, 5)),
        Double.parseDouble(facts.string(row, 6)),
        facts.integer(row, 18),
        facts.integers(row, 19),
        facts.integers(row, 20),
        argumentModes,
        facts.words(row, 22),
        facts.integer(row, 7),
        facts.integer(row, 17),
        facts.string(row, 25));
  }
}
