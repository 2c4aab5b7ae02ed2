package dev.postern.router;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.postern.backend.ParameterValues;
import dev.postern.backend.error.SqlError;
import dev.postern.config.OmnishardedTables;
import dev.postern.config.ShardedTable;
import dev.postern.config.ShardedTable.DataType;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShardRouterTest {
  private static final int SHARDS = 4;
  private static final int[] NO_TYPES = {};

  private final ShardRouter router = new ShardRouter(SHARDS);
  private final StatementCache cache =
      new StatementCache(
          1 << 20,
          new ShardedTables(
              List.of(table("orders", "customer_id"), table("items", "customer_id")),
              List.of(new OmnishardedTables("shop", List.of("countries"), false))));

  private static ShardedTable table(String name, String column) {
    ShardedTable none = ShardedTable.DEFAULTS;
    return new ShardedTable(
        "shop",
        name,
        null,
        column,
        DataType.BIGINT,
        none.primary(),
        none.hasher(),
        none.mapping(),
        none.lookupQuery(),
        none.omnisharded());
  }

  private Route route(String sql) {
    return router.route(statement(sql), null, NO_TYPES);
  }

  private Statement statement(String sql) {
    byte[] text = sql.getBytes(StandardCharsets.UTF_8);
    return cache.prepared(text, 0, text.length);
  }

  private static Route.OneShard shardOf(long key) {
    return new Route.OneShard(PartitionHash.shard(PartitionHash.ofLong(key), SHARDS));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM orders WHERE customer_id = 42",
        "SELECT * FROM orders o WHERE 42 = o.customer_id AND total > 3",
        "SELECT * FROM public.orders WHERE customer_id = '42'",
        "SELECT * FROM orders WHERE customer_id = 42::bigint",
        "SELECT * FROM orders WHERE customer_id IN (42)",
        "UPDATE orders SET total = 1 WHERE customer_id = 42",
        "DELETE FROM orders WHERE customer_id = 42 RETURNING id",
        "INSERT INTO orders (id, customer_id) VALUES (1, 42), (2, 42)",
        "SELECT * FROM orders o JOIN items i ON o.customer_id = i.customer_id"
            + " WHERE o.customer_id = 42",
        "SELECT * FROM orders o, countries c WHERE customer_id = 42 AND c.id = o.country",
        "SELECT * FROM orders o LEFT JOIN items i ON i.customer_id = 42 WHERE o.customer_id = 42",
        "SELECT * FROM orders o LEFT JOIN items i ON i.customer_id = o.customer_id"
            + " WHERE o.customer_id = 42",
        "SELECT * FROM orders LEFT JOIN items USING (id) WHERE customer_id = 42",
        "SELECT * FROM items i RIGHT JOIN orders o ON i.customer_id = o.customer_id"
            + " WHERE o.customer_id = 42",
        "SELECT * FROM (orders o JOIN countries c ON o.customer_id = 42) JOIN items i"
            + " ON i.customer_id = o.customer_id",
        "WITH orders AS (SELECT * FROM orders WHERE customer_id = 42) SELECT * FROM orders",
        "SELECT my_function(total), nextval('s') FROM orders WHERE customer_id = 42",
        "INSERT INTO orders (id, customer_id) VALUES (nextval('s'), 42)",
        "WITH mine AS (SELECT * FROM orders WHERE customer_id = 42) SELECT count(*) FROM mine",
        "SELECT * FROM orders WHERE customer_id = 42"
            + " AND EXISTS (SELECT 1 FROM items WHERE customer_id = 42)",
      })
  void findsTheShardOfOneKey(String sql) {
    assertEquals(shardOf(42), route(sql));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM orders",
        "SELECT * FROM orders WHERE customer_id = 42 OR total > 3",
        "SELECT * FROM orders WHERE customer_id <> 42",
        "SELECT * FROM orders WHERE customer_id NOT IN (42)",
        "SELECT * FROM orders WHERE customer_id = 1 + 1",
        "SELECT * FROM orders o JOIN items i ON o.id = i.order_id WHERE o.customer_id = 42",
        "SELECT * FROM orders WHERE customer_id = 42 UNION SELECT * FROM orders",
        "SELECT (SELECT count(*) FROM orders)",
        "UPDATE orders SET customer_id = 43 WHERE customer_id = 42",
        "INSERT INTO orders VALUES (1, 42)",
        "INSERT INTO orders (id) VALUES (1)",
        "INSERT INTO orders (customer_id) SELECT 42",
        "SELECT * FROM unknown_table",
        "SELECT * FROM pg_unknown",
        "WITH orders AS (SELECT * FROM orders) SELECT * FROM orders",
        "SELECT * FROM orders WHERE EXISTS (WITH orders AS (SELECT 1) SELECT 1)",
        "SELECT * FROM unknown_table WHERE EXISTS (WITH unknown_table AS (SELECT 1) SELECT 1)",
        "WITH orders AS (SELECT 42 AS customer_id) UPDATE orders SET total = 1",
        "SELECT * FROM orders AS o (customer_id, id) WHERE customer_id = 42",
        "SELECT * FROM (orders o JOIN countries c ON true) AS j (a, customer_id)"
            + " WHERE customer_id = 42",
        "SELECT * FROM (orders a JOIN countries b ON a.customer_id = 42) AS j, items a",
        "SELECT * FROM (orders a JOIN countries b ON true) AS j, items a WHERE a.customer_id = 42",
        "SELECT * FROM orders o LEFT JOIN (items i JOIN countries c ON customer_id = 42)"
            + " ON i.customer_id = 42",
        "SELECT * FROM orders o, items i JOIN countries c ON customer_id = 42",
        "SELECT * FROM orders o FULL JOIN items i ON i.customer_id = 42 WHERE o.customer_id = 42",
        "SELECT * FROM items i LEFT JOIN orders o ON i.customer_id = o.customer_id"
            + " WHERE o.total > 3 AND i.total > 3",
        "SELECT * FROM orders o LEFT JOIN items i ON o.customer_id = 42 AND i.customer_id = 42",
        "SELECT * FROM orders o, countries c WHERE o.customer_id = c.id AND c.id = 42",
        "SELECT * FROM other.orders o, orders WHERE other.orders.customer_id = 42",
        "WITH a AS (SELECT * FROM orders WHERE customer_id = 42)"
            + " UPDATE countries SET id = a.id FROM a",
        "WITH w AS (INSERT INTO countries (id) VALUES (1) RETURNING id)"
            + " SELECT * FROM orders WHERE customer_id = 42",
        "WITH w AS (DELETE FROM orders RETURNING id) SELECT * FROM w",
        "SELECT * FROM countries FOR UPDATE",
        "SELECT * FROM orders, countries WHERE customer_id = 42 FOR UPDATE",
        "SELECT my_function()",
        "SELECT * FROM my_function()",
        "SELECT other.lower('A')",
        "SELECT nextval('s')",
        "SELECT set_config('a.b', 'c', false)",
        "SELECT pg_advisory_lock(1)",
        "SELECT pg_notify('a', 'b')",
        "SELECT query_to_xml('SELECT * FROM orders', true, true, '')",
        "SELECT * FROM orders WHERE customer_id = 99999999999999999999",
        "SELECT * FROM orders WHERE customer_id = 42.5",
        "SELECT * FROM orders WHERE customer_id = '42'::numeric",
        "SELECT * FROM orders WHERE customer_id = ANY (ARRAY[42])",
        "SELECT * FROM orders WHERE (customer_id, id) IN ((42, 1))",
        "SELECT * FROM orders WHERE NOT customer_id = 42",
        "SELECT * FROM orders WHERE (customer_id = 42) IS NOT TRUE",
        "SELECT * FROM orders WHERE customer_id = NULL",
        "INSERT INTO orders (id, customer_id) VALUES (1, NULL)",
        "INSERT INTO orders (id, customer_id) VALUES (1, DEFAULT)",
        "INSERT INTO orders (customer_id) VALUES (42) ON CONFLICT (id)"
            + " DO UPDATE SET customer_id = 43",
        "TABLE orders",
        "SELECT * FROM orders WHERE customer_id OPERATOR(mine.=) 42",
        "MERGE INTO orders o USING countries c ON o.customer_id = 42 WHEN MATCHED THEN DELETE",
        "MERGE INTO countries c USING orders o ON o.customer_id = 42 WHEN MATCHED THEN DELETE",
        "BEGIN; SET a.b = 1; COMMIT",
        "SET client_encoding = 'latin1'",
        "SET NAMES 'latin1'",
        "SET standard_conforming_strings = off",
        "SET CONSTRAINTS ALL DEFERRED",
        "CREATE TABLE t (a int)",
        "COPY orders FROM STDIN",
        "INSERT INTO countries (id) VALUES (1)",
      })
  void refusesWhatNeedsSeveralShards(String sql) {
    assertInstanceOf(Route.Refused.class, route(sql));
  }

  @Test
  void takesParametersOfTheColumnsTypeOnly() {
    Statement statement = statement("SELECT * FROM orders WHERE customer_id = $1");
    ParameterValues values = new ParameterValues();
    values.reset(new byte[] {0, 0, 0, 0, 0, 0, 0, 42});
    values.add(0, 8, true);
    assertEquals(shardOf(42), router.route(statement, values, NO_TYPES));
    assertEquals(shardOf(42), router.route(statement, values, new int[] {20}));
    for (int oid : new int[] {25, 700, 701, 1700, 26, 1114}) {
      assertInstanceOf(Route.Refused.class, router.route(statement, values, new int[] {oid}));
    }
    // Its type is what the other use says, which is not known here.
    Statement twice = statement("SELECT $1::numeric FROM orders WHERE customer_id = $1");
    assertInstanceOf(Route.Refused.class, router.route(twice, values, NO_TYPES));
    assertEquals(shardOf(42), router.route(twice, values, new int[] {20}));
  }

  @Test
  void queryStringsOfSeveralStatementsAreForOneShard() {
    assertEquals(
        shardOf(42),
        route("BEGIN; UPDATE orders SET total = 1 WHERE customer_id = 42; SELECT 1; COMMIT"));
    assertInstanceOf(Route.AnyShard.class, route("SELECT 1; SELECT 2"));
    assertInstanceOf(Route.EveryShardInUse.class, route("SET a.b = 1; SET a.c = 2"));
  }

  @Test
  void refusesKeysOfDifferentShards() {
    long other = 1;
    while (shardOf(other).equals(shardOf(42))) {
      other++;
    }
    assertInstanceOf(
        Route.Refused.class,
        route("SELECT * FROM orders WHERE customer_id IN (42, " + other + ")"));
  }

  @Test
  void readsWithoutTablesGoAnywhere() {
    assertInstanceOf(Route.AnyShard.class, route("SELECT 1"));
    assertInstanceOf(Route.AnyShard.class, route("SELECT * FROM pg_catalog.pg_class"));
    assertInstanceOf(Route.AnyShard.class, route("SELECT * FROM countries"));
    assertInstanceOf(Route.OfTransaction.class, route("BEGIN"));
    assertInstanceOf(Route.EveryShardInUse.class, route("SET search_path = a"));
  }

  @Test
  void takesTheKeyFromAParameterInEitherForm() {
    Statement statement = statement("SELECT * FROM orders WHERE total > $1 AND customer_id = $2");
    ParameterValues values = new ParameterValues();
    values.reset("742".getBytes(StandardCharsets.UTF_8));
    values.add(0, 1, false);
    values.add(1, 2, false);
    assertEquals(shardOf(42), router.route(statement, values, NO_TYPES));
    values.reset(new byte[] {0, 0, 0, 42});
    values.add(0, 1, true);
    values.add(0, 4, true);
    assertEquals(shardOf(42), router.route(statement, values, NO_TYPES));
    values.reset(new byte[0]);
    values.add(0, 0, false);
    values.add(0, -1, false);
    assertInstanceOf(Route.Refused.class, router.route(statement, values, NO_TYPES));
  }

  @Test
  void saysWhenAKeyIsNoNumber() {
    Statement statement = statement("SELECT * FROM orders WHERE customer_id = $1");
    ParameterValues values = new ParameterValues();
    values.reset("abc".getBytes(StandardCharsets.UTF_8));
    values.add(0, 3, false);
    SqlError error = assertThrows(SqlError.class, () -> router.route(statement, values, NO_TYPES));
    assertEquals("22P02", error.sqlState());
    assertEquals("invalid input syntax for type bigint: \"abc\"", error.message());
  }

  @Test
  void givesTheSameStatementForTheSameBytes() {
    assertSame(statement("SELECT 1"), statement("SELECT 1"));
  }
}
