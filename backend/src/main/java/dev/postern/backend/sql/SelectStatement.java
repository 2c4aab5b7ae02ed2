package dev.postern.backend.sql;

import dev.postern.backend.sql.QueryClause.LimitClause;
import dev.postern.backend.sql.QueryClause.LockingClause;
import dev.postern.backend.sql.QueryClause.SortItem;
import dev.postern.backend.sql.QueryClause.WithClause;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A query: SELECT, VALUES, TABLE, or a set operation of queries, as a statement, a subquery or an
 * arm of a set operation. Parentheses around a query leave no trace.
 */
public record SelectStatement(
    int position,
    @Nullable WithClause with,
    QueryBody body,
    List<SortItem> orderBy,
    @Nullable LimitClause limit,
    List<LockingClause> locking)
    implements Statement {}
