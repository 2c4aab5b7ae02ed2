package dev.postern.backend.function;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The facts of pg_operator. */
final class OperatorTable {
  private final FactTable facts = FactTable.load("pg_operator");
  private final FactIndex byOid;
  private final FactIndex byName;
  private final @Nullable OperatorDescriptor[] made;

  OperatorTable() {
    int[] oids = new int[facts.rows()];
    int[] names = new int[facts.rows()];
    for (int row = 0; row < oids.length; row++) {
      oids[row] = facts.integer(row, 0);
      names[row] = facts.hash(row, 1);
    }
    byOid = new FactIndex(oids);
    byName = new FactIndex(names);
    made = new OperatorDescriptor[oids.length];
  }

  @Nullable OperatorDescriptor withOid(int oid) {
    int row = byOid.first(oid);
    return row < 0 ? null : row(row);
  }

  List<OperatorDescriptor> named(String name) {
    List<OperatorDescriptor> found = new ArrayList<>();
    for (int row = byName.first(name.hashCode()); row >= 0; row = byName.after(row)) {
      OperatorDescriptor operator = row(row);
      if (operator.name().equals(name)) {
        found.add(operator);
      }
    }
    return found;
  }

  private OperatorDescriptor row(int row) {
    OperatorDescriptor operator = made[row];
    if (operator == null) {
      operator = read(row);
      made[row] = operator;
    }
    return operator;
  }

  private OperatorDescriptor read(int row) {
    return new OperatorDescriptor(
        facts.integer(row, 0),
        facts.string(row, 1),
        facts.integer(row, 2),
        facts.truth(row, 5),
        facts.truth(row, 6),
        facts.integer(row, 7),
        facts.integer(row, 8),
        facts.integer(row, 9),
        facts.integer(row, 10),
        facts.integer(row, 11),
        facts.integer(row, 12),
        facts.integer(row, 13),
        facts.integer(row, 14));
  }
}
