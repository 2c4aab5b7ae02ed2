package dev.postern.proxy.upstream;

import org.jspecify.annotations.Nullable;

/**
 * A server and how to log in there.
 *
 * @param host name or address; with a leading slash the folder of a Unix socket
 * @param user null: the client's own name
 * @param password null: none is known
 * @param connectTimeoutMillis for the TCP connection, and again for logging in
 */
public record UpstreamServer(
    String host,
    int port,
    String database,
    @Nullable String user,
    @Nullable String password,
    int connectTimeoutMillis) {

  /** For messages: never the password. */
  @Override
  public String toString() {
    return host + ":" + port + "/" + database;
  }
}
