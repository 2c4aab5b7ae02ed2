package dev.postern.backend.command;

import dev.postern.backend.catalog.CatalogReader;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.command.CommandServices.QueryColumn;
import dev.postern.backend.command.RelationCreation.NewColumn;
import dev.postern.backend.command.TableDefinition.Column;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.QueryClause.Persistence;
import dev.postern.backend.sql.TableElement;
import dev.postern.backend.sql.TableElement.CheckConstraint;
import dev.postern.backend.sql.TableElement.ForeignKeyConstraint;
import dev.postern.backend.sql.TableElement.KeyConstraint;
import dev.postern.backend.sql.TableElement.LikeClause;
import dev.postern.backend.sql.TableStatement.CreateTableAsStatement;
import dev.postern.backend.sql.TableStatement.CreateTableStatement;
import dev.postern.backend.sql.TableStatement.OnCommit;
import dev.postern.backend.txn.TableLockMode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** CREATE TABLE and CREATE TABLE AS. */
final class TableCommands {
  private final CommandContext context;
  private final CatalogReader catalog;
  private final Targets targets;

  TableCommands(CommandContext context) {
    this.context = context;
    this.catalog = context.catalog();
    this.targets = new Targets(context);
  }

  static char persistence(Persistence persistence) {
    return switch (persistence) {
      case PERMANENT -> 'p';
      case TEMPORARY -> 't';
      case UNLOGGED -> 'u';
    };
  }

  static SqlError alreadyExists(String name) {
    return new SqlError(SqlState.DUPLICATE_TABLE, "relation \"" + name + "\" already exists");
  }

  static SqlError alreadyExistsSkipping(String name) {
    return new SqlError(
        SqlState.DUPLICATE_TABLE, "relation \"" + name + "\" already exists, skipping");
  }

  String create(CreateTableStatement statement) {
    refuseWhatIsMissing(statement);
    String name = GeneratedNames.cut(statement.name().name(), 63);
    int schema;
    try {
      schema = targets.creationSchema(statement.name(), statement.persistence());
    } catch (SqlError e) {
      throw e.at(context.character(statement.name().position()));
    }
    if (catalog.relationOid(schema, name) != 0) {
      if (!statement.ifNotExists()) {
        throw alreadyExists(name);
      }
      context.notice("NOTICE", alreadyExistsSkipping(name));
      return "CREATE TABLE";
    }
    boolean temporary = schema == catalog.temporarySchema() && schema != 0;
    char persistence = temporary ? 't' : persistence(statement.persistence());
    TableDefinition definition = new TableDefinition(context, name);
    LikeCopies likes = new LikeCopies(context, definition);
    for (TableElement element : statement.elements()) {
      if (element instanceof LikeClause like) {
        likes.columns(like);
      } else {
        definition.add(element);
      }
    }
    // Constraints may name columns that come after them.
    prepareKeys(definition, name);
    GeneratedNames names = new GeneratedNames(catalog);
    ColumnSequences sequences = new ColumnSequences(context, names);
    sequences.create(name, schema, persistence, definition.columns);
    List<String> options = RelationOptionText.changed(List.of(), statement.options(), false, 'r');
    int oid =
        new RelationCreation(context)
            .create(name, schema, 'r', persistence, newColumns(definition), options);
    sequences.attach(oid, definition.columns);
    addParts(oid, definition, names);
    likes.rest(oid, names);
    onCommit(statement.onCommit(), oid, persistence);
    return "CREATE TABLE";
  }

  private static void refuseWhatIsMissing(CreateTableStatement statement) {
    if (statement.partitionOf() != null || statement.partitionBy() != null) {
      throw SqlError.notSupported("partitioned table");
    }
    if (!statement.inherits().isEmpty()) {
      throw SqlError.notSupported("table inheritance");
    }
    if (statement.ofType() != null) {
      throw SqlError.notSupported("CREATE TABLE OF");
    }
    if (statement.server() != null) {
      throw SqlError.notSupported("foreign table");
    }
    checkStorage(statement.accessMethod(), statement.tablespace());
  }

  static void checkStorage(@Nullable String accessMethod, @Nullable String tablespace) {
    if (accessMethod != null && !accessMethod.equals("heap")) {
      throw new SqlError(
          SqlState.UNDEFINED_OBJECT, "access method \"" + accessMethod + "\" does not exist");
    }
    if (tablespace != null && !tablespace.equals("pg_default")) {
      throw new SqlError(
          SqlState.UNDEFINED_OBJECT, "tablespace \"" + tablespace + "\" does not exist");
    }
  }

  private void onCommit(OnCommit action, int oid, char persistence) {
    if (action == OnCommit.UNSPECIFIED || action == OnCommit.PRESERVE_ROWS) {
      if (action == OnCommit.PRESERVE_ROWS && persistence != 't') {
        throw onCommitNeedsTemporary();
      }
      return;
    }
    if (persistence != 't') {
      throw onCommitNeedsTemporary();
    }
    context.onCommitOf(oid, action == OnCommit.DROP);
  }

  private static SqlError onCommitNeedsTemporary() {
    return new SqlError(
        SqlState.INVALID_TABLE_DEFINITION, "ON COMMIT can only be used on temporary tables");
  }

