package dev.postern.backend.sql;

import dev.postern.backend.sql.QueryClause.GroupByClause;
import dev.postern.backend.sql.QueryClause.IntoClause;
import dev.postern.backend.sql.QueryClause.TargetItem;
import dev.postern.backend.sql.QueryClause.WindowDefinition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a query computes, without its WITH, ORDER BY, LIMIT and locking. */
public sealed interface QueryBody extends Node {
  /** ALL (or nothing), DISTINCT, or DISTINCT ON. */
  enum Distinctness {
    ALL,
    DISTINCT,
    DISTINCT_ON
  }

  /**
   * {@code SELECT … FROM … WHERE … GROUP BY … HAVING … WINDOW …}. {@code TABLE name} is read as
   * {@code SELECT * FROM name}.
   *
   * @param distinctOn the expressions of DISTINCT ON, else empty
   * @param targets may be empty
   */
  record SelectBody(
      int position,
      Distinctness distinctness,
      List<Expression> distinctOn,
      List<TargetItem> targets,
      @Nullable IntoClause into,
      List<TableReference> from,
      @Nullable Expression where,
      @Nullable GroupByClause groupBy,
      @Nullable Expression having,
      List<WindowDefinition> windows)
      implements QueryBody {}

  /** {@code VALUES (…), (…)}. */
  record ValuesBody(int position, List<List<Expression>> rows) implements QueryBody {}

  /** UNION, INTERSECT or EXCEPT. */
  enum SetOperator {
    UNION,
    INTERSECT,
    EXCEPT
  }

  /** {@code left UNION [ALL] right}; each side may have its own ORDER BY, LIMIT and WITH. */
  record SetOperation(
      int position, SetOperator operator, boolean all, SelectStatement left, SelectStatement right)
      implements QueryBody {}
}
