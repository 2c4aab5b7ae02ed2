package dev.postern.backend.storage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.postern.backend.txn.TransactionRegistry;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Both kinds of tree do what a sorted map does, in every branch on its own. */
class TreeModelTest {
  private static final Comparator<Entry> ORDER =
      Comparator.comparing((Entry e) -> e.key, Arrays::compareUnsigned)
          .thenComparingLong(e -> e.rowId);

  private final long seed = Long.getLong("seed", System.nanoTime());
  private final Random random = new Random(seed);

  private record Entry(byte[] key, long rowId) {}

  /** A slot tree with its model, and the owner that may write it. */
  private static final class Slots {
    Owner owner = new Owner();
    SlotRoot root = SlotRoot.empty(owner);
    final TreeMap<Long, Object> model = new TreeMap<>();
  }

  @Test
  void slotTreeIsASortedMapInEveryBranch() {
    List<Slots> branches = new ArrayList<>(List.of(new Slots()));
    for (int i = 0; i < 40_000; i++) {
      Slots s = branches.get(random.nextInt(branches.size()));
      long key = random.nextInt(3) == 0 ? random.nextInt(1 << 20) : random.nextInt(300);
      key = random.nextInt(100) == 0 ? random.nextLong() >>> 1 : key;
      switch (random.nextInt(4)) {
        case 0 -> {
          if (s.model.remove(key) != null) {
            s.root = SlotTree.writable(s.root, s.owner, key);
            SlotTree.remove(s.root, s.owner, key);
          }
        }
        case 1 -> {
          assertEquals(s.model.get(key), SlotTree.get(s.root, key), this::context);
        }
        default -> {
          Object value = Integer.toString(i);
          s.root = SlotTree.writable(s.root, s.owner, key);
          SlotTree.put(s.root, s.owner, key, value);
          s.model.put(key, value);
        }
      }
      if (i % 2_000 == 0 && branches.size() < 12) {
        Slots fork = new Slots();
        fork.root = s.root;
        fork.model.putAll(s.model);
        s.owner = new Owner();
        branches.add(fork);
      }
    }
    for (Slots s : branches) {
      assertEquals(new ArrayList<>(s.model.keySet()), keysUpward(s.root), this::context);
      assertEquals(
          new ArrayList<>(s.model.descendingKeySet()), keysDownward(s.root), this::context);
    }
  }

  private static List<Long> keysUpward(SlotRoot root) {
    List<Long> found = new ArrayList<>();
    long key = SlotTree.ceilingLeaf(root, 0);
    while (key >= 0) {
      if (SlotTree.get(root, key) != null) {
        found.add(key);
      }
      key = key == Long.MAX_VALUE ? -1 : SlotTree.ceilingLeaf(root, key + 1);
    }
    return found;
  }

  private static List<Long> keysDownward(SlotRoot root) {
    List<Long> found = new ArrayList<>();
    long key = SlotTree.floorLeaf(root, Long.MAX_VALUE);
    while (key >= 0) {
      if (SlotTree.get(root, key) != null) {
        found.add(key);
      }
      key = key == 0 ? -1 : SlotTree.floorLeaf(root, key - 1);
    }
    return found;
  }

  @Test
  void anEmptiedSlotTreeHoldsNothing() {
    Owner owner = new Owner();
    SlotRoot root = SlotRoot.empty(owner);
    for (long key = 0; key < 10_000; key++) {
      root = SlotTree.writable(root, owner, key);
      SlotTree.put(root, owner, key, "x");
    }
    for (long key = 0; key < 10_000; key++) {
      SlotTree.remove(root, owner, key);
    }
    for (int i = 0; i < SlotTree.WIDTH; i++) {
      assertNull(root.node[i]);
    }
  }

