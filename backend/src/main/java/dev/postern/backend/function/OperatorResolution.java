package dev.postern.backend.function;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which operator an expression means (manual section 10.2). */
public final class OperatorResolution {
  private static final int UNKNOWN = 705;

  private OperatorResolution() {}

  /**
   * The operator chosen.
   *
   * @param left the type to coerce the left operand to, 0 for a prefix operator; polymorphic types
   *     are replaced
   * @param right the type to coerce the right operand to
   * @param result the actual result type
   */
  public record ResolvedOperator(OperatorDescriptor operator, int left, int right, int result) {}

  /**
   * Finds the operator for operands of the given types.
   *
   * @param schema as in {@code OPERATOR(schema.+)}, or null for the search path
   * @param left 0 for a prefix operator
   * @throws SqlError 42883 where there is none, 42725 where several fit equally; without a position
   */
  public static ResolvedOperator resolve(
      FunctionSource catalog, @Nullable String schema, String name, int left, int right) {
    ResolvedOperator found = find(catalog, schema, name, left, right);
    if (found == null) {
      String shown = schema == null ? name : schema + "." + name;
      throw new SqlError(
              SqlState.UNDEFINED_FUNCTION,
              "operator does not exist: " + Signatures.operator(catalog, shown, left, right))
          .hint(
              left == 0
                  ? "No operator matches the given name and argument type. You might need to add"
                      + " an explicit type cast."
                  : "No operator matches the given name and argument types. You might need to add"
                      + " explicit type casts.");
    }
    return found;
  }

  /** As {@link #resolve}, but null where there is none. */
  public static @Nullable ResolvedOperator find(
      FunctionSource catalog, @Nullable String schema, String name, int left, int right) {
    List<OperatorDescriptor> named = new ArrayList<>();
    for (OperatorDescriptor operator : catalog.operators(schema, name)) {
      if ((operator.left() == 0) == (left == 0)) {
        named.add(operator);
      }
    }
    OperatorDescriptor chosen = exact(catalog, named, left, right);
    if (chosen == null) {
      chosen = select(catalog, schema, name, named, left, right);
    }
    if (chosen == null || chosen.functionOid() == 0) {
      return null;
    }
    int[] actual = left == 0 ? new int[] {right} : new int[] {left, right};
    int[] declared =
        left == 0 ? new int[] {chosen.right()} : new int[] {chosen.left(), chosen.right()};
    int result = Polymorphism.resolve(catalog, actual, declared, chosen.result());
    return left == 0
        ? new ResolvedOperator(chosen, 0, declared[0], result)
        : new ResolvedOperator(chosen, declared[0], declared[1], result);
  }

  private static @Nullable OperatorDescriptor exact(
      FunctionSource catalog, List<OperatorDescriptor> named, int left, int right) {
    if (left == 0) {
      return withOperands(named, 0, right);
    }
    int assumedLeft = left == UNKNOWN ? right : left;
    int assumedRight = right == UNKNOWN ? left : right;
    OperatorDescriptor found = withOperands(named, assumedLeft, assumedRight);
    if (found == null && (left == UNKNOWN || right == UNKNOWN)) {
      int base = catalog.baseType(assumedLeft);
      if (base != assumedLeft) {
        found = withOperands(named, base, base);
      }
    }
    return found;
  }

  private static @Nullable OperatorDescriptor withOperands(
      List<OperatorDescriptor> named, int left, int right) {
    for (OperatorDescriptor operator : named) {
      if (operator.left() == left && operator.right() == right) {
        return operator;
      }
    }
    return null;
  }

  private static @Nullable OperatorDescriptor select(
      FunctionSource catalog,
      @Nullable String schema,
      String name,
      List<OperatorDescriptor> named,
      int left,
      int right) {
    List<CandidateSelection.Candidate<OperatorDescriptor>> candidates = new ArrayList<>();
    for (OperatorDescriptor operator : named) {
      boolean hidden = false;
      for (CandidateSelection.Candidate<OperatorDescriptor> earlier : candidates) {
        hidden |=
            earlier.choice().left() == operator.left()
                && earlier.choice().right() == operator.right();
      }
      if (!hidden) {
        int[] types =
            left == 0
                ? new int[] {operator.right()}
                : new int[] {operator.left(), operator.right()};
        candidates.add(new CandidateSelection.Candidate<>(types, operator));
      }
    }
    int[] inputs = left == 0 ? new int[] {right} : new int[] {left, right};
    candidates = CandidateSelection.applicable(catalog, inputs, candidates);
    if (candidates.size() <= 1) {
      return candidates.isEmpty() ? null : candidates.get(0).choice();
    }
    CandidateSelection.Candidate<OperatorDescriptor> best =
        CandidateSelection.best(catalog, inputs, candidates);
    if (best == null) {
      String shown = schema == null ? name : schema + "." + name;
      throw new SqlError(
              SqlState.AMBIGUOUS_FUNCTION,
              "operator is not unique: " + Signatures.operator(catalog, shown, left, right))
          .hint(
              "Could not choose a best candidate operator. You might need to add explicit type"
                  + " casts.");
    }
    return best.choice();
  }
}
