package dev.postern.proxy.sharding;

import dev.postern.backend.error.SqlError;
import dev.postern.proxy.client.ClientLink;
import dev.postern.proxy.client.ConversationOpener;
import dev.postern.proxy.wire.FrontendEncoder;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which shard is spoken to, and what it must have been told before a statement of the client may go
 * there: the session's settings, and the beginning of the transaction. Each step that must be
 * answered first ends in "not yet"; the caller asks again once everything has been answered.
 */
final class ShardSwitch {
  private static final ByteKey UNNAMED = ByteKey.of(new byte[0], 0, 0);

  /** A name that no portal has: what is executed under it fails. Seen in the server's log. */
  private static final byte[] NO_PORTAL =
      "postern: refused by the proxy".getBytes(StandardCharsets.US_ASCII);

  /** A query of our own that is under way. */
  private enum OwnWork {
    NONE,
    GREETING,
    SETTINGS,
    BEGIN,
    CHECK,
    ROLLBACK
  }

  /** Whether a SET in a transaction that no shard has is good. */
  private record Check(String text, @Nullable SqlError error) {}

  private final ClientLink client;
  private final ReplyQueue replies;
  private final TransactionBlock block;
  private final SessionSettings settings;
  private final List<ConversationOpener> openers;
  private final ShardedConversation owner;
  private final @Nullable Shard[] shards;

  private OwnWork ownWork = OwnWork.NONE;

  /** The shard of the batch in progress, or null. */
  private @Nullable Shard target;

  /** Whether the batch has begun to run a statement there. */
  private boolean executed;

  /** The shard of the transaction block, or null. */
  private @Nullable Shard transactionShard;

  private byte transactionStatus = 'I';
  private @Nullable Shard rollback;
  private @Nullable SqlError failure;
  private @Nullable Check check;
  private String checked = "";

  ShardSwitch(
      ClientLink client,
      ReplyQueue replies,
      TransactionBlock block,
      SessionSettings settings,
      List<ConversationOpener> openers,
      ShardedConversation owner) {
    this.client = client;
    this.replies = replies;
    this.block = block;
    this.settings = settings;
    this.openers = openers;
    this.owner = owner;
    shards = new @Nullable Shard[openers.size()];
  }

  Shard shard(int number) {
    Shard shard = shards[number];
    if (shard == null) {
      shard = new Shard(owner, client, openers.get(number));
      shards[number] = shard;
    }
    return shard;
  }

  /** Where statements go that any shard can answer. */
  Shard standard() {
    Shard shard = target != null ? target : transactionShard;
    return shard == null ? shard(0) : shard;
  }

  @Nullable Shard target() {
    return target;
  }

  boolean executed() {
    return executed;
  }

  @Nullable Shard transactionShard() {
    return transactionShard;
  }

  /** What ReadyForQuery says. */
  byte status() {
    VirtualTransaction open = block.open();
    return open == null ? transactionStatus : open.status();
  }

  /** Whether a shard is being opened. */
  boolean isOpening() {
    Shard shard = replies.active();
    return shard != null && shard.isOpening();
  }

  /** Begins to open the first shard. */
  void openFirst() {
    open(shard(0), true);
  }

  private void open(Shard shard, boolean first) {
    replies.use(shard);
    replies.beginGreeting(first);
    replies.expect(Expectation.OWN_QUERY);
    ownWork = OwnWork.GREETING;
    shard.open();
  }

  /**
   * Makes a shard the one that is spoken to.
   *
   * @param executes whether a statement is to run, rather than to be looked at
   * @return false where something must be answered first
   * @throws SqlError where it cannot be: 0A000 where another shard has the transaction or batch
   */
  boolean enter(Shard shard, boolean executes) {
    SqlError failed = failure;
    if (failed != null) {
      failure = null;
      throw failed;
    }
    if (transactionShard != null && transactionShard != shard) {
      throw SqlError.notSupported("a transaction on several shards")
          .hint("Its first statement was for another shard.");
    }
    if (target != null) {
      if (target == shard && (executed || !executes || !block.isOpen())) {
        executed |= executes;
        return true;
      }
      if (executed) {
        throw SqlError.notSupported("a batch of statements on several shards")
            .hint("Send Sync between statements for different shards.");
      }
      return endDescribing();
    }
    if (!replies.isEmpty()) {
      return false;
    }
    if (!shard.isOpened()) {
      open(shard, false);
      return false;
    }
    if (shard.settingsTold() < settings.last()) {
      own(OwnWork.SETTINGS, shard, settings.after(shard.settingsTold()));
      return false;
    }
    VirtualTransaction open = block.open();
    if (executes && open != null) {
      own(OwnWork.BEGIN, shard, open.script(""));
      return false;
    }
    replies.use(shard);
    target = shard;
    executed = executes;
    return true;
  }

  /** Ends a batch that has run nothing, so that the shard or the transaction can change. */
  private boolean endDescribing() {
    Shard shard = target;
    if (shard != null && replies.endsBatch() && !replies.isEmpty()) {
      return false;
    }
    if (shard != null) {
      replies.expect(Expectation.OWN_SYNC);
      ByteBuf out = client.allocator().buffer(8);
      FrontendEncoder.sync(out);
      shard.transmit(out);
    }
    return false;
  }

