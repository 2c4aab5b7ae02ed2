package dev.postern.backend.sql;

import dev.postern.backend.sql.QueryClause.Assignment;
import dev.postern.backend.sql.QueryClause.AssignmentTarget;
import dev.postern.backend.sql.QueryClause.MergeWhen;
import dev.postern.backend.sql.QueryClause.OnConflictClause;
import dev.postern.backend.sql.QueryClause.Overriding;
import dev.postern.backend.sql.QueryClause.ReturningClause;
import dev.postern.backend.sql.QueryClause.WithClause;
import dev.postern.backend.sql.TableReference.RelationReference;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Statements that change rows. */
public sealed interface DataStatement extends Statement {
  /**
   * INSERT.
   *
   * @param columns empty where no list was written
   * @param source null for DEFAULT VALUES
   */
  record InsertStatement(
      int position,
      @Nullable WithClause with,
      RelationReference target,
      List<AssignmentTarget> columns,
      Overriding overriding,
      @Nullable SelectStatement source,
      @Nullable OnConflictClause onConflict,
      @Nullable ReturningClause returning)
      implements DataStatement {}

  record UpdateStatement(
      int position,
      @Nullable WithClause with,
      RelationReference target,
      List<Assignment> assignments,
      List<TableReference> from,
      @Nullable Expression where,
      @Nullable ReturningClause returning)
      implements DataStatement {}

  record DeleteStatement(
      int position,
      @Nullable WithClause with,
      RelationReference target,
      List<TableReference> using,
      @Nullable Expression where,
      @Nullable ReturningClause returning)
      implements DataStatement {}

  record MergeStatement(
      int position,
      @Nullable WithClause with,
      RelationReference target,
      TableReference source,
      Expression on,
      List<MergeWhen> whens,
      @Nullable ReturningClause returning)
      implements DataStatement {}
}
