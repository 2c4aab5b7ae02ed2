package dev.postern.backend.session;

import dev.postern.backend.SessionListener;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.session.NotificationHub.Channel;
import dev.postern.backend.session.NotificationHub.Message;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * LISTEN, NOTIFY and UNLISTEN of one session (manual, NOTIFY): all take effect at commit; what the
 * transaction said twice is sent once. Used by the session's thread, but for {@link #arrived}.
 */
final class SessionNotifications {
  private static final int LONGEST_NAME = 63;
  private static final int LONGEST_PAYLOAD = 7999;

  private final NotificationHub hub;
  private final SessionIdentity identity;
  private final SessionListener listener;
  private final Set<String> channels = new LinkedHashSet<>(0);
  private final List<Wish> wishes = new ArrayList<>(0);
  private final List<Said> said = new ArrayList<>(0);
  private final Queue<Message> pending = new ConcurrentLinkedQueue<>();
  private @Nullable TransactionState transaction;

  /** LISTEN, or UNLISTEN of one channel or (null) of all. */
  private record Wish(int depth, boolean listens, @Nullable String channel) {}

  private record Said(int depth, Message message) {}

  SessionNotifications(NotificationHub hub, SessionIdentity identity, SessionListener listener) {
    this.hub = hub;
    this.identity = identity;
    this.listener = listener;
  }

  void transaction(TransactionState state) {
    transaction = state;
  }

  private int depth() {
    return transaction == null ? 0 : transaction.depth();
  }

  void listen(String channel) {
    wishes.add(new Wish(depth(), true, channel));
  }

  void unlisten(@Nullable String channel) {
    wishes.add(new Wish(depth(), false, channel));
  }

  void notify(String channel, @Nullable String payload) {
    if (channel.isEmpty()) {
      throw new SqlError(SqlState.INVALID_PARAMETER_VALUE, "channel name cannot be empty");
    }
    if (channel.getBytes(StandardCharsets.UTF_8).length > LONGEST_NAME) {
      throw new SqlError(SqlState.INVALID_PARAMETER_VALUE, "channel name too long");
    }
    String text = payload == null ? "" : payload;
    if (text.getBytes(StandardCharsets.UTF_8).length > LONGEST_PAYLOAD) {
      throw new SqlError(SqlState.INVALID_PARAMETER_VALUE, "payload string too long");
    }
    Message message = new Message(identity.processId(), channel, text);
    for (Said earlier : said) {
      if (earlier.message.equals(message)) {
        return;
      }
    }
    said.add(new Said(depth(), message));
  }

  /** pg_listening_channels(). */
  Set<String> channels() {
    return channels;
  }

  void released(int depth) {
    for (int i = 0; i < wishes.size(); i++) {
      Wish wish = wishes.get(i);
      if (wish.depth >= depth) {
        wishes.set(i, new Wish(depth - 1, wish.listens, wish.channel));
      }
    }
    for (int i = 0; i < said.size(); i++) {
      Said one = said.get(i);
      if (one.depth >= depth) {
        said.set(i, new Said(depth - 1, one.message));
      }
    }
  }

  void rolledBack(int depth) {
    wishes.removeIf(wish -> wish.depth >= depth);
    said.removeIf(one -> one.depth >= depth);
  }

  void ended(boolean committed) {
    if (committed) {
      for (Wish wish : wishes) {
        fulfil(wish);
      }
      if (!said.isEmpty()) {
        List<Message> messages = new ArrayList<>(said.size());
        for (Said one : said) {
          messages.add(one.message);
        }
        hub.deliver(identity.database().oid(), messages);
      }
    }
    wishes.clear();
    said.clear();
  }

  private void fulfil(Wish wish) {
    String channel = wish.channel;
    if (channel == null) {
      unlistenAll();
    } else if (wish.listens) {
      channels.add(channel);
      hub.listen(new Channel(identity.database().oid(), channel), this);
    } else {
      channels.remove(channel);
      hub.unlisten(new Channel(identity.database().oid(), channel), this);
    }
  }

  private void unlistenAll() {
    for (String channel : channels) {
      hub.unlisten(new Channel(identity.database().oid(), channel), this);
    }
    channels.clear();
  }

  /** Any thread. */
  void arrived(Message message) {
    pending.add(message);
    if (message.processId() != identity.processId()) {
      listener.notificationsPending();
    }
  }

  void deliver() {
    Message message = pending.poll();
    while (message != null) {
      listener.notification(message.processId(), message.channel(), message.payload());
      message = pending.poll();
    }
  }

  void close() {
    unlistenAll();
    pending.clear();
  }
}
