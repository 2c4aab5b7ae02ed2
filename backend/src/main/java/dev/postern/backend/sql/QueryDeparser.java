package dev.postern.backend.sql;

import dev.postern.backend.sql.QueryBody.Distinctness;
import dev.postern.backend.sql.QueryBody.SelectBody;
import dev.postern.backend.sql.QueryBody.SetOperation;
import dev.postern.backend.sql.QueryBody.SetOperator;
import dev.postern.backend.sql.QueryBody.ValuesBody;
import dev.postern.backend.sql.QueryClause.CommonTableExpression;
import dev.postern.backend.sql.QueryClause.CycleClause;
import dev.postern.backend.sql.QueryClause.GroupByClause;
import dev.postern.backend.sql.QueryClause.GroupingElement;
import dev.postern.backend.sql.QueryClause.LimitClause;
import dev.postern.backend.sql.QueryClause.LockWait;
import dev.postern.backend.sql.QueryClause.LockingClause;
import dev.postern.backend.sql.QueryClause.Materialization;
import dev.postern.backend.sql.QueryClause.Persistence;
import dev.postern.backend.sql.QueryClause.SearchClause;
import dev.postern.backend.sql.QueryClause.TargetItem;
import dev.postern.backend.sql.QueryClause.WithClause;
import dev.postern.backend.sql.TableReference.RelationReference;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Queries as SQL. */
abstract class QueryDeparser extends FromDeparser {
  abstract SqlWriter statement(Statement statement);

  @Override
  final SqlWriter query(SelectStatement query) {
    with(query.with());
    body(query.body());
    orderBy(query.orderBy());
    limit(query.limit());
    for (LockingClause lock : query.locking()) {
      put(" FOR ").words(lock.strength());
      if (!lock.tables().isEmpty()) {
        put(" OF ").qualifiedNames(lock.tables());
      }
      putIf(lock.lockWait() == LockWait.NOWAIT, " NOWAIT");
      putIf(lock.lockWait() == LockWait.SKIP_LOCKED, " SKIP LOCKED");
    }
    return this;
  }

  private void body(QueryBody body) {
    switch (body) {
      case SelectBody s -> select(s);
      case ValuesBody v -> {
        put("VALUES ");
        list(
            v.rows(),
            row -> {
              put("(");
              expressions(row).put(")");
            });
      }
      case SetOperation o -> {
        arm(o.left(), level(o) <= level(o.left().body()));
        put(" " + o.operator()).putIf(o.all(), " ALL").put(" ");
        arm(o.right(), level(o) < level(o.right().body()));
      }
    }
  }

  /** How tightly a body binds; what is no set operation binds tightest. */
  private static int level(QueryBody body) {
    if (body instanceof SetOperation o) {
      return o.operator() == SetOperator.INTERSECT ? 2 : 1;
    }
    return 3;
  }

  private void arm(SelectStatement arm, boolean bindsTighter) {
    boolean bare =
        bindsTighter
            && arm.with() == null
            && arm.orderBy().isEmpty()
            && arm.limit() == null
            && arm.locking().isEmpty();
    putIf(!bare, "(");
    query(arm);
    putIf(!bare, ")");
  }

  private void select(SelectBody select) {
    put("SELECT");
    putIf(select.distinctness() == Distinctness.DISTINCT, " DISTINCT");
    if (select.distinctness() == Distinctness.DISTINCT_ON) {
      put(" DISTINCT ON (");
      expressions(select.distinctOn()).put(")");
    }
    putIf(!select.targets().isEmpty(), " ");
    targets(select.targets());
    if (select.into() != null) {
      put(" INTO ");
      persistence(select.into().persistence());
      put("TABLE ").qualified(select.into().name());
    }
    if (!select.from().isEmpty()) {
      put(" FROM ");
      tableReferences(select.from());
    }
    where(select.where());
    if (select.groupBy() != null) {
      groupBy(select.groupBy());
    }
    if (select.having() != null) {
      put(" HAVING ");
      expression(select.having());
    }
    if (!select.windows().isEmpty()) {
      put(" WINDOW ");
      list(
          select.windows(),
          window -> {
            name(window.name()).put(" AS ");
            window(window.specification());
          });
    }
  }

  final void where(@Nullable Expression condition) {
    if (condition != null) {
      put(" WHERE ");
      expression(condition);
    }
  }

  final void persistence(Persistence persistence) {
    switch (persistence) {
      case PERMANENT -> {}
      case TEMPORARY -> put("TEMPORARY ");
      case UNLOGGED -> put("UNLOGGED ");
    }
  }

  final void targets(List<TargetItem> targets) {
    list(
        targets,
        target -> {
          expression(target.value());
          nameAfter(" AS ", target.label());
        });
  }

  private void groupBy(GroupByClause groupBy) {
    put(groupBy.distinct() ? " GROUP BY DISTINCT " : " GROUP BY ");
    list(groupBy.elements(), this::groupingElement);
  }

  private void groupingElement(GroupingElement element) {
    switch (element) {
      case QueryClause.GroupingExpression e -> expression(e.value());
      case QueryClause.EmptyGroupingSet e -> put("()");
      case QueryClause.Rollup r -> {
        put("ROLLUP (");
        expressions(r.elements()).put(")");
      }
      case QueryClause.Cube c -> {
        put("CUBE (");
        expressions(c.elements()).put(")");
      }
      case QueryClause.GroupingSets s -> {
        put("GROUPING SETS (");
        list(s.elements(), this::groupingElement).put(")");
      }
    }
  }

  private void limit(@Nullable LimitClause limit) {
    if (limit == null) {
      return;
    }
    if (limit.offset() != null) {
      put(" OFFSET ");
      operand(limit.offset());
    }
    if (limit.count() != null) {
      put(limit.withTies() ? " FETCH FIRST " : " LIMIT ");
      operand(limit.count());
      putIf(limit.withTies(), " ROWS WITH TIES");
    }
  }

  // WITH.

  final void with(@Nullable WithClause with) {
    if (with == null) {
      return;
    }
    put(with.recursive() ? "WITH RECURSIVE " : "WITH ");
    list(with.tables(), this::commonTable);
    put(" ");
  }

  private void commonTable(CommonTableExpression table) {
    name(table.name()).nameList(table.columns()).put(" AS ");
    putIf(table.materialization() == Materialization.ALWAYS, "MATERIALIZED ");
    putIf(table.materialization() == Materialization.NEVER, "NOT MATERIALIZED ");
    put("(");
    statement(table.statement()).put(")");
    SearchClause search = table.search();
    if (search != null) {
      put(search.breadthFirst() ? " SEARCH BREADTH FIRST BY " : " SEARCH DEPTH FIRST BY ");
      names(search.columns()).put(" SET ").name(search.sequenceColumn());
    }
    CycleClause cycle = table.cycle();
    if (cycle != null) {
      put(" CYCLE ").names(cycle.columns()).put(" SET ").name(cycle.markColumn());
      put(" TO ");
      typedConstant(cycle.markValue());
      put(" DEFAULT ");
      typedConstant(cycle.markDefault());
      put(" USING ").name(cycle.pathColumn());
    }
  }

  /** A constant where no {@code ::} may stand: {@code type 'text'}. */
  private void typedConstant(Expression constant) {
    if (constant instanceof Expression.TypeCast cast) {
      type(cast.type()).put(" ");
      expression(cast.argument());
    } else {
      expression(constant);
    }
  }

  final void relations(List<RelationReference> relations) {
    list(relations, this::tableReference);
  }
}
