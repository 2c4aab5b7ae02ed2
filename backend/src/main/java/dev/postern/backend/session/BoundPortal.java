package dev.postern.backend.session;

import dev.postern.backend.ParameterValues;
import dev.postern.backend.Portal;
import dev.postern.backend.ResultColumn;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.exec.Execution;
import dev.postern.backend.sql.Statement;
import dev.postern.backend.txn.Snapshot;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.DisplayStyle;
import dev.postern.backend.type.SqlType;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A portal: a statement bound to values, and as far as it has run. The values are its own copies. A
 * closed portal goes back to its statement and serves the next Bind, so that the usual Bind,
 * Execute, Sync of a short statement makes no object. Used by its session's thread.
 */
final class BoundPortal implements Portal {
  private static final byte[] NO_BYTES = new byte[0];

  /** How far a portal is. */
  enum State {
    /** Bound, not begun. */
    READY,
    /** Begun: there may be more rows. */
    OPEN,
    /** At its end. */
    DONE,
    /** Its transaction was rolled back. */
    FAILED
  }

  final StoredStatement statement;
  byte[] name = NO_BYTES;
  State state = State.READY;

  /** Depth of savepoints at which it was made: it goes when that level is undone. */
  int depth;

  long createdMicros;

  /** The plan it runs, valid when it was bound; null for a utility statement. */
  @Nullable CompiledStatement compiled;

  /** While it runs. */
  @Nullable Execution execution;

  /** Where it stays open between statements: what it sees, held until it is closed. */
  @Nullable Snapshot snapshot;

  /** Rows of a utility statement, or of a cursor that keeps them. */
  @Nullable RowBuffer buffer;

  /** For cursors of DECLARE. */
  @Nullable CursorState cursor;

  private Datum[] parameters;
  private byte[] copies = NO_BYTES;
  private int copied;
  private boolean[] binary = new boolean[0];
  private int formats;

  BoundPortal(StoredStatement statement) {
    this.statement = statement;
    parameters = new Datum[statement.types().length];
    for (int i = 0; i < parameters.length; i++) {
      parameters[i] = new Datum();
    }
  }

  @Nullable Statement tree() {
    return statement.tree;
  }

  Datum[] parameters() {
    return parameters;
  }

  /** Takes values that were computed, as EXECUTE's; they may point anywhere and are copied. */
  void parameters(Datum[] values) {
    parameters = new Datum[values.length];
    for (int i = 0; i < values.length; i++) {
      Datum own = new Datum();
      own.set(values[i]);
      if (!own.isNull && own.length > 0) {
        own.setBytes(values[i].copyBytes());
      }
      parameters[i] = own;
    }
  }

  /** Reads Bind's values. */
  void bind(ParameterValues values, DisplayStyle style) {
    SqlType[] types = statement.types();
    copied = 0;
    int size = 0;
    for (int i = 0; i < types.length; i++) {
      size += types[i].byValue() ? 0 : Math.max(0, values.length(i));
    }
    if (copies.length < size) {
      copies = new byte[size];
    }
    for (int i = 0; i < types.length; i++) {
      read(values, i, types[i], style);
    }
  }

  private void read(ParameterValues values, int index, SqlType type, DisplayStyle style) {
    Datum target = parameters[index];
    int length = values.length(index);
    if (length < 0) {
      target.setNull();
      return;
    }
    byte[] source = values.buffer();
    int offset = values.offset(index);
    if (!type.byValue()) {
      // A value read may go on pointing at what it was read from.
      System.arraycopy(source, offset, copies, copied, length);
      source = copies;
      offset = copied;
      copied += length;
    }
    try {
      if (values.isBinary(index)) {
        type.receive(source, offset, length, -1, target);
      } else {
        type.input(source, offset, length, -1, style, target);
      }
    } catch (SqlError error) {
      throw error.context(context(index, values.isBinary(index)));
    }
  }

  /**
   * Which parameter it was. Its value is not shown, as PostgreSQL's default of
   * log_parameter_max_length_on_error has it.
   */
  private String context(int index, boolean isBinary) {
    String which = name.length == 0 ? "unnamed portal" : "portal \"" + nameText() + "\"";
    String place = which + " parameter $" + (index + 1);
    return isBinary ? place : place + " = '...'";
  }

  String nameText() {
    return new String(name, StandardCharsets.UTF_8);
  }

  /**
   * @param wanted as Bind has them: none is text, one is for all columns
   */
  void formats(boolean[] wanted, int count) {
    formats = count;
    if (count > 0) {
      ResultColumn[] columns = resultColumns();
      int found = columns == null ? 0 : columns.length;
      if (count > 1 && columns != null && count != found) {
        throw new SqlError(
            SqlState.PROTOCOL_VIOLATION,
            "bind message has " + count + " result formats but query has " + found + " columns");
      }
      if (binary.length < count) {
        binary = new boolean[count];
      }
      System.arraycopy(wanted, 0, binary, 0, count);
    }
  }

  @Override
  public ResultColumn @Nullable [] resultColumns() {
    return statement.resultColumns();
  }

  @Override
  public boolean isBinary(int column) {
    return switch (formats) {
      case 0 -> false;
      case 1 -> binary[0];
      default -> binary[column];
    };
  }

  /** Makes it ready for its next Bind. */
  void reset() {
    state = State.READY;
    name = NO_BYTES;
    compiled = null;
    buffer = null;
    cursor = null;
    snapshot = null;
    formats = 0;
    if (copies.length > KEPT_BYTES) {
      copies = NO_BYTES;
      Arrays.stream(parameters).forEach(Datum::clear);
    }
  }

  private static final int KEPT_BYTES = 8192;
}
