package dev.postern.backend.session;

import dev.postern.backend.catalog.RelationDescriptor.Attribute;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.session.CopyOptions.Header;
import dev.postern.backend.type.ByteArrayWriter;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.Utf8;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads the formats text and csv (manual, COPY, File Formats): finds lines, takes them apart with
 * {@link CopyFields} and reads the values.
 */
final class CopyLineReader extends CopyReader {
  /** How lines end; the first end decides. */
  private enum LineEnd {
    UNKNOWN,
    NEWLINE,
    RETURN,
    BOTH
  }

  private final CopyFields fields;
  private final ByteArrayWriter text = new ByteArrayWriter(256);
  private LineEnd lineEnd = LineEnd.UNKNOWN;
  private boolean headerPending;
  private boolean ended;
  private long skipped;

  // Where the search for the end of the line stands.
  private boolean quoted;
  private boolean escaped;
  private boolean returnSeen;

  CopyLineReader(SessionContext context, CopyTable table, CopyOptions options) {
    super(context, table, options);
    fields = new CopyFields(options);
    headerPending = options.header() != Header.NONE;
  }

  @Override
  void take(byte[] data, int offset, int length) {
    int end = offset + length;
    int start = offset;
    for (int i = offset; i < end && !ended; i++) {
      byte b = data[i];
      if (returnSeen) {
        returnSeen = false;
        if (b == '\n' && lineEnd != LineEnd.RETURN) {
          lineEnd = LineEnd.BOTH;
          text.writeBytes(data, start, i - start);
          start = i + 1;
          endLine(2);
          continue;
        }
        if (lineEnd == LineEnd.BOTH) {
          line++;
          throw at(literalReturn(), null);
        }
        lineEnd = LineEnd.RETURN;
        text.writeBytes(data, start, i - start);
        start = i;
        endLine(1);
        if (ended) {
          return;
        }
      }
      if (isLineEnd(b)) {
        text.writeBytes(data, start, i + 1 - start);
        start = i + 1;
        endLine(1);
      }
    }
    if (!ended) {
      text.writeBytes(data, start, end - start);
    }
  }

  /** Whether a byte ends the line; a return that may be followed by a newline is waited for. */
  private boolean isLineEnd(byte b) {
    if (options.csv()) {
      if (quoted && b == options.escape() && options.escape() != options.quote()) {
        escaped = !escaped;
      } else {
        if (b == options.quote() && !escaped) {
          quoted = !quoted;
        }
        escaped = false;
      }
      if (quoted) {
        return false;
      }
    } else if (escaped) {
      // A backslash before a line end makes it data.
      escaped = false;
      return false;
    } else if (b == '\\') {
      escaped = true;
      return false;
    }
    if (b == '\r') {
      if (lineEnd == LineEnd.NEWLINE) {
        line++;
        throw at(literalReturn(), null);
      }
      if (lineEnd == LineEnd.RETURN) {
        return true;
      }
      returnSeen = true;
      return false;
    }
    if (b != '\n') {
      return false;
    }
    if (lineEnd == LineEnd.RETURN || lineEnd == LineEnd.BOTH) {
      line++;
      throw at(literalNewline(), null);
    }
    lineEnd = LineEnd.NEWLINE;
    return true;
  }

  private SqlError literalReturn() {
    return options.csv()
        ? badFormat("unquoted carriage return found in data")
            .hint("Use quoted CSV field to represent carriage return.")
        : badFormat("literal carriage return found in data")
            .hint("Use \"\\r\" to represent carriage return.");
  }

  private SqlError literalNewline() {
    return options.csv()
        ? badFormat("unquoted newline found in data")
            .hint("Use quoted CSV field to represent newline.")
        : badFormat("literal newline found in data").hint("Use \"\\n\" to represent newline.");
  }

  /** The line so far ends with so many bytes of line end. */
  private void endLine(int ending) {
    line(text.array(), text.size() - ending);
    text.clear();
    escaped = false;
  }

  private void line(byte[] bytes, int length) {
    line++;
    if (!options.csv() && length >= 2 && isEndMarker(bytes, length)) {
      ended = true;
      return;
    }
    if (headerPending) {
      headerPending = false;
      if (options.header() == Header.MATCH) {
        matchHeader(bytes, length);
      }
      return;
    }
    context.tick();
    row(bytes, length);
    if (table.isFull()) {
      table.flush();
    }
  }

