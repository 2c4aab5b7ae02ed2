package dev.postern.backend.sql;

import dev.postern.backend.sql.ObjectReference.ArgumentMode;
import dev.postern.backend.sql.ObjectReference.RoutineObject;
import dev.postern.backend.sql.ObjectReference.SignatureArgument;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** References to objects as SQL; DROP, COMMENT, RENAME, OWNER, SET SCHEMA. */
abstract class ObjectDeparser extends TableDeparser {
  final SqlWriter object(ObjectType type, ObjectReference object) {
    switch (object) {
      case ObjectReference.NamedObject o -> qualified(o.name());
      case ObjectReference.TypeObject o -> type(o.type());
      case RoutineObject o -> routine(type, o);
      case ObjectReference.OperatorObject o -> {
        dottedOperator(o.operator()).put(" (");
        typeOrNone(o.left()).put(", ");
        typeOrNone(o.right()).put(")");
      }
      case ObjectReference.OperatorClassObject o ->
          qualified(o.name()).put(" USING ").name(o.accessMethod());
      case ObjectReference.CastObject o -> {
        put("(");
        type(o.source()).put(" AS ");
        type(o.target()).put(")");
      }
      case ObjectReference.TransformObject o -> {
        put("FOR ");
        type(o.type()).put(" LANGUAGE ").name(o.language());
      }
      case ObjectReference.LargeObject o -> put(o.oid());
      case ObjectReference.RelationMember o -> {
        if (type == ObjectType.COLUMN) {
          qualified(o.relation()).put(".").name(o.name());
        } else {
          name(o.name()).put(" ON ").qualified(o.relation());
        }
      }
      case ObjectReference.DomainMember o -> {
        name(o.name()).put(" ON DOMAIN ");
        type(o.domain());
      }
      case ObjectReference.RelationObject o -> relation(o.relation());
      case ObjectReference.RoleObject o -> role(o.role());
    }
    return this;
  }

  final SqlWriter typeOrNone(@Nullable TypeName type) {
    return type == null ? put("NONE") : type(type);
  }

  final SqlWriter routine(ObjectType type, RoutineObject routine) {
    qualified(routine.name());
    if (routine.arguments() == null) {
      return this;
    }
    put("(").putIf(routine.aggregateStar(), "*");
    list(routine.arguments(), this::signatureArgument);
    if (routine.aggregateOrderBy() != null) {
      putIf(!routine.arguments().isEmpty(), " ").put("ORDER BY ");
      list(routine.aggregateOrderBy(), this::signatureArgument);
    }
    return put(")");
  }

  private void signatureArgument(SignatureArgument argument) {
    mode(argument.mode());
    parameterName(argument.name());
    type(argument.type());
  }

  final void mode(ArgumentMode mode) {
    putIf(mode != ArgumentMode.DEFAULT, mode + " ");
  }

  final void parameterName(@Nullable String name) {
    if (name != null) {
      name(name).put(" ");
    }
  }

  final void objects(ObjectType type, List<ObjectReference> objects) {
    list(objects, object -> object(type, object));
  }

  final void objectStatement(ObjectStatement statement) {
    switch (statement) {
      case ObjectStatement.DropStatement s -> {
        put("DROP ").put(s.objectType().words()).putIf(s.concurrently(), " CONCURRENTLY");
        put(s.ifExists() ? " IF EXISTS " : " ");
        objects(s.objectType(), s.objects());
        behavior(s.behavior());
      }
      case ObjectStatement.CommentStatement s -> {
        put("COMMENT ON ").put(s.objectType().words()).put(" ");
        object(s.objectType(), s.object()).put(" IS ").stringOrNull(s.comment());
      }
      case ObjectStatement.SecurityLabelStatement s -> {
        put("SECURITY LABEL ").nameAfter("FOR ", s.provider());
        put(" ON ").put(s.objectType().words()).put(" ");
        object(s.objectType(), s.object()).put(" IS ").stringOrNull(s.label());
      }
      case ObjectStatement.RenameStatement s -> {
        ObjectType type = s.relationType() != null ? s.relationType() : s.objectType();
        put("ALTER ").put(type.words()).put(s.ifExists() ? " IF EXISTS " : " ");
        object(type, s.object()).put(" RENAME ");
        if (s.member() != null) {
          put(s.objectType().words()).put(" ").name(s.member()).put(" ");
        }
        put("TO ").name(s.newName());
        behavior(s.behavior());
      }
      case ObjectStatement.AlterOwnerStatement s -> {
        put("ALTER ").put(s.objectType().words()).put(" ");
        object(s.objectType(), s.object()).put(" OWNER TO ").role(s.owner());
      }
      case ObjectStatement.AlterObjectSchemaStatement s -> {
        put("ALTER ").put(s.objectType().words()).put(s.ifExists() ? " IF EXISTS " : " ");
        object(s.objectType(), s.object()).put(" SET SCHEMA ").name(s.newSchema());
      }
      case ObjectStatement.AlterObjectDependsStatement s -> {
        put("ALTER ").put(s.objectType().words()).put(" ");
        object(s.objectType(), s.object()).putIf(s.remove(), " NO");
        put(" DEPENDS ON EXTENSION ").name(s.extension());
      }
    }
  }
}
