package dev.postern.backend.reference;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A PostgreSQL 18 server of the tests' own: loopback only, any free port, trust authentication,
 * user {@code postgres}, encoding UTF8, locale C, time zone UTC. Its binaries come from the class
 * path and are unpacked once under {@code target/}; as root it runs as the user {@code nobody},
 * since PostgreSQL refuses root. {@link #shared()} is one for the whole JVM and stops when the JVM
 * does.
 */
public final class ReferenceServer implements AutoCloseable {
  public static final String USER = "postgres";

  private static final boolean ROOT = "root".equals(System.getProperty("user.name"));
  private static final AtomicInteger DATABASES = new AtomicInteger();
  private static @Nullable ReferenceServer shared;

  private final Process process;
  private final Path folder;
  private final int port;

  private ReferenceServer(Process process, Path folder, int port) {
    this.process = process;
    this.folder = folder;
    this.port = port;
  }

  /** The server that all tests of this JVM share: leave it as it was found. */
  public static synchronized ReferenceServer shared() {
    if (shared == null) {
      ReferenceServer server = start();
      Runtime.getRuntime().addShutdownHook(new Thread(server::close, "reference-server-stop"));
      shared = server;
    }
    return shared;
  }

  /**
   * Starts a server that the caller closes.
   *
   * @param settings more settings, each {@code name=value}
   */
  public static ReferenceServer start(String... settings) {
    try {
      Path binaries = binaries();
      Path folder = Files.createTempDirectory("postern-reference");
      giveAway(folder);
      Path data = folder.resolve("data");
      run(
          binaries.resolve("bin/initdb").toString(),
          "-D",
          data.toString(),
          "-A",
          "trust",
          "-U",
          USER,
          "--no-sync",
          "-E",
          "UTF8",
          "--locale=C");
      int port = freePort();
      List<String> command = new ArrayList<>();
      command.addAll(List.of(binaries.resolve("bin/postgres").toString(), "-D", data.toString()));
      command.addAll(List.of("-p", Integer.toString(port)));
      for (String setting :
          List.of(
              "listen_addresses=127.0.0.1",
              "unix_socket_directories=",
              "timezone=UTC",
              "fsync=off",
              "max_connections=200",
              "max_prepared_transactions=20")) {
        command.addAll(List.of("-c", setting));
      }
      for (String setting : settings) {
        command.addAll(List.of("-c", setting));
      }
      Path log = folder.resolve("log");
      Process process =
          new ProcessBuilder(asServerUser(command))
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      ReferenceServer server = new ReferenceServer(process, folder, port);
      server.awaitReady(log);
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public String host() {
    return "127.0.0.1";
  }

  public int port() {
    return port;
  }

  /** A JDBC address; pgjdbc's defaults apply. */
  public String url(String database) {
    return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
  }

  /** A JDBC connection to a database, as the superuser. */
  public Connection connect(String database) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", USER);
    return DriverManager.getConnection(url(database), properties);
  }

  /** A connection without a driver, as the superuser. */
  public PlainConnection connectPlain(String database) {
    return new PlainConnection(host(), port, USER, database);
  }

  /** Makes an empty database of a new name. */
  public String createDatabase() throws SQLException {
    String name = "test_" + DATABASES.incrementAndGet();
    try (Connection connection = connect("postgres");
        var statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE " + name);
    }
    return name;
  }

  /** Stops the server at once and removes its data. */
  @Override
  public void close() {
    try {
      new ProcessBuilder("kill", "-QUIT", Long.toString(process.pid())).start().waitFor();
      if (!process.waitFor(20, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(file);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void awaitReady(Path log) throws IOException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (true) {
      if (!process.isAlive() || System.nanoTime() > deadline) {
        throw new IllegalStateException("PostgreSQL did not start:\n" + Files.readString(log));
      }
      if (Files.readString(log).contains("database system is ready to accept connections")) {
        try (Socket socket = new Socket()) {
          socket.connect(new InetSocketAddress(host(), port), 1000);
          return;
        }
      }
      try {
        Thread.sleep(10);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** The folder with bin/, lib/ and share/, unpacked where the server's user can read it. */
  private static Path binaries() throws IOException {
    String architecture =
        switch (System.getProperty("os.arch")) {
          case "amd64", "x86_64" -> "x86_64";
          case "aarch64" -> "arm_64";
          case String other -> throw new IllegalStateException("no PostgreSQL for " + other);
        };
    Path target = Path.of("target").toAbsolutePath();
    if (ROOT && !isOpenToAll(target)) {
      target = Path.of(System.getProperty("java.io.tmpdir"));
    }
    Path folder = target.resolve("reference-postgres-" + architecture);
    Files.createDirectories(target);
    Path lockFile = target.resolve("reference-postgres.lock");
    try (FileChannel channel =
            FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = channel.lock()) {
      Path done = folder.resolve("unpacked");
      if (lock.isValid() && !Files.exists(done)) {
        Files.createDirectories(folder);
        String resource = "/postgres-linux-" + architecture + ".txz";
        Path archive = folder.resolve("archive.txz");
        try (InputStream in = ReferenceServer.class.getResourceAsStream(resource)) {
          if (in == null) {
            throw new IllegalStateException("not on the class path: " + resource);
          }
          Files.copy(in, archive, StandardCopyOption.REPLACE_EXISTING);
        }
        finish(
            new ProcessBuilder(
                "tar", "--no-same-owner", "-xJf", archive.toString(), "-C", folder.toString()));
        Files.delete(archive);
        Files.createFile(done);
      }
    }
    return folder;
  }

  private static boolean isOpenToAll(Path folder) throws IOException {
    Files.createDirectories(folder);
    for (Path at = folder; at != null; at = at.getParent()) {
      if (!Files.getPosixFilePermissions(at)
          .contains(java.nio.file.attribute.PosixFilePermission.OTHERS_EXECUTE)) {
        return false;
      }
    }
    return true;
  }

  private static void giveAway(Path folder) throws IOException {
    if (ROOT) {
      var users = folder.getFileSystem().getUserPrincipalLookupService();
      Files.setOwner(folder, users.lookupPrincipalByName("nobody"));
    }
  }

  private static List<String> asServerUser(List<String> command) {
    if (!ROOT) {
      return command;
    }
    List<String> whole =
        new ArrayList<>(List.of("setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"));
    whole.addAll(command);
    return whole;
  }

  private static void run(String... command) throws IOException {
    finish(new ProcessBuilder(asServerUser(List.of(command))));
  }

  private static void finish(ProcessBuilder builder) throws IOException {
    Process process = builder.redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes());
    try {
      if (process.waitFor() != 0) {
        throw new IllegalStateException(String.join(" ", builder.command()) + ":\n" + output);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
