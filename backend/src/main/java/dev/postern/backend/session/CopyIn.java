package dev.postern.backend.session;

import dev.postern.backend.ExecuteMode;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.catalog.RelationDescriptor.Attribute;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.exec.TableWriter;
import dev.postern.backend.sql.MaintenanceStatement.CopyStatement;
import dev.postern.backend.sql.TableReference.RelationReference;
import dev.postern.backend.txn.TableLockMode;
import dev.postern.backend.type.ByteArrayWriter;
import dev.postern.backend.type.Datum;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * COPY FROM STDIN in progress: data comes in pieces cut anywhere; every whole line becomes a row.
 * Used by the session's thread.
 */
final class CopyIn {
  /** Data that waits for a thread. */
  private static final int WAITING_BYTES = 128 << 10;

  private final SessionContext context;
  private final TransactionState transaction;
  private final CopyOptions options;
  private final RelationDescriptor table;
  private final List<Attribute> columns;
  private final TableWriter writer;
  private final Datum[] values;
  private final boolean[] given;
  private final byte[] nullText;
  private final ByteArrayWriter line = new ByteArrayWriter(256);
  private final ByteArrayWriter field = new ByteArrayWriter(64);
  private final ByteArrayWriter waiting = new ByteArrayWriter(256);
  private byte[] fieldCopy = new byte[0];
  private boolean quoted;
  private boolean skipHeader;
  private boolean ended;
  private long rows;
  private long lineNumber;

  private CopyIn(
      SessionContext context,
      TransactionState transaction,
      CopyOptions options,
      RelationDescriptor table,
      List<Attribute> columns) {
    this.context = context;
    this.transaction = transaction;
    this.options = options;
    this.table = table;
    this.columns = columns;
    writer = context.tableWriter(table);
    values = new Datum[table.layout().columns()];
    for (int i = 0; i < values.length; i++) {
      values[i] = new Datum();
    }
    given = new boolean[values.length];
    for (Attribute column : columns) {
      given[column.number() - 1] = true;
    }
    nullText = options.nullText().getBytes(StandardCharsets.UTF_8);
    skipHeader = options.header();
  }

  static CopyIn begin(
      SessionContext context,
      TransactionState transaction,
      CopyStatement statement,
      CopyOptions options,
      SessionCommandContext surroundings) {
    RelationReference reference = statement.relation();
    if (reference == null) {
      throw new SqlError(SqlState.SYNTAX_ERROR, "COPY FROM needs a table");
    }
    RelationDescriptor table = surroundings.require(reference.name());
    if (table.kind() != 'r') {
      throw new SqlError(
          SqlState.WRONG_OBJECT_TYPE, "cannot copy to relation \"" + table.name() + "\"");
    }
    surroundings.lockRelation(table.oid(), table.name(), TableLockMode.ROW_EXCLUSIVE, false);
    return new CopyIn(context, transaction, options, table, columns(table, statement.columns()));
  }

  /** The columns named, or all that COPY fills. */
  static List<Attribute> columns(RelationDescriptor table, List<String> names) {
    List<Attribute> columns = new ArrayList<>();
    if (names.isEmpty()) {
      for (Attribute attribute : table.attributes()) {
        if (!attribute.dropped() && attribute.generated() == 0) {
          columns.add(attribute);
        }
      }
      return columns;
    }
    for (String name : names) {
      Attribute attribute = table.attribute(name);
      if (attribute == null) {
        throw new SqlError(
            SqlState.UNDEFINED_COLUMN,
            "column \"" + name + "\" of relation \"" + table.name() + "\" does not exist");
      }
      if (columns.contains(attribute)) {
        throw new SqlError(
            SqlState.DUPLICATE_COLUMN, "column \"" + name + "\" specified more than once");
      }
      columns.add(attribute);
    }
    return columns;
  }

  int columns() {
    return columns.size();
  }

  /** Whether data of this length can be taken on an event loop: it then only waits in memory. */
  boolean hasRoomFor(int length) {
    return waiting.size() + length <= WAITING_BYTES;
  }

  /** Takes data; on an event loop it waits for the next call on a thread. */
  void data(byte[] data, int offset, int length) {
    if (context.mode() == ExecuteMode.INLINE) {
      waiting.writeBytes(data, offset, length);
      return;
    }
    takeWaiting();
    take(data, offset, length);
  }

  private void takeWaiting() {
    if (waiting.size() > 0) {
      byte[] before = waiting.toByteArray();
      waiting.clear();
      take(before, 0, before.length);
    }
  }

  private void take(byte[] data, int offset, int length) {
    int start = offset;
    int end = offset + length;
    for (int i = offset; i < end; i++) {
      byte b = data[i];
      if (options.csv() && b == options.quote()) {
        quoted = !quoted;
      }
      if (b == '\n' && !quoted && !ended) {
        line.writeBytes(data, start, i - start);
        line();
        start = i + 1;
      }
    }
    line.writeBytes(data, start, end - start);
  }

  private void line() {
    int length = line.size();
    byte[] bytes = line.array();
    if (length > 0 && bytes[length - 1] == '\r') {
      length--;
    }
    lineNumber++;
    if (length == 2 && bytes[0] == '\\' && bytes[1] == '.') {
      ended = true;
    } else if (skipHeader) {
      skipHeader = false;
    } else {
      row(bytes, length);
    }
    line.clear();
  }

