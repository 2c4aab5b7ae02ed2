package dev.postern.router;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class StatementCacheTest {
  private static Statement prepared(StatementCache cache, String sql) {
    byte[] text = ("--" + sql).getBytes(StandardCharsets.UTF_8);
    return cache.prepared(text, 2, text.length - 2);
  }

  private static Statement simple(StatementCache cache, String sql) {
    byte[] text = sql.getBytes(StandardCharsets.UTF_8);
    return cache.simple(text, 0, text.length);
  }

  @Test
  void simpleTextsEnterWhenSeenAgain() {
    StatementCache cache = new StatementCache(1 << 20, null);
    Statement first = simple(cache, "SELECT 1");
    Statement second = simple(cache, "SELECT 1");
    assertNotSame(first, second);
    assertSame(second, simple(cache, "SELECT 1"));
    assertEquals(2, cache.misses());
  }

  @Test
  void staysWithinItsBytesAndKeepsWhatIsUsed() {
    StatementCache cache = new StatementCache(64 << 10, null);
    Statement used = prepared(cache, "SELECT 'used'");
    for (int i = 0; i < 2000; i++) {
      prepared(cache, "SELECT " + i);
      assertSame(used, prepared(cache, "SELECT 'used'"));
    }
    long before = cache.misses();
    int kept = 0;
    for (int i = 0; i < 2000; i++) {
      long misses = cache.misses();
      prepared(cache, "SELECT " + i);
      kept += misses == cache.misses() ? 1 : 0;
    }
    assertTrue(kept < 200, "kept " + kept);
    assertTrue(cache.misses() > before);
  }

  @Test
  void tellsTheKinds() {
    StatementCache cache = new StatementCache(1 << 20, null);
    assertEquals(Statement.Kind.READ, prepared(cache, "SELECT 1").kind());
    assertEquals(Statement.Kind.WRITE, prepared(cache, "SELECT 1 FROM t FOR UPDATE").kind());
    assertEquals(
        Statement.Kind.WRITE,
        prepared(cache, "WITH x AS (DELETE FROM t RETURNING 1) SELECT * FROM x").kind());
    assertEquals(Statement.Kind.OTHER, prepared(cache, "SELECT 1 INTO t").kind());
    assertEquals(Statement.Kind.OTHER, prepared(cache, "SELECT 1; CREATE TABLE t ()").kind());
    assertEquals(Statement.Kind.SESSION, prepared(cache, "SET a.b = 1").kind());
    assertEquals(Statement.Kind.TRANSACTION, prepared(cache, "COMMIT").kind());
  }
}
