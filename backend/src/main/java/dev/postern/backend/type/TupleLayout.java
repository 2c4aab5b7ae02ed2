package dev.postern.backend.type;

/**
 * Where each column of a tuple is inside its byte array.
 *
 * <pre>
 * 0          2                2+n/8           slots                       end of slots
 * +----------+----------------+---------------+---------------------------+----------------+
 * | columns  | null bits      | slot 0 .. n-1 (fixed sizes)               | variable data  |
 * | (uint16) | 1 = null       |                                           |                |
 * +----------+----------------+---------------+---------------------------+----------------+
 * </pre>
 *
 * A fixed-width value stands in its slot, in binary send form (a null's slot is zeros). A value of
 * variable width has a slot of 4 bytes, the end of its bytes in the variable part; its start is the
 * end of the variable value before it, or the start of the variable part. A tuple written before
 * columns were added is shorter than its layout: the missing ones are the caller's to supply.
 * Immutable; tuples are never changed in place.
 */
public final class TupleLayout {
  private final SqlType[] types;

  /** Offset of each column's slot from the start of the slots; one more for their end. */
  private final int[] slots;

  /** The variable-width column before each column, or -1. */
  private final int[] variableBefore;

  public TupleLayout(SqlType... types) {
    this.types = types.clone();
    slots = new int[types.length + 1];
    variableBefore = new int[types.length];
    int variable = -1;
    for (int i = 0; i < types.length; i++) {
      variableBefore[i] = variable;
      int width = types[i].width();
      slots[i + 1] = slots[i] + (width > 0 ? width : 4);
      if (width <= 0) {
        variable = i;
      }
    }
  }

  public int columns() {
    return types.length;
  }

  public SqlType type(int column) {
    return types[column];
  }

  /** Columns the tuple holds: at most {@link #columns()}. */
  public static int columnsOf(byte[] tuple) {
    return (tuple[0] & 0xff) << 8 | tuple[1] & 0xff;
  }

  /** Whether the tuple was written when the relation had this column. */
  public static boolean has(byte[] tuple, int column) {
    return column < columnsOf(tuple);
  }

  public static boolean isNull(byte[] tuple, int column) {
    return (tuple[2 + (column >> 3)] & 1 << (column & 7)) != 0;
  }

  /** Reads a column that the tuple {@linkplain #has has}. The result points into the tuple. */
  public void read(byte[] tuple, int column, Datum result) {
    if (isNull(tuple, column)) {
      result.isNull = true;
      return;
    }
    result.isNull = false;
    int written = columnsOf(tuple);
    int base = 2 + (written + 7 >> 3);
    int at = base + slots[column];
    SqlType type = types[column];
    int width = type.width();
    if (type.byValue()) {
      result.bits =
          switch (width) {
            case 1 -> tuple[at];
            case 2 -> (short) (tuple[at] << 8 | tuple[at + 1] & 0xff);
            case 4 -> Bytes.getInt(tuple, at);
            default -> Bytes.getLong(tuple, at);
          };
    } else if (width > 0) {
      result.bytes = tuple;
      result.offset = at;
      result.length = width;
    } else {
      int before = variableBefore[column];
      int start = before < 0 ? base + slots[written] : Bytes.getInt(tuple, base + slots[before]);
      result.bytes = tuple;
      result.offset = start;
      result.length = Bytes.getInt(tuple, at) - start;
    }
  }

  /** Makes a tuple of all columns. Values point anywhere; their bytes are copied. */
  public byte[] form(Datum[] values) {
    int count = types.length;
    int base = 2 + (count + 7 >> 3);
    int size = base + slots[count];
    for (int i = 0; i < count; i++) {
      if (types[i].width() <= 0 && !values[i].isNull) {
        size = Math.addExact(size, values[i].length);
      }
    }
    byte[] tuple = new byte[size];
    tuple[0] = (byte) (count >> 8);
    tuple[1] = (byte) count;
    int end = base + slots[count];
    for (int i = 0; i < count; i++) {
      Datum value = values[i];
      SqlType type = types[i];
      int at = base + slots[i];
      int width = type.width();
      if (value.isNull) {
        tuple[2 + (i >> 3)] |= (byte) (1 << (i & 7));
        if (width <= 0) {
          Bytes.putInt(tuple, at, end);
        }
      } else if (type.byValue()) {
        switch (width) {
          case 1 -> tuple[at] = (byte) value.bits;
          case 2 -> {
            tuple[at] = (byte) (value.bits >> 8);
            tuple[at + 1] = (byte) value.bits;
          }
          case 4 -> Bytes.putInt(tuple, at, (int) value.bits);
          default -> Bytes.putLong(tuple, at, value.bits);
        }
      } else if (width > 0) {
        System.arraycopy(value.bytes, value.offset, tuple, at, width);
      } else {
        System.arraycopy(value.bytes, value.offset, tuple, end, value.length);
        end += value.length;
        Bytes.putInt(tuple, at, end);
      }
    }
    return tuple;
  }
}
