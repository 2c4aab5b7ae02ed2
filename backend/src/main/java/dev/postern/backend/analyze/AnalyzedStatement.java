package dev.postern.backend.analyze;

import dev.postern.backend.type.SqlType;
import java.util.List;

/**
 * A statement after analysis.
 *
 * @param parameterTypes the type of each parameter, {@code $1} first
 * @param slots how many slots the statement uses: they are numbered from 0
 * @param caseValues the highest number of a {@link TypedExpression.CaseValue}, or 0
 * @param rangeTable what its slots were called
 * @param catalogVersion {@link dev.postern.backend.catalog.Catalog#version} it was made under
 */
public record AnalyzedStatement(
    Query query,
    List<SqlType> parameterTypes,
    int slots,
    int caseValues,
    RangeTable rangeTable,
    long catalogVersion) {}
