package dev.postern.backend.session;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Brings notifications to the sessions that listen. One an engine, used by all sessions. */
final class NotificationHub {
  /** A channel of one database. */
  record Channel(int database, String name) {}

  /** What one session has to say to another. */
  record Message(int processId, String channel, String payload) {}

  private final Map<Channel, Set<SessionNotifications>> listeners = new ConcurrentHashMap<>();

  void listen(Channel channel, SessionNotifications listener) {
    listeners.computeIfAbsent(channel, key -> ConcurrentHashMap.newKeySet()).add(listener);
  }

  void unlisten(Channel channel, SessionNotifications listener) {
    listeners.computeIfPresent(
        channel,
        (key, all) -> {
          all.remove(listener);
          return all.isEmpty() ? null : all;
        });
  }

  /** A transaction has committed: its messages go to all listeners, in order. */
  void deliver(int database, List<Message> messages) {
    for (Message message : messages) {
      Set<SessionNotifications> all = listeners.get(new Channel(database, message.channel()));
      if (all != null) {
        for (SessionNotifications listener : all) {
          listener.arrived(message);
        }
      }
    }
  }
}
