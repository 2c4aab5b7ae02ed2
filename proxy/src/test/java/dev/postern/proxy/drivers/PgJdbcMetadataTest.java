package dev.postern.proxy.drivers;

import dev.postern.proxy.client.TestServer;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What pgjdbc tells of a database's tables, which it reads from the catalogs. */
class PgJdbcMetadataTest {
  @Test
  void tellsWhatItTellsOfPostgres() throws Exception {
    String tables = Files.readString(ClientPrograms.resource("psql_tables.sql"));
    try (TestServer ours = TestServer.embedded()) {
      Transcripts.assertSame(ours, (port, database) -> describe(port, database, tables));
    }
  }

  /** A question to the metadata. */
  private interface Question {
    ResultSet ask(DatabaseMetaData metadata) throws SQLException;
  }

  private static String describe(int port, String database, String tables) throws SQLException {
    String url = "jdbc:postgresql://127.0.0.1:" + port + "/" + database + "?user=postgres";
    StringBuilder said = new StringBuilder();
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute(tables);
      DatabaseMetaData metadata = connection.getMetaData();
      said.append(metadata.getDatabaseProductVersion()).append('\n');
      said.append(metadata.getMaxColumnNameLength()).append('\n');
      said.append(metadata.getSQLKeywords()).append('\n');
      tell(said, metadata, "schemas", m -> m.getSchemas());
      tell(said, metadata, "table types", m -> m.getTableTypes());
      tell(said, metadata, "tables", m -> m.getTables(null, "%", "%", new String[] {"TABLE"}));
      tell(said, metadata, "views", m -> m.getTables(null, "public", "%", new String[] {"VIEW"}));
      tell(said, metadata, "all", m -> m.getTables(null, "shop", null, null));
      tell(said, metadata, "catalog", m -> m.getTables(null, "pg_catalog", "pg_cl%", null));
      tell(said, metadata, "columns", m -> m.getColumns(null, null, "%o%", "%"));
      tell(said, metadata, "primary", m -> m.getPrimaryKeys(null, null, "line"));
      tell(said, metadata, "primary", m -> m.getPrimaryKeys(null, "public", "customer"));
      tell(said, metadata, "indexes", m -> m.getIndexInfo(null, null, "orders", false, false));
      tell(said, metadata, "indexes", m -> m.getIndexInfo(null, null, "customer", true, true));
      tell(said, metadata, "imported", m -> m.getImportedKeys(null, null, "orders"));
      tell(said, metadata, "exported", m -> m.getExportedKeys(null, null, "customer"));
      tell(said, metadata, "row", m -> m.getBestRowIdentifier(null, null, "line", 0, true));
      tell(said, metadata, "version", m -> m.getVersionColumns(null, null, "line"));
      tell(said, metadata, "types", m -> m.getTypeInfo());
      tell(said, metadata, "udts", m -> m.getUDTs(null, null, "%", null));
      tell(said, metadata, "functions", m -> m.getFunctions(null, "pg_catalog", "lpad"));
      tell(said, metadata, "arguments", m -> m.getFunctionColumns(null, null, "lpad", "%"));
      tell(said, metadata, "privileges", m -> m.getTablePrivileges(null, "public", "customer"));
      tell(said, metadata, "client", m -> m.getClientInfoProperties());
    }
    return said.toString();
  }

  private static void tell(
      StringBuilder said, DatabaseMetaData metadata, String title, Question question) {
    said.append("== ").append(title).append('\n');
    try (ResultSet rows = question.ask(metadata)) {
      ResultSetMetaData shape = rows.getMetaData();
      List<String> lines = new ArrayList<>();
      while (rows.next()) {
        StringBuilder line = new StringBuilder();
        for (int i = 1; i <= shape.getColumnCount(); i++) {
          String name = shape.getColumnLabel(i);
          // Sizes are estimates.
          boolean told = !name.equals("PAGES") && !name.equals("CARDINALITY");
          line.append(told ? name + "=" + rows.getString(i) + " " : "");
        }
        lines.add(line.toString());
      }
      if (title.equals("types")) {
        // They come in no order but that of their JDBC types.
        Collections.sort(lines);
      }
      said.append(String.join("\n", lines)).append('\n');
    } catch (SQLException e) {
      said.append(e.getSQLState()).append(' ').append(e.getMessage()).append('\n');
    }
  }
}
