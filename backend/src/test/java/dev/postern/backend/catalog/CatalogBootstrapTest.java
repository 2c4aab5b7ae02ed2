package dev.postern.backend.catalog;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.postern.backend.bootstrap.CatalogFacts;
import dev.postern.backend.reference.ReferenceServer;
import dev.postern.backend.storage.RowSource;
import dev.postern.backend.type.ByteArrayWriter;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.DisplayStyle;
import dev.postern.backend.type.ObjectNames;
import dev.postern.backend.type.TypeOids;
import dev.postern.backend.type.ValueWriter;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A fresh cluster's system tables have PostgreSQL's rows. */
class CatalogBootstrapTest {
  /** Columns that tell of the server's own life, and parse trees, which are SQL text here. */
  private static final Set<String> NOT_COMPARED =
      Set.of(
          "relpages",
          "reltuples",
          "relallvisible",
          "relallfrozen",
          "relfrozenxid",
          "relminmxid",
          "datfrozenxid",
          "datminmxid",
          "relfilenode",
          "rolpassword");

  private static final List<String> TABLES =
      List.of(
          "pg_class",
          "pg_attribute",
          "pg_type",
          "pg_proc",
          "pg_index",
          "pg_constraint",
          "pg_namespace",
          "pg_depend",
          "pg_operator",
          "pg_cast",
          "pg_opclass",
          "pg_authid",
          "pg_database",
          "pg_collation",
          "pg_extension",
          "pg_language");

  @Test
  void rowsAreThoseOfAFreshCluster() throws SQLException {
    try (Connection connection = ReferenceServer.shared().connect("template1");
        Statement statement = connection.createStatement()) {
      for (String name : TABLES) {
        CatalogTable table = CatalogTable.named(name);
        assertEquals(reference(statement, table), ours(table), name);
      }
    }
  }

  private static boolean isCompared(CatalogTable table, int column) {
    return table.typeOids()[column] != TypeOids.PG_NODE_TREE
        && table.typeOids()[column] != TypeOids.ANYARRAY
        && !NOT_COMPARED.contains(table.columns().get(column));
  }

  private static List<String> reference(Statement statement, CatalogTable table)
      throws SQLException {
    List<String> columns = new ArrayList<>();
    for (int i = 0; i < table.columns().size(); i++) {
      if (isCompared(table, i)) {
        boolean named = table.typeOids()[i] == TypeOids.REGPROC;
        columns.add("\"" + table.columns().get(i) + "\"" + (named ? "::oid" : "") + "::text");
      }
    }
    List<String> rows = new ArrayList<>();
    try (ResultSet found =
        statement.executeQuery(
            "SELECT concat_ws('|', "
                + String.join(", ", columns)
                + ") FROM pg_catalog."
                + table.name())) {
      while (found.next()) {
        rows.add(found.getString(1));
      }
    }
    Collections.sort(rows);
    return rows;
  }

  /** Writes the roles of ACLs as a fresh cluster knows them. */
  private static final class InitialRoleNames implements ObjectNames {
    @Override
    public int find(int type, String name, DisplayStyle style) {
      throw new IllegalStateException(name);
    }

    @Override
    public boolean write(int type, int oid, DisplayStyle style, ValueWriter writer) {
      CatalogFacts facts = CatalogFacts.of("pg_authid");
      for (int row = 0; row < facts.count(); row++) {
        if (type == TypeOids.REGROLE && facts.integer(row, 0) == oid) {
          writer.writeAscii(String.valueOf(facts.field(row, 1)));
          return true;
        }
      }
      return false;
    }
  }

  private static List<String> ours(CatalogTable table) {
    List<String> rows = new ArrayList<>();
    RowSource source = CatalogBootstrap.rows(table);
    Datum value = new Datum();
    DisplayStyle style = new DisplayStyle();
    style.objectNames = new InitialRoleNames();
    while (source.next()) {
      StringBuilder row = new StringBuilder();
      boolean first = true;
      for (int i = 0; i < table.columns().size(); i++) {
        table.layout().read(source.tuple(), i, value);
        if (isCompared(table, i) && !value.isNull) {
          row.append(first ? "" : "|").append(text(table, i, value, style));
          first = false;
        }
      }
      rows.add(row.toString());
    }
    Collections.sort(rows);
    return rows;
  }

  private static String text(CatalogTable table, int column, Datum value, DisplayStyle style) {
    if (table.typeOids()[column] == TypeOids.BOOL) {
      return value.booleanValue() ? "true" : "false";
    }
    ByteArrayWriter writer = new ByteArrayWriter();
    table.layout().type(column).output(value, style, writer);
    String text = writer.text();
    return table.typeOids()[column] == TypeOids.REGPROC && text.equals("-") ? "0" : text;
  }
}
