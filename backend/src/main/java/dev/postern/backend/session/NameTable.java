package dev.postern.backend.session;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Objects by name, where names come as bytes inside a message: looking one up allocates nothing.
 * The unnamed object, whose name has no bytes, is kept like the others. Open addressing, linear
 * probing, entries removed by shifting back. Used by one thread.
 */
final class NameTable<T> {
  private byte[] @Nullable [] names = new byte[8][];
  private @Nullable Object[] values = new @Nullable Object[8];
  private int size;
  private @Nullable T unnamed;

  /** The object of that name, or null. */
  @Nullable T find(byte[] source, int offset, int length) {
    if (length == 0) {
      return unnamed;
    }
    int slot = slot(source, offset, length);
    return cast(values[slot]);
  }

  @Nullable T find(byte[] name) {
    return find(name, 0, name.length);
  }

  /** Puts an object under a name, in place of one that had it. */
  void put(byte[] name, T value) {
    if (name.length == 0) {
      unnamed = value;
      return;
    }
    int slot = slot(name, 0, name.length);
    if (names[slot] == null) {
      if ((size + 1) * 2 > names.length) {
        grow();
        slot = slot(name, 0, name.length);
      }
      names[slot] = name;
      size++;
    }
    values[slot] = value;
  }

  /** Takes an object out; null where there is none. */
  @Nullable T remove(byte[] source, int offset, int length) {
    if (length == 0) {
      T value = unnamed;
      unnamed = null;
      return value;
    }
    int slot = slot(source, offset, length);
    T value = cast(values[slot]);
    if (names[slot] != null) {
      removeSlot(slot);
    }
    return value;
  }

  @Nullable T remove(byte[] name) {
    return remove(name, 0, name.length);
  }

  /** All objects, the unnamed one too, in no order. */
  List<T> values() {
    List<T> all = new ArrayList<>(size + 1);
    if (unnamed != null) {
      all.add(unnamed);
    }
    for (Object value : values) {
      T found = cast(value);
      if (found != null) {
        all.add(found);
      }
    }
    return all;
  }

  boolean isEmpty() {
    return size == 0 && unnamed == null;
  }

  /** Whether there is nothing but perhaps the unnamed object. */
  boolean hasNoNames() {
    return size == 0;
  }

  void clear() {
    unnamed = null;
    if (size > 0) {
      Arrays.fill(names, null);
      Arrays.fill(values, null);
      size = 0;
    }
  }

  /** A name as the bytes it is kept under. */
  static byte[] bytes(String name) {
    return name.getBytes(StandardCharsets.UTF_8);
  }

  private void removeSlot(int removed) {
    int mask = names.length - 1;
    int hole = removed;
    names[hole] = null;
    values[hole] = null;
    size--;
    int slot = hole + 1 & mask;
    byte[] name = names[slot];
    while (name != null) {
      int home = hash(name, 0, name.length) & mask;
      if ((slot - home & mask) >= (slot - hole & mask)) {
        names[hole] = name;
        values[hole] = values[slot];
        names[slot] = null;
        values[slot] = null;
        hole = slot;
      }
      slot = slot + 1 & mask;
      name = names[slot];
    }
  }

  private void grow() {
    byte[] @Nullable [] oldNames = names;
    @Nullable Object[] oldValues = values;
    names = new byte[oldNames.length * 2][];
    values = new @Nullable Object[oldNames.length * 2];
    for (int i = 0; i < oldNames.length; i++) {
      byte[] name = oldNames[i];
      if (name != null) {
        int slot = slot(name, 0, name.length);
        names[slot] = name;
        values[slot] = oldValues[i];
      }
    }
  }

  private int slot(byte[] source, int offset, int length) {
    int mask = names.length - 1;
    int slot = hash(source, offset, length) & mask;
    byte[] name = names[slot];
    while (name != null && !Arrays.equals(name, 0, name.length, source, offset, offset + length)) {
      slot = slot + 1 & mask;
      name = names[slot];
    }
    return slot;
  }

  private static int hash(byte[] source, int offset, int length) {
    int hash = 0;
    for (int i = offset; i < offset + length; i++) {
      hash = 31 * hash + source[i];
    }
    return hash ^ hash >>> 15;
  }

  @SuppressWarnings("unchecked")
  private @Nullable T cast(@Nullable Object value) {
    return (T) value;
  }
}
