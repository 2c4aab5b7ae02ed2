package dev.postern.backend.sql;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The parts of CREATE FUNCTION and its sisters. */
public sealed interface RoutineClause extends Node {
  /**
   * A parameter.
   *
   * @param name or null
   * @param defaultValue or null
   */
  record RoutineParameter(
      int position,
      ObjectReference.ArgumentMode mode,
      @Nullable String name,
      TypeName type,
      @Nullable Expression defaultValue)
      implements RoutineClause {}

  /** A column of RETURNS TABLE. */
  record ReturnedColumn(int position, String name, TypeName type) implements RoutineClause {}

  /** {@code AS 'definition'} or {@code AS 'file', 'symbol'}. */
  record AsClause(int position, List<String> definition) implements RoutineClause {}

  /** {@code SET name …} of a function. */
  record FunctionSetting(int position, SettingStatement setting) implements RoutineClause {}

  /** {@code RETURN expression}. */
  record ReturnBody(int position, Expression value) implements RoutineClause {}

  /** {@code BEGIN ATOMIC statements END}; RETURN inside it is a {@link ReturnBody}. */
  record AtomicBody(int position, List<Node> statements) implements RoutineClause {}

  /**
   * Any other characteristic: language, transform (a list), window, volatility, strict, security,
   * leakproof, cost, rows, support, parallel.
   */
  record Characteristic(int position, Option option) implements RoutineClause {}
}
