package dev.postern.proxy.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.postern.proxy.wire.FrontendEncoder;
import dev.postern.proxy.wire.ProtocolVersion;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.util.ResourceLeakDetector;
import java.net.SocketException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

/**
 * Broken and hostile bytes: whatever one client sends, the server stays up, others are served, and
 * no buffer is lost. {@code -Dfuzz.seed=} takes a failure's seed back.
 */
@Timeout(120)
class FuzzTest {
  private static final long SEED = Long.getLong("fuzz.seed", System.nanoTime());
  private static final int ROUNDS = Integer.getInteger("fuzz.rounds", 400);

  private final Random random = new Random(SEED);
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private ResourceLeakDetector.Level before = ResourceLeakDetector.getLevel();
  private TestServer server;
  private WireClient witness;

  @BeforeEach
  void start() throws Exception {
    before = ResourceLeakDetector.getLevel();
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
    log.start();
    root().addAppender(log);
    server = new TestServer("general.workers", "1");
    witness = WireClient.loggedIn(server.port());
  }

  private static Logger root() {
    return (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
  }

  @AfterEach
  void stopAndLookForLeaks() throws Exception {
    assertWitnessIsServed();
    witness.close();
    while (server.engine.openSessions() > 0) {
      Thread.sleep(5);
    }
    // A lost buffer is told of when the collector has found it and another one is made.
    for (int i = 0; i < 3; i++) {
      System.gc();
      WireClient.loggedIn(server.port()).close();
    }
    server.close();
    ResourceLeakDetector.setLevel(before);
    root().detachAppender(log);
    List<String> errors =
        log.list.stream()
            .map(ILoggingEvent::getFormattedMessage)
            .filter(message -> message.contains("LEAK") || message.contains("internal error"))
            .toList();
    assertEquals(List.of(), errors, () -> "seed " + SEED);
  }

  private void assertWitnessIsServed() throws Exception {
    assertEquals("EMPTY_QUERY_RESPONSE\nReadyForQuery I\n", witness.query(""), "seed " + SEED);
  }

  @Test
  void theAnswerDoesNotDependOnHowBytesArrive() throws Exception {
    byte[] messages = conversation();
    String whole = answer(messages, messages.length);
    for (int i = 0; i < 30; i++) {
      assertEquals(whole, answer(messages, 1 + random.nextInt(40)), "seed " + SEED);
    }
  }

  private String answer(byte[] messages, int largestPiece) throws Exception {
    try (WireClient client = WireClient.loggedIn(server.port())) {
      for (int at = 0; at < messages.length; ) {
        int length = Math.min(messages.length - at, 1 + random.nextInt(largestPiece));
        client.sendBytes(Arrays.copyOfRange(messages, at, at + length));
        at += length;
      }
      return client.untilClosed();
    }
  }

  @Test
  void changedBytesHarmNobodyElse() throws Exception {
    byte[] messages = conversation();
    for (int round = 0; round < ROUNDS; round++) {
      byte[] changed = messages.clone();
      int changes = 1 + random.nextInt(4);
      for (int i = 0; i < changes; i++) {
        changed[random.nextInt(changed.length)] = (byte) random.nextInt(256);
      }
      sendAndLeave(changed, true);
    }
  }

  @Test
  void cutOffMessagesHarmNobodyElse() throws Exception {
    byte[] messages = conversation();
    for (int round = 0; round < ROUNDS; round++) {
      byte[] cut = Arrays.copyOf(messages, random.nextInt(messages.length));
      sendAndLeave(cut, true);
    }
  }

  @Test
  void garbageBeforeTheStartupHarmsNobodyElse() throws Exception {
    byte[] startup = startup();
    for (int round = 0; round < ROUNDS; round++) {
      byte[] garbage = new byte[random.nextInt(200)];
      random.nextBytes(garbage);
      if (random.nextBoolean()) {
        garbage = startup.clone();
        garbage[random.nextInt(garbage.length)] = (byte) random.nextInt(256);
      }
      sendAndLeave(garbage, false);
    }
  }

  @Test
  void aHugeLengthTakesNoMemory() throws Exception {
    for (int i = 0; i < 50; i++) {
      sendAndLeave(new byte[] {'Q', 0x3f, (byte) 0xff, (byte) 0xff, 0, 'x'}, true);
    }
    try (WireClient client = WireClient.loggedIn(server.port())) {
      client.sendBytes(new byte[] {'Q', 0x7f, (byte) 0xff, (byte) 0xff, (byte) 0xff, 'x'});
      assertEquals("closed", client.untilClosed());
    }
    try (WireClient client = WireClient.loggedIn(server.port())) {
      client.sendBytes(new byte[] {'S', 0, 0, 0x30, 0});
      assertEquals("closed", client.untilClosed());
    }
  }

  @Test
  void anUnknownMessageTypeIsFatal() throws Exception {
    try (WireClient client = WireClient.loggedIn(server.port())) {
      client.sendBytes(new byte[] {'z'});
      assertEquals(
          """
          ErrorResponse S=FATAL V=FATAL C=08P01 M=invalid frontend message type 122
          closed\
          """,
          client.untilClosed());
    }
  }

  private void sendAndLeave(byte[] bytes, boolean loggedIn) throws Exception {
    try (WireClient client =
        loggedIn ? WireClient.loggedIn(server.port()) : new WireClient(server.port())) {
      client.sendBytes(bytes);
      client.shutdownOutput();
      client.drain();
    } catch (SocketException e) {
      // The server may close while we still write.
      return;
    }
  }

  private static byte[] conversation() {
    ByteBuf out = Unpooled.buffer();
    byte[] unnamed = {};
    byte[] name = WireClient.bytes("s");
    FrontendEncoder.query(out, "begin; rows 3; notice");
    FrontendEncoder.parse(out, name, WireClient.bytes("rows 2"), new int[] {23, 23});
    FrontendEncoder.bind(
        out,
        unnamed,
        name,
        new boolean[] {true, false},
        List.of(new byte[] {0, 0, 0, 1}, WireClient.bytes("22")),
        new boolean[] {true});
    FrontendEncoder.describe(out, 'S', name);
    FrontendEncoder.describe(out, 'P', unnamed);
    FrontendEncoder.execute(out, unnamed, 1);
    FrontendEncoder.sync(out);
    FrontendEncoder.query(out, "thread rows 5");
    FrontendEncoder.query(out, "error");
    FrontendEncoder.query(out, "commit; copyin");
    FrontendEncoder.copyData(out, WireClient.bytes("a\tb\n"), 0, 4);
    FrontendEncoder.copyData(out, WireClient.bytes("?\tb\n"), 0, 4);
    FrontendEncoder.copyDone(out);
    FrontendEncoder.close(out, 'S', name);
    FrontendEncoder.flush(out);
    FrontendEncoder.sync(out);
    FrontendEncoder.functionCall(out, 3, List.of(name));
    FrontendEncoder.terminate(out);
    byte[] bytes = new byte[out.readableBytes()];
    out.readBytes(bytes);
    return bytes;
  }

  private static byte[] startup() {
    ByteBuf out = Unpooled.buffer();
    FrontendEncoder.startup(
        out,
        ProtocolVersion.VERSION_3_0,
        Map.of("user", "postgres", "database", "postgres", "options", "-c a=b"));
    byte[] bytes = new byte[out.readableBytes()];
    out.readBytes(bytes);
    return bytes;
  }
}
