package dev.postern.proxy;

import dev.postern.backend.Engine;
import dev.postern.backend.session.EmbeddedEngine;
import dev.postern.backend.session.EngineOptions;
import dev.postern.config.Loaded;
import dev.postern.config.SettingsException;
import dev.postern.config.SettingsLoader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The program's door. Prints one line on standard output when it is ready; everything else it has
 * to say goes to standard error.
 *
 * <p>Exit codes: 0 after a stop by signal (and after help and the like), 1 where it cannot start, 2
 * for a command line that is wrong.
 */
public final class Main {
  private static final int CANNOT_START = 1;
  private static final int WRONG_ARGUMENTS = 2;
  private static final int MOST_SESSIONS = 10_000;

  private Main() {}

  public static void main(String[] arguments) {
    int exitCode = run(arguments);
    if (exitCode >= 0) {
      System.exit(exitCode);
    }
  }

  /** The exit code, or -1 where the server has started and goes on. */
  private static int run(String... arguments) {
    Arguments parsed;
    try {
      parsed = Arguments.parse(arguments);
    } catch (IllegalArgumentException e) {
      return failure(WRONG_ARGUMENTS, e.getMessage() + " (--help says what there is)");
    }
    if (parsed.answer() != null) {
      System.out.print(parsed.answer());
      return 0;
    }
    try {
      return start(parsed);
    } catch (SettingsException e) {
      // One line for each thing that is wrong, each with its place.
      return failure(CANNOT_START, String.valueOf(e.getMessage()));
    } catch (StartException | IOException e) {
      return failure(CANNOT_START, String.valueOf(e.getMessage()));
    }
  }

  private static int failure(int exitCode, String message) {
    message.lines().forEach(line -> System.err.println("postern: " + line));
    return exitCode;
  }

  private static int start(Arguments arguments)
      throws SettingsException, StartException, IOException {
    // Its catalog takes as long to fill as everything else to start, so both are done at once.
    CompletableFuture<Engine> engine = new CompletableFuture<>();
    Thread.ofPlatform().daemon().name("engine-start").start(() -> startEngine(engine));
    Map<String, String> overrides = new LinkedHashMap<>(arguments.overrides());
    if (arguments.training()) {
      overrides.put("general.port", "0");
    }
    Path file = arguments.settingsFile();
    Loaded loaded = SettingsLoader.load(file, null, System.getenv(), overrides);
    LogConfigurator.setLevel(loaded.settings().general().logging().logLevel());
    Logger log = LoggerFactory.getLogger(Main.class);
    loaded.warningLines().forEach(log::warn);
    Program program = Program.start(loaded.settings(), engine);
    if (arguments.training()) {
      Training.run(program.port());
      program.close();
      return 0;
    }
    stopOnSignal(program);
    System.out.println(program.readyLine());
    System.out.flush();
    return -1;
  }

  /** Users are known to the front end: to the engine, whoever comes is who he says. */
  private static void startEngine(CompletableFuture<Engine> started) {
    try {
      started.complete(new EmbeddedEngine(new EngineOptions(MOST_SESSIONS, true, Map.of())));
    } catch (RuntimeException | Error e) {
      started.completeExceptionally(e);
    }
  }

  private static void stopOnSignal(Program program) {
    Thread stop =
        new Thread(
            () -> {
              program.close();
              // The JVM would exit with 128 and the signal's number; a stop asked for is success.
              Runtime.getRuntime().halt(0);
            },
            "stop");
    Runtime.getRuntime().addShutdownHook(stop);
  }
}
