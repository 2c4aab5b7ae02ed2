package dev.postern.backend.sql;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** An existing object that a statement drops, comments on, renames, owns, moves or grants. */
public sealed interface ObjectReference extends Node {
  /**
   * Anything with a (qualified) name of its own; also a column that was named without its relation.
   */
  record NamedObject(int position, QualifiedName name) implements ObjectReference {}

  /** A type or a domain. */
  record TypeObject(int position, TypeName type) implements ObjectReference {}

  /**
   * An argument in a routine's signature.
   *
   * @param name or null
   */
  record SignatureArgument(ArgumentMode mode, @Nullable String name, TypeName type) {}

  /** The mode of an argument; DEFAULT where none was written. */
  enum ArgumentMode {
    DEFAULT,
    IN,
    OUT,
    INOUT,
    VARIADIC
  }

  /**
   * A function, procedure, routine or aggregate.
   *
   * @param arguments null where no list was written; for an aggregate the direct arguments
   * @param aggregateStar {@code name(*)}
   * @param aggregateOrderBy the arguments after ORDER BY of an ordered-set aggregate, or null
   */
  record RoutineObject(
      int position,
      QualifiedName name,
      @Nullable List<SignatureArgument> arguments,
      boolean aggregateStar,
      @Nullable List<SignatureArgument> aggregateOrderBy)
      implements ObjectReference {}

  /** An operator with its operand types; null is NONE. */
  record OperatorObject(
      int position, OperatorName operator, @Nullable TypeName left, @Nullable TypeName right)
      implements ObjectReference {}

  /** An operator class or family. */
  record OperatorClassObject(int position, QualifiedName name, String accessMethod)
      implements ObjectReference {}

  record CastObject(int position, TypeName source, TypeName target) implements ObjectReference {}

  record TransformObject(int position, TypeName type, String language) implements ObjectReference {}

  record LargeObject(int position, String oid) implements ObjectReference {}

  /** A column, constraint, policy, rule or trigger of a relation. */
  record RelationMember(int position, QualifiedName relation, String name)
      implements ObjectReference {}

  /** A constraint of a domain. */
  record DomainMember(int position, TypeName domain, String name) implements ObjectReference {}

  /** A relation, perhaps with ONLY, of which a part is renamed. */
  record RelationObject(int position, TableReference.RelationReference relation)
      implements ObjectReference {}

  record RoleObject(int position, RoleName role) implements ObjectReference {}
}