  private boolean isEndMarker(byte[] bytes, int length) {
    if (length == 2 && bytes[0] == '\\' && bytes[1] == '.') {
      return true;
    }
    for (int i = 0; i + 1 < length; i++) {
      if (bytes[i] == '\\') {
        if (bytes[i + 1] == '.') {
          throw at(badFormat("end-of-copy marker is not alone on its line"), null);
        }
        i++;
      }
    }
    return false;
  }

  private static String data(byte[] bytes, int length) {
    return ": \"" + shown(new String(bytes, 0, length, StandardCharsets.UTF_8)) + "\"";
  }

  private void split(byte[] bytes, int length) {
    try {
      fields.split(bytes, length, table.columns());
    } catch (SqlError error) {
      throw at(error, data(bytes, length));
    }
  }

  private void matchHeader(byte[] bytes, int length) {
    split(bytes, length);
    if (fields.count() != table.columns()) {
      throw at(
          badFormat(
              "wrong number of fields in header line: got "
                  + fields.count()
                  + ", expected "
                  + table.columns()),
          data(bytes, length));
    }
    for (int i = 0; i < table.columns(); i++) {
      String expected = table.column(i).name();
      String message = "column name mismatch in header line field " + (i + 1) + ": got ";
      if (fields.isNull(i)) {
        String shownNull = new String(options.nullText(), StandardCharsets.UTF_8);
        throw at(
            badFormat(
                message + "null value (\"" + shownNull + "\"), expected \"" + expected + "\""),
            data(bytes, length));
      }
      String name = fields.text(i);
      if (!name.equals(expected)) {
        throw at(
            badFormat(message + "\"" + name + "\", expected \"" + expected + "\""),
            data(bytes, length));
      }
    }
  }

  private void row(byte[] bytes, int length) {
    split(bytes, length);
    int columns = table.columns();
    if (fields.count() > columns) {
      throw at(badFormat("extra data after last expected column"), data(bytes, length));
    }
    for (int i = 0; i < columns; i++) {
      Attribute column = table.column(i);
      if (i >= fields.count()) {
        throw at(
            badFormat("missing data for column \"" + column.name() + "\""), data(bytes, length));
      }
      if (!value(i, column)) {
        skipped++;
        return;
      }
    }
    try {
      table.fillDefaults();
      table.row(line);
    } catch (SqlError error) {
      throw at(error, data(bytes, length));
    }
  }

  /** Reads a value; false where its row is to be skipped. */
  private boolean value(int index, Attribute column) {
    Datum value = table.value(index);
    boolean quotedField = fields.wasQuoted(index);
    boolean isNull = fields.isNull(index);
    if (options.csv()) {
      if (isNull && options.forceNotNull().contains(column.name())) {
        isNull = false;
      } else if (quotedField
          && options.forceNull().contains(column.name())
          && fields.equals(index, options.nullText())) {
        isNull = true;
      }
    }
    byte[] marker = options.defaultText();
    if (marker != null && !quotedField && fields.rawEquals(index, marker)) {
      table.useDefault(index);
      return true;
    }
    if (isNull) {
      value.setNull();
      try {
        table.checkDomain(index);
      } catch (SqlError error) {
        throw inColumn(error, column, "null input");
      }
      return true;
    }
    byte[] bytes = fields.bytes();
    int offset = fields.offset(index);
    int length = fields.length(index);
    try {
      Utf8.check(bytes, offset, length);
      column.type().input(bytes, offset, length, column.typmod(), context.style(), value);
      if (column.typmod() >= 0) {
        column.type().applyTypmod(value, column.typmod(), false);
      }
      table.checkDomain(index);
      return true;
    } catch (SqlError error) {
      if (options.ignoreErrors()) {
        tellSkipped(column, fields.text(index));
        return false;
      }
      throw inColumn(error, column, "\"" + shown(fields.text(index)) + "\"");
    }
  }

  private void tellSkipped(Attribute column, String value) {
    if (options.verbose()) {
      tell(
          "skipping row due to data type incompatibility at line "
              + line
              + " for column \""
              + column.name()
              + "\": \""
              + shown(value)
              + "\"",
          "COPY " + table.name());
    }
  }

  private void tell(String message, @Nullable String where) {
    context.identity().notices().send("NOTICE", new SqlError("00000", message).context(where));
  }

  @Override
  void finish() {
    if (!ended && returnSeen) {
      lineEnd = LineEnd.RETURN;
      endLine(1);
    } else if (!ended && text.size() > 0) {
      endLine(0);
    }
    table.flush();
    if (skipped > 0 && !options.silent()) {
      tell(
          skipped == 1
              ? "1 row was skipped due to data type incompatibility"
              : skipped + " rows were skipped due to data type incompatibility",
          null);
    }
  }
}
