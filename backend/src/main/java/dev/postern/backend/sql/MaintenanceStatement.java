package dev.postern.backend.sql;

import dev.postern.backend.sql.ObjectStatement.DropBehavior;
import dev.postern.backend.sql.TableReference.RelationReference;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Bulk data, plans and upkeep. */
public sealed interface MaintenanceStatement extends Statement {
  /**
   * COPY.
   *
   * @param relation null where {@code query} is given
   * @param query a query or a data statement with RETURNING
   * @param program {@code file} is a command
   * @param file null for STDIN and STDOUT
   * @param options lower-case names; the old syntax is turned into the new ({@code format}, {@code
   *     delimiter}, {@code null}, {@code header}, …)
   */
  record CopyStatement(
      int position,
      @Nullable RelationReference relation,
      List<String> columns,
      @Nullable Statement query,
      boolean from,
      boolean program,
      @Nullable String file,
      List<Option> options,
      @Nullable Expression where)
      implements MaintenanceStatement {}

  /** EXPLAIN; {@code EXPLAIN ANALYZE VERBOSE} gives the options "analyze" and "verbose". */
  record ExplainStatement(int position, List<Option> options, Statement statement)
      implements MaintenanceStatement {}

  record TruncateStatement(
      int position,
      List<RelationReference> relations,
      boolean restartIdentity,
      DropBehavior behavior)
      implements MaintenanceStatement {}

  /** A relation with columns, of VACUUM and ANALYZE. */
  record VacuumRelation(RelationReference relation, List<String> columns) {}

  /** VACUUM, or ANALYZE where {@code vacuum} is false; no relations: the whole database. */
  record VacuumStatement(
      int position, boolean vacuum, List<Option> options, List<VacuumRelation> relations)
      implements MaintenanceStatement {}

  record ClusterStatement(
      int position, List<Option> options, @Nullable QualifiedName relation, @Nullable String index)
      implements MaintenanceStatement {}

  /** REINDEX; the name is null for the current database. */
  record ReindexStatement(
      int position, Kind kind, List<Option> options, @Nullable QualifiedName name)
      implements MaintenanceStatement {
    /** What is rebuilt. */
    public enum Kind {
      INDEX,
      TABLE,
      SCHEMA,
      SYSTEM,
      DATABASE
    }
  }

  record CheckpointStatement(int position) implements MaintenanceStatement {}
}
