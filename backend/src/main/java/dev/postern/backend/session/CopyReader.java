package dev.postern.backend.session;

import dev.postern.backend.catalog.RelationDescriptor.Attribute;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import org.jspecify.annotations.Nullable;

/**
 * Turns the data of a COPY FROM into rows: pushed, as it comes in pieces cut anywhere. Used by the
 * session's thread.
 */
abstract sealed class CopyReader permits CopyLineReader, CopyBinaryReader {
  /** MAX_COPY_DATA_DISPLAY: characters of data that an error shows. */
  private static final int SHOWN_CHARACTERS = 100;

  final SessionContext context;
  final CopyTable table;
  final CopyOptions options;

  /** The line, or in binary format the row, that is being read; from 1. */
  long line;

  CopyReader(SessionContext context, CopyTable table, CopyOptions options) {
    this.context = context;
    this.table = table;
    this.options = options;
  }

  static CopyReader of(SessionContext context, CopyTable table, CopyOptions options) {
    return options.binary()
        ? new CopyBinaryReader(context, table, options)
        : new CopyLineReader(context, table, options);
  }

  abstract void take(byte[] data, int offset, int length);

  /** The data has ended. */
  abstract void finish();

  /** Where in the data an error is (PostgreSQL's CopyFromErrorCallback). */
  final SqlError at(SqlError error, @Nullable String more) {
    if (error.context() != null) {
      return error;
    }
    String place = "COPY " + table.name() + ", line " + line;
    return error.context(more == null ? place : place + more);
  }

  final SqlError inColumn(SqlError error, Attribute column, @Nullable String value) {
    String place = ", column " + column.name();
    return at(error, value == null ? place : place + ": " + value);
  }

  static SqlError badFormat(String message) {
    return new SqlError(SqlState.BAD_COPY_FILE_FORMAT, message);
  }

  /** Data as errors show it. */
  static String shown(String data) {
    return data.length() <= SHOWN_CHARACTERS ? data : data.substring(0, SHOWN_CHARACTERS) + "...";
  }
}
