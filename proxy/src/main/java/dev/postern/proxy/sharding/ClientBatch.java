package dev.postern.proxy.sharding;

import dev.postern.backend.ParameterValues;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.ParsedStatement;
import dev.postern.backend.sql.SettingStatement;
import dev.postern.backend.sql.TransactionStatement;
import dev.postern.backend.type.Utf8;
import dev.postern.proxy.client.ClientLink;
import dev.postern.proxy.client.StatementSource;
import dev.postern.proxy.wire.BackendEncoder;
import dev.postern.proxy.wire.Command;
import dev.postern.router.Route;
import dev.postern.router.ShardRouter;
import dev.postern.router.Statement;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What the client's messages ask for and where that goes. Messages that come before the statement
 * that tells the shard are held, so that the batch is one shard's from its beginning.
 *
 * <p>Methods that answer false have changed nothing: they are called again with the same message
 * when what is under way has been answered.
 */
final class ClientBatch {
  /** Bytes of messages that are held before they go to whichever shard. */
  private static final int MAX_HELD_BYTES = 1 << 20;

  private static final byte[] NO_NAME = {};
  private static final int[] NO_TYPES = {};
  private static final ByteKey UNNAMED = ByteKey.of(NO_NAME, 0, 0);

  /** How far a query has got. */
  enum Progress {
    /** A shard will say ReadyForQuery. */
    SENT,
    /** The answer is complete but for ReadyForQuery. */
    ANSWERED,
    /** Nothing has changed; it must be asked again. */
    WAITS
  }

  /**
   * A portal that matters here.
   *
   * @param local it is run here and known to no shard
   */
  private record BoundText(PreparedText text, boolean local) {}

  private final ClientLink link;
  private final ReplyQueue replies;
  private final TransactionBlock block;
  private final ShardSwitch shards;
  private final SessionSettings settings;
  private final PreparedTexts texts;
  private final ShardRouter router;
  private final StatementSource statements;
  private final List<Held> held = new ArrayList<>();
  private int heldBytes;
  private final Map<ByteKey, BoundText> portals = new HashMap<>();
  private final ByteKey probe = ByteKey.probe();

  /** Notes that a Close of ours is sent. */
  private final Consumer<ByteKey> closing;

  ClientBatch(
      ClientLink link,
      ReplyQueue replies,
      TransactionBlock block,
      ShardSwitch shards,
      SessionSettings settings,
      PreparedTexts texts,
      ShardRouter router,
      StatementSource statements) {
    this.link = link;
    this.replies = replies;
    this.block = block;
    this.shards = shards;
    this.settings = settings;
    this.texts = texts;
    this.router = router;
    this.statements = statements;
    closing = name -> replies.expect(Expectation.ownClose(name));
  }

  /** Whether nothing is held. */
  boolean isEmpty() {
    return held.isEmpty();
  }

  /** Forgets what is held: an error came before it. */
  void drop() {
    for (int i = held.size() - 1; i >= 0; i--) {
      PreparedTexts.Change change = held.get(i).expectation().change();
      if (change != null) {
        texts.undo(change);
      }
    }
    held.clear();
    heldBytes = 0;
  }

  /** Sync has come: what the batch alone knew is over. */
  void ended() {
    if (!portals.isEmpty()) {
      portals.clear();
    }
  }

  // Simple query.

  Progress query(ByteBuf buffer, int start, int size) {
    ShardingScratch scratch = ShardingScratch.ofCurrentLoop();
    if (!(scratch.decoder.decode(buffer, start, size) instanceof Command.Query query)) {
      throw new IllegalStateException("no Query");
    }
    int length = query.textLength();
    byte[] source = scratch.copy(buffer, query.textOffset(), length);
    Utf8.check(source, 0, length);
    Statement text = statements.simple(source, 0, length);
    if (text.statements().isEmpty()) {
      emit(BackendEncoder::emptyQueryResponse);
      return Progress.ANSWERED;
    }
    if (text.statements().size() == 1) {
      dev.postern.backend.sql.Statement tree = text.statements().getFirst().tree();
      requireNotAborted(tree);
      if (isAnsweredHere(tree)) {
        return run(text) ? Progress.ANSWERED : Progress.WAITS;
      }
    } else if (block.failed()) {
      throw TransactionBlock.aborted();
    }
    Shard shard = shardOf(text, router.route(text, null, NO_TYPES));
    if (!shards.enter(shard, true)) {
      return Progress.WAITS;
    }
    texts.remove(UNNAMED);
    shard.unnamedDropped(UNNAMED);
    replies.expect(Expectation.query(StatementEffects.of(text, settings)));
    shard.transmit(buffer.retainedSlice(start, size));
    return Progress.SENT;
  }

  private void requireNotAborted(dev.postern.backend.sql.@Nullable Statement tree) {
    if (block.failed() && (tree == null || !TransactionBlock.ends(tree))) {
      throw TransactionBlock.aborted();
    }
  }

