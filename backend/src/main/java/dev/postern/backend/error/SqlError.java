package dev.postern.backend.error;

import org.jspecify.annotations.Nullable;

/**
 * An error as the client will see it: the fields of ErrorResponse (protocol section "Error and
 * Notice Message Fields"). Thrown by every layer of the engine; the session turns it into the
 * failed state of the transaction and the front end into the message.
 *
 * <p>No stack trace is taken: a SQL error is an answer, not a fault of the program. A fault of the
 * program is an {@link SqlState#INTERNAL_ERROR} made by the session from the exception that
 * escaped.
 */
@SuppressWarnings("serial")
public final class SqlError extends RuntimeException {
  private final String sqlState;
  private @Nullable String detail;
  private @Nullable String hint;
  private @Nullable String context;
  private int position;
  private @Nullable String schemaName;
  private @Nullable String tableName;
  private @Nullable String columnName;
  private @Nullable String dataTypeName;
  private @Nullable String constraintName;

  /** An error with a code of {@link SqlState} and the primary message. */
  public SqlError(String sqlState, String message) {
    super(message, null, false, false);
    this.sqlState = sqlState;
  }

  /** The refusal of what is not built yet: {@code 0A000 <feature> is not supported}. */
  public static SqlError notSupported(String feature) {
    return new SqlError(SqlState.FEATURE_NOT_SUPPORTED, feature + " is not supported");
  }

  public SqlError detail(@Nullable String text) {
    detail = text;
    return this;
  }

  public SqlError hint(@Nullable String text) {
    hint = text;
    return this;
  }

  public SqlError context(@Nullable String text) {
    context = text;
    return this;
  }

  /**
   * Sets where in the statement the error is, unless a deeper layer already said so.
   *
   * @param characters 1-based index in characters (code points) of the statement text; 0 or less is
   *     "unknown" and changes nothing
   */
  public SqlError at(int characters) {
    if (position == 0 && characters > 0) {
      position = characters;
    }
    return this;
  }

  public SqlError table(@Nullable String schema, @Nullable String table) {
    schemaName = schema;
    tableName = table;
    return this;
  }

  public SqlError column(@Nullable String column) {
    columnName = column;
    return this;
  }

  public SqlError dataType(@Nullable String type) {
    dataTypeName = type;
    return this;
  }

  public SqlError constraint(@Nullable String constraint) {
    constraintName = constraint;
    return this;
  }

  public String sqlState() {
    return sqlState;
  }

  /** The primary message; never null. */
  public String message() {
    return String.valueOf(getMessage());
  }

  public @Nullable String detail() {
    return detail;
  }

  public @Nullable String hint() {
    return hint;
  }

  public @Nullable String context() {
    return context;
  }

  /** 1-based position in characters, or 0 where there is none. */
  public int position() {
    return position;
  }

  public @Nullable String schemaName() {
    return schemaName;
  }

  public @Nullable String tableName() {
    return tableName;
  }

  public @Nullable String columnName() {
    return columnName;
  }

  public @Nullable String dataTypeName() {
    return dataTypeName;
  }

  public @Nullable String constraintName() {
    return constraintName;
  }
}
