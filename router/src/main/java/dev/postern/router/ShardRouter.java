package dev.postern.router;

import dev.postern.backend.ParameterValues;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import org.jspecify.annotations.Nullable;

/**
 * Routes statements of one sharded database. Immutable, used by all event loops; routing a
 * statement with its parameters allocates nothing.
 */
public final class ShardRouter {
  private static final Route NOT_OF_THE_TYPE =
      new Route.Refused(
          "a sharding key of another type than its column",
          "Give the parameter the sharding column's type.");

  private final Route.OneShard[] shards;

  /**
   * @param count how many shards there are, at least 1
   */
  public ShardRouter(int count) {
    shards = new Route.OneShard[count];
    for (int i = 0; i < count; i++) {
      shards[i] = new Route.OneShard(i);
    }
  }

  public int shards() {
    return shards.length;
  }

  /**
   * Where a statement goes.
   *
   * @param values its parameters, or null in the simple protocol
   * @param types the parameters' type OIDs as the client gave them; 0 or beyond the end: not said
   * @throws SqlError where a parameter's value is none of the sharding column's type
   */
  public Route route(Statement statement, @Nullable ParameterValues values, int[] types) {
    Statement.Sharding sharding = statement.sharding();
    if (sharding == null) {
      throw new IllegalStateException("the statement was not read for a sharded database");
    }
    return switch (sharding) {
      case Statement.ByKey byKey -> byKey(byKey, values, types);
      case Statement.AnyShard any -> Route.AnyShard.ROUTE;
      case Statement.OfTransaction transaction -> Route.OfTransaction.ROUTE;
      case Statement.OfSession session -> Route.EveryShardInUse.ROUTE;
      case Statement.Refused refused -> new Route.Refused(refused.reason(), refused.hint());
    };
  }

  private Route byKey(Statement.ByKey byKey, @Nullable ParameterValues values, int[] types) {
    int shard = -1;
    for (int i = 0; i < byKey.keys().size(); i++) {
      long hash;
      switch (byKey.keys().get(i)) {
        case ShardKey.Known known -> hash = known.hash();
        case ShardKey.Parameter parameter -> {
          int index = parameter.number() - 1;
          if (values == null || index >= values.count()) {
            throw new SqlError(
                SqlState.UNDEFINED_PARAMETER, "there is no parameter $" + parameter.number());
          }
          int length = values.length(index);
          if (length < 0) {
            return new Route.Refused("NULL as a sharding column's value", null);
          }
          int type = index < types.length ? types[index] : 0;
          if (!(type == 0 ? parameter.typeIsColumns() : parameter.type().accepts(type))) {
            return NOT_OF_THE_TYPE;
          }
          hash =
              values.isBinary(index)
                  ? parameter.type().hashBinary(values.buffer(), values.offset(index), length)
                  : parameter.type().hashText(values.buffer(), values.offset(index), length);
        }
      }
      int its = PartitionHash.shard(hash, shards.length);
      if (shard >= 0 && shard != its) {
        return new Route.Refused(
            "a statement on several shards", "Its sharding keys belong to different shards.");
      }
      shard = its;
    }
    return shards[shard];
  }
}
