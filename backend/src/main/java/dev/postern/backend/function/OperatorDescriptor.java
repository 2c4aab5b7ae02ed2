package dev.postern.backend.function;

/**
 * One row of pg_operator.
 *
 * @param left 0 for a prefix operator
 * @param commutator operator OID, or 0
 * @param negator operator OID, or 0
 * @param restriction OID of the selectivity estimator (oprrest), or 0
 * @param join OID of the join selectivity estimator (oprjoin), or 0
 */
public record OperatorDescriptor(
    int oid,
    String name,
    int namespace,
    boolean canMerge,
    boolean canHash,
    int left,
    int right,
    int result,
    int commutator,
    int negator,
    int functionOid,
    int restriction,
    int join) {}
