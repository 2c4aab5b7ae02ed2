package dev.postern.backend.command;

import dev.postern.backend.catalog.CatalogReader;
import dev.postern.backend.catalog.CatalogRow;
import dev.postern.backend.command.CommandServices.ModifiedType;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.function.TypeDescriptor;
import dev.postern.backend.sql.Expression;
import dev.postern.backend.sql.Option;
import dev.postern.backend.sql.QualifiedName;
import dev.postern.backend.sql.TableElement;
import dev.postern.backend.sql.TableElement.CheckConstraint;
import dev.postern.backend.sql.TableElement.ColumnCheckConstraint;
import dev.postern.backend.sql.TableElement.ColumnConstraint;
import dev.postern.backend.sql.TableElement.ColumnDefinition;
import dev.postern.backend.sql.TableElement.ColumnKeyConstraint;
import dev.postern.backend.sql.TableElement.ColumnReferencesConstraint;
import dev.postern.backend.sql.TableElement.DefaultConstraint;
import dev.postern.backend.sql.TableElement.ExclusionConstraint;
import dev.postern.backend.sql.TableElement.ForeignKeyConstraint;
import dev.postern.backend.sql.TableElement.GeneratedConstraint;
import dev.postern.backend.sql.TableElement.IdentityConstraint;
import dev.postern.backend.sql.TableElement.KeyConstraint;
import dev.postern.backend.sql.TableElement.NotNullConstraint;
import dev.postern.backend.sql.TableElement.NullableConstraint;
import dev.postern.backend.sql.TableElement.TableConstraint;
import dev.postern.backend.sql.TableElement.TableNotNullConstraint;
import dev.postern.backend.sql.TypeName;
import dev.postern.backend.type.TypeOids;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The columns and constraints of a table to be, taken out of the syntax tree: column constraints
 * become the table's, serial types become defaults.
 */
final class TableDefinition {
  /** A column and what is said of it alone. */
  static final class Column {
    final String name;
    final int typeOid;
    final int typmod;
    final int collationOid;
    final int position;
    @Nullable String storage;
    boolean notNull;
    boolean explicitlyNullable;
    @Nullable String notNullName;
    boolean notNullNoInherit;
    @Nullable Expression defaultValue;

    /** A default that is SQL already, copied by LIKE. */
    @Nullable String defaultText;

    boolean serial;
    char identity;
    List<Option> sequenceOptions = List.of();
    @Nullable Expression generated;
    boolean virtual;

    /** The pg_sequence row that LIKE … INCLUDING IDENTITY copies. */
    @Nullable CatalogRow copiedSequence;

    /** The sequence made for a serial or identity column, or 0. */
    int sequenceOid;

    Column(String name, int typeOid, int typmod, int collationOid, int position) {
      this.name = name;
      this.typeOid = typeOid;
      this.typmod = typmod;
      this.collationOid = collationOid;
      this.position = position;
    }
  }

  final List<Column> columns = new ArrayList<>();
  final List<CheckConstraint> checks = new ArrayList<>();
  final List<KeyConstraint> keys = new ArrayList<>();
  final List<ForeignKeyConstraint> foreignKeys = new ArrayList<>();

  private final CommandContext context;
  private final CatalogReader catalog;
  private final String table;

  TableDefinition(CommandContext context, String table) {
    this.context = context;
    this.catalog = context.catalog();
    this.table = table;
  }

  /** The column of a name, or null. */
  @Nullable Column column(String name) {
    for (Column column : columns) {
      if (column.name.equals(name)) {
        return column;
      }
    }
    return null;
  }

  /** Takes a column or a constraint; LIKE is the caller's. */
  void add(TableElement element) {
    switch (element) {
      case ColumnDefinition column -> columns.add(column(column));
      case TableConstraint constraint -> add(constraint);
      default -> throw SqlError.notSupported("this element of CREATE TABLE");
    }
  }

  /** Takes a table constraint. */
  void add(TableConstraint constraint) {
    switch (constraint) {
      case CheckConstraint check -> checks.add(check);
      case KeyConstraint key -> addKey(key);
      case ForeignKeyConstraint key -> foreignKeys.add(key);
      case ExclusionConstraint exclusion -> throw SqlError.notSupported("EXCLUDE constraint");
      case TableNotNullConstraint notNull -> {
        Column column = column(notNull.column());
        if (column == null) {
          throw new SqlError(
                  SqlState.UNDEFINED_COLUMN,
                  "column \""
                      + notNull.column()
                      + "\" of relation \""
                      + table
                      + "\" does not exist")
              .at(context.character(notNull.position()));
        }
        column.notNull = true;
        if (notNull.name() != null) {
          column.notNullName = notNull.name();
        }
        column.notNullNoInherit = notNull.attributes().noInherit();
      }
    }
  }

  private void addKey(KeyConstraint key) {
    if (key.primary()) {
      for (KeyConstraint other : keys) {
        if (other.primary()) {
          throw new SqlError(
                  SqlState.INVALID_TABLE_DEFINITION,
                  "multiple primary keys for table \"" + table + "\" are not allowed")
              .at(context.character(key.position()));
        }
      }
    }
    keys.add(key);
  }

  /** Reads a column's definition; its keys, checks and references go to the table's lists. */
  Column column(ColumnDefinition definition) {
    TypeName written = definition.type();
    if (written == null) {
      throw SqlError.notSupported("columns of typed tables");
    }
    int serial = serialType(written);
    ModifiedType type =
        serial != 0 ? new ModifiedType(serial, -1) : context.services().type(written);
    if (written.setOf()) {
      throw new SqlError(
              SqlState.INVALID_TABLE_DEFINITION,
              "column \"" + definition.name() + "\" cannot be declared SETOF")
          .at(context.character(written.position()));
    }
    Column column =
        new Column(
            definition.name(),
            type.typeOid(),
            type.typmod(),
            collation(definition.collation(), type.typeOid(), definition.position()),
            definition.position());
    column.storage = definition.storage();
    column.serial = serial != 0;
    column.notNull = serial != 0;
    for (ColumnConstraint constraint : definition.constraints()) {
      add(column, constraint);
    }
    if (column.serial && column.explicitlyNullable) {
      throw conflictingNull(column, definition.position());
    }
    return column;
  }

