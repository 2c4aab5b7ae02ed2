package dev.postern.proxy.client;

import dev.postern.router.Statement;
import dev.postern.router.StatementCache;

/** Statements from the router's cache: a text that is known costs a look-up by its bytes. */
public final class CachedStatements implements StatementSource {
  private final StatementCache cache;

  public CachedStatements(StatementCache cache) {
    this.cache = cache;
  }

  @Override
  public Statement simple(byte[] source, int offset, int length) {
    return cache.simple(source, offset, length);
  }

  @Override
  public Statement prepared(byte[] source, int offset, int length) {
    return cache.prepared(source, offset, length);
  }
}
