package dev.postern.backend.exec;

import dev.postern.backend.type.ByteArrayWriter;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.SqlType;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Makes the key bytes of a list of values: unsigned byte order is the order of the list, equal
 * bytes mean equal values. Per value one byte that places nulls, then the type's key form, inverted
 * where descending. The same form is kept in index trees.
 */
public final class KeyEncoder {
  private static final int NULL_FIRST = 0;
  private static final int VALUE = 1;
  private static final int NULL_LAST = 2;

  private final SqlType[] types;
  private final boolean[] descending;
  private final boolean[] nullsFirst;
  private final ByteArrayWriter form = new ByteArrayWriter();
  private boolean hasNull;

  public KeyEncoder(SqlType[] types, boolean[] descending, boolean[] nullsFirst) {
    this.types = types;
    this.descending = descending;
    this.nullsFirst = nullsFirst;
  }

  /** Ascending, nulls last. */
  public KeyEncoder(SqlType... types) {
    this(types, new boolean[types.length], new boolean[types.length]);
  }

  public void clear() {
    form.clear();
    hasNull = false;
  }

  /** Appends the value of a column; columns come in order. */
  public void append(int column, Datum value) {
    if (value.isNull) {
      hasNull = true;
      form.writeByte(nullsFirst[column] ? NULL_FIRST : NULL_LAST);
      return;
    }
    form.writeByte(VALUE);
    int from = form.size();
    types[column].writeKey(value, form);
    if (descending[column]) {
      byte[] bytes = form.array();
      for (int i = from; i < form.size(); i++) {
        bytes[i] = (byte) ~bytes[i];
      }
    }
  }

  /** Whether a value since {@link #clear} was null. */
  public boolean hasNull() {
    return hasNull;
  }

  /** The least key above all that begin with these bytes, or null where there is none. */
  static byte @Nullable [] above(byte[] prefix) {
    for (int i = prefix.length - 1; i >= 0; i--) {
      if (prefix[i] != (byte) 0xff) {
        byte[] next = Arrays.copyOf(prefix, i + 1);
        next[i]++;
        return next;
      }
    }
    return null;
  }

  public int columns() {
    return types.length;
  }

  /** A copy of the key so far. */
  public byte[] key() {
    return form.toByteArray();
  }

  /** The key so far: valid up to {@link #length()} until the next change. */
  public byte[] buffer() {
    return form.array();
  }

  public int length() {
    return form.size();
  }
}
