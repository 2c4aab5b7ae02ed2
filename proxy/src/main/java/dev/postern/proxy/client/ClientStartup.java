package dev.postern.proxy.client;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.proxy.auth.Authentication;
import dev.postern.proxy.auth.Authentication.Progress;
import dev.postern.proxy.wire.BackendEncoder;
import dev.postern.proxy.wire.FrontendFrame;
import dev.postern.proxy.wire.InitialMessage;
import dev.postern.proxy.wire.MessageType;
import dev.postern.proxy.wire.ProtocolVersion;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The part of a connection before its conversation: encryption requests, StartupMessage,
 * authentication (protocol section "Start-up"). Forgotten afterwards. Event loop only.
 */
final class ClientStartup {
  /** PostgreSQL cuts longer names of users and databases. */
  private static final int NAME_BYTES = 63;

  /** What became of one message. */
  enum Step {
    /** The message is not complete. */
    INCOMPLETE,
    /** Taken; the next one may follow. */
    TAKEN,
    /** Taken, and slow work goes on elsewhere: the connection is paused. */
    PAUSED,
    /** The connection is to be closed without a word. */
    CLOSE,
    /** The client is authenticated and told so. */
    DONE
  }

  private final ClientConnection connection;
  private final FrontEnd frontEnd;
  private boolean sslAnswered;
  private boolean gssAnswered;
  private @Nullable StartupRequest request;
  private String options = "";
  private @Nullable Authentication authentication;

  ClientStartup(ClientConnection connection, FrontEnd frontEnd) {
    this.connection = connection;
    this.frontEnd = frontEnd;
  }

  /**
   * Takes the next message from the input, moving its reader index past it.
   *
   * @throws SqlError fatal
   */
  Step take(ByteBuf input) {
    return authentication == null ? initialMessage(input) : response(input, authentication);
  }

  private Step initialMessage(ByteBuf input) {
    int start = input.readerIndex();
    int size = InitialMessage.sizeAt(input, start, input.readableBytes());
    if (size == FrontendFrame.INVALID_LENGTH) {
      return Step.CLOSE;
    }
    if (size == FrontendFrame.INCOMPLETE) {
      return Step.INCOMPLETE;
    }
    input.skipBytes(size);
    return switch (InitialMessage.decode(input, start, size, sslAnswered, gssAnswered)) {
      case InitialMessage.SslRequest ssl -> {
        sslAnswered = true;
        gssAnswered = false;
        yield refuseEncryption();
      }
      case InitialMessage.GssEncRequest gss -> {
        sslAnswered = false;
        gssAnswered = true;
        yield refuseEncryption();
      }
      case InitialMessage.CancelRequest cancel -> {
        frontEnd.cancels.cancel(cancel.processId(), cancel.secretKey());
        yield Step.CLOSE;
      }
      case InitialMessage.UnsupportedVersion unsupported -> refuse(unsupported);
      case InitialMessage.StartupMessage startup -> begin(startup);
    };
  }

  private Step refuse(InitialMessage.UnsupportedVersion unsupported) {
    if (ProtocolVersion.major(unsupported.version()) > 3) {
      throw unsupported.error();
    }
    ByteBuf out = connection.allocator().buffer(128);
    BackendEncoder.errorOfProtocol2(out, unsupported.error());
    connection.send(out);
    return Step.CLOSE;
  }

  private Step refuseEncryption() {
    ByteBuf out = connection.allocator().buffer(1);
    connection.send(out.writeByte('N'));
    connection.flush();
    return Step.TAKEN;
  }

  private Step begin(InitialMessage.StartupMessage startup) {
    StartupRequest made = requestOf(startup);
    request = made;
    Authentication login = frontEnd.authenticator.login(made.user());
    authentication = login;
    if (!login.needsPreparation()) {
      return proceed(login);
    }
    connection.pause();
    Thread.ofVirtual()
        .name("login of " + made.user())
        .start(
            () -> {
              login.prepare();
              connection.eventLoop().execute(() -> connection.prepared(() -> proceed(login)));
            });
    return Step.PAUSED;
  }

