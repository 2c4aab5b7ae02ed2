package dev.postern.proxy.drivers;

import dev.postern.proxy.client.TestServer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** psycopg 3, the PostgreSQL driver for Python. */
class PsycopgTest {
  @Test
  void worksAsWithPostgres() throws Exception {
    Path python = ClientPrograms.python();
    Path script = ClientPrograms.resource("psycopg_script.py");
    try (TestServer ours = TestServer.embedded()) {
      Transcripts.assertSame(
          ours,
          (port, database) ->
              ClientPrograms.run(
                  python.toString(), script.toString(), "127.0.0.1", "" + port, database));
    }
  }
}
