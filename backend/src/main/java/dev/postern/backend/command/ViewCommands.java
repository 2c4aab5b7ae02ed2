package dev.postern.backend.command;

import dev.postern.backend.catalog.CatalogReader;
import dev.postern.backend.catalog.CatalogRow;
import dev.postern.backend.catalog.CatalogTable;
import dev.postern.backend.catalog.CatalogWriter;
import dev.postern.backend.catalog.ClassOids;
import dev.postern.backend.catalog.ObjectAddress;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.catalog.RelationDescriptor.Attribute;
import dev.postern.backend.catalog.RowValues;
import dev.postern.backend.catalog.TypeText;
import dev.postern.backend.command.CommandServices.QueryColumn;
import dev.postern.backend.command.CommandServices.StoredQuery;
import dev.postern.backend.command.RelationCreation.NewColumn;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.RelationStatement.CheckOption;
import dev.postern.backend.sql.RelationStatement.CreateViewStatement;
import dev.postern.backend.txn.TableLockMode;
import java.util.ArrayList;
import java.util.List;

/** CREATE VIEW. */
final class ViewCommands {
  private static final CatalogTable REWRITE = CatalogTable.named("pg_rewrite");
  private static final CatalogTable CLASS = CatalogTable.named("pg_class");

  private final CommandContext context;
  private final CatalogReader catalog;
  private final CatalogWriter writer;

  ViewCommands(CommandContext context) {
    this.context = context;
    this.catalog = context.catalog();
    this.writer = context.catalogWriter();
  }

  String create(CreateViewStatement statement) {
    if (statement.checkOption() != CheckOption.NONE) {
      throw SqlError.notSupported("WITH CHECK OPTION");
    }
    if (statement.recursive()) {
      throw SqlError.notSupported("CREATE RECURSIVE VIEW");
    }
    if (SelectInto.isOne(statement.query())) {
      throw new SqlError(SqlState.FEATURE_NOT_SUPPORTED, "views must not contain SELECT INTO");
    }
    StoredQuery query = context.services().view(statement.query());
    List<NewColumn> columns = columns(statement, query.columns());
    String name = statement.name().name();
    int schema = new Targets(context).creationSchema(statement.name(), statement.persistence());
    int existing = catalog.relationOid(schema, name);
    List<String> options = RelationOptionText.changed(List.of(), statement.options(), false, 'v');
    if (existing != 0) {
      if (!statement.orReplace()) {
        throw TableCommands.alreadyExists(name);
      }
      replace(existing, columns, query);
      return "CREATE VIEW";
    }
    boolean temporary = schema == catalog.temporarySchema() && schema != 0;
    int oid =
        new RelationCreation(context)
            .create(name, schema, 'v', temporary ? 't' : 'p', columns, options);
    insertRule(oid, query);
    CatalogRow row = catalog.store().withOid(CLASS, oid);
    if (row != null) {
      writer.update(row, RowValues.of(row).set("relhasrules", true));
    }
    return "CREATE VIEW";
  }

  private List<NewColumn> columns(CreateViewStatement statement, List<QueryColumn> found) {
    if (statement.columns().size() > found.size()) {
      throw new SqlError(
          SqlState.SYNTAX_ERROR, "CREATE VIEW specifies more column names than columns");
    }
    List<NewColumn> columns = new ArrayList<>();
    for (int i = 0; i < found.size(); i++) {
      QueryColumn column = found.get(i);
      String label = i < statement.columns().size() ? statement.columns().get(i) : column.name();
      columns.add(new NewColumn(label, column.typeOid(), column.typmod(), column.collationOid()));
    }
    return columns;
  }

  private void insertRule(int view, StoredQuery query) {
    int rule = writer.newOid();
    writer.insert(
        new RowValues(REWRITE)
            .set("oid", rule)
            .set("rulename", "_RETURN")
            .set("ev_class", view)
            .set("ev_type", '1')
            .set("ev_enabled", 'O')
            .set("is_instead", true)
            .set("ev_qual", "<>")
            .set("ev_action", query.text()));
    depend(rule, view, query);
  }

  private void depend(int rule, int view, StoredQuery query) {
    ObjectAddress address = new ObjectAddress(ClassOids.PG_REWRITE, rule);
    writer.depend(address, ObjectAddress.relation(view), 'i');
    writer.dependOnAll(address, query.references(), 'n');
  }

  /** Columns may be added at the end; those there are must stay as they are. */
  private void replace(int oid, List<NewColumn> columns, StoredQuery query) {
    RelationDescriptor view = catalog.relation(oid);
    if (view == null || view.kind() != 'v') {
      String name = view == null ? "" : view.name();
      throw new SqlError(SqlState.WRONG_OBJECT_TYPE, "\"" + name + "\" is not a view");
    }
    context.lockRelation(oid, view.name(), TableLockMode.ACCESS_EXCLUSIVE, false);
    List<Attribute> old = view.attributes();
    if (columns.size() < old.size()) {
      throw new SqlError(SqlState.INVALID_TABLE_DEFINITION, "cannot drop columns from view");
    }
    for (int i = 0; i < old.size(); i++) {
      check(old.get(i), columns.get(i));
    }
    for (int i = old.size(); i < columns.size(); i++) {
      new RelationCreation(context).addColumn(oid, i + 1, columns.get(i));
    }
    CatalogRow row = catalog.store().withOid(CLASS, oid);
    if (row != null && columns.size() > old.size()) {
      writer.update(row, RowValues.of(row).set("relnatts", columns.size()));
    }
    CatalogRow rule =
        catalog.store().first(REWRITE, REWRITE.index("ev_class", "rulename"), oid, "_RETURN");
    if (rule != null) {
      writer.update(rule, RowValues.of(rule).set("ev_action", query.text()));
      writer.forgetDependencies(new ObjectAddress(ClassOids.PG_REWRITE, rule.oid()));
      depend(rule.oid(), oid, query);
    }
  }

  private void check(Attribute old, NewColumn column) {
    if (!old.name().equals(column.name())) {
      throw new SqlError(
              SqlState.INVALID_TABLE_DEFINITION,
              "cannot change name of view column \""
                  + old.name()
                  + "\" to \""
                  + column.name()
                  + "\"")
          .hint("Use ALTER VIEW ... RENAME COLUMN ... to change name of view column instead.");
    }
    if (old.type().oid() != column.typeOid() || old.typmod() != column.typmod()) {
      throw new SqlError(
          SqlState.INVALID_TABLE_DEFINITION,
          "cannot change data type of view column \""
              + old.name()
              + "\" from "
              + TypeText.format(catalog, old.type().oid(), old.typmod(), true)
              + " to "
              + TypeText.format(catalog, column.typeOid(), column.typmod(), true));
    }
  }
}
