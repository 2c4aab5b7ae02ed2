package dev.postern.backend.command;

import dev.postern.backend.catalog.CatalogReader;
import dev.postern.backend.catalog.CatalogRow;
import dev.postern.backend.catalog.CatalogTable;
import dev.postern.backend.catalog.ClassOids;
import dev.postern.backend.catalog.ObjectAddress;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.catalog.RelationDescriptor.Attribute;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.function.FunctionDescriptor;
import dev.postern.backend.function.TypeDescriptor;
import dev.postern.backend.sql.ObjectReference;
import dev.postern.backend.sql.ObjectReference.ArgumentMode;
import dev.postern.backend.sql.ObjectReference.DomainMember;
import dev.postern.backend.sql.ObjectReference.NamedObject;
import dev.postern.backend.sql.ObjectReference.RelationMember;
import dev.postern.backend.sql.ObjectReference.RoleObject;
import dev.postern.backend.sql.ObjectReference.RoutineObject;
import dev.postern.backend.sql.ObjectReference.SignatureArgument;
import dev.postern.backend.sql.ObjectReference.TypeObject;
import dev.postern.backend.sql.ObjectStatement.DropStatement;
import dev.postern.backend.sql.ObjectType;
import dev.postern.backend.sql.QualifiedName;
import dev.postern.backend.sql.TypeName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Finds objects of any kind by the reference a command makes to them. */
final class ObjectLookup {
  private final CommandContext context;
  private final CatalogReader catalog;
  private final Targets targets;

  ObjectLookup(CommandContext context) {
    this.context = context;
    this.catalog = context.catalog();
    this.targets = new Targets(context);
  }

  /** An object to drop; null where it is missing and IF EXISTS was said. */
  @Nullable ObjectAddress forDrop(DropStatement statement, ObjectReference reference) {
    if (!statement.ifExists()) {
      return find(statement.objectType(), reference);
    }
    try {
      return find(statement.objectType(), reference);
    } catch (SqlError missing) {
      switch (missing.sqlState()) {
        case SqlState.UNDEFINED_OBJECT,
            SqlState.UNDEFINED_TABLE,
            SqlState.UNDEFINED_FUNCTION,
            SqlState.INVALID_SCHEMA_NAME -> {
          String text = missing.message();
          context.notice(
              "NOTICE", new SqlError(SqlState.SUCCESSFUL_COMPLETION, text + ", skipping"));
          return null;
        }
        default -> throw missing;
      }
    }
  }

  /** An object; PostgreSQL's error where there is none. */
  ObjectAddress find(ObjectType type, ObjectReference reference) {
    return switch (reference) {
      case NamedObject object -> named(type, object.name());
      case TypeObject object -> type(type, object.type());
      case RoutineObject routine -> ObjectAddress.function(routine(type, routine).oid());
      case RelationMember member -> member(type, member);
      case DomainMember member -> domainConstraint(member);
      case RoleObject role -> new ObjectAddress(ClassOids.PG_AUTHID, targets.role(role.role()));
      default -> throw SqlError.notSupported("this command on a " + type.words());
    };
  }

  private ObjectAddress named(ObjectType type, QualifiedName name) {
    return switch (type) {
      case TABLE, VIEW, SEQUENCE, INDEX, MATERIALIZED_VIEW, FOREIGN_TABLE -> relation(type, name);
      case SCHEMA -> ObjectAddress.schema(catalog.requireSchema(name.name()));
      case DATABASE ->
          row(ClassOids.PG_DATABASE, "pg_database", "datname", "database", name.name());
      case ROLE -> new ObjectAddress(ClassOids.PG_AUTHID, targets.role(name.name()));
      case TABLESPACE ->
          row(ClassOids.PG_TABLESPACE, "pg_tablespace", "spcname", "tablespace", name.name());
      case LANGUAGE ->
          row(ClassOids.PG_LANGUAGE, "pg_language", "lanname", "language", name.name());
      case EXTENSION ->
          row(ClassOids.PG_EXTENSION, "pg_extension", "extname", "extension", name.name());
      case ACCESS_METHOD -> row(ClassOids.PG_AM, "pg_am", "amname", "access method", name.name());
      case COLLATION -> {
        int oid = catalog.collation(name.schema(), name.name());
        if (oid == 0) {
          throw new SqlError(
              SqlState.UNDEFINED_OBJECT,
              "collation \"" + Targets.shown(name) + "\" for encoding \"UTF8\" does not exist");
        }
        yield new ObjectAddress(ClassOids.PG_COLLATION, oid);
      }
      case TYPE, DOMAIN ->
          type(
              type,
              new TypeName(name.position(), name.parts(), false, false, List.of(), List.of()));
      default -> throw SqlError.notSupported(type.words());
    };
  }