  /**
   * Tries a SET of a transaction that no shard has, on a shard and without effect.
   *
   * @return false where it must be asked again later
   * @throws SqlError what is wrong with it
   */
  boolean isGood(String text) {
    Check done = check;
    if (done != null && done.text().equals(text)) {
      check = null;
      if (done.error() != null) {
        throw done.error();
      }
      return true;
    }
    if (target != null) {
      return endDescribing();
    }
    Shard shard = standard();
    if (!enter(shard, false)) {
      return false;
    }
    target = null;
    VirtualTransaction open = block.open();
    if (open == null) {
      throw new IllegalStateException("not in a transaction block");
    }
    checked = text;
    own(OwnWork.CHECK, shard, open.script(text));
    return false;
  }

  private void own(OwnWork work, Shard shard, byte[] query) {
    ownWork = work;
    replies.use(shard);
    replies.expect(Expectation.OWN_QUERY);
    shard.unnamedDropped(UNNAMED);
    ByteBuf out = client.allocator().buffer(query.length + 6);
    FrontendEncoder.query(out, query, 0, query.length);
    shard.transmit(out);
  }

  /** Lets a transaction, or what a batch has done, fail on its shard, telling the client why. */
  void failOnShard(Shard shard, byte[] told) {
    if (!enter(shard, true)) {
      throw new IllegalStateException("the transaction's shard is not at hand");
    }
    replies.expect(Expectation.failure(told));
    ByteBuf out = client.allocator().buffer(64);
    FrontendEncoder.execute(out, NO_PORTAL, 0);
    shard.transmit(out);
  }

  /** Undoes what a query of ours has left; whether there was something to do. */
  boolean cleanUp() {
    Shard shard = rollback;
    if (shard == null || !replies.isEmpty()) {
      return false;
    }
    rollback = null;
    own(OwnWork.ROLLBACK, shard, "ROLLBACK".getBytes(StandardCharsets.US_ASCII));
    shard.endBatch();
    return true;
  }

  /** ReadyForQuery has come. */
  void ready(Expectation ended, byte status, @Nullable SqlError error) {
    Shard shard = replies.active();
    if (shard == null) {
      throw new IllegalStateException("no shard is in use");
    }
    if (ended.visible()) {
      clientsBatchEnded(shard, status);
    } else if (ended.kind() == Expectation.Kind.QUERY) {
      OwnWork work = ownWork;
      ownWork = OwnWork.NONE;
      ownEnded(work, shard, status, error);
    } else {
      target = null;
      executed = false;
    }
  }

  private void clientsBatchEnded(Shard shard, byte status) {
    target = null;
    executed = false;
    if (block.isOpen()) {
      // Something was looked at, outside of any transaction of the shard.
      return;
    }
    transactionStatus = status;
    transactionShard = status == 'I' ? null : shard;
    if (status == 'I') {
      if (replies.failed()) {
        settings.rollback();
      } else if (settings.commit()) {
        shard.setSettingsTold(settings.last());
      }
    }
  }

  private void ownEnded(OwnWork work, Shard shard, byte status, @Nullable SqlError error) {
    switch (work) {
      case GREETING -> replies.endGreeting();
      case SETTINGS -> {
        if (error == null) {
          shard.setSettingsTold(settings.last());
        }
        failure = error;
      }
      case BEGIN -> {
        failure = error;
        if (error == null) {
          block.begun();
          transactionShard = shard;
          transactionStatus = status;
        } else if (status != 'I') {
          rollback = shard;
        }
      }
      case CHECK -> {
        check = new Check(checked, error);
        if (status != 'I') {
          rollback = shard;
        }
      }
      case NONE, ROLLBACK -> {
        // nothing follows
      }
    }
  }

  /** A statement of the client has committed settings on the shard in use. */
  void settingsCommitted() {
    Shard shard = replies.active();
    if (shard != null) {
      shard.setSettingsTold(settings.last());
    }
  }

  /**
   * A connection is gone.
   *
   * @return whether the client can go on without it
   */
  boolean survives(Shard shard, SqlError reason) {
    boolean opening = ownWork == OwnWork.GREETING && replies.active() == shard;
    boolean inUse =
        shard == target
            || shard == transactionShard
            || shard == rollback
            || shard == replies.active() && !replies.isEmpty();
    if (inUse && !opening) {
      return false;
    }
    if (opening) {
      replies.endGreeting();
      replies.clear();
      ownWork = OwnWork.NONE;
      failure = reason;
    }
    for (int i = 0; i < shards.length; i++) {
      if (shards[i] == shard) {
        shards[i] = null;
      }
    }
    shard.letGo();
    return true;
  }

  /** The client has closed a statement. */
  void statementClosed(ByteKey name) {
    for (Shard shard : shards) {
      if (shard != null) {
        shard.closed(name);
      }
    }
  }

  void clientWritabilityChanged() {
    for (Shard shard : shards) {
      if (shard != null) {
        shard.clientWritabilityChanged();
      }
    }
  }

  void letGo() {
    for (Shard shard : shards) {
      if (shard != null) {
        shard.letGo();
      }
    }
  }
}