  private Shard shardOf(Statement text, Route route) {
    return switch (route) {
      case Route.OneShard one -> shards.shard(one.shard());
      case Route.AnyShard any -> shards.standard();
      case Route.OfTransaction transaction -> shards.standard();
      case Route.EveryShardInUse setting -> {
        settings.requireRoom();
        yield shards.standard();
      }
      case Route.Refused refused ->
          throw SqlError.notSupported(refused.reason()).hint(refused.hint());
    };
  }

  // Statements that no shard has to run.

  private boolean isAnsweredHere(dev.postern.backend.sql.@Nullable Statement tree) {
    if (tree == null) {
      return true;
    }
    return shards.transactionShard() == null
        && !shards.executed()
        && block.answers(tree)
        && !(tree instanceof SettingStatement.ShowStatement)
        && !(tree instanceof SettingStatement.ShowAllStatement);
  }

  /** Runs the one statement of a text here; false where it must be asked again. */
  private boolean run(Statement text) {
    ParsedStatement part = text.statements().getFirst();
    requireNotAborted(part.tree());
    if (text.sharding() instanceof Statement.Refused refused) {
      throw SqlError.notSupported(refused.reason()).hint(refused.hint());
    }
    String own = StatementEffects.text(text, part);
    switch (part.tree()) {
      case TransactionStatement transaction -> emit(out -> block.run(transaction, own, out));
      case SettingStatement setting -> {
        settings.requireRoom();
        if (!shards.isGood(own)) {
          return false;
        }
        emit(out -> block.set(setting, own, out));
      }
      default -> throw new IllegalStateException("not answered here");
    }
    return true;
  }

  private void emit(Consumer<ByteBuf> message) {
    replies.emit(bytes(message));
  }

  private byte[] bytes(Consumer<ByteBuf> message) {
    ByteBuf out = link.allocator().buffer(64);
    try {
      message.accept(out);
      byte[] bytes = new byte[out.readableBytes()];
      out.readBytes(bytes);
      return bytes;
    } finally {
      out.release();
    }
  }

  /** Says something of ours in its turn. */
  private void answer(Consumer<ByteBuf> message, PreparedTexts.@Nullable Change change) {
    byte[] bytes = bytes(message);
    if (!held.isEmpty()) {
      hold(new Held(Expectation.local(bytes, change), null, NO_NAME));
    } else if (replies.isEmpty()) {
      replies.emit(bytes);
    } else {
      replies.expect(Expectation.local(bytes, change));
    }
  }

  /** Whether all that came before has been answered; sends it off where it was held. */
  private boolean isQuiet() {
    return flushHeld() && replies.isEmpty();
  }

  // What is held.

  private void hold(Held message) {
    held.add(message);
    heldBytes += message.frame().length;
  }

  /** Sends what is held to whichever shard; false where that must wait. */
  boolean flushHeld() {
    if (held.isEmpty()) {
      return true;
    }
    Shard shard = shards.standard();
    if (!shards.enter(shard, false)) {
      return false;
    }
    releaseHeld(shard);
    return true;
  }

  private void releaseHeld(Shard shard) {
    shard.closeStale(closing);
    if (held.isEmpty()) {
      return;
    }
    for (Held message : held) {
      send(shard, message);
    }
    held.clear();
    heldBytes = 0;
  }

  private void send(Shard shard, Held message) {
    PreparedText text = message.text();
    if (text != null) {
      if (message.expectation().kind() == Expectation.Kind.PARSE) {
        shard.preparing(text);
      } else {
        prepare(shard, text);
      }
    }
    replies.expect(message.expectation());
    if (message.frame().length > 0) {
      shard.transmit(buffer(message.frame()));
    }
  }

  private ByteBuf buffer(byte[] frame) {
    return link.allocator().buffer(frame.length).writeBytes(frame);
  }

  /** Prepares a statement of the client's on a shard that does not know it. */
  private void prepare(Shard shard, PreparedText text) {
    if (!shard.hasPrepared(text)) {
      shard.closeStale(closing);
      replies.expect(Expectation.ownParse(text.name()));
      shard.preparing(text);
      shard.transmit(buffer(text.frame()));
    }
  }

  // Extended query.