  private ObjectAddress row(int classOid, String table, String column, String word, String name) {
    CatalogTable catalogTable = CatalogTable.named(table);
    CatalogRow row = catalog.store().first(catalogTable, catalogTable.index(column), name);
    if (row == null) {
      String state =
          classOid == ClassOids.PG_DATABASE
              ? SqlState.INVALID_CATALOG_NAME
              : SqlState.UNDEFINED_OBJECT;
      throw new SqlError(state, word + " \"" + name + "\" does not exist");
    }
    return new ObjectAddress(classOid, row.oid());
  }

  private ObjectAddress relation(ObjectType type, QualifiedName name) {
    String schema = name.schema();
    if (schema != null) {
      catalog.requireSchema(schema);
    }
    RelationDescriptor relation = targets.relation(name);
    if (!DropCommands.fits(relation.kind(), type)) {
      String word = type.words().toLowerCase(Locale.ROOT);
      throw new SqlError(
          SqlState.WRONG_OBJECT_TYPE,
          "\"" + relation.name() + "\" is not " + (type == ObjectType.INDEX ? "an " : "a ") + word);
    }
    return ObjectAddress.relation(relation.oid());
  }

  /** A type or domain by its written name. */
  ObjectAddress type(ObjectType type, TypeName name) {
    int oid = context.services().type(name).typeOid();
    TypeDescriptor described = catalog.type(oid);
    if (type == ObjectType.DOMAIN && (described == null || !described.isDomain())) {
      throw new SqlError(
          SqlState.WRONG_OBJECT_TYPE, "\"" + String.join(".", name.names()) + "\" is not a domain");
    }
    return ObjectAddress.type(oid);
  }

  private ObjectAddress member(ObjectType type, RelationMember member) {
    RelationDescriptor relation = targets.relation(member.relation());
    return switch (type) {
      case COLUMN -> {
        Attribute attribute = relation.attribute(member.name());
        if (attribute == null) {
          throw new SqlError(
              SqlState.UNDEFINED_COLUMN,
              "column \""
                  + member.name()
                  + "\" of relation \""
                  + relation.name()
                  + "\" does not exist");
        }
        yield ObjectAddress.column(relation.oid(), attribute.number());
      }
      case TABLE_CONSTRAINT -> {
        CatalogTable table = Constraints.CONSTRAINT;
        CatalogRow row =
            catalog
                .store()
                .first(
                    table,
                    table.index("conrelid", "contypid", "conname"),
                    relation.oid(),
                    0,
                    member.name());
        if (row == null) {
          throw missingMember("constraint", member.name(), "table", relation.name());
        }
        yield ObjectAddress.constraint(row.oid());
      }
      case TRIGGER ->
          memberRow(ClassOids.PG_TRIGGER, "pg_trigger", "tgrelid", "tgname", relation, member);
      case RULE ->
          memberRow(ClassOids.PG_REWRITE, "pg_rewrite", "ev_class", "rulename", relation, member);
      case POLICY ->
          memberRow(ClassOids.PG_POLICY, "pg_policy", "polrelid", "polname", relation, member);
      default -> throw SqlError.notSupported(type.words());
    };
  }

