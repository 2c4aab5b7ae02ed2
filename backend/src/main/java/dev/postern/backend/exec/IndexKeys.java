package dev.postern.backend.exec;

import dev.postern.backend.catalog.IndexDescriptor;
import dev.postern.backend.storage.KeyOf;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.SqlType;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The keys of one index, computed from a row. Holds scratch: one thread at a time.
 *
 * <p>In a unique index whose nulls are distinct a key with a null never conflicts; {@link #hasNull}
 * tells of the last key.
 */
public final class IndexKeys implements KeyOf {
  private final KeyEncoder encoder;
  private final SqlType[] types;
  private final boolean[] descending;
  private final boolean[] nullsFirst;
  private final Evaluator[] columns;
  private final @Nullable Evaluator predicate;
  private final Frame frame;
  private final int slot;
  private final Datum value = new Datum();

  /**
   * @param frame holds the row in {@code slot} while the columns are computed
   */
  IndexKeys(
      IndexDescriptor index,
      Evaluator[] columns,
      @Nullable Evaluator predicate,
      Frame frame,
      int slot) {
    List<IndexDescriptor.Key> keys = index.keys();
    types = new SqlType[keys.size()];
    descending = new boolean[types.length];
    nullsFirst = new boolean[types.length];
    for (int i = 0; i < types.length; i++) {
      types[i] = keys.get(i).type();
      descending[i] = keys.get(i).descending();
      nullsFirst[i] = keys.get(i).nullsFirst();
    }
    encoder = new KeyEncoder(types, descending, nullsFirst);
    this.columns = columns;
    this.predicate = predicate;
    this.frame = frame;
    this.slot = slot;
  }

  SqlType[] types() {
    return types;
  }

  boolean[] descending() {
    return descending;
  }

  boolean[] nullsFirst() {
    return nullsFirst;
  }

  @Override
  public byte @Nullable [] key(byte[] tuple) {
    return encode(tuple) ? encoder.key() : null;
  }

  private boolean encode(byte[] tuple) {
    frame.tuples[slot] = tuple;
    if (predicate != null && !predicate.holds(frame, value)) {
      return false;
    }
    encoder.clear();
    for (int i = 0; i < columns.length; i++) {
      columns[i].evaluate(frame, value);
      encoder.append(i, value);
    }
    return true;
  }

  /** Whether the row has this key. */
  boolean matches(byte[] tuple, byte[] key) {
    return encode(tuple)
        && Arrays.equals(encoder.buffer(), 0, encoder.length(), key, 0, key.length);
  }

  /** Whether the last key computed has a null in it. */
  public boolean hasNull() {
    return encoder.hasNull();
  }
}
