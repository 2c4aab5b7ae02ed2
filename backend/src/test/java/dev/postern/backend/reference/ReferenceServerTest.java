package dev.postern.backend.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

class ReferenceServerTest {
  @Test
  void sharedServerAnswersAsVersion18() throws SQLException {
    ReferenceServer server = ReferenceServer.shared();
    try (Connection connection = server.connect(server.createDatabase());
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SHOW server_version_num")) {
      assertTrue(rows.next());
      assertEquals(18, rows.getInt(1) / 10000);
    }
  }
}
