package dev.postern.backend.sql;

import dev.postern.backend.sql.Expression.FunctionCall;
import dev.postern.backend.sql.ObjectReference.RoutineObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Functions, procedures, languages and anonymous blocks. */
public sealed interface RoutineStatement extends Statement {
  /**
   * CREATE FUNCTION or CREATE PROCEDURE.
   *
   * @param returns null for a procedure, for RETURNS TABLE, and where no RETURNS was written
   * @param returnsTable the columns of RETURNS TABLE, else empty
   * @param clauses in the order written
   * @param body RETURN or BEGIN ATOMIC, or null
   */
  record CreateFunctionStatement(
      int position,
      boolean orReplace,
      boolean procedure,
      QualifiedName name,
      List<RoutineClause.RoutineParameter> parameters,
      @Nullable TypeName returns,
      List<RoutineClause.ReturnedColumn> returnsTable,
      List<RoutineClause> clauses,
      @Nullable RoutineClause body)
      implements RoutineStatement {}

  /** ALTER FUNCTION, PROCEDURE or ROUTINE with new characteristics. */
  record AlterFunctionStatement(
      int position, ObjectType objectType, RoutineObject routine, List<RoutineClause> clauses)
      implements RoutineStatement {}

  /** DO; {@code language} is null where it was not written. */
  record DoStatement(int position, @Nullable String language, List<String> code)
      implements RoutineStatement {}

  record CallStatement(int position, FunctionCall call) implements RoutineStatement {}

  record CreateLanguageStatement(
      int position,
      boolean orReplace,
      boolean trusted,
      String name,
      @Nullable QualifiedName handler,
      @Nullable QualifiedName inline,
      @Nullable QualifiedName validator)
      implements RoutineStatement {}

  record CreateEventTriggerStatement(
      int position,
      String name,
      String event,
      List<EventTriggerFilter> filters,
      QualifiedName function)
      implements RoutineStatement {}

  /** {@code variable IN (values)}. */
  record EventTriggerFilter(String variable, List<String> values) {}

  record AlterEventTriggerStatement(int position, String name, AlterTableAction.FiringMode mode)
      implements RoutineStatement {}
}
