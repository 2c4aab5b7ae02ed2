package dev.postern.backend.exec;

import dev.postern.backend.storage.RowVersion;
import dev.postern.backend.txn.Transaction;
import dev.postern.backend.type.ByteArrayWriter;
import dev.postern.backend.type.Bytes;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.SqlType;
import dev.postern.backend.type.TupleLayout;
import org.jspecify.annotations.Nullable;

/** Leaves: constants, parameters, columns. */
final class ValueEvaluators {
  private ValueEvaluators() {}

  static final class Constant extends Evaluator {
    private final boolean isNull;
    private final long bits;
    private final byte @Nullable [] bytes;

    Constant(boolean isNull, long bits, byte @Nullable [] bytes) {
      this.isNull = isNull;
      this.bits = bits;
      this.bytes = bytes;
    }

    @Override
    void evaluate(Frame frame, Datum result) {
      if (isNull) {
        result.isNull = true;
      } else if (bytes == null) {
        result.setLong(bits);
      } else {
        result.setBytes(bytes);
      }
    }
  }

  static final class Parameter extends Evaluator {
    private final int index;

    Parameter(int index) {
      this.index = index;
    }

    @Override
    void evaluate(Frame frame, Datum result) {
      result.set(frame.parameters[index]);
    }
  }

  static final class CaseValue extends Evaluator {
    private final int number;

    CaseValue(int number) {
      this.number = number;
    }

    @Override
    void evaluate(Frame frame, Datum result) {
      result.set(frame.caseValues[number]);
    }
  }

  static final class Column extends Evaluator {
    private final int slot;
    private final int column;
    private final TupleLayout layout;
    private final byte @Nullable [] missing;

    /**
     * @param missing a tuple whose only column is the value of rows written before this column was
     *     added, or null where that is NULL
     */
    Column(int slot, int column, TupleLayout layout, byte @Nullable [] missing) {
      this.slot = slot;
      this.column = column;
      this.layout = layout;
      this.missing = missing;
    }

    @Override
    void evaluate(Frame frame, Datum result) {
      byte[] tuple = frame.tuples[slot];
      if (tuple == null) {
        result.isNull = true;
      } else if (TupleLayout.has(tuple, column)) {
        layout.read(tuple, column, result);
      } else if (missing == null) {
        result.isNull = true;
      } else {
        new TupleLayout(layout.type(column)).read(missing, 0, result);
      }
    }
  }

  /** System columns of tables, numbered as pg_attribute does. */
  static final class SystemColumn extends Evaluator {
    private final int slot;
    private final int number;
    private final int tableOid;

    SystemColumn(int slot, int number, int tableOid) {
      this.slot = slot;
      this.number = number;
      this.tableOid = tableOid;
    }

    @Override
    void evaluate(Frame frame, Datum result) {
      if (frame.tuples[slot] == null) {
        result.isNull = true;
        return;
      }
      switch (number) {
        case -1 -> result.setBytes(tid(frame.rowIds[slot]));
        case -2 -> {
          RowVersion version = frame.versions[slot];
          result.setLong(version == null ? 0 : (int) version.xmin().id());
        }
        case -3 -> {
          RowVersion version = frame.versions[slot];
          result.setLong(version == null ? 0 : version.cmin());
        }
        case -4 -> {
          RowVersion version = frame.versions[slot];
          Transaction xmax = version == null ? null : version.xmax();
          result.setLong(xmax == null ? 0 : (int) xmax.id());
        }
        case -5 -> {
          RowVersion version = frame.versions[slot];
          result.setLong(version == null ? 0 : version.cmax());
        }
        case -6 -> result.setLong(tableOid);
        default -> throw new IllegalStateException("system column " + number);
      }
    }

    /** The send form of a tid: block (uint32) and offset (uint16), from the row's number. */
    static byte[] tid(long rowId) {
      byte[] tid = new byte[6];
      Bytes.putInt(tid, 0, (int) (rowId / ROWS_PER_BLOCK));
      int offset = (int) (rowId % ROWS_PER_BLOCK) + 1;
      tid[4] = (byte) (offset >> 8);
      tid[5] = (byte) offset;
      return tid;
    }

    /** How many row numbers one block of a tid stands for; so a tid tells its row. */
    static final int ROWS_PER_BLOCK = 128;
  }

  /** A row of a slot as a composite value in record send form. */
  static final class WholeRow extends Evaluator {
    private final int slot;
    private final TupleLayout layout;
    private final int[] columns;
    private final Datum field = new Datum();
    private final ByteArrayWriter form = new ByteArrayWriter();
    private final Evaluator[] fields;

    WholeRow(int slot, TupleLayout layout, int[] columns, Evaluator[] fields) {
      this.slot = slot;
      this.layout = layout;
      this.columns = columns;
      this.fields = fields;
    }

    @Override
    void evaluate(Frame frame, Datum result) {
      if (frame.tuples[slot] == null) {
        result.isNull = true;
        return;
      }
      form.clear();
      form.writeInt(columns.length);
      for (int i = 0; i < columns.length; i++) {
        fields[i].evaluate(frame, field);
        writeField(form, layout.type(columns[i]), field);
      }
      result.setBytes(form.toByteArray());
    }
  }

  static void writeField(ByteArrayWriter form, SqlType type, Datum field) {
    form.writeInt(type.oid());
    if (field.isNull) {
      form.writeInt(-1);
    } else {
      form.writeInt(type.sendLength(field));
      type.send(field, form);
    }
  }

  /** Reads a send form that the engine itself wrote: nothing is checked. */
  static void readSent(SqlType type, byte[] bytes, int offset, int length, Datum result) {
    if (!type.byValue()) {
      result.setBytes(bytes, offset, length);
      return;
    }
    result.isNull = false;
    result.bits =
        switch (type.width()) {
          case 1 -> bytes[offset];
          case 2 -> Bytes.getShort(bytes, offset);
          case 4 -> Bytes.getInt(bytes, offset);
          default -> Bytes.getLong(bytes, offset);
        };
  }
}