  private void row(byte[] bytes, int length) {
    context.tick();
    transaction.acquireSnapshot();
    try {
      for (int i = 0; i < values.length; i++) {
        if (!given[i] && !table.attributes().get(i).dropped()) {
          context.columnDefault(table, i + 1, values[i]);
        } else {
          values[i].setNull();
        }
      }
      fieldCopy = new byte[length];
      int copied = 0;
      int at = 0;
      int column = 0;
      boolean more = true;
      while (more) {
        field.clear();
        boolean plain = true;
        int start = at;
        if (options.csv()) {
          plain = at >= length || bytes[at] != options.quote();
          at = csvField(bytes, at, length);
        } else {
          at = textField(bytes, at, length);
        }
        more = at < length;
        int rawEnd = at;
        at++;
        if (column == columns.size()) {
          throw at(
              new SqlError(SqlState.BAD_COPY_FILE_FORMAT, "extra data after last expected column"),
              bytes,
              length,
              null,
              null);
        }
        Attribute attribute = columns.get(column++);
        boolean isNull =
            plain
                && rawEnd - start == nullText.length
                && java.util.Arrays.equals(bytes, start, rawEnd, nullText, 0, nullText.length);
        Datum value = values[attribute.number() - 1];
        if (isNull) {
          value.setNull();
        } else {
          System.arraycopy(field.array(), 0, fieldCopy, copied, field.size());
          input(attribute, fieldCopy, copied, field.size(), value, bytes, length);
          copied += field.size();
        }
      }
      if (column < columns.size()) {
        throw at(
            new SqlError(
                SqlState.BAD_COPY_FILE_FORMAT,
                "missing data for column \"" + columns.get(column).name() + "\""),
            bytes,
            length,
            null,
            null);
      }
      try {
        byte[] tuple = writer.form(context, values);
        writer.check(context, tuple);
        writer.insert(context, tuple);
      } catch (SqlError e) {
        throw at(e, bytes, length, null, null);
      }
      rows++;
    } finally {
      transaction.releaseSnapshot();
    }
  }

  private void input(
      Attribute attribute,
      byte[] text,
      int offset,
      int length,
      Datum value,
      byte[] whole,
      int wholeLength) {
    try {
      dev.postern.backend.type.Utf8.check(text, offset, length);
      attribute.type().input(text, offset, length, attribute.typmod(), context.style(), value);
      if (attribute.typmod() >= 0) {
        attribute.type().applyTypmod(value, attribute.typmod(), false);
      }
    } catch (SqlError e) {
      throw at(
          e,
          whole,
          wholeLength,
          attribute.name(),
          new String(text, offset, length, StandardCharsets.UTF_8));
    }
  }

  /** PostgreSQL's CopyFromErrorCallback. */
  private SqlError at(
      SqlError error, byte[] bytes, int length, @Nullable String column, @Nullable String value) {
    String place = "COPY " + table.name() + ", line " + lineNumber;
    if (column != null) {
      return error.context(place + ", column " + column + ": \"" + value + "\"");
    }
    return error.context(
        place + ": \"" + new String(bytes, 0, length, StandardCharsets.UTF_8) + "\"");
  }

  /** Reads a field of the text format into {@link #field}; gives where its delimiter is. */
  private int textField(byte[] bytes, int start, int length) {
    int at = start;
    while (at < length && bytes[at] != options.delimiter()) {
      byte b = bytes[at++];
      if (b != '\\' || at == length) {
        field.writeByte(b);
        continue;
      }
      byte escaped = bytes[at++];
      switch (escaped) {
        case 'b' -> field.writeByte('\b');
        case 'f' -> field.writeByte('\f');
        case 'n' -> field.writeByte('\n');
        case 'r' -> field.writeByte('\r');
        case 't' -> field.writeByte('\t');
        case 'v' -> field.writeByte('\u000b');
        case '0', '1', '2', '3', '4', '5', '6', '7' -> {
          int code = escaped - '0';
          for (int i = 0; i < 2 && at < length && bytes[at] >= '0' && bytes[at] <= '7'; i++) {
            code = code * 8 + bytes[at++] - '0';
          }
          field.writeByte(code);
        }
        case 'x' -> {
          int digits = 0;
          int code = 0;
          while (digits < 2 && at < length && Character.digit(bytes[at], 16) >= 0) {
            code = code * 16 + Character.digit(bytes[at++], 16);
            digits++;
          }
          field.writeByte(digits == 0 ? 'x' : code);
        }
        default -> field.writeByte(escaped);
      }
    }
    return at;
  }

  private int csvField(byte[] bytes, int start, int length) {
    int at = start;
    boolean inside = false;
    while (at < length) {
      byte b = bytes[at];
      if (inside) {
        boolean escapes =
            b == options.escape()
                && at + 1 < length
                && (bytes[at + 1] == options.quote() || bytes[at + 1] == options.escape());
        if (escapes) {
          field.writeByte(bytes[at + 1]);
          at += 2;
          continue;
        }
        if (b == options.quote()) {
          inside = false;
        } else {
          field.writeByte(b);
        }
      } else if (b == options.quote()) {
        inside = true;
      } else if (b == options.delimiter()) {
        return at;
      } else {
        field.writeByte(b);
      }
      at++;
    }
    return at;
  }

  /** Where in the data it is, for errors. */
  String context() {
    return "COPY " + table.name() + ", line " + (lineNumber + 1);
  }

  /** The end of the data: the last line need not have an end. Gives the rows. */
  long finish() {
    takeWaiting();
    if (quoted) {
      throw new SqlError(SqlState.BAD_COPY_FILE_FORMAT, "unterminated CSV quoted field");
    }
    if (line.size() > 0 && !ended) {
      line();
    }
    transaction.acquireSnapshot();
    try {
      context.constraints().runImmediate(context);
    } finally {
      transaction.releaseSnapshot();
    }
    return rows;
  }
}