  /** Takes a message of the extended protocol other than Sync. */
  boolean take(ByteBuf buffer, int start, int size) {
    ShardingScratch scratch = ShardingScratch.ofCurrentLoop();
    return switch (scratch.decoder.decode(buffer, start, size)) {
      case Command.Bind bind -> bind(bind, buffer, start, size, scratch);
      case Command.Execute execute -> execute(execute, buffer, start, size, scratch);
      case Command.Describe describe -> describe(describe, buffer, start, size, scratch);
      case Command.Parse parse -> parse(parse, buffer, start, size, scratch);
      case Command.Close close -> close(close, buffer, start, size, scratch);
      case Command.Bare bare -> bare != Command.Bare.FLUSH || flush(buffer, start, size);
      case Command.Query query -> throw new IllegalStateException("a Query is taken elsewhere");
      case Command.FunctionCall call -> throw SqlError.notSupported("FunctionCall");
      // What is left of a COPY that was refused.
      case Command.CopyData data -> true;
      case Command.CopyFail fail -> true;
      case Command.PasswordMessage password ->
          throw new SqlError(SqlState.PROTOCOL_VIOLATION, "unexpected password message");
    };
  }

  private boolean flush(ByteBuf buffer, int start, int size) {
    if (!flushHeld()) {
      return false;
    }
    Shard target = shards.target();
    if (target != null) {
      target.transmit(buffer.retainedSlice(start, size));
    }
    return true;
  }

  private boolean parse(
      Command.Parse parse, ByteBuf buffer, int start, int size, ShardingScratch scratch) {
    if (heldBytes > MAX_HELD_BYTES && !flushHeld()) {
      return false;
    }
    int[] types = NO_TYPES;
    if (parse.parameterTypeCount() > 0) {
      types = new int[parse.parameterTypeCount()];
      for (int i = 0; i < types.length; i++) {
        types[i] = buffer.getInt(parse.parameterTypesOffset() + 4 * i);
      }
    }
    byte[] frame = new byte[size];
    buffer.getBytes(start, frame);
    int nameAt = parse.nameOffset() - start;
    int textAt = parse.textOffset() - start;
    Utf8.check(frame, nameAt, parse.nameLength());
    Utf8.check(frame, textAt, parse.textLength());
    ByteKey name = ByteKey.of(frame, nameAt, parse.nameLength());
    Statement statement = statements.prepared(frame, textAt, parse.textLength());
    if (statement.statements().size() > 1) {
      throw new SqlError(
          SqlState.SYNTAX_ERROR, "cannot insert multiple commands into a prepared statement");
    }
    dev.postern.backend.sql.Statement tree = treeOf(statement);
    if (tree != null) {
      requireNotAborted(tree);
    }
    if (!name.isEmpty() && texts.find(frame, nameAt, parse.nameLength()) != null) {
      throw new SqlError(
          SqlState.DUPLICATE_PREPARED_STATEMENT,
          "prepared statement \"" + name + "\" already exists");
    }
    PreparedText text = new PreparedText(name, statement, types, frame);
    PreparedTexts.Change change = texts.put(text);
    if (isParsedHere(tree)) {
      answer(BackendEncoder::parseComplete, change);
      return true;
    }
    Held message = new Held(Expectation.parse(change), text, frame);
    Shard target = shards.target();
    if (target == null) {
      hold(message);
    } else {
      target.closeStale(closing);
      send(target, message);
    }
    return true;
  }

  private static dev.postern.backend.sql.@Nullable Statement treeOf(Statement statement) {
    return statement.statements().isEmpty() ? null : statement.statements().getFirst().tree();
  }

  /** Whether Parse and Describe need no shard: there are neither parameters nor columns. */
  private static boolean isParsedHere(dev.postern.backend.sql.@Nullable Statement tree) {
    return tree == null || tree instanceof TransactionStatement;
  }

  private boolean bind(
      Command.Bind bind, ByteBuf buffer, int start, int size, ShardingScratch scratch) {
    byte[] message = scratch.copy(buffer, start, size);
    int portalAt = bind.portalOffset() - start;
    int nameAt = bind.statementOffset() - start;
    PreparedText text = texts.find(message, nameAt, bind.statementLength());
    if (text == null) {
      throw noStatement(message, nameAt, bind.statementLength());
    }
    Statement statement = text.statement();
    dev.postern.backend.sql.Statement tree = treeOf(statement);
    if (isAnsweredHere(tree)) {
      if (!isQuiet()) {
        return false;
      }
      if (bind.parameterCount() != 0) {
        throw new SqlError(
            SqlState.PROTOCOL_VIOLATION,
            "bind message supplies "
                + bind.parameterCount()
                + " parameters, but prepared statement \""
                + text.name()
                + "\" requires 0");
      }
      portals.put(ByteKey.of(message, portalAt, bind.portalLength()), new BoundText(text, true));
      emit(BackendEncoder::bindComplete);
      return true;
    }
    requireNotAborted(tree);
    ParameterValues values = scratch.values;
    values.reset(message);
    for (int i = 0; i < bind.parameterCount(); i++) {
      values.add(bind.valueOffset(i) - start, bind.valueLength(i), bind.isBinary(i));
    }
    Shard shard = shardOf(statement, router.route(statement, values, text.parameterTypes()));
    if (!shards.enter(shard, true)) {
      return false;
    }
    releaseHeld(shard);
    prepare(shard, text);
    if (tree instanceof SettingStatement || tree instanceof TransactionStatement) {
      portals.put(ByteKey.of(message, portalAt, bind.portalLength()), new BoundText(text, false));
    } else if (!portals.isEmpty()) {
      portals.remove(probe.set(message, portalAt, bind.portalLength()));
    }
    replies.expect(Expectation.BIND);
    shard.transmit(buffer.retainedSlice(start, size));
    return true;
  }

