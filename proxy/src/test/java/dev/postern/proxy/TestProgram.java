package dev.postern.proxy;

import dev.postern.backend.session.EmbeddedEngine;
import dev.postern.backend.session.EngineOptions;
import dev.postern.config.SettingsLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The whole program on a free port, with settings of the test's. */
public final class TestProgram implements AutoCloseable {
  private final Program program;

  /**
   * @param toml the settings file's text
   */
  public TestProgram(String toml) throws Exception {
    Path file = Files.createTempFile("postern", ".toml");
    try {
      Files.writeString(file, toml);
      program =
          Program.start(
              SettingsLoader.load(file, null, Map.of(), Map.of("general.port", "0")).settings(),
              CompletableFuture.completedFuture(
                  new EmbeddedEngine(new EngineOptions(100, true, Map.of()))));
    } finally {
      Files.delete(file);
    }
  }

  public int port() {
    return program.port();
  }

  /** A JDBC connection as postgres. */
  public Connection connect(String database, String parameters) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:postgresql://127.0.0.1:" + port() + "/" + database + "?user=postgres&" + parameters);
  }

  @Override
  public void close() {
    program.close();
  }
}