  private Step proceed(Authentication login) {
    ByteBuf out = connection.allocator().buffer(64);
    return after(login.begin(out), out);
  }

  private StartupRequest requestOf(InitialMessage.StartupMessage startup) {
    List<String> unrecognized = new ArrayList<>();
    Map<String, String> settings = new LinkedHashMap<>();
    String user = "";
    String database = "";
    String optionText = "";
    String replication = "";
    for (Map.Entry<String, String> parameter : startup.parameters().entrySet()) {
      String name = parameter.getKey();
      String value = parameter.getValue();
      switch (name) {
        case "user" -> user = value;
        case "database" -> database = value;
        case "options" -> optionText = value;
        case "replication" -> replication = value;
        default -> {
          if (name.startsWith("_pq_.")) {
            unrecognized.add(name);
          } else {
            settings.put(name, value);
          }
        }
      }
    }
    int version = Math.min(startup.version(), ProtocolVersion.LATEST);
    if (version != startup.version() || !unrecognized.isEmpty()) {
      ByteBuf out = connection.allocator().buffer(64);
      BackendEncoder.negotiateProtocolVersion(out, version, unrecognized);
      connection.send(out);
    }
    if (user.isEmpty()) {
      throw new SqlError(
          SqlState.INVALID_AUTHORIZATION_SPECIFICATION,
          "no PostgreSQL user name specified in startup packet");
    }
    requireNoReplication(replication);
    options = optionText;
    String name = database.isEmpty() ? user : database;
    return new StartupRequest(version, cut(user), cut(name), settings);
  }

  /**
   * The request of a client that is authenticated now: only then are its options looked at.
   *
   * @throws SqlError fatal, where they are wrong
   */
  StartupRequest finish() {
    StartupRequest asked = request;
    if (asked == null) {
      throw new IllegalStateException("authenticated without a request");
    }
    Map<String, String> all = new LinkedHashMap<>();
    StartupOptions.parse(options, all);
    all.putAll(asked.settings());
    return new StartupRequest(asked.version(), asked.user(), asked.database(), all);
  }

  private static void requireNoReplication(String value) {
    switch (value) {
      case "", "false", "off", "no", "0" -> {}
      case "true", "on", "yes", "1", "database" -> throw SqlError.notSupported("replication");
      default ->
          throw new SqlError(
                  SqlState.INVALID_PARAMETER_VALUE,
                  "invalid value for parameter \"replication\": \"" + value + "\"")
              .hint("Valid values are: \"false\", 0, \"true\", 1, \"database\".");
    }
  }

  private static String cut(String name) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    int length = Math.min(bytes.length, NAME_BYTES);
    while (length < bytes.length && (bytes[length] & 0xc0) == 0x80) {
      length--;
    }
    return length == bytes.length ? name : new String(bytes, 0, length, StandardCharsets.UTF_8);
  }

  private Step response(ByteBuf input, Authentication login) {
    if (input.isReadable() && input.getByte(input.readerIndex()) != MessageType.PASSWORD) {
      int type = input.getByte(input.readerIndex()) & 0xff;
      throw new SqlError(
          SqlState.PROTOCOL_VIOLATION,
          "expected " + login.expected() + " response, got message type " + type);
    }
    int start = input.readerIndex();
    int size =
        FrontendFrame.sizeWithin(
            input, start, input.readableBytes(), FrontendFrame.AUTHENTICATION_LIMIT);
    if (size == FrontendFrame.INVALID_LENGTH) {
      return Step.CLOSE;
    }
    if (size == FrontendFrame.INCOMPLETE) {
      return Step.INCOMPLETE;
    }
    input.skipBytes(size);
    ByteBuf out = connection.allocator().buffer(128);
    int header = FrontendFrame.HEADER_BYTES;
    return after(login.response(input, start + header, size - header, out), out);
  }

  private Step after(Progress progress, ByteBuf out) {
    if (progress == Progress.AUTHENTICATED) {
      BackendEncoder.authenticationOk(out);
      connection.send(out);
      return Step.DONE;
    }
    connection.send(out);
    connection.flush();
    return Step.TAKEN;
  }
}