  @Test
  void indexIsASortedSetInEveryBranch() {
    TransactionRegistry registry = new TransactionRegistry();
    Branch first = Branch.root(registry, 1);
    first.createIndexTree(7);
    List<Branch> branches = new ArrayList<>(List.of(first));
    List<TreeSet<Entry>> models = new ArrayList<>(List.of(new TreeSet<>(ORDER)));
    for (int i = 0; i < 60_000; i++) {
      int b = random.nextInt(branches.size());
      IndexTree tree = branches.get(b).indexTree(7);
      TreeSet<Entry> model = models.get(b);
      // The set swells and shrinks, so that nodes split and join.
      boolean grows = (i / 6_000) % 2 == 0;
      Entry entry = new Entry(key(), random.nextInt(4));
      if (random.nextInt(10) < (grows ? 7 : 1)) {
        assertEquals(model.add(entry), tree.insert(entry.key, entry.rowId), this::context);
      } else {
        Entry near = model.ceiling(entry);
        Entry gone = near != null && random.nextInt(10) < 9 ? near : entry;
        assertEquals(model.remove(gone), tree.remove(gone.key, gone.rowId), this::context);
      }
      if (i % 50 == 0) {
        compareRange(tree, model);
      }
      if (i % 6_000 == 3_000) {
        branches.add(branches.get(b).fork(branches.size() + 1));
        TreeSet<Entry> copy = new TreeSet<>(ORDER);
        copy.addAll(model);
        models.add(copy);
      }
    }
    for (int b = 0; b < branches.size(); b++) {
      compareRange(branches.get(b).indexTree(7), models.get(b));
      for (Entry entry : List.copyOf(models.get(b))) {
        assertTrue(branches.get(b).indexTree(7).remove(entry.key, entry.rowId), this::context);
      }
      assertFalse(branches.get(b).indexTree(7).scan(null, true, null, true).next(), this::context);
    }
  }

  private byte[] key() {
    int n = random.nextInt(100);
    if (n == 0) {
      byte[] longKey = new byte[random.nextInt(9_000)];
      random.nextBytes(longKey);
      return longKey;
    }
    return n < 50
        ? Integer.toString(random.nextInt(5_000)).getBytes(StandardCharsets.UTF_8)
        : new byte[] {(byte) random.nextInt(256), (byte) random.nextInt(256)};
  }

  private void compareRange(IndexTree tree, TreeSet<Entry> model) {
    byte @Nullable [] lower = random.nextInt(4) == 0 ? null : bound();
    byte @Nullable [] upper = random.nextInt(4) == 0 ? null : bound();
    boolean lowerInclusive = random.nextBoolean();
    boolean upperInclusive = random.nextBoolean();
    boolean forward = random.nextBoolean();
    List<Entry> expected = new ArrayList<>();
    for (Entry entry : model) {
      if (isAfter(entry.key, lower, lowerInclusive) && isBefore(entry.key, upper, upperInclusive)) {
        expected.add(entry);
      }
    }
    IndexCursor cursor =
        forward
            ? tree.scan(lower, lowerInclusive, upper, upperInclusive)
            : tree.scanBackward(lower, lowerInclusive, upper, upperInclusive);
    for (Entry entry : forward ? expected : expected.reversed()) {
      assertTrue(cursor.next(), this::context);
      assertArrayEquals(entry.key, cursor.key(), this::context);
      assertEquals(entry.rowId, cursor.rowId(), this::context);
    }
    assertFalse(cursor.next(), this::context);
    assertFalse(cursor.next(), this::context);
  }

  private byte[] bound() {
    byte[] key = key();
    return random.nextBoolean() ? key : Arrays.copyOf(key, key.length / 2);
  }

  private static boolean isAfter(byte[] key, byte @Nullable [] bound, boolean inclusive) {
    if (bound == null) {
      return true;
    }
    return startsWith(key, bound) ? inclusive : Arrays.compareUnsigned(key, bound) > 0;
  }

  private static boolean isBefore(byte[] key, byte @Nullable [] bound, boolean inclusive) {
    if (bound == null) {
      return true;
    }
    return startsWith(key, bound) ? inclusive : Arrays.compareUnsigned(key, bound) < 0;
  }

  private static boolean startsWith(byte[] key, byte[] prefix) {
    return key.length >= prefix.length
        && Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length);
  }

  @Test
  void anIndexBuiltFromSortedEntriesHoldsThem() {
    for (int size : new int[] {0, 1, 57, 58, 3_249, 3_250, 20_000}) {
      Branch branch = Branch.root(new TransactionRegistry(), 1);
      IndexTree tree = branch.createIndexTree(7);
      TreeSet<Entry> model = new TreeSet<>(ORDER);
      for (int i = 0; i < size; i++) {
        model.add(new Entry(key(), i));
      }
      List<Entry> sorted = List.copyOf(model);
      tree.build(
          new IndexSource() {
            private int at = -1;

            @Override
            public boolean next() {
              return ++at < sorted.size();
            }

            @Override
            public byte[] key() {
              return sorted.get(at).key;
            }

            @Override
            public long rowId() {
              return sorted.get(at).rowId;
            }
          });
      assertNotNull(branch.indexTree(7));
      for (int i = 0; i < 20; i++) {
        compareRange(tree, model);
      }
      for (int i = 0; i < 500; i++) {
        Entry entry = new Entry(key(), -i);
        assertEquals(model.add(entry), tree.insert(entry.key, entry.rowId), this::context);
      }
      compareRange(tree, model);
    }
  }

  private String context() {
    return "seed " + seed;
  }
}
