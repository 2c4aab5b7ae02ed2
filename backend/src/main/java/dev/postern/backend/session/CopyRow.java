package dev.postern.backend.session;

import dev.postern.backend.ResultColumn;
import dev.postern.backend.type.ByteArrayWriter;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.DisplayStyle;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes the fields of COPY TO's lines (manual, COPY, File Formats). */
final class CopyRow {
  private final CopyOptions options;
  private final ResultColumn[] columns;
  private final DisplayStyle style;
  private final byte[] nullText;
  private final ByteArrayWriter text = new ByteArrayWriter(64);

  CopyRow(CopyOptions options, ResultColumn[] columns, DisplayStyle style) {
    this.options = options;
    this.columns = columns;
    this.style = style;
    nullText = options.nullText().getBytes(StandardCharsets.UTF_8);
  }

  void write(int column, Datum value, ByteArrayWriter line) {
    if (column > 0) {
      line.writeByte(options.delimiter());
    }
    if (value.isNull) {
      line.writeBytes(nullText, 0, nullText.length);
      return;
    }
    text.clear();
    columns[column].type().output(value, style, text);
    if (options.csv()) {
      csv(line);
    } else {
      text(line);
    }
  }

  private void text(ByteArrayWriter line) {
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
        line.writeByte('\\');
        line.writeByte(escape);
      } else {
        line.writeByte(b);
      }
    }
  }

  private void csv(ByteArrayWriter line) {
    byte[] bytes = text.array();
    int length = text.size();
    boolean quotes =
        Arrays.equals(bytes, 0, length, nullText, 0, nullText.length)
            || columns.length == 1 && length == 2 && bytes[0] == '\\' && bytes[1] == '.';
    for (int i = 0; i < length && !quotes; i++) {
      byte b = bytes[i];
      quotes = b == options.delimiter() || b == options.quote() || b == '\n' || b == '\r';
    }
    if (!quotes) {
      line.writeBytes(bytes, 0, length);
      return;
    }
    line.writeByte(options.quote());
    for (int i = 0; i < length; i++) {
      if (bytes[i] == options.quote() || bytes[i] == options.escape()) {
        line.writeByte(options.escape());
      }
      line.writeByte(bytes[i]);
    }
    line.writeByte(options.quote());
  }
}
