package dev.postern.backend.inspect;

import static dev.postern.backend.inspect.InspectTopics.catalog;
import static dev.postern.backend.inspect.InspectTopics.oid;
import static dev.postern.backend.inspect.InspectTopics.setText;

import dev.postern.backend.catalog.CatalogReader;
import dev.postern.backend.catalog.CatalogRow;
import dev.postern.backend.catalog.CatalogTable;
import dev.postern.backend.catalog.ClassOids;
import dev.postern.backend.catalog.DatabasePart;
import dev.postern.backend.catalog.ObjectDescriptions;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.catalog.RelationDescriptor.Attribute;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.function.CallSite;
import dev.postern.backend.function.FunctionContext;
import dev.postern.backend.function.FunctionTopic;
import dev.postern.backend.function.ScalarFunction;
import dev.postern.backend.setting.IdentifierList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Definitions as SQL: expressions, constraints, indexes, views, and the sequence of a column. */
final class DefinitionFunctions implements FunctionTopic {
  @Override
  public @Nullable ScalarFunction scalar(String key, CallSite site) {
    return switch (key) {
      case "pg_get_expr", "pg_get_expr_ext" ->
          (c, a, r) -> {
            boolean pretty = a.length > 2 && a[2].booleanValue();
            setText(r, new Definitions(c).expression(a[0].text(), oid(a[1]), pretty));
          };
      case "pg_get_constraintdef" ->
          (c, a, r) -> setText(r, new Definitions(c).constraint(oid(a[0]), false));
      case "pg_get_constraintdef_ext" ->
          (c, a, r) -> setText(r, new Definitions(c).constraint(oid(a[0]), a[1].booleanValue()));
      case "pg_get_indexdef" ->
          (c, a, r) -> setText(r, new IndexDefinitions(c).index(oid(a[0]), 0, false));
      case "pg_get_indexdef_ext" ->
          (c, a, r) ->
              setText(
                  r,
                  new IndexDefinitions(c).index(oid(a[0]), (int) a[1].bits, a[2].booleanValue()));
      case "pg_get_viewdef", "pg_get_viewdef_ext", "pg_get_viewdef_wrap" ->
          (c, a, r) -> setText(r, view(catalog(c), oid(a[0])));
      case "pg_get_viewdef_name", "pg_get_viewdef_name_ext" ->
          (c, a, r) -> setText(r, view(catalog(c), named(catalog(c), a[0].text()).oid()));
      case "pg_get_serial_sequence" ->
          (c, a, r) -> setText(r, serialSequence(c, a[0].text(), a[1].text()));
      case "pg_get_partkeydef",
          "pg_get_partition_constraintdef",
          "pg_get_statisticsobjdef",
          "pg_get_statisticsobjdef_columns",
          "pg_get_ruledef",
          "pg_get_ruledef_ext",
          "pg_get_triggerdef",
          "pg_get_triggerdef_ext" ->
          // Nothing of these kinds can be made yet, so there is nothing to show.
          (c, a, r) -> r.setNull();
      case "pg_relation_is_publishable" ->
          (c, a, r) -> {
            RelationDescriptor relation = catalog(c).relation(oid(a[0]));
            if (relation == null) {
              r.setNull();
            } else {
              r.setBoolean(
                  relation.kind() == 'r'
                      && relation.persistence() == 'p'
                      && relation.oid() >= ClassOids.FIRST_USER_OID);
            }
          };
      default -> null;
    };
  }

  private static @Nullable String view(CatalogReader catalog, int oid) {
    CatalogTable rewrite = CatalogTable.named("pg_rewrite");
    CatalogRow rule =
        catalog.store().first(rewrite, rewrite.index("ev_class", "rulename"), oid, "_RETURN");
    return rule == null ? null : " " + rule.text("ev_action") + ";";
  }

  static RelationDescriptor named(CatalogReader catalog, String text) {
    List<String> parts = IdentifierList.splitQualified(text);
    SqlError refusal = parts == null ? null : DatabasePart.refusalOfRelation(catalog, parts);
    if (refusal != null) {
      throw refusal;
    }
    RelationDescriptor relation =
        parts == null
            ? null
            : parts.size() == 1
                ? catalog.relation(parts.getFirst())
                : catalog.relation(parts.get(parts.size() - 2), parts.getLast());
    if (relation == null) {
      throw new SqlError(SqlState.UNDEFINED_TABLE, "relation \"" + text + "\" does not exist");
    }
    return relation;
  }

  private static @Nullable String serialSequence(
      FunctionContext context, String table, String column) {
    CatalogReader catalog = catalog(context);
    RelationDescriptor relation = named(catalog, table);
    Attribute attribute = relation.attribute(column);
    if (attribute == null) {
      throw new SqlError(
          SqlState.UNDEFINED_COLUMN,
          "column \"" + column + "\" of relation \"" + relation.name() + "\" does not exist");
    }
    CatalogTable depend = CatalogTable.named("pg_depend");
    CatalogTable classes = CatalogTable.named("pg_class");
    for (CatalogRow row :
        catalog
            .store()
            .find(
                depend,
                depend.index("refclassid", "refobjid", "refobjsubid"),
                ClassOids.PG_CLASS,
                relation.oid(),
                attribute.number())) {
      char type = row.character("deptype");
      if (row.integer("classid") == ClassOids.PG_CLASS && (type == 'a' || type == 'i')) {
        CatalogRow sequence = catalog.store().withOid(classes, row.integer("objid"));
        if (sequence != null && sequence.character("relkind") == 'S') {
          String schema = catalog.schemaName(sequence.integer("relnamespace"));
          return IdentifierList.quote(String.valueOf(schema))
              + "."
              + IdentifierList.quote(sequence.text("relname"));
        }
      }
    }
    return null;
  }

  /** A relation's name with its schema where it needs it. */
  static String relationName(CatalogReader catalog, int oid) {
    return new ObjectDescriptions(catalog).relationName(oid);
  }
}
