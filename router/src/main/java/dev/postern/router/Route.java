package dev.postern.router;

import org.jspecify.annotations.Nullable;

/** Where one execution of a statement goes. Routes to shards are made once and shared. */
public sealed interface Route {
  /** To one shard. */
  record OneShard(int shard) implements Route {}

  /** To whichever shard is at hand. */
  record AnyShard() implements Route {
    static final AnyShard ROUTE = new AnyShard();
  }

  /** To the shard of the transaction in progress; begins, ends or marks it. */
  record OfTransaction() implements Route {
    static final OfTransaction ROUTE = new OfTransaction();
  }

  /** To every shard the session uses, now or later: a setting. */
  record EveryShardInUse() implements Route {
    static final EveryShardInUse ROUTE = new EveryShardInUse();
  }

  /** To none: refused with 0A000. */
  record Refused(String reason, @Nullable String hint) implements Route {}
}
