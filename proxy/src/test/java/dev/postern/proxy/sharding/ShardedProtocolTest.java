package dev.postern.proxy.sharding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.postern.proxy.client.WireClient;
import dev.postern.proxy.wire.FrontendEncoder;
import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Messages in orders that drivers differ in. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ShardedProtocolTest {
  private static final byte[] UNNAMED = {};

  private static ShardedCluster cluster;
  private static long[] key;

  @BeforeAll
  static void start() throws Exception {
    cluster = new ShardedCluster(ShardedCluster.Second.UPSTREAM);
    key = new long[] {ShardedCluster.key(0), ShardedCluster.key(1)};
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static WireClient client() throws Exception {
    return WireClient.loggedIn(cluster.program.port(), "database", "shop");
  }

  private static void parse(ByteBuf out, String name, String sql) {
    FrontendEncoder.parse(out, WireClient.bytes(name), WireClient.bytes(sql), new int[0]);
  }

  private static void run(ByteBuf out, String name, long... values) {
    FrontendEncoder.bind(
        out,
        UNNAMED,
        WireClient.bytes(name),
        new boolean[0],
        java.util.Arrays.stream(values)
            .mapToObj(value -> WireClient.bytes(Long.toString(value)))
            .toList(),
        new boolean[0]);
    FrontendEncoder.execute(out, UNNAMED, 0);
  }

  @Test
  void aStatementIsDescribedBeforeItsShardIsKnown() throws Exception {
    try (WireClient client = client()) {
      client.send(
          out -> {
            parse(out, "s", "SELECT k FROM by_bigint WHERE k = $1");
            FrontendEncoder.describe(out, 'S', WireClient.bytes("s"));
            FrontendEncoder.sync(out);
          });
      assertEquals(
          """
          PARSE_COMPLETE
          ParameterDescription [20]
          RowDescription k:20/8/-1
          ReadyForQuery I
          """,
          client.untilReady());
      for (int shard = 1; shard >= 0; shard--) {
        long mine = key[shard];
        client.send(
            out -> {
              run(out, "s", mine);
              FrontendEncoder.sync(out);
            });
        assertEquals(
            "BIND_COMPLETE\nCommandComplete SELECT 0\nReadyForQuery I\n", client.untilReady());
      }
      client.send(
          out -> {
            FrontendEncoder.close(out, 'S', WireClient.bytes("s"));
            parse(out, "s", "SELECT n FROM by_bigint WHERE k = $1");
            run(out, "s", key[1]);
            FrontendEncoder.sync(out);
          });
      assertEquals(
          "CLOSE_COMPLETE\nPARSE_COMPLETE\nBIND_COMPLETE\nCommandComplete SELECT 0\n"
              + "ReadyForQuery I\n",
          client.untilReady());
    }
  }

  @Test
  void flushAnswersWhatIsHeldAndTheShardMayStillChange() throws Exception {
    try (WireClient client = client()) {
      client.send(
          out -> {
            parse(out, "", "SELECT k FROM by_bigint WHERE k = $1");
            FrontendEncoder.describe(out, 'S', UNNAMED);
            FrontendEncoder.flush(out);
          });
      assertEquals("PARSE_COMPLETE", client.next());
      assertEquals("ParameterDescription [20]", client.next());
      assertEquals("RowDescription k:20/8/-1", client.next());
      client.send(
          out -> {
            run(out, "", key[1]);
            FrontendEncoder.sync(out);
          });
      assertEquals(
          "BIND_COMPLETE\nCommandComplete SELECT 0\nReadyForQuery I\n", client.untilReady());
    }
  }

  @Test
  void batchesFollowEachOtherWithoutWaiting() throws Exception {
    try (WireClient client = client()) {
      int batches = 50;
      client.send(
          out -> {
            parse(out, "p", "SELECT k FROM by_bigint WHERE k = $1");
            FrontendEncoder.sync(out);
            for (int i = 0; i < batches; i++) {
              run(out, "p", key[i % 2]);
              FrontendEncoder.sync(out);
              FrontendEncoder.query(out, "SELECT n FROM by_bigint WHERE k = " + key[i % 2]);
            }
          });
      assertEquals("PARSE_COMPLETE\nReadyForQuery I\n", client.untilReady());
      for (int i = 0; i < batches; i++) {
        assertEquals(
            "BIND_COMPLETE\nCommandComplete SELECT 0\nReadyForQuery I\n", client.untilReady());
        assertEquals(
            "RowDescription n:23/4/-1\nCommandComplete SELECT 0\nReadyForQuery I\n",
            client.untilReady());
      }
    }
  }

  @Test
  void anErrorSkipsToSyncAndUndoesWhatWasSkipped() throws Exception {
    try (WireClient client = client()) {
      for (int shard = 0; shard < 2; shard++) {
        long mine = key[shard];
        String name = "a" + shard;
        client.send(
            out -> {
              parse(out, name, "INSERT INTO by_bigint (k) VALUES ($1)");
              run(out, name, mine);
              parse(out, "", "SELECT 1 / 0 FROM by_bigint WHERE k = $1");
              run(out, "", mine);
              parse(out, "skipped", "SELECT 1");
              FrontendEncoder.sync(out);
            });
        String answer = client.untilReady();
        assertTrue(answer.contains("CommandComplete INSERT 0 1"), answer);
        assertTrue(answer.contains("C=22012"), answer);
        assertTrue(answer.endsWith("ReadyForQuery I\n"), answer);
        assertEquals(0, cluster.count(shard, "SELECT count(*) FROM by_bigint"));
        client.send(
            out -> {
              run(out, "skipped");
              FrontendEncoder.sync(out);
            });
        assertTrue(client.untilReady().contains("C=26000"));
      }
    }
  }

  @Test
  void aRefusalUndoesWhatTheBatchDidBefore() throws Exception {
    try (WireClient client = client()) {
      client.send(
          out -> {
            parse(out, "i", "INSERT INTO by_bigint (k) VALUES ($1)");
            run(out, "i", key[0]);
            run(out, "i", key[1]);
            run(out, "i", key[0]);
            FrontendEncoder.sync(out);
          });
      String answer = client.untilReady();
      assertTrue(answer.contains("C=0A000"), answer);
      assertTrue(answer.endsWith("ReadyForQuery I\n"), answer);
      for (int shard = 0; shard < 2; shard++) {
        assertEquals(0, cluster.count(shard, "SELECT count(*) FROM by_bigint"));
      }
    }
  }

  @Test
  void aTransactionBlockIsAnsweredWithoutAShard() throws Exception {
    try (WireClient client = client()) {
      for (String[] step :
          List.of(
              new String[] {"BEGIN", "CommandComplete BEGIN\nReadyForQuery T\n"},
              new String[] {"SAVEPOINT a", "CommandComplete SAVEPOINT\nReadyForQuery T\n"},
              new String[] {"RELEASE a", "CommandComplete RELEASE\nReadyForQuery T\n"},
              new String[] {"", "EMPTY_QUERY_RESPONSE\nReadyForQuery T\n"},
              new String[] {
                "ROLLBACK TO a",
                "ErrorResponse S=ERROR V=ERROR C=3B001 M=savepoint \"a\" does not exist\n"
                    + "ReadyForQuery E\n"
              },
              new String[] {"COMMIT", "CommandComplete ROLLBACK\nReadyForQuery I\n"},
              new String[] {
                "COMMIT",
                "NoticeResponse S=WARNING V=WARNING C=25P01 M=there is no transaction in"
                    + " progress\nCommandComplete COMMIT\nReadyForQuery I\n"
              },
              new String[] {
                "START TRANSACTION", "CommandComplete START TRANSACTION\nReadyForQuery T\n"
              },
              new String[] {
                "BEGIN",
                "NoticeResponse S=WARNING V=WARNING C=25001 M=there is already a transaction in"
                    + " progress\nCommandComplete BEGIN\nReadyForQuery T\n"
              },
              new String[] {"ROLLBACK AND CHAIN", "CommandComplete ROLLBACK\nReadyForQuery T\n"},
              new String[] {"END", "CommandComplete COMMIT\nReadyForQuery I\n"})) {
        assertEquals(step[1], client.query(step[0]), step[0]);
      }
    }
  }

  @Test
  void aChangedSettingIsToldOnce() throws Exception {
    try (WireClient client = client()) {
      assertEquals(
          "CommandComplete SET\nParameterStatus TimeZone=Asia/Tokyo\nReadyForQuery I\n",
          client.query("SET TimeZone = 'Asia/Tokyo'"));
      for (int shard = 0; shard < 2; shard++) {
        assertEquals(
            "RowDescription current_setting:25/-1/-1\nCommandComplete SELECT 0\n"
                + "ReadyForQuery I\n",
            client.query(
                "SELECT current_setting('TimeZone') FROM by_bigint WHERE k = " + key[shard]));
      }
    }
  }

  @Test
  void keysInAnotherEncodingAreRefused() throws Exception {
    try (WireClient client = client()) {
      assertTrue(client.query("SET client_encoding = 'LATIN1'").contains("C=0A000"));
      assertEquals(
          "CommandComplete SET\nReadyForQuery I\n", client.query("SET client_encoding = 'utf-8'"));
    }
    try (WireClient client = new WireClient(cluster.program.port())) {
      client.startup(196608, "database", "shop", "client_encoding", "LATIN1");
      assertTrue(client.untilClosed().contains("C=0A000"));
    }
  }
}
