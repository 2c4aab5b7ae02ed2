package dev.postern.backend.function;

import org.jspecify.annotations.Nullable;

/**
 * One row of pg_aggregate.
 *
 * @param kind n normal, o ordered-set, h hypothetical-set
 * @param directArguments how many arguments of an ordered-set aggregate come before WITHIN GROUP
 * @param transitionStrict whether rows with a null argument are left out before the aggregate sees
 *     them
 * @param sortOperator the operator whose first value in order is the result (min, max), or 0
 */
public record AggregateDescriptor(
    int functionOid,
    char kind,
    int directArguments,
    int transitionFunction,
    int finalFunction,
    boolean transitionStrict,
    int sortOperator,
    int transitionType,
    @Nullable String initialValue) {}