  /** The integer type under serial, or 0. */
  private static int serialType(TypeName type) {
    if (type.names().size() != 1 || type.percentType()) {
      return 0;
    }
    int oid =
        switch (type.name()) {
          case "smallserial", "serial2" -> TypeOids.INT2;
          case "serial", "serial4" -> TypeOids.INT4;
          case "bigserial", "serial8" -> TypeOids.INT8;
          default -> 0;
        };
    if (oid != 0 && type.isArray()) {
      throw new SqlError(SqlState.FEATURE_NOT_SUPPORTED, "array of serial is not implemented");
    }
    return oid;
  }

  /** The collation of a column: as written, or the type's own. */
  int collation(@Nullable QualifiedName written, int typeOid, int position) {
    TypeDescriptor type = catalog.type(typeOid);
    int own = type == null ? 0 : type.collation();
    if (written == null) {
      return own;
    }
    int oid = catalog.collation(written.schema(), written.name());
    if (oid == 0) {
      throw new SqlError(
              SqlState.UNDEFINED_OBJECT,
              "collation \"" + Targets.shown(written) + "\" for encoding \"UTF8\" does not exist")
          .at(context.character(written.position()));
    }
    if (own == 0) {
      throw new SqlError(
              SqlState.DATATYPE_MISMATCH,
              "collations are not supported by type " + catalog.displayName(typeOid))
          .at(context.character(position));
    }
    return oid;
  }

  private void add(Column column, ColumnConstraint constraint) {
    switch (constraint) {
      case NotNullConstraint notNull -> {
        if (column.explicitlyNullable) {
          throw conflictingNull(column, notNull.position());
        }
        column.notNull = true;
        column.notNullName = notNull.name() != null ? notNull.name() : column.notNullName;
        column.notNullNoInherit = notNull.attributes().noInherit();
      }
      case NullableConstraint nullable -> {
        if (column.notNull && !column.serial) {
          throw conflictingNull(column, nullable.position());
        }
        column.explicitlyNullable = true;
      }
      case DefaultConstraint value -> {
        if (column.defaultValue != null || column.serial) {
          throw multiple("default values", column, value.position());
        }
        column.defaultValue = value.value();
      }
      case ColumnCheckConstraint check ->
          checks.add(
              new CheckConstraint(
                  check.position(), check.name(), check.condition(), check.attributes()));
      case ColumnKeyConstraint key ->
          addKey(
              new KeyConstraint(
                  key.position(),
                  key.name(),
                  key.primary(),
                  key.nullsNotDistinct(),
                  List.of(column.name),
                  false,
                  List.of(),
                  key.options(),
                  key.tablespace(),
                  null,
                  key.attributes()));
      case IdentityConstraint identity -> addIdentity(column, identity);
      case GeneratedConstraint generated -> {
        if (column.generated != null) {
          throw multiple("generation clauses", column, generated.position());
        }
        column.generated = generated.expression();
        column.virtual = !generated.stored();
      }
      case ColumnReferencesConstraint references ->
          foreignKeys.add(
              new ForeignKeyConstraint(
                  references.position(),
                  references.name(),
                  List.of(column.name),
                  false,
                  references.references(),
                  references.attributes()));
    }
    checkCombination(column, constraint.position());
  }

  private void addIdentity(Column column, IdentityConstraint identity) {
    if (column.identity != 0) {
      throw multiple("identity specifications", column, identity.position());
    }
    if (column.typeOid != TypeOids.INT2
        && column.typeOid != TypeOids.INT4
        && column.typeOid != TypeOids.INT8) {
      throw new SqlError(
          SqlState.INVALID_PARAMETER_VALUE,
          "identity column type must be smallint, integer, or bigint");
    }
    if (column.explicitlyNullable) {
      throw conflictingNull(column, identity.position());
    }
    column.identity = identity.always() ? 'a' : 'd';
    column.sequenceOptions = identity.sequenceOptions();
    column.notNull = true;
  }

  private void checkCombination(Column column, int position) {
    boolean hasDefault = column.defaultValue != null || column.serial;
    if (hasDefault && column.identity != 0) {
      throw both("default and identity", column, position);
    }
    if (hasDefault && column.generated != null) {
      throw both("default and generation expression", column, position);
    }
    if (column.identity != 0 && column.generated != null) {
      throw both("identity and generation expression", column, position);
    }
  }

  private SqlError conflictingNull(Column column, int position) {
    return new SqlError(
            SqlState.SYNTAX_ERROR,
            "conflicting NULL/NOT NULL declarations for column \""
                + column.name
                + "\" of table \""
                + table
                + "\"")
        .at(context.character(position));
  }

  private SqlError multiple(String what, Column column, int position) {
    return new SqlError(
            SqlState.SYNTAX_ERROR,
            "multiple "
                + what
                + " specified for column \""
                + column.name
                + "\" of table \""
                + table
                + "\"")
        .at(context.character(position));
  }

  private SqlError both(String what, Column column, int position) {
    return new SqlError(
            SqlState.SYNTAX_ERROR,
            "both "
                + what
                + " specified for column \""
                + column.name
                + "\" of table \""
                + table
                + "\"")
        .at(context.character(position));
  }
}
