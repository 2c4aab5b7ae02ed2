package dev.postern.proxy.drivers;

import dev.postern.proxy.client.TestServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.Test;

/** node-postgres, the PostgreSQL driver for Node.js. */
class NodePostgresTest {
  @Test
  void worksAsWithPostgres() throws Exception {
    Path home = ClientPrograms.node();
    // Node looks for modules beside the script.
    Path script = home.resolve("script.js");
    Files.copy(
        ClientPrograms.resource("node_script.js"), script, StandardCopyOption.REPLACE_EXISTING);
    try (TestServer ours = TestServer.embedded()) {
      Transcripts.assertSame(
          ours,
          (port, database) ->
              ClientPrograms.run(
                  "node", "--no-deprecation", script.toString(), "127.0.0.1", "" + port, database));
    }
  }
}
