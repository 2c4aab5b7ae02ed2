package dev.postern.backend.command;

import dev.postern.backend.catalog.CatalogReader;
import dev.postern.backend.catalog.CatalogRow;
import dev.postern.backend.catalog.CatalogTable;
import dev.postern.backend.catalog.ClassOids;
import dev.postern.backend.catalog.DependencyCollection;
import dev.postern.backend.catalog.ObjectAddress;
import dev.postern.backend.catalog.ObjectRemoval;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.ObjectReference;
import dev.postern.backend.sql.ObjectReference.NamedObject;
import dev.postern.backend.sql.ObjectStatement.DropBehavior;
import dev.postern.backend.sql.ObjectStatement.DropStatement;
import dev.postern.backend.sql.ObjectType;
import dev.postern.backend.sql.QualifiedName;
import dev.postern.backend.txn.TableLockMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** DROP of relations, schemas, types, functions and members of relations. */
final class DropCommands {
  private static final CatalogTable CLASS = CatalogTable.named("pg_class");

  private final CommandContext context;
  private final CatalogReader catalog;
  private final Targets targets;

  DropCommands(CommandContext context) {
    this.context = context;
    this.catalog = context.catalog();
    this.targets = new Targets(context);
  }

  String drop(DropStatement statement) {
    List<ObjectAddress> objects = new ArrayList<>();
    if (statement.concurrently()) {
      if (context.inTransactionBlock()) {
        throw new SqlError(
            SqlState.ACTIVE_SQL_TRANSACTION,
            "DROP INDEX CONCURRENTLY cannot run inside a transaction block");
      }
      if (statement.objects().size() > 1) {
        throw new SqlError(
            SqlState.FEATURE_NOT_SUPPORTED,
            "DROP INDEX CONCURRENTLY does not support dropping multiple objects");
      }
    }
    for (ObjectReference reference : statement.objects()) {
      ObjectAddress found = find(statement, reference);
      if (found != null) {
        objects.add(found);
      }
    }
    remove(objects, statement.behavior());
    return "DROP " + statement.objectType().words();
  }

  /** Removes objects with all that depends on them. */
  void remove(List<ObjectAddress> objects, DropBehavior behavior) {
    if (objects.isEmpty()) {
      return;
    }
    DependencyCollection collection = new DependencyCollection(catalog);
    collection.add(objects);
    if (behavior == DropBehavior.RESTRICT) {
      collection.checkRestrict(objects.size() == 1 ? objects.getFirst() : null);
    } else {
      SqlError notice = collection.cascadeNotice();
      if (notice != null) {
        context.notice("NOTICE", notice);
      }
    }
    List<ObjectAddress> inOrder = collection.inOrder();
    for (ObjectAddress object : inOrder) {
      if (object.classOid() == ClassOids.PG_CLASS) {
        CatalogRow row = catalog.store().withOid(CLASS, object.oid());
        if (row != null && row.character("relkind") != 'c') {
          context.lockRelation(
              object.oid(), row.text("relname"), TableLockMode.ACCESS_EXCLUSIVE, false);
        }
      }
    }
    ObjectRemoval removal = new ObjectRemoval(context, catalog, context.catalogWriter());
    for (ObjectAddress object : inOrder) {
      removal.remove(object);
    }
  }

  private @Nullable ObjectAddress find(DropStatement statement, ObjectReference reference) {
    ObjectType type = statement.objectType();
    return switch (type) {
      case TABLE, VIEW, SEQUENCE, INDEX, MATERIALIZED_VIEW, FOREIGN_TABLE ->
          relation(statement, named(reference));
      case SCHEMA -> schema(statement, named(reference));
      case EXTENSION -> extension(statement, named(reference));
      default -> new ObjectLookup(context).forDrop(statement, reference);
    };
  }

  private static QualifiedName named(ObjectReference reference) {
    if (reference instanceof NamedObject object) {
      return object.name();
    }
    throw SqlError.notSupported("this form of DROP");
  }

