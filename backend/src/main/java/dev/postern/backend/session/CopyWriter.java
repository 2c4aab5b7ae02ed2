package dev.postern.backend.session;

import dev.postern.backend.ResultColumn;
import dev.postern.backend.type.ByteArrayWriter;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.DisplayStyle;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes rows in COPY's formats (manual, COPY, File Formats), one at a time. */
final class CopyWriter {
  private final CopyOptions options;
  private final ResultColumn[] columns;
  private final DisplayStyle style;
  private final ByteArrayWriter text = new ByteArrayWriter(64);
  private final ByteArrayWriter row = new ByteArrayWriter(256);
  private int column;

  CopyWriter(CopyOptions options, ResultColumn[] columns, DisplayStyle style) {
    this.options = options;
    this.columns = columns;
    this.style = style;
  }

  /** What has been written and not yet been {@linkplain #sent sent}. */
  ByteArrayWriter row() {
    return row;
  }

  void sent() {
    row.clear();
  }

  void begin() {
    column = 0;
    if (options.binary()) {
      row.writeShort(columns.length);
    }
  }

  void value(Datum value) {
    int index = column++;
    if (options.binary()) {
      binary(index, value);
      return;
    }
    separate(index);
    if (value.isNull) {
      row.writeBytes(options.nullText(), 0, options.nullText().length);
      return;
    }
    text.clear();
    columns[index].type().output(value, style, text);
    field(options.forceQuote().contains(columns[index].name()));
  }

  void end() {
    if (!options.binary()) {
      row.writeByte('\n');
    }
  }

  /** What comes before the rows; in binary it goes out with the first of them. */
  void header() {
    if (options.binary()) {
      row.writeBytes(CopyBinaryReader.SIGNATURE, 0, CopyBinaryReader.SIGNATURE.length);
      row.writeInt(0);
      row.writeInt(0);
    } else if (options.header() != CopyOptions.Header.NONE) {
      for (int i = 0; i < columns.length; i++) {
        separate(i);
        byte[] name = columns[i].name().getBytes(StandardCharsets.UTF_8);
        text.clear();
        text.writeBytes(name, 0, name.length);
        field(false);
      }
      row.writeByte('\n');
    }
  }

  /** What comes after them. */
  void trailer() {
    if (options.binary()) {
      row.writeShort(-1);
    }
  }

  private void separate(int index) {
    if (index > 0) {
      row.writeByte(options.delimiter());
    }
  }

  private void binary(int index, Datum value) {
    if (value.isNull) {
      row.writeInt(-1);
      return;
    }
    text.clear();
    columns[index].type().send(value, text);
    row.writeInt(text.size());
    row.writeBytes(text.array(), 0, text.size());
  }

  /** Writes what is in {@link #text} as a field. */
  private void field(boolean quotes) {
    if (options.csv()) {
      csv(quotes);
    } else {
      text();
    }
  }

  private void text() {
    byte[] bytes = text.array();
    for (int i = 0; i < text.size(); i++) {
      byte b = bytes[i];
      int escape =
          switch (b) {
            case '\b' -> 'b';
            case '\f' -> 'f';
            case '\n' -> 'n';
            case '\r' -> 'r';
            case '\t' -> 't';
            case 0x0b -> 'v';
            case '\\' -> '\\';
            default -> b == options.delimiter() ? b : 0;
          };
      if (escape != 0) {
        row.writeByte('\\');
        row.writeByte(escape);
      } else {
        row.writeByte(b);
      }
    }
  }

  private void csv(boolean forced) {
    byte[] bytes = text.array();
    int length = text.size();
    byte[] nullText = options.nullText();
    boolean quotes =
        forced
            || Arrays.equals(bytes, 0, length, nullText, 0, nullText.length)
            || columns.length == 1 && length == 2 && bytes[0] == '\\' && bytes[1] == '.';
    for (int i = 0; i < length && !quotes; i++) {
      byte b = bytes[i];
      quotes = b == options.delimiter() || b == options.quote() || b == '\n' || b == '\r';
    }
    if (!quotes) {
      row.writeBytes(bytes, 0, length);
      return;
    }
    row.writeByte(options.quote());
    for (int i = 0; i < length; i++) {
      if (bytes[i] == options.quote() || bytes[i] == options.escape()) {
        row.writeByte(options.escape());
      }
      row.writeByte(bytes[i]);
    }
    row.writeByte(options.quote());
  }
}