  private ObjectAddress memberRow(
      int classOid,
      String tableName,
      String relationColumn,
      String nameColumn,
      RelationDescriptor relation,
      RelationMember member) {
    CatalogTable table = CatalogTable.named(tableName);
    CatalogRow row =
        catalog
            .store()
            .first(table, table.index(relationColumn, nameColumn), relation.oid(), member.name());
    if (row == null) {
      String word =
          classOid == ClassOids.PG_TRIGGER
              ? "trigger"
              : classOid == ClassOids.PG_REWRITE ? "rule" : "policy";
      String of = classOid == ClassOids.PG_REWRITE ? "relation" : "table";
      throw missingMember(word, member.name(), of, relation.name());
    }
    return new ObjectAddress(classOid, row.oid());
  }

  private static SqlError missingMember(String word, String name, String of, String relation) {
    return new SqlError(
        SqlState.UNDEFINED_OBJECT,
        word + " \"" + name + "\" for " + of + " \"" + relation + "\" does not exist");
  }

  private ObjectAddress domainConstraint(DomainMember member) {
    int domain = context.services().type(member.domain()).typeOid();
    CatalogTable table = Constraints.CONSTRAINT;
    CatalogRow row =
        catalog
            .store()
            .first(table, table.index("conrelid", "contypid", "conname"), 0, domain, member.name());
    if (row == null) {
      throw new SqlError(
          SqlState.UNDEFINED_OBJECT,
          "constraint \""
              + member.name()
              + "\" for domain "
              + catalog.displayName(domain)
              + " does not exist");
    }
    return ObjectAddress.constraint(row.oid());
  }

  /** A function, procedure or aggregate by name and, where they are given, argument types. */
  FunctionDescriptor routine(ObjectType type, RoutineObject routine) {
    QualifiedName name = routine.name();
    List<FunctionDescriptor> found = new ArrayList<>(catalog.functions(name.schema(), name.name()));
    String word = type.words().toLowerCase(Locale.ROOT);
    found.removeIf(function -> !fits(function.kind(), type));
    List<SignatureArgument> arguments = routine.arguments();
    if (arguments == null && !routine.aggregateStar()) {
      if (found.isEmpty()) {
        throw new SqlError(
            SqlState.UNDEFINED_FUNCTION,
            "could not find a " + word + " named \"" + Targets.shown(name) + "\"");
      }
      if (found.size() > 1) {
        throw new SqlError(
                SqlState.AMBIGUOUS_FUNCTION,
                word + " name \"" + Targets.shown(name) + "\" is not unique")
            .hint("Specify the argument list to select the " + word + " unambiguously.");
      }
      return found.getFirst();
    }
    int[] types = types(arguments == null ? List.of() : arguments);
    for (FunctionDescriptor function : found) {
      if (Arrays.equals(function.argumentTypes(), types)) {
        return function;
      }
    }
    StringBuilder shown = new StringBuilder(Targets.shown(name)).append('(');
    for (int i = 0; i < types.length; i++) {
      shown.append(i == 0 ? "" : ", ").append(catalog.displayName(types[i]));
    }
    throw new SqlError(
        SqlState.UNDEFINED_FUNCTION,
        (word.equals("routine") ? "routine" : word) + " " + shown + ") does not exist");
  }

  private int[] types(List<SignatureArgument> arguments) {
    List<Integer> types = new ArrayList<>();
    for (SignatureArgument argument : arguments) {
      if (argument.mode() != ArgumentMode.OUT) {
        types.add(context.services().type(argument.type()).typeOid());
      }
    }
    return Constraints.integers(types);
  }

  private static boolean fits(char kind, ObjectType type) {
    return switch (type) {
      case FUNCTION -> kind == 'f' || kind == 'w';
      case PROCEDURE -> kind == 'p';
      case AGGREGATE -> kind == 'a';
      default -> true;
    };
  }
}
