package dev.postern.backend.function;

import org.jspecify.annotations.Nullable;

/**
 * Regular expressions used lately; compiling costs much more than matching. One table for all
 * threads: an entry is immutable, and two threads that fill a slot at once lose nothing but time.
 */
final class RegexCache {
  private record Entry(String pattern, int flags, Regex regex) {}

  private static final @Nullable Entry[] SLOTS = new Entry[256];

  private RegexCache() {}

  /**
   * @param flags of {@link RegexTranslation}
   */
  static Regex compiled(String pattern, int flags) {
    int slot = (pattern.hashCode() * 31 + flags) * 0x9E3779B9 >>> 24;
    Entry entry = SLOTS[slot];
    if (entry == null || entry.flags != flags || !entry.pattern.equals(pattern)) {
      entry = new Entry(pattern, flags, RegexTranslation.compile(pattern, flags));
      SLOTS[slot] = entry;
    }
    return entry.regex;
  }
}