  private @Nullable BoundText portal(byte[] name, int length) {
    return portals.isEmpty() ? null : portals.get(probe.set(name, 0, length));
  }

  private boolean execute(
      Command.Execute execute, ByteBuf buffer, int start, int size, ShardingScratch scratch) {
    int length = execute.portalLength();
    byte[] name = scratch.copy(buffer, execute.portalOffset(), length);
    BoundText bound = portal(name, length);
    if (bound != null && bound.local()) {
      if (!isQuiet()) {
        return false;
      }
      if (bound.text().statement().statements().isEmpty()) {
        emit(BackendEncoder::emptyQueryResponse);
        return true;
      }
      return run(bound.text().statement());
    }
    Shard shard = portalsShard();
    if (shard == null) {
      throw noPortal(name, length);
    }
    StatementEffects effects =
        bound == null ? null : StatementEffects.of(bound.text().statement(), settings);
    replies.expect(Expectation.execute(effects));
    shard.transmit(buffer.retainedSlice(start, size));
    return true;
  }

  /** Where portals are: in the batch's shard, or in the transaction's; null: there are none. */
  private @Nullable Shard portalsShard() {
    Shard target = shards.target();
    if (target != null) {
      return target;
    }
    Shard shard = shards.transactionShard();
    if (shard != null) {
      if (!shards.enter(shard, true)) {
        throw new IllegalStateException("the transaction's shard is not at hand");
      }
      releaseHeld(shard);
    }
    return shard;
  }

  private boolean describe(
      Command.Describe describe, ByteBuf buffer, int start, int size, ShardingScratch scratch) {
    int length = describe.nameLength();
    byte[] name = scratch.copy(buffer, describe.nameOffset(), length);
    if (describe.kind() == 'P') {
      BoundText bound = portal(name, length);
      if (bound != null && bound.local()) {
        answer(BackendEncoder::noData, null);
        return true;
      }
      Shard shard = portalsShard();
      if (shard == null) {
        throw noPortal(name, length);
      }
      replies.expect(Expectation.DESCRIBE);
      shard.transmit(buffer.retainedSlice(start, size));
      return true;
    }
    PreparedText text = texts.find(name, 0, length);
    if (text == null) {
      throw noStatement(name, 0, length);
    }
    dev.postern.backend.sql.Statement tree = treeOf(text.statement());
    if (isParsedHere(tree)) {
      answer(
          out -> {
            BackendEncoder.parameterDescription(out, NO_TYPES);
            BackendEncoder.noData(out);
          },
          null);
      return true;
    }
    requireNotAborted(tree);
    byte[] frame = new byte[size];
    buffer.getBytes(start, frame);
    Held message = new Held(Expectation.DESCRIBE, text, frame);
    Shard target = shards.target();
    if (target == null) {
      hold(message);
    } else {
      send(target, message);
    }
    return true;
  }

  private boolean close(
      Command.Close close, ByteBuf buffer, int start, int size, ShardingScratch scratch) {
    int length = close.nameLength();
    byte[] name = scratch.copy(buffer, close.nameOffset(), length);
    if (close.kind() == 'S') {
      PreparedText text = texts.find(name, 0, length);
      PreparedTexts.Change change = null;
      if (text != null) {
        change = texts.remove(text.name());
        shards.statementClosed(text.name());
      }
      answer(BackendEncoder::closeComplete, change);
      return true;
    }
    BoundText bound = portal(name, length);
    Shard shard = bound != null && bound.local() ? null : portalsShard();
    if (shard == null) {
      portals.remove(probe.set(name, 0, length));
      answer(BackendEncoder::closeComplete, null);
    } else {
      replies.expect(Expectation.CLOSE_PORTAL);
      shard.transmit(buffer.retainedSlice(start, size));
    }
    return true;
  }

  private static SqlError noStatement(byte[] name, int offset, int length) {
    return new SqlError(
        SqlState.INVALID_SQL_STATEMENT_NAME,
        length == 0
            ? "unnamed prepared statement does not exist"
            : "prepared statement \"" + ByteKey.of(name, offset, length) + "\" does not exist");
  }

  private static SqlError noPortal(byte[] name, int length) {
    return new SqlError(
        SqlState.INVALID_CURSOR_NAME,
        "portal \"" + ByteKey.of(name, 0, length) + "\" does not exist");
  }
}
