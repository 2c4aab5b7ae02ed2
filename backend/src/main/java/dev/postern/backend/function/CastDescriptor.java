package dev.postern.backend.function;

/**
 * One row of pg_cast.
 *
 * @param functionOid 0 where the method is not a function
 * @param context i implicit, a assignment, e explicit
 * @param method f function, b binary-coercible, i input/output functions
 */
public record CastDescriptor(
    int oid, int source, int target, int functionOid, char context, char method) {}
