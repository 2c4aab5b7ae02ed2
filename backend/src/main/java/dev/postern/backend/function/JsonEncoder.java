package dev.postern.backend.function;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.type.ArrayType;
import dev.postern.backend.type.ByteArrayWriter;
import dev.postern.backend.type.DateTimeText;
import dev.postern.backend.type.DateTimes;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.DisplayStyle;
import dev.postern.backend.type.JsonTree;
import dev.postern.backend.type.SqlType;
import dev.postern.backend.type.TypeOids;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a value of some SQL type is written as JSON text (manual section 9.16, to_json): numbers and
 * booleans as such, dates and times in ISO 8601, arrays and rows as such, all else as strings.
 */
final class JsonEncoder {
  private enum Form {
    BOOLEAN,
    NUMBER,
    DATE,
    TIMESTAMP,
    TIMESTAMPTZ,
    JSON,
    JSONB,
    ARRAY,
    ROW,
    STRING
  }

  private final SqlType type;
  private final Form form;
  private final @Nullable JsonEncoder element;
  private final @Nullable JsonRow row;

  private JsonEncoder(
      SqlType type, Form form, @Nullable JsonEncoder element, @Nullable JsonRow row) {
    this.type = type;
    this.form = form;
    this.element = element;
    this.row = row;
  }

  /** Of an argument of a function. */
  static JsonEncoder of(CallSite site, int argument) {
    List<String> names = site.fieldNames(argument);
    int oid = site.argumentType(argument);
    return oid == TypeOids.RECORD && names != null
        ? new JsonEncoder(
            site.types().valueType(oid), Form.ROW, null, new JsonRow(site.types(), names))
        : of(site.types(), oid);
  }

  static JsonEncoder of(TypeFacts types, int oid) {
    int base = types.baseType(oid);
    TypeDescriptor descriptor = types.type(base);
    SqlType type = types.valueType(base);
    Form form =
        switch (base) {
          case TypeOids.BOOL -> Form.BOOLEAN;
          case TypeOids.INT2,
              TypeOids.INT4,
              TypeOids.INT8,
              TypeOids.FLOAT4,
              TypeOids.FLOAT8,
              TypeOids.NUMERIC ->
              Form.NUMBER;
          case TypeOids.DATE -> Form.DATE;
          case TypeOids.TIMESTAMP -> Form.TIMESTAMP;
          case TypeOids.TIMESTAMPTZ -> Form.TIMESTAMPTZ;
          case TypeOids.JSON -> Form.JSON;
          case TypeOids.JSONB -> Form.JSONB;
          default -> Form.STRING;
        };
    if (descriptor != null && descriptor.isArray()) {
      return new JsonEncoder(type, Form.ARRAY, of(types, descriptor.element()), null);
    }
    if (base == TypeOids.RECORD) {
      throw SqlError.notSupported("conversion of a record whose fields' names are lost to JSON");
    }
    if (descriptor != null && descriptor.isComposite()) {
      return new JsonEncoder(
          type, Form.ROW, null, new JsonRow(types, types.fieldNames(descriptor.oid())));
    }
    return new JsonEncoder(type, form, null, null);
  }

  /** Whether it is written with brackets. */
  boolean isStructured() {
    return form == Form.ARRAY || form == Form.ROW;
  }

  /** Writes the value; an SQL null is a JSON null. */
  void write(Datum value, DisplayStyle style, boolean pretty, ByteArrayWriter writer) {
    if (value.isNull) {
      writer.writeAscii("null");
      return;
    }
    switch (form) {
      case BOOLEAN -> writer.writeAscii(value.booleanValue() ? "true" : "false");
      case JSON, JSONB -> type.output(value, style, writer);
      case NUMBER -> {
        ByteArrayWriter number = new ByteArrayWriter();
        type.output(value, style, number);
        byte last = number.array()[number.size() - 1];
        // NaN and the infinities are no JSON numbers.
        if (last >= '0' && last <= '9') {
          writer.writeBytes(number.array(), 0, number.size());
        } else {
          quote(number, writer);
        }
      }
      case ARRAY -> array(value, style, pretty, writer);
      case ROW -> {
        JsonRow fields = row;
        if (fields == null) {
          throw new IllegalStateException("a row without fields");
        }
        fields.write(value, style, pretty, writer);
      }
      case DATE, TIMESTAMP, TIMESTAMPTZ, STRING -> {
        ByteArrayWriter text = new ByteArrayWriter();
        writeText(value, style, text);
        quote(text, writer);
      }
    }
  }

