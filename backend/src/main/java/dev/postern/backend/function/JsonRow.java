package dev.postern.backend.function;

import dev.postern.backend.type.ByteArrayWriter;
import dev.postern.backend.type.Bytes;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.DisplayStyle;
import dev.postern.backend.type.SqlType;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes a row as a JSON object. The row says what types its fields are of; their names are the
 * caller's. One thread at a time.
 */
final class JsonRow {
  private final TypeFacts types;
  private final List<String> names;
  private final Map<Integer, JsonEncoder> encoders = new HashMap<>();

  JsonRow(TypeFacts types, List<String> names) {
    this.types = types;
    this.names = names;
  }

  void write(Datum row, DisplayStyle style, boolean pretty, ByteArrayWriter writer) {
    byte[] bytes = row.bytes;
    int count = Bytes.getInt(bytes, row.offset);
    int at = row.offset + 4;
    Datum field = new Datum();
    writer.writeByte('{');
    for (int i = 0; i < count; i++) {
      if (i > 0) {
        writer.writeAscii(pretty ? ",\n " : ",");
      }
      byte[] name = names.get(i).getBytes(StandardCharsets.UTF_8);
      ByteArrayWriter key = new ByteArrayWriter(name.length);
      key.writeBytes(name, 0, name.length);
      JsonEncoder.quote(key, writer);
      writer.writeByte(':');
      int length = Bytes.getInt(bytes, at + 4);
      if (length < 0) {
        writer.writeAscii("null");
      } else {
        int oid = Bytes.getInt(bytes, at);
        read(types.valueType(oid), bytes, at + 8, length, field);
        encoders
            .computeIfAbsent(oid, type -> JsonEncoder.of(types, type))
            .write(field, style, false, writer);
      }
      at += 8 + Math.max(0, length);
    }
    writer.writeByte('}');
  }

  private static void read(SqlType type, byte[] bytes, int offset, int length, Datum value) {
    if (!type.byValue()) {
      value.setBytes(bytes, offset, length);
      return;
    }
    value.setLong(
        switch (type.width()) {
          case 1 -> bytes[offset];
          case 2 -> Bytes.getShort(bytes, offset);
          case 4 -> Bytes.getInt(bytes, offset);
          default -> Bytes.getLong(bytes, offset);
        });
  }
}
