package dev.postern.backend.plan;

import dev.postern.backend.analyze.Query;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A data-modifying statement's plan.
 *
 * @param with members of WITH that are computed apart
 * @param query the statement as analyzed: target, expressions, RETURNING
 * @param source an INSERT's source rows, or null
 * @param returningSlot where RETURNING's rows stand when they are given out
 * @param rows for UPDATE and DELETE, the rows to change: the target's slot is filled by each
 */
public record ModifyPlan(
    List<QueryPlan.CommonTablePlan> with,
    Query query,
    @Nullable QueryPlan source,
    @Nullable PlanNode rows,
    int returningSlot) {}