  /** Columns of primary keys are not null. */
  private void prepareKeys(TableDefinition definition, String table) {
    for (KeyConstraint key : definition.keys) {
      for (String name : key.columns()) {
        Column column = definition.column(name);
        if (column == null && !isSystemColumn(name)) {
          throw new SqlError(
                  SqlState.UNDEFINED_COLUMN, "column \"" + name + "\" named in key does not exist")
              .at(context.character(key.position()));
        }
        if (key.primary() && column != null) {
          if (column.explicitlyNullable) {
            throw new SqlError(
                    SqlState.SYNTAX_ERROR,
                    "conflicting NULL/NOT NULL declarations for column \""
                        + name
                        + "\" of table \""
                        + table
                        + "\"")
                .at(context.character(key.position()));
          }
          column.notNull = true;
        }
      }
    }
  }

  private static boolean isSystemColumn(String name) {
    return name.equals("ctid") || name.equals("tableoid") || name.equals("xmin");
  }

  static List<NewColumn> newColumns(TableDefinition definition) {
    List<NewColumn> columns = new ArrayList<>();
    for (Column column : definition.columns) {
      columns.add(newColumn(column));
    }
    return columns;
  }

  static NewColumn newColumn(Column column) {
    if (column.virtual) {
      throw SqlError.notSupported("virtual generated column");
    }
    return new NewColumn(
        column.name,
        column.typeOid,
        column.typmod,
        column.collationOid,
        column.notNull,
        column.identity,
        column.generated == null ? (char) 0 : 's',
        column.storage);
  }

  /** Defaults, checks, not-null constraints, keys and foreign keys of a table that exists. */
  private void addParts(int oid, TableDefinition definition, GeneratedNames names) {
    ColumnDefaults defaults = new ColumnDefaults(context);
    Constraints constraints = new Constraints(context, names);
    RelationDescriptor table = require(oid);
    for (int i = 0; i < definition.columns.size(); i++) {
      defaults.add(table, i + 1, definition.columns.get(i));
    }
    for (CheckConstraint check : definition.checks) {
      if (check.name() != null) {
        names.take(check.name());
      }
    }
    for (CheckConstraint check : definition.checks) {
      constraints.check(require(oid), check, false);
    }
    for (int i = 0; i < definition.columns.size(); i++) {
      Column column = definition.columns.get(i);
      if (column.notNull) {
        constraints.notNull(require(oid), i + 1, column.notNullName, column.notNullNoInherit, true);
      }
    }
    for (KeyConstraint key : ordered(definition.keys)) {
      constraints.key(require(oid), key);
    }
    for (ForeignKeyConstraint key : definition.foreignKeys) {
      constraints.foreignKey(require(oid), key, false);
    }
  }

  /** The primary key comes first. */
  private static List<KeyConstraint> ordered(List<KeyConstraint> keys) {
    List<KeyConstraint> ordered = new ArrayList<>();
    for (KeyConstraint key : keys) {
      if (key.primary()) {
        ordered.addFirst(key);
      } else {
        ordered.add(key);
      }
    }
    return ordered;
  }

  private RelationDescriptor require(int oid) {
    RelationDescriptor relation = catalog.relation(oid);
    if (relation == null) {
      throw new IllegalStateException("relation " + oid + " vanished");
    }
    return relation;
  }

  // --- CREATE TABLE AS

  String createAs(CreateTableAsStatement statement) {
    String tag = statement.materializedView() ? "CREATE MATERIALIZED VIEW" : "CREATE TABLE AS";
    if (statement.materializedView()) {
      throw SqlError.notSupported("materialized view");
    }
    checkStorage(statement.accessMethod(), statement.tablespace());
    String name = statement.name().name();
    int schema = targets.creationSchema(statement.name(), statement.persistence());
    if (catalog.relationOid(schema, name) != 0) {
      if (!statement.ifNotExists()) {
        throw alreadyExists(name);
      }
      context.notice("NOTICE", alreadyExistsSkipping(name));
      return tag;
    }
    List<QueryColumn> found = context.services().columns(statement.query());
    List<NewColumn> columns = new ArrayList<>();
    if (statement.columns().size() > found.size()) {
      throw new SqlError(SqlState.SYNTAX_ERROR, "too many column names were specified");
    }
    for (int i = 0; i < found.size(); i++) {
      QueryColumn column = found.get(i);
      String label = i < statement.columns().size() ? statement.columns().get(i) : column.name();
      columns.add(new NewColumn(label, column.typeOid(), column.typmod(), column.collationOid()));
    }
    boolean temporary = schema == catalog.temporarySchema() && schema != 0;
    char persistence = temporary ? 't' : persistence(statement.persistence());
    List<String> options = RelationOptionText.changed(List.of(), statement.options(), false, 'r');
    int oid =
        new RelationCreation(context).create(name, schema, 'r', persistence, columns, options);
    context.lockRelation(oid, name, TableLockMode.ACCESS_EXCLUSIVE, false);
    onCommit(statement.onCommit(), oid, persistence);
    if (!statement.withData()) {
      return tag;
    }
    long rows = context.services().fill(require(oid), statement.query());
    return "SELECT " + rows;
  }
}
