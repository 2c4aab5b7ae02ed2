package dev.postern.backend.command;

import dev.postern.backend.catalog.CatalogReader;
import dev.postern.backend.catalog.CatalogRow;
import dev.postern.backend.catalog.CatalogTable;
import dev.postern.backend.catalog.CatalogWriter;
import dev.postern.backend.catalog.RowValues;
import dev.postern.backend.command.RelationCreation.NewColumn;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.QualifiedName;
import dev.postern.backend.sql.TableElement.ColumnDefinition;
import dev.postern.backend.sql.TypeName;
import dev.postern.backend.sql.TypeStatement.AlterEnumStatement;
import dev.postern.backend.sql.TypeStatement.CreateCompositeTypeStatement;
import dev.postern.backend.sql.TypeStatement.CreateEnumStatement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** CREATE TYPE … AS ENUM and AS (…), ALTER TYPE … ADD VALUE. */
final class TypeCommands {
  private static final CatalogTable ENUM = CatalogTable.named("pg_enum");

  private final CommandContext context;
  private final CatalogReader catalog;
  private final CatalogWriter writer;

  TypeCommands(CommandContext context) {
    this.context = context;
    this.catalog = context.catalog();
    this.writer = context.catalogWriter();
  }

  String createEnum(CreateEnumStatement statement) {
    int schema = new Targets(context).typeSchema(statement.name());
    String name = statement.name().name();
    checkFree(schema, name);
    int array = writer.newOid();
    int oid = writer.newOid();
    new TypeCreation(context).enumeration(oid, array, name, schema);
    List<String> seen = new ArrayList<>();
    for (String label : statement.labels()) {
      checkLabel(label);
      if (seen.contains(label)) {
        throw new SqlError(
                SqlState.UNIQUE_VIOLATION,
                "duplicate key value violates unique constraint \"pg_enum_typid_label_index\"")
            .detail("Key (enumtypid, enumlabel)=(" + oid + ", " + label + ") already exists.")
            .table("pg_catalog", "pg_enum")
            .constraint("pg_enum_typid_label_index");
      }
      seen.add(label);
      insert(oid, seen.size(), label);
    }
    return "CREATE TYPE";
  }

  private void checkFree(int schema, String name) {
    if (catalog.typeOid(schema, name) != 0) {
      throw new SqlError(SqlState.DUPLICATE_OBJECT, "type \"" + name + "\" already exists");
    }
  }

  private static void checkLabel(String label) {
    if (!GeneratedNames.cut(label, 63).equals(label)) {
      throw new SqlError(SqlState.INVALID_NAME, "invalid enum label \"" + label + "\"")
          .detail("Labels must be 63 bytes or less.");
    }
  }

  private void insert(int type, float order, String label) {
    writer.insert(
        new RowValues(ENUM)
            .set("oid", writer.newOid())
            .set("enumtypid", type)
            .set("enumsortorder", order)
            .set("enumlabel", label));
  }

  String createComposite(CreateCompositeTypeStatement statement) {
    int schema = new Targets(context).typeSchema(statement.name());
    String name = statement.name().name();
    checkFree(schema, name);
    if (catalog.relationOid(schema, name) != 0) {
      throw TableCommands.alreadyExists(name);
    }
    TableDefinition definition = new TableDefinition(context, name);
    List<NewColumn> columns = new ArrayList<>();
    for (ColumnDefinition attribute : statement.attributes()) {
      columns.add(TableCommands.newColumn(definition.column(attribute)));
    }
    new RelationCreation(context).create(name, schema, 'c', 'p', columns, null);
    return "CREATE TYPE";
  }

  String alterEnum(AlterEnumStatement statement) {
    QualifiedName name = statement.name();
    int type =
        context
            .services()
            .type(new TypeName(name.position(), name.parts(), false, false, List.of(), List.of()))
            .typeOid();
    var described = catalog.type(type);
    if (described == null || described.kind() != 'e') {
      throw new SqlError(SqlState.WRONG_OBJECT_TYPE, catalog.displayName(type) + " is not an enum");
    }
    if (statement.oldLabel() != null) {
      throw SqlError.notSupported("ALTER TYPE RENAME VALUE");
    }
    add(type, statement);
    return "ALTER TYPE";
  }

  private void add(int type, AlterEnumStatement statement) {
    String label = statement.newLabel();
    checkLabel(label);
    List<CatalogRow> rows =
        new ArrayList<>(catalog.store().find(ENUM, ENUM.index("enumtypid", "enumsortorder"), type));
    rows.sort(Comparator.comparingDouble(row -> row.real("enumsortorder")));
    for (CatalogRow row : rows) {
      if (row.text("enumlabel").equals(label)) {
        if (statement.ifNotExists()) {
          context.notice(
              "NOTICE",
              new SqlError(
                  SqlState.DUPLICATE_OBJECT,
                  "enum label \"" + label + "\" already exists, skipping"));
          return;
        }
        throw new SqlError(
            SqlState.DUPLICATE_OBJECT, "enum label \"" + label + "\" already exists");
      }
    }
    insert(type, order(rows, statement.neighbour(), statement.after()), label);
  }

  /** A number between the neighbours', or after the last. */
  private static float order(List<CatalogRow> rows, @Nullable String neighbour, boolean after) {
    if (neighbour == null) {
      return rows.isEmpty() ? 1 : rows.getLast().real("enumsortorder") + 1;
    }
    int at = -1;
    for (int i = 0; i < rows.size(); i++) {
      if (rows.get(i).text("enumlabel").equals(neighbour)) {
        at = i;
      }
    }
    if (at < 0) {
      throw new SqlError(
          SqlState.INVALID_PARAMETER_VALUE, "\"" + neighbour + "\" is not an existing enum label");
    }
    int other = after ? at + 1 : at - 1;
    float near = rows.get(at).real("enumsortorder");
    if (other < 0) {
      return near - 1;
    }
    if (other >= rows.size()) {
      return near + 1;
    }
    return (near + rows.get(other).real("enumsortorder")) / 2;
  }
}
