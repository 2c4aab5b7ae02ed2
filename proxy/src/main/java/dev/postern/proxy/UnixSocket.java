package dev.postern.proxy;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** The file of a Unix socket, named as libpq looks for it: {@code .s.PGSQL.<port>}. */
final class UnixSocket {
  /** Bytes of a path that fit into a socket address. */
  private static final int LONGEST_PATH = 107;

  private UnixSocket() {}

  /**
   * The path in a folder, with a file left over by a dead server taken away.
   *
   * @throws StartException where a live server has it, or it cannot be made
   */
  static Path claim(String folder, int port) throws StartException {
    Path path = Path.of(folder).toAbsolutePath().resolve(".s.PGSQL." + port);
    if (path.toString().length() > LONGEST_PATH) {
      throw new StartException(
          "Unix socket path \"" + path + "\" is too long (maximum " + LONGEST_PATH + " bytes)");
    }
    if (Files.exists(path)) {
      if (isAlive(path)) {
        throw new StartException("Unix socket \"" + path + "\" is in use by another server");
      }
      remove(path);
    }
    if (!Files.isWritable(path.getParent())) {
      throw new StartException("cannot create Unix socket \"" + path + "\": folder not writable");
    }
    return path;
  }

  private static boolean isAlive(Path path) {
    try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(path))) {
      return channel.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  /** Lets every user of the machine connect, as PostgreSQL's default does. */
  static void open(Path path) throws StartException {
    try {
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxrwxrwx"));
    } catch (IOException e) {
      throw new StartException("cannot set permissions of Unix socket \"" + path + "\"", e);
    }
  }

  static void remove(Path path) throws StartException {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      throw new StartException("cannot remove Unix socket \"" + path + "\"", e);
    }
  }
}
