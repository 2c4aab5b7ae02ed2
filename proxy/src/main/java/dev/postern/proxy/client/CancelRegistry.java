package dev.postern.proxy.client;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/** Who is meant by a CancelRequest. Thread-safe; one a server. */
public final class CancelRegistry {
  /** Process ids made here begin here: above those of the engine's sessions and of any system. */
  private static final int FIRST_OWN_PROCESS_ID = 1 << 30;

  private final ConcurrentHashMap<Integer, Target> targets = new ConcurrentHashMap<>();

  private record Target(int secretKey, Conversation conversation) {}

  /** What BackendKeyData tells a client. */
  public record Key(int processId, int secretKey) {}

  /** Registers a conversation under an id and key that its session has already. */
  public Key register(int processId, int secretKey, Conversation conversation) {
    targets.put(processId, new Target(secretKey, conversation));
    return new Key(processId, secretKey);
  }

  /** Registers a conversation that has no id of its own under a new one. */
  public Key register(Conversation conversation) {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    // The key guards against cancelling by guesses; ids merely have to differ.
    int secretKey = SecretKeys.next();
    while (true) {
      int processId = FIRST_OWN_PROCESS_ID | random.nextInt(FIRST_OWN_PROCESS_ID);
      if (targets.putIfAbsent(processId, new Target(secretKey, conversation)) == null) {
        return new Key(processId, secretKey);
      }
    }
  }

  /** Forgets a conversation that has ended. */
  public void remove(Key key) {
    targets.remove(key.processId());
  }

  /**
   * Cancels what the conversation of this key does. A wrong key is ignored: the protocol gives no
   * answer either way.
   *
   * @param secretKey as the client sent it
   */
  public void cancel(int processId, byte[] secretKey) {
    Target target = targets.get(processId);
    if (target != null && secretKey.length == 4 && SecretKeys.equal(target.secretKey, secretKey)) {
      target.conversation.cancel();
    }
  }
}
