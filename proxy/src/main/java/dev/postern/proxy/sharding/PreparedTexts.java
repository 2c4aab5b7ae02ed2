package dev.postern.proxy.sharding;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The client's prepared statements by name. Changed as soon as a message is read, since later
 * messages of the batch refer to it; {@link #undo} takes a change back where the message turns out
 * to fail or to be skipped.
 */
final class PreparedTexts {
  private final Map<ByteKey, PreparedText> texts = new HashMap<>();
  private final ByteKey probe = ByteKey.probe();

  /** One change of a name; null stands for "does not exist". */
  record Change(ByteKey name, @Nullable PreparedText before, @Nullable PreparedText after) {}

  @Nullable PreparedText find(byte[] source, int offset, int length) {
    return texts.get(probe.set(source, offset, length));
  }

  Change put(PreparedText text) {
    return new Change(text.name(), texts.put(text.name(), text), text);
  }

  Change remove(ByteKey name) {
    return new Change(name, texts.remove(name), null);
  }

  /** Changes are taken back in the reverse order of their making. */
  void undo(Change change) {
    if (change.before() == null) {
      texts.remove(change.name());
    } else {
      texts.put(change.name(), change.before());
    }
  }

  void clear() {
    texts.clear();
  }
}
