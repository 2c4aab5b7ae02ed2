package dev.postern.backend.sql;

import java.util.List;

/**
 * An operator: a bare symbol, or {@code OPERATOR(schema.symbol)}.
 *
 * @param schema the qualifiers, empty for a bare symbol
 * @param symbol as PostgreSQL stores it ({@code <>} also where {@code !=} was written)
 */
public record OperatorName(int position, List<String> schema, String symbol) implements Node {}
