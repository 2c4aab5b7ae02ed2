package dev.postern.proxy.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.postern.proxy.wire.FrontendEncoder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Statements that need a thread, cancelling them, and stopping under them. */
@Timeout(60)
class ThreadTest {
  private TestServer server;

  @BeforeEach
  void start() throws Exception {
    server = new TestServer("general.workers", "1", "general.shutdown_timeout", "500");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void whatAnAbandonedAttemptWroteIsForgotten() throws Exception {
    try (WireClient client = WireClient.loggedIn(server.port())) {
      client.send(
          out -> {
            FrontendEncoder.query(out, "begin; slow rows 1; commit");
            FrontendEncoder.query(out, "begin");
          });
      assertEquals(
          """
          CommandComplete BEGIN
          RowDescription n:23/4/-1, t:25/-1/-1
          DataRow [-1, t0]
          CommandComplete SELECT 1
          CommandComplete COMMIT
          ReadyForQuery I
          """,
          client.untilReady());
      assertEquals("CommandComplete BEGIN\nReadyForQuery T\n", client.untilReady());
    }
  }

  @Test
  void othersAreServedWhileOneWaitsAndACancelEndsIt() throws Exception {
    try (WireClient waiting = WireClient.loggedIn(server.port());
        WireClient other = WireClient.loggedIn(server.port())) {
      waiting.send(out -> FrontendEncoder.query(out, "wait"));
      for (int i = 0; i < 100; i++) {
        assertEquals("EMPTY_QUERY_RESPONSE\nReadyForQuery I\n", other.query(""));
      }
      waiting.cancel();
      assertEquals(
          """
          ErrorResponse S=ERROR V=ERROR C=57014 M=canceling statement due to user request
          ReadyForQuery I
          """,
          waiting.untilReady());
    }
  }

  @Test
  void aLargeResultWaitsForItsClient() throws Exception {
    try (WireClient client = WireClient.loggedIn(server.port());
        WireClient other = WireClient.loggedIn(server.port())) {
      client.send(out -> FrontendEncoder.query(out, "thread rows 2000000"));
      assertEquals("CommandComplete BEGIN\nReadyForQuery T\n", other.query("begin"));
      String last = "";
      long rows = 0;
      while (!last.startsWith("CommandComplete")) {
        last = client.next();
        rows += last.startsWith("DataRow") ? 1 : 0;
      }
      assertEquals(2_000_000, rows);
      assertEquals("ReadyForQuery I\n", client.untilReady());
    }
  }

  @Test
  void aClientThatLeavesAmidALargeResultFreesItsSession() throws Exception {
    try (WireClient client = WireClient.loggedIn(server.port())) {
      client.send(out -> FrontendEncoder.query(out, "thread rows 50000000"));
      client.until('T', true);
    }
    awaitSessions(0);
  }

  @Test
  void manyPipelinedQueriesOfAClientThatDoesNotReadAreHeldBack() throws Exception {
    try (WireClient client = WireClient.loggedIn(server.port())) {
      Thread writer =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      for (int i = 0; i < 300; i++) {
                        client.send(out -> FrontendEncoder.query(out, "wide 100000"));
                      }
                    } catch (IOException e) {
                      throw new UncheckedIOException(e);
                    }
                  });
      for (int i = 0; i < 300; i++) {
        assertTrue(client.untilReady().contains("DataRow [100000, 100000 bytes]"));
      }
      writer.join();
    }
  }

  @Test
  void stopTellsIdleClientsAndCancelsWhatTakesTooLong() throws Exception {
    List<WireClient> idle = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      idle.add(WireClient.loggedIn(server.port()));
    }
    try (WireClient waiting = WireClient.loggedIn(server.port())) {
      waiting.send(out -> FrontendEncoder.query(out, "wait"));
      Thread stopping = Thread.ofVirtual().start(server::close);
      for (WireClient client : idle) {
        assertEquals(
            """
            ErrorResponse S=FATAL V=FATAL C=57P01\
             M=terminating connection due to administrator command
            closed\
            """,
            client.untilClosed());
        client.close();
      }
      waiting.untilClosed();
      stopping.join();
    }
    awaitSessions(0);
  }

  @Test
  void aThousandClientsAreServed() throws Exception {
    List<WireClient> clients = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      clients.add(WireClient.loggedIn(server.port()));
    }
    for (WireClient client : clients) {
      client.send(out -> FrontendEncoder.query(out, "thread begin"));
    }
    for (WireClient client : clients) {
      assertEquals("CommandComplete BEGIN\nReadyForQuery T\n", client.untilReady());
      client.close();
    }
    awaitSessions(0);
  }

  private void awaitSessions(int count) throws InterruptedException {
    while (server.engine.openSessions() != count) {
      Thread.sleep(5);
    }
  }
}
