package dev.postern.proxy.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.postern.backend.reference.ReferenceServer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The same bytes to PostgreSQL and to us: the answers must be the same, message for message. */
class ProtocolComparisonTest {
  private static TestServer ours;

  @BeforeAll
  static void start() throws Exception {
    ours = TestServer.embedded();
  }

  @AfterAll
  static void stop() {
    ours.close();
  }

  static Stream<ProtocolScript> scriptsWithoutEngine() {
    return ProtocolScript.WITHOUT_ENGINE.stream();
  }

  @ParameterizedTest
  @MethodSource("scriptsWithoutEngine")
  void answersAsPostgresDoesBeforeAnyStatement(ProtocolScript script) throws Exception {
    assertEquals(script.answerOf(ReferenceServer.shared().port()), script.answerOf(ours.port()));
  }

  static Stream<ProtocolScript> scriptsWithEngine() {
    return ProtocolScript.WITH_ENGINE.stream();
  }

  @ParameterizedTest
  @MethodSource("scriptsWithEngine")
  void answersStatementsAsPostgresDoes(ProtocolScript script) throws Exception {
    assertEquals(script.answerOf(ReferenceServer.shared().port()), script.answerOf(ours.port()));
  }
}
