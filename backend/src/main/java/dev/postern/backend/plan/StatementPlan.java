package dev.postern.backend.plan;

import dev.postern.backend.analyze.Query;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is run for a whole statement: a query or a modification.
 *
 * @param subqueries plans of the queries inside expressions, by identity
 * @param slots how many slots a frame needs
 * @param caseValues how many case values
 * @param readOnly changes nothing and locks no rows
 * @param quick the planner's word that it reads few rows: fit to run on an event loop
 */
public record StatementPlan(
    @Nullable QueryPlan query,
    @Nullable ModifyPlan modify,
    Map<Query, QueryPlan> subqueries,
    int slots,
    int caseValues,
    boolean readOnly,
    boolean quick) {
  /** Whether a subquery gives the same whatever the rows around it: it may be computed once. */
  public boolean isUncorrelated(Query subquery) {
    SlotReferences references = SlotReferences.of(subquery);
    return references.outer().isEmpty()
        && !references.isVolatile()
        && !references.readsWorkingTable()
        && areOfTheStatement(references.outerCommonTables());
  }

  /** Whether these members of WITH are the statement's own, which are made once. */
  private boolean areOfTheStatement(BitSet members) {
    List<QueryPlan.CommonTablePlan> with =
        query != null ? query.with() : modify != null ? modify.with() : List.of();
    for (QueryPlan.CommonTablePlan member : with) {
      members.clear(member.number());
    }
    return members.isEmpty();
  }
}
