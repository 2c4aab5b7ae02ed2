package dev.postern.bench;

import dev.postern.backend.ParameterValues;
import dev.postern.config.OmnishardedTables;
import dev.postern.config.ShardedTable;
import dev.postern.config.ShardedTable.DataType;
import dev.postern.proxy.wire.Command;
import dev.postern.proxy.wire.CommandDecoder;
import dev.postern.proxy.wire.FrontendEncoder;
import dev.postern.proxy.wire.FrontendFrame;
import dev.postern.router.Route;
import dev.postern.router.ShardRouter;
import dev.postern.router.ShardedTables;
import dev.postern.router.Statement;
import dev.postern.router.StatementCache;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The group {@code extended_cached}: Parse, Bind, Describe, Execute and Sync of one statement are
 * cut into frames, decoded, the text is found in the statement cache and routed over four shards.
 */
final class ExtendedCached implements Operation {
  private static final int SHARDS = 4;
  private static final byte[] UNNAMED = {};

  private static final int[] NO_TYPES = {};

  private final ByteBuf messages;
  private final CommandDecoder decoder = new CommandDecoder();
  private final StatementCache cache;
  private final ShardRouter router = new ShardRouter(SHARDS);
  private final ParameterValues values = new ParameterValues();
  private final byte[] scratch = new byte[4096];

  ExtendedCached(Shape shape) {
    ShardedTable none = ShardedTable.DEFAULTS;
    ShardedTable users =
        new ShardedTable(
            "bench",
            "users",
            null,
            "id",
            DataType.BIGINT,
            none.primary(),
            none.hasher(),
            none.mapping(),
            none.lookupQuery(),
            none.omnisharded());
    cache =
        new StatementCache(
            4 << 20, new ShardedTables(List.of(users), List.<OmnishardedTables>of()));
    messages = Unpooled.directBuffer(512);
    byte[] text = shape.sql().getBytes(StandardCharsets.UTF_8);
    List<byte[]> parameters = new ArrayList<>();
    for (String value : shape.parameters()) {
      parameters.add(value.getBytes(StandardCharsets.UTF_8));
    }
    FrontendEncoder.parse(messages, UNNAMED, text, new int[0]);
    FrontendEncoder.bind(
        messages, UNNAMED, UNNAMED, new boolean[0], List.copyOf(parameters), new boolean[0]);
    FrontendEncoder.describe(messages, 'P', UNNAMED);
    FrontendEncoder.execute(messages, UNNAMED, 0);
    FrontendEncoder.sync(messages);
  }

  @Override
  public int run() {
    int result = 0;
    int at = 0;
    int end = messages.writerIndex();
    Statement statement = null;
    while (at < end) {
      int size = FrontendFrame.sizeAt(messages, at, end - at);
      switch (decoder.decode(messages, at, size)) {
        case Command.Parse parse -> {
          int length = parse.textLength();
          messages.getBytes(parse.textOffset(), scratch, 0, length);
          statement = cache.prepared(scratch, 0, length);
        }
        case Command.Bind bind -> {
          messages.getBytes(at, scratch, 0, size);
          values.reset(scratch);
          for (int i = 0; i < bind.parameterCount(); i++) {
            values.add(bind.valueOffset(i) - at, bind.valueLength(i), bind.isBinary(i));
          }
          if (statement != null) {
            result += number(router.route(statement, values, NO_TYPES));
          }
        }
        default -> result++;
      }
      at += size;
    }
    return result;
  }

  private static int number(Route route) {
    return switch (route) {
      case Route.OneShard one -> one.shard();
      case Route.AnyShard any -> 100;
      case Route.OfTransaction transaction -> 200;
      case Route.EveryShardInUse every -> 300;
      case Route.Refused refused ->
          throw new IllegalStateException("the shape is refused: " + refused.reason());
    };
  }
}
