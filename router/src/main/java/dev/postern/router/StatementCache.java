package dev.postern.router;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Statement texts and what they say, by their bytes; bounded by bytes, not by count. Thread-safe: a
 * hit takes no lock and allocates nothing; what enters takes one short lock.
 *
 * <p>A text of the simple protocol enters only when it is seen again soon, so that texts with their
 * values in them do not push out those that are used. What is used is kept: eviction goes round the
 * entries and spares those that were hit since its last visit (CLOCK).
 */
public final class StatementCache {
  /** Bytes that an entry is reckoned to need for each byte of text, trees included. */
  private static final int BYTES_PER_TEXT_BYTE = 24;

  private static final int BYTES_PER_ENTRY = 512;
  private static final int SEEN_ONCE = 4096;

  /** An entry; chained where hashes share a bucket. Immutable but for {@code used}. */
  private static final class Entry {
    final long hash;
    final Statement statement;
    final @Nullable Entry next;
    volatile boolean used;

    Entry(long hash, Statement statement, @Nullable Entry next) {
      this.hash = hash;
      this.statement = statement;
      this.next = next;
    }
  }

  private final StatementReader reader;
  private final long capacityBytes;
  private final AtomicReferenceArray<@Nullable Entry> buckets;
  private final int mask;
  private final long[] seenOnce = new long[SEEN_ONCE];
  private final ReentrantLock lock = new ReentrantLock();
  private final LongAdder misses = new LongAdder();
  private long sizeBytes;
  private int hand;

  /**
   * @param capacityBytes what all entries together may need, about
   * @param tables of the sharded database whose statements come here, or null
   */
  public StatementCache(long capacityBytes, @Nullable ShardedTables tables) {
    reader = new StatementReader(tables);
    this.capacityBytes = capacityBytes;
    long entries = Math.max(16, Math.min(capacityBytes / 4096, 1 << 20));
    int size = Integer.highestOneBit((int) entries) * 2;
    buckets = new AtomicReferenceArray<>(size);
    mask = size - 1;
  }

  /** The statement of a Parse message's text. */
  public Statement prepared(byte[] source, int offset, int length) {
    return find(source, offset, length, true);
  }

  /** The statement of a Query message's text. */
  public Statement simple(byte[] source, int offset, int length) {
    return find(source, offset, length, false);
  }

  /** Texts that had to be parsed so far. */
  public long misses() {
    return misses.sum();
  }

  private Statement find(byte[] source, int offset, int length, boolean keep) {
    long hash = hash(source, offset, length);
    int bucket = (int) hash & mask;
    for (Entry entry = buckets.get(bucket); entry != null; entry = entry.next) {
      byte[] text = entry.statement.text();
      if (entry.hash == hash
          && Arrays.equals(text, 0, text.length, source, offset, offset + length)) {
        if (!entry.used) {
          entry.used = true;
        }
        return entry.statement;
      }
    }
    misses.increment();
    Statement statement = reader.read(Arrays.copyOfRange(source, offset, offset + length));
    if (cost(statement) <= capacityBytes / 8 && (keep || seenBefore(hash))) {
      enter(bucket, hash, statement);
    }
    return statement;
  }

  /** Notes a hash; a race loses at most a note. */
  private boolean seenBefore(long hash) {
    int at = (int) (hash >>> 40) & SEEN_ONCE - 1;
    boolean seen = seenOnce[at] == hash;
    seenOnce[at] = hash;
    return seen;
  }

  private void enter(int bucket, long hash, Statement statement) {
    lock.lock();
    try {
      for (Entry entry = buckets.get(bucket); entry != null; entry = entry.next) {
        if (entry.hash == hash && Arrays.equals(entry.statement.text(), statement.text())) {
          return;
        }
      }
      sizeBytes += cost(statement);
      buckets.set(bucket, new Entry(hash, statement, buckets.get(bucket)));
      evict(bucket);
    } finally {
      lock.unlock();
    }
  }

  private static long cost(Statement statement) {
    return BYTES_PER_ENTRY + (long) statement.text().length * BYTES_PER_TEXT_BYTE;
  }

  /** Goes round until all fits; two rounds clear every mark, so it ends. */
  private void evict(int newest) {
    int visits = 2 * (mask + 1);
    while (sizeBytes > capacityBytes && visits-- > 0) {
      hand = hand + 1 & mask;
      if (hand == newest) {
        continue;
      }
      Entry kept = null;
      for (Entry entry = buckets.get(hand); entry != null; entry = entry.next) {
        if (entry.used) {
          kept = new Entry(entry.hash, entry.statement, kept);
        } else {
          sizeBytes -= cost(entry.statement);
        }
      }
      buckets.set(hand, kept);
    }
  }

  /** Mixes eight bytes at a time; only ever compared together with the bytes themselves. */
  static long hash(byte[] source, int offset, int length) {
    long hash = length * 0x9e3779b97f4a7c15L;
    int at = offset;
    int end = offset + length;
    for (; at + 8 <= end; at += 8) {
      hash = (hash ^ dev.postern.backend.type.Bytes.getLong(source, at)) * 0xff51afd7ed558ccdL;
      hash ^= hash >>> 32;
    }
    for (; at < end; at++) {
      hash = (hash ^ source[at] & 0xff) * 0xc4ceb9fe1a85ec53L;
      hash ^= hash >>> 29;
    }
    hash *= 0x9e3779b97f4a7c15L;
    return hash ^ hash >>> 32;
  }
}
