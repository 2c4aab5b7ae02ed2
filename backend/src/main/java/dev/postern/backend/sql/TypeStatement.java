package dev.postern.backend.sql;

import dev.postern.backend.sql.ObjectStatement.DropBehavior;
import dev.postern.backend.sql.TableElement.ColumnConstraint;
import dev.postern.backend.sql.TableElement.ColumnDefinition;
import dev.postern.backend.sql.TableElement.TableConstraint;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Types, domains, and what is made with CREATE … (definition). */
public sealed interface TypeStatement extends Statement {
  record CreateEnumStatement(int position, QualifiedName name, List<String> labels)
      implements TypeStatement {}

  record CreateCompositeTypeStatement(
      int position, QualifiedName name, List<ColumnDefinition> attributes)
      implements TypeStatement {}

  record CreateRangeStatement(int position, QualifiedName name, List<Option> options)
      implements TypeStatement {}

  /**
   * CREATE AGGREGATE, OPERATOR, TYPE, TEXT SEARCH …, COLLATION with a definition in parentheses.
   *
   * @param name for an operator, its schema and symbol
   * @param arguments of an aggregate; null for its old syntax and all else
   * @param options an empty list with {@code definition} false: nothing was written (a shell type)
   */
  record DefineStatement(
      int position,
      ObjectType objectType,
      boolean orReplace,
      boolean ifNotExists,
      QualifiedName name,
      @Nullable AggregateArguments arguments,
      boolean definition,
      List<Option> options)
      implements TypeStatement {}

  /** Arguments of an aggregate; {@code orderBy} is null where ORDER BY was not written. */
  record AggregateArguments(
      boolean star,
      List<RoutineClause.RoutineParameter> direct,
      @Nullable List<RoutineClause.RoutineParameter> orderBy) {}

  /** {@code CREATE COLLATION name FROM existing}. */
  record CreateCollationFromStatement(
      int position, boolean ifNotExists, QualifiedName name, QualifiedName from)
      implements TypeStatement {}

  record AlterCollationRefreshStatement(int position, QualifiedName name)
      implements TypeStatement {}

  record CreateDomainStatement(
      int position,
      QualifiedName name,
      TypeName type,
      @Nullable QualifiedName collation,
      List<ColumnConstraint> constraints)
      implements TypeStatement {}

  /** {@code ALTER DOMAIN name action}. */
  record AlterDomainStatement(int position, QualifiedName name, DomainAction action)
      implements TypeStatement {}

  /** What ALTER DOMAIN does. */
  sealed interface DomainAction {}

  /** SET DEFAULT, or DROP DEFAULT where null. */
  record DomainDefault(@Nullable Expression value) implements DomainAction {}

  record DomainNotNull(boolean set) implements DomainAction {}

  record AddDomainConstraint(TableConstraint constraint) implements DomainAction {}

  record DropDomainConstraint(boolean ifExists, String name, DropBehavior behavior)
      implements DomainAction {}

  record ValidateDomainConstraint(String name) implements DomainAction {}

  /**
   * {@code ALTER TYPE … ADD VALUE} and {@code RENAME VALUE}.
   *
   * @param oldLabel the label that is renamed, or null
   * @param neighbour the label after BEFORE or AFTER, or null
   */
  record AlterEnumStatement(
      int position,
      QualifiedName name,
      @Nullable String oldLabel,
      String newLabel,
      @Nullable String neighbour,
      boolean after,
      boolean ifNotExists)
      implements TypeStatement {}

  /** {@code ALTER TYPE … SET (options)}. */
  record AlterTypeStatement(int position, QualifiedName name, List<Option> options)
      implements TypeStatement {}

  /** {@code ALTER OPERATOR … SET (options)}. */
  record AlterOperatorStatement(
      int position, ObjectReference.OperatorObject operator, List<Option> options)
      implements TypeStatement {}

  record CreateOperatorClassStatement(
      int position,
      QualifiedName name,
      boolean isDefault,
      TypeName type,
      String accessMethod,
      @Nullable QualifiedName family,
      List<OperatorClassItem> items)
      implements TypeStatement {}

  record CreateOperatorFamilyStatement(int position, QualifiedName name, String accessMethod)
      implements TypeStatement {}

  record AlterOperatorFamilyStatement(
      int position,
      QualifiedName name,
      String accessMethod,
      boolean drop,
      List<OperatorClassItem> items)
      implements TypeStatement {}

  /** An item of an operator class or family. */
  sealed interface OperatorClassItem {}

  /** {@code OPERATOR number operator (types) FOR ORDER BY family}. */
  record OperatorItem(
      int number,
      OperatorName operator,
      @Nullable List<@Nullable TypeName> types,
      @Nullable QualifiedName orderByFamily)
      implements OperatorClassItem {}

  /** {@code FUNCTION number (types) routine}; the routine is null in DROP. */
  record FunctionItem(
      int number, List<TypeName> types, ObjectReference.@Nullable RoutineObject routine)
      implements OperatorClassItem {}

  /** {@code OPERATOR number (types)} of DROP. */
  record DroppedOperatorItem(int number, List<TypeName> types) implements OperatorClassItem {}

  record StorageItem(TypeName type) implements OperatorClassItem {}

  /** ALTER TEXT SEARCH DICTIONARY. */
  record AlterTextSearchDictionaryStatement(int position, QualifiedName name, List<Option> options)
      implements TypeStatement {}

  /**
   * ALTER TEXT SEARCH CONFIGURATION.
   *
   * @param oldDictionary given for {@code REPLACE old WITH new}
   */
  record AlterTextSearchConfigurationStatement(
      int position,
      QualifiedName name,
      MappingChange change,
      boolean ifExists,
      List<String> tokenTypes,
      @Nullable QualifiedName oldDictionary,
      List<QualifiedName> dictionaries)
      implements TypeStatement {}

  /** The verb of ALTER TEXT SEARCH CONFIGURATION. */
  enum MappingChange {
    ADD,
    ALTER,
    REPLACE,
    DROP
  }

  /** CREATE CONVERSION. */
  record CreateConversionStatement(
      int position,
      boolean isDefault,
      QualifiedName name,
      String sourceEncoding,
      String targetEncoding,
      QualifiedName function)
      implements TypeStatement {}

  /** When a cast applies by itself. */
  enum CastContext {
    EXPLICIT,
    ASSIGNMENT,
    IMPLICIT
  }

  /** CREATE CAST; without a function it is WITHOUT FUNCTION or, with {@code inout}, WITH INOUT. */
  record CreateCastStatement(
      int position,
      TypeName source,
      TypeName target,
      ObjectReference.@Nullable RoutineObject function,
      boolean inout,
      CastContext context)
      implements TypeStatement {}

  record CreateTransformStatement(
      int position,
      boolean orReplace,
      TypeName type,
      String language,
      ObjectReference.@Nullable RoutineObject fromSql,
      ObjectReference.@Nullable RoutineObject toSql)
      implements TypeStatement {}
}