  private @Nullable ObjectAddress relation(DropStatement statement, QualifiedName name) {
    ObjectType type = statement.objectType();
    String schema = name.schema();
    if (schema != null && !schema.equals("pg_temp") && catalog.schema(schema) == 0) {
      if (statement.ifExists()) {
        skip("schema \"" + schema + "\" does not exist, skipping");
        return null;
      }
      throw new SqlError(SqlState.INVALID_SCHEMA_NAME, "schema \"" + schema + "\" does not exist");
    }
    int oid = targets.relationOid(name);
    CatalogRow row = oid == 0 ? null : catalog.store().withOid(CLASS, oid);
    if (row == null) {
      String word = word(type);
      if (statement.ifExists()) {
        skip(word + " \"" + name.name() + "\" does not exist, skipping");
        return null;
      }
      String state =
          type == ObjectType.INDEX ? SqlState.UNDEFINED_OBJECT : SqlState.UNDEFINED_TABLE;
      throw new SqlError(state, word + " \"" + name.name() + "\" does not exist");
    }
    char kind = row.character("relkind");
    if (!fits(kind, type)) {
      SqlError error =
          new SqlError(
              SqlState.WRONG_OBJECT_TYPE, "\"" + name.name() + "\" is not " + article(type));
      throw error.hint(hint(kind));
    }
    if (oid < ClassOids.FIRST_USER_OID) {
      throw new SqlError(
          SqlState.INSUFFICIENT_PRIVILEGE,
          "permission denied: \"" + name.name() + "\" is a system catalog");
    }
    context.lockRelation(oid, name.name(), TableLockMode.ACCESS_EXCLUSIVE, false);
    if (catalog.store().withOid(CLASS, oid) == null) {
      throw new SqlError(
          SqlState.UNDEFINED_TABLE, word(type) + " \"" + name.name() + "\" does not exist");
    }
    return ObjectAddress.relation(oid);
  }

  private void skip(String message) {
    context.notice("NOTICE", new SqlError(SqlState.SUCCESSFUL_COMPLETION, message));
  }

  private static String word(ObjectType type) {
    return type.words().toLowerCase(Locale.ROOT);
  }

  private static String article(ObjectType type) {
    return (type == ObjectType.INDEX ? "an " : "a ") + word(type);
  }

  static boolean fits(char kind, ObjectType type) {
    return switch (type) {
      case TABLE -> kind == 'r' || kind == 'p';
      case VIEW -> kind == 'v';
      case SEQUENCE -> kind == 'S';
      case INDEX -> kind == 'i' || kind == 'I';
      case MATERIALIZED_VIEW -> kind == 'm';
      case FOREIGN_TABLE -> kind == 'f';
      default -> false;
    };
  }

  private static @Nullable String hint(char kind) {
    return switch (kind) {
      case 'r', 'p' -> "Use DROP TABLE to remove a table.";
      case 'v' -> "Use DROP VIEW to remove a view.";
      case 'S' -> "Use DROP SEQUENCE to remove a sequence.";
      case 'i', 'I' -> "Use DROP INDEX to remove an index.";
      case 'm' -> "Use DROP MATERIALIZED VIEW to remove a materialized view.";
      case 'c' -> "Use DROP TYPE to remove a type.";
      case 'f' -> "Use DROP FOREIGN TABLE to remove a foreign table.";
      default -> null;
    };
  }

  private @Nullable ObjectAddress schema(DropStatement statement, QualifiedName name) {
    int oid = catalog.schema(name.name());
    if (oid == 0) {
      if (statement.ifExists()) {
        skip("schema \"" + name.name() + "\" does not exist, skipping");
        return null;
      }
      throw new SqlError(
          SqlState.INVALID_SCHEMA_NAME, "schema \"" + name.name() + "\" does not exist");
    }
    ObjectAddress address = ObjectAddress.schema(oid);
    if (address.isPinned()) {
      throw new SqlError(
          SqlState.DEPENDENT_OBJECTS_STILL_EXIST,
          "cannot drop schema " + name.name() + " because it is required by the database system");
    }
    return address;
  }

  private @Nullable ObjectAddress extension(DropStatement statement, QualifiedName name) {
    CatalogTable table = CatalogTable.named("pg_extension");
    CatalogRow row = catalog.store().first(table, table.index("extname"), name.name());
    if (row == null) {
      if (statement.ifExists()) {
        skip("extension \"" + name.name() + "\" does not exist, skipping");
        return null;
      }
      throw new SqlError(
          SqlState.UNDEFINED_OBJECT, "extension \"" + name.name() + "\" does not exist");
    }
    return new ObjectAddress(ClassOids.PG_EXTENSION, row.oid());
  }
}
