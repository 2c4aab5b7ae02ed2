package dev.postern.backend.sql;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Statements that apply to objects of many kinds. */
public sealed interface ObjectStatement extends Statement {
  /** CASCADE or RESTRICT (which is the default). */
  enum DropBehavior {
    RESTRICT,
    CASCADE
  }

  /** DROP of everything but databases, roles, tablespaces, user mappings and subscriptions. */
  record DropStatement(
      int position,
      ObjectType objectType,
      boolean concurrently,
      boolean ifExists,
      List<ObjectReference> objects,
      DropBehavior behavior)
      implements ObjectStatement {}

  /** COMMENT ON; a null comment removes it. */
  record CommentStatement(
      int position, ObjectType objectType, ObjectReference object, @Nullable String comment)
      implements ObjectStatement {}

  /** SECURITY LABEL; a null label removes it. */
  record SecurityLabelStatement(
      int position,
      @Nullable String provider,
      ObjectType objectType,
      ObjectReference object,
      @Nullable String label)
      implements ObjectStatement {}

  /**
   * ALTER … RENAME TO.
   *
   * @param relationType the kind of relation written where a column, attribute or constraint is
   *     renamed, else null
   * @param member what is renamed inside {@code object}: a column, attribute or constraint; else
   *     null
   */
  record RenameStatement(
      int position,
      ObjectType objectType,
      @Nullable ObjectType relationType,
      boolean ifExists,
      ObjectReference object,
      @Nullable String member,
      String newName,
      DropBehavior behavior)
      implements ObjectStatement {}

  /** ALTER … OWNER TO, for what is not a relation. */
  record AlterOwnerStatement(
      int position, ObjectType objectType, ObjectReference object, RoleName owner)
      implements ObjectStatement {}

  /** ALTER … SET SCHEMA. */
  record AlterObjectSchemaStatement(
      int position,
      ObjectType objectType,
      boolean ifExists,
      ObjectReference object,
      String newSchema)
      implements ObjectStatement {}

  /** ALTER … [NO] DEPENDS ON EXTENSION. */
  record AlterObjectDependsStatement(
      int position, ObjectType objectType, ObjectReference object, boolean remove, String extension)
      implements ObjectStatement {}
}