  static void quote(ByteArrayWriter text, ByteArrayWriter writer) {
    JsonTree.writeString(text.array(), 0, text.size(), writer);
  }

  /** The value as the characters of a JSON string. */
  private void writeText(Datum value, DisplayStyle style, ByteArrayWriter writer) {
    switch (form) {
      case DATE -> DateTimeText.writeDate((int) value.bits, new DisplayStyle(), writer);
      case TIMESTAMP -> timestamp(value.bits, writer);
      case TIMESTAMPTZ -> {
        long local = DateTimes.toLocal(value.bits, style);
        timestamp(local, writer);
        if (DateTimes.isFiniteTimestamp(value.bits)) {
          offset((local - value.bits) / DateTimes.MICROS_PER_SECOND, writer);
        }
      }
      default -> type.output(value, style, writer);
    }
  }

  /** ISO 8601 has a T where SQL has a space. */
  private static void timestamp(long local, ByteArrayWriter writer) {
    ByteArrayWriter text = new ByteArrayWriter();
    DateTimeText.writeTimestamp(local, new DisplayStyle(), text);
    byte[] bytes = text.toByteArray();
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == ' ') {
        bytes[i] = 'T';
        break;
      }
    }
    writer.writeBytes(bytes, 0, bytes.length);
  }

  /** Always with minutes, unlike the type's own output. */
  private static void offset(long seconds, ByteArrayWriter writer) {
    long size = Math.abs(seconds);
    writer.writeAscii(
        String.format("%s%02d:%02d", seconds < 0 ? "-" : "+", size / 3600, size % 3600 / 60));
    if (size % 60 != 0) {
      writer.writeAscii(String.format(":%02d", size % 60));
    }
  }

  private void array(Datum value, DisplayStyle style, boolean pretty, ByteArrayWriter writer) {
    JsonEncoder encoder = element;
    if (encoder == null || !(type instanceof ArrayType arrayType)) {
      throw SqlError.notSupported("conversion of " + type + " to JSON");
    }
    ArrayValue array = new ArrayElements(arrayType.element()).read(value);
    if (array.dimensions() == 0) {
      writer.writeAscii("[]");
      return;
    }
    int[] next = {0};
    dimension(array, 0, next, encoder, style, pretty, writer);
  }

  private static void dimension(
      ArrayValue array,
      int dimension,
      int[] next,
      JsonEncoder encoder,
      DisplayStyle style,
      boolean pretty,
      ByteArrayWriter writer) {
    writer.writeByte('[');
    for (int i = 0; i < array.lengths()[dimension]; i++) {
      if (i > 0) {
        // Only the outermost dimension is broken into lines.
        writer.writeAscii(pretty && dimension == 0 ? ",\n " : ",");
      }
      if (dimension + 1 < array.dimensions()) {
        dimension(array, dimension + 1, next, encoder, style, false, writer);
      } else {
        encoder.write(array.elements()[next[0]++], style, false, writer);
      }
    }
    writer.writeByte(']');
  }

  /** Writes the value as the key of an object, in quotes. */
  void writeKey(Datum value, DisplayStyle style, ByteArrayWriter writer) {
    quote(keyText(value, style), writer);
  }

  private ByteArrayWriter keyText(Datum value, DisplayStyle style) {
    if (form == Form.ARRAY || form == Form.ROW || form == Form.JSON || form == Form.JSONB) {
      throw new SqlError(
          SqlState.INVALID_PARAMETER_VALUE,
          "key value must be scalar, not array, composite, or json");
    }
    ByteArrayWriter text = new ByteArrayWriter();
    if (form == Form.BOOLEAN) {
      text.writeAscii(value.booleanValue() ? "true" : "false");
    } else {
      writeText(value, style, text);
    }
    return text;
  }

  /** The key's characters. */
  String key(Datum value, DisplayStyle style) {
    return keyText(value, style).text();
  }
}
