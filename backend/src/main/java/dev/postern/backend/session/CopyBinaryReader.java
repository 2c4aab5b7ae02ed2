package dev.postern.backend.session;

import dev.postern.backend.catalog.RelationDescriptor.Attribute;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.type.Bytes;
import dev.postern.backend.type.Datum;
import java.util.Arrays;

/**
 * Reads the binary format (manual, COPY, Binary Format).
 *
 * <pre>
 * "PGCOPY\n\377\r\n\0"  flags (int32)  length of what follows in the header (int32)  …
 * fields (int16)  { length (int32, -1 is NULL)  bytes } …        for every row
 * -1 (int16)
 * </pre>
 */
final class CopyBinaryReader extends CopyReader {
  static final byte[] SIGNATURE = {'P', 'G', 'C', 'O', 'P', 'Y', '\n', (byte) 0xff, '\r', '\n', 0};

  private static final int HEADER = 19;
  private static final int CRITICAL_FLAGS = 0xffff0000;

  private byte[] buffer = new byte[1024];
  private int start;
  private int end;
  private boolean headerRead;
  private boolean ended;

  CopyBinaryReader(SessionContext context, CopyTable table, CopyOptions options) {
    super(context, table, options);
  }

  @Override
  void take(byte[] data, int offset, int length) {
    if (ended) {
      if (length > 0) {
        line++;
        throw at(badFormat("received copy data after EOF marker"), null);
      }
      return;
    }
    append(data, offset, length);
    if (!headerRead && !header()) {
      return;
    }
    int size = rowSize();
    while (size >= 0) {
      row(size);
      if (ended) {
        return;
      }
      if (table.isFull()) {
        table.flush();
      }
      size = rowSize();
    }
  }

  private void append(byte[] data, int offset, int length) {
    if (buffer.length - end < length) {
      int kept = end - start;
      byte[] target =
          kept + length > buffer.length
              ? new byte[Math.max(buffer.length * 2, Math.addExact(kept, length))]
              : buffer;
      System.arraycopy(buffer, start, target, 0, kept);
      buffer = target;
      start = 0;
      end = kept;
    }
    System.arraycopy(data, offset, buffer, end, length);
    end += length;
  }

  private boolean header() {
    int known = Math.min(end - start, SIGNATURE.length);
    if (!Arrays.equals(buffer, start, start + known, SIGNATURE, 0, known)) {
      throw badFormat("COPY file signature not recognized");
    }
    if (end - start < HEADER) {
      return false;
    }
    int flags = Bytes.getInt(buffer, start + SIGNATURE.length);
    if ((flags & 1 << 16) != 0) {
      throw badFormat("invalid COPY file header (WITH OIDS)");
    }
    if ((flags & CRITICAL_FLAGS) != 0) {
      throw badFormat("unrecognized critical flags in COPY file header");
    }
    int extension = Bytes.getInt(buffer, start + SIGNATURE.length + 4);
    if (extension < 0) {
      throw badFormat("invalid COPY file header (missing length)");
    }
    if (end - start < HEADER + extension) {
      return false;
    }
    start += HEADER + extension;
    headerRead = true;
    return true;
  }

  private int count() {
    return (short) (buffer[start] << 8 | buffer[start + 1] & 0xff);
  }

  /** Bytes of the next row where all of them are there, else -1; 2 for the end marker. */
  private int rowSize() {
    if (end - start < 2) {
      return -1;
    }
    int fields = count();
    if (fields == -1) {
      return 2;
    }
    if (fields != table.columns()) {
      line++;
      throw at(badFormat("row field count is " + fields + ", expected " + table.columns()), null);
    }
    int at = start + 2;
    for (int i = 0; i < fields; i++) {
      if (end - at < 4) {
        return -1;
      }
      int length = Bytes.getInt(buffer, at);
      at += 4;
      if (length < -1) {
        line++;
        throw inColumn(badFormat("invalid field size"), table.column(i), null);
      }
      if (length > 0) {
        if (end - at < length) {
          return -1;
        }
        at += length;
      }
    }
    return at - start;
  }

  private void row(int size) {
    line++;
    if (count() == -1) {
      ended = true;
      start += size;
      if (end > start) {
        throw at(badFormat("received copy data after EOF marker"), null);
      }
      return;
    }
    context.tick();
    // Values may go on pointing at what they were read from.
    byte[] bytes = Arrays.copyOfRange(buffer, start + 2, start + size);
    start += size;
    int at = 0;
    for (int i = 0; i < table.columns(); i++) {
      int length = Bytes.getInt(bytes, at);
      at += 4;
      Datum value = table.value(i);
      Attribute column = table.column(i);
      try {
        if (length < 0) {
          value.setNull();
        } else {
          column.type().receive(bytes, at, length, column.typmod(), value);
          if (column.typmod() >= 0) {
            column.type().applyTypmod(value, column.typmod(), false);
          }
        }
        table.checkDomain(i);
      } catch (SqlError error) {
        throw inColumn(error, column, null);
      }
      at += Math.max(0, length);
    }
    try {
      table.fillDefaults();
      table.row(line);
    } catch (SqlError error) {
      throw at(error, null);
    }
  }

  @Override
  void finish() {
    if (!headerRead) {
      throw badFormat("COPY file signature not recognized");
    }
    if (!ended && end > start) {
      line++;
      throw at(badFormat("unexpected EOF in COPY data"), null);
    }
    table.flush();
  }
}
