package dev.postern.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsLoaderTest {
  @TempDir Path folder;

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private Loaded load(String text) throws IOException, SettingsException {
    return SettingsLoader.load(file("postern.toml", text), null, Map.of(), Map.of());
  }

  /** Problems as text, the folder left out. */
  private List<String> problemsOf(String text) {
    SettingsException refused = assertThrows(SettingsException.class, () -> load(text));
    return refused.problems().stream()
        .map(problem -> problem.toString().replace(folder + "/", ""))
        .toList();
  }

  private List<String> warningsOf(String text) throws IOException, SettingsException {
    return load(text).warnings().stream()
        .map(warning -> warning.toString().replace(folder + "/", ""))
        .toList();
  }

  @Test
  void nothingGivenIsTheDefaults() throws SettingsException {
    Loaded loaded = SettingsLoader.load(null, null, Map.of("HOME", "/"), Map.of());
    assertSame(Settings.defaults(), loaded.settings());
    assertEquals(6432, loaded.settings().general().listening().port());
    assertEquals(Login.AuthType.TRUST, loaded.settings().authType());
  }

  @Test
  void fileOfPgDogLoads() throws Exception {
    file(
        "users.toml",
        """
        [admin]
        password = "secret"
        [[users]]
        name = "app"
        database = "shop"
        password = "pw"
        max_pool_size = 3
        """);
    Loaded loaded =
        load(
            """
            [general]
            host = "0.0.0.0"
            port = 7000
            connect_timeout = 2_000
            max_pool_size = 33
            query_cache_limit = 1_000
            [memory]
            net_buffer = 4096
            [[databases]]
            name = "shop"
            host = "10.0.0.1"
            database_name = "shop_0"
            [[databases]]
            name = "shop"
            host = "10.0.0.2"
            shard = 1
            [[databases]]
            name = "shop"
            host = "10.0.0.3"
            shard = 1
            role = "replica"
            [[sharded_tables]]
            database = "shop"
            name = "orders"
            column = "customer_id"
            data_type = "varchar"
            [[sharded_tables]]
            database = "shop"
            name = "countries"
            omnisharded = true
            """);
    Settings settings = loaded.settings();
    assertEquals("0.0.0.0", settings.general().listening().host());
    assertEquals(7000, settings.general().listening().port());
    assertEquals(2_000, settings.general().connecting().connectTimeoutMillis());
    assertEquals(33, settings.general().pooling().defaultPoolSize());
    assertEquals(2, settings.shardCount("shop"));
    assertEquals(3, settings.entriesOf("shop").size());
    assertEquals("shop_0", settings.databases().get(0).nameOnServer());
    assertEquals("shop", settings.databases().get(1).nameOnServer());
    assertEquals(1, settings.shardedTables().size());
    assertEquals(ShardedTable.DataType.VARCHAR, settings.shardedTables().getFirst().dataType());
    assertTrue(settings.shardedTables().getFirst().isHashed());
    assertEquals(List.of("countries"), settings.omnishardedTables().getFirst().tables());
    assertEquals("secret", settings.admin().password());
    assertEquals(3, settings.users().getFirst().poolSize());
    assertEquals(Login.AuthType.SCRAM, settings.authType());
    String lines = String.join("\n", loaded.warningLines());
    assertTrue(lines.contains("general.query_cache_limit (line 6)"), lines);
    assertTrue(lines.contains("memory (line 7)"), lines);
  }

  @Test
  void allProblemsAreReportedAtOnceWithTheirPlaces() {
    assertEquals(
        List.of(
            "postern.toml:2:1: general.port: expected an integer from 0 to 65535, found \"abc\"",
            "postern.toml:3:1: general.pooler_mode: expected one of transaction, session,"
                + " statement, found \"sesion\"",
            "postern.toml:5:1: databases[0].host: this key is required",
            "postern.toml:7:1: databases[0].password: expected text in quotes, found something"
                + " else (not shown)",
            "postern.toml:9:1: users[0].databases: expected an array, found \"a\""),
        problemsOf(
            """
            [general]
            port = "abc"
            pooler_mode = "sesion"

            [[databases]]
            name = "a"
            password = 17
            [[users]]
            databases = "a"
            name = "u"
            """));
  }

  @Test
  void brokenTomlIsReportedWithItsPlace() {
    List<String> problems = problemsOf("[general]\nport = = 3\nhost = \"x\n");
    assertTrue(problems.getFirst().startsWith("postern.toml:2:8: "), problems.toString());
    assertEquals(2, problems.size());
  }

  @Test
  void absentFileIsOneLine() {
    Path absent = folder.resolve("none.toml");
    SettingsException refused =
        assertThrows(
            SettingsException.class, () -> SettingsLoader.load(absent, null, Map.of(), Map.of()));
    assertEquals(absent + ": no such file", refused.getMessage());
  }

  @Test
  void unknownKeysNameTheNearestKnown() throws Exception {
    assertEquals(
        List.of(
            "postern.toml:2:1: general.hots: unknown key, ignored; did you mean host?",
            "postern.toml:3:1: genral: unknown key, ignored; did you mean general?",
            "postern.toml:5:1: admin.completely_different: unknown key, ignored"),
        warningsOf(
            """
            [general]
            hots = "x"
            [genral]
            [admin]
            completely_different = 1
            """));
  }

  @Test
  void environmentOverridesFilesAndCommandLineOverridesBoth() throws Exception {
    Path file =
        file(
            "postern.toml",
            """
            [general]
            port = 1
            host = "file"
            workers = 1
            [[databases]]
            name = "a"
            host = "file"
            """);
    Settings settings =
        SettingsLoader.load(
                file,
                null,
                Map.of(
                    "POSTERN_GENERAL_PORT", "2",
                    "POSTERN_GENERAL_HOST", "environment",
                    "POSTERN_DATABASES_0_DATABASE_NAME", "environment",
                    "POSTERN_DATABASES_1_NAME", "b",
                    "POSTERN_DATABASES_1_HOST", "embedded",
                    "POSTERN_JAVA_OPTS", "-Xmx1g",
                    "POSTERN_PORT_5432_TCP", "tcp://10.0.0.1:5432"),
                Map.of("general.port", "3", "general.openmetrics_port", "9090"))
            .settings();
    assertEquals(3, settings.general().listening().port());
    assertEquals("environment", settings.general().listening().host());
    assertEquals(1, settings.general().listening().workers());
    assertEquals(9090, settings.general().openMetrics().openmetricsPort());
    assertEquals("environment", settings.databases().get(0).nameOnServer());
    assertTrue(settings.databases().get(1).isEmbedded());
  }

  @Test
  void anEmptyOverrideUnsetsAndListsAreCommaSeparated() throws Exception {
    Path file = file("postern.toml", "[general]\nopenmetrics_port = 9090\n");
    Settings settings =
        SettingsLoader.load(
                file,
                null,
                Map.of(),
                Map.of(
                    "general.openmetrics_port", "",
                    "users.0.name", "u",
                    "users.0.databases", "a, b",
                    "databases.0.name", "a",
                    "databases.0.host", "embedded"))
            .settings();
    assertNull(settings.general().openMetrics().openmetricsPort());
    User user = settings.users().getFirst();
    assertTrue(user.mayUse("b"));
    assertFalse(user.mayUse("c"));
  }

  @Test
  void misspeltOverridesAreRefusedOnTheCommandLine() {
    SettingsException refused =
        assertThrows(
            SettingsException.class,
            () ->
                SettingsLoader.load(
                    null,
                    null,
                    Map.of("POSTERN_GENERAL_PROT", "1"),
                    Map.of("general.prot", "1", "databases.3.name", "x")));
    assertEquals(
        "--set databases.3.name: databases.3.name: expected the number of an entry, 0 to 0,"
            + " found 3\n--set general.prot: general.prot: unknown key; did you mean port?",
        refused.getMessage());
  }

  @Test
  void primariesAreUniqueAndShardsHaveNoGaps() {
    assertEquals(
        List.of(
            "postern.toml:6:1: databases[1].role: expected one primary for database a, shard 0;"
                + " the first is at postern.toml:1:1",
            "postern.toml:11:1: databases[2].shard: expected shard numbers from 0 without gaps:"
                + " database a has a shard 2, but no shard 1",
            "postern.toml:13:1: sharded_tables[0].database: no [[databases]] entry is named aa;"
                + " did you mean a?"),
        problemsOf(
            """
            [[databases]]
            name = "a"
            host = "h"
            [[databases]]
            name = "a"
            role = "primary"
            host = "i"
            [[databases]]
            name = "a"
            host = "j"
            shard = 2
            [[sharded_tables]]
            database = "aa"
            column = "c"
            """));
  }

  @Test
  void shardsAreDifferentDatabases() {
    assertEquals(
        List.of(
            "postern.toml:4:1: databases[1].database_name: expected another database than that of"
                + " shard 0 at postern.toml:1:1"),
        problemsOf(
            """
            [[databases]]
            name = "a"
            host = "embedded"
            [[databases]]
            name = "a"
            host = "embedded"
            shard = 1
            """));
  }

  @Test
  void demandingEncryptionIsRefusedWhileThereIsNone() {
    assertEquals(
        List.of("postern.toml:2:1: general.tls_client_required: TLS is not supported yet"),
        problemsOf("[general]\ntls_client_required = true\n"));
  }

  @Test
  void rulesOfShardedMappingsMoveIntoTheirTable() throws Exception {
    Loaded loaded =
        load(
            """
            [[databases]]
            name = "a"
            host = "embedded"
            [[sharded_tables]]
            database = "a"
            column = "c"
            [[sharded_mappings]]
            database = "a"
            column = "c"
            kind = "list"
            values = [1, "two"]
            shard = 0
            """);
    ShardedTable table = loaded.settings().shardedTables().getFirst();
    assertEquals(List.of(new ShardMapping(0, List.of("1", "two"), null, null)), table.mapping());
    assertFalse(table.isHashed());
    assertTrue(loaded.warningLines().getFirst().endsWith("statements on this table are refused"));
  }

  @Test
  void passwordsAreNotPrinted() throws Exception {
    Loaded loaded =
        load(
            """
            [admin]
            password = "hidden"
            [[databases]]
            name = "a"
            host = "embedded"
            password = "hidden"
            [[users]]
            name = "u"
            password = "hidden"
            passwords = ["hidden"]
            server_password = "hidden"
            """);
    assertFalse(loaded.settings().toString().contains("hidden"));
    assertFalse(loaded.warnings().toString().contains("hidden"));
  }

  @Test
  void withoutFileTheParserIsNotLoaded() throws Exception {
    // In a JVM of its own, for other tests here have loaded it.
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "-Xlog:class+load",
                LoadWithoutFile.class.getName())
            .redirectErrorStream(true)
            .start();
    String log = new String(process.getInputStream().readAllBytes());
    assertEquals(0, process.waitFor(), log);
    assertTrue(log.contains("dev.postern.config.SettingsLoader"), log);
    assertFalse(log.contains("org.tomlj"), "tomlj was loaded");
  }

  /** Loads once from the command line's values alone. */
  static final class LoadWithoutFile {
    public static void main(String[] arguments) throws SettingsException {
      SettingsLoader.load(null, null, Map.of(), Map.of("general.port", "0"));
    }
  }
}
