package dev.postern.backend.session;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.MaintenanceStatement.CopyStatement;
import dev.postern.backend.sql.Option;
import java.util.Locale;

/**
 * COPY's options (manual, COPY). Only formats {@code text} and {@code csv}.
 *
 * @param quote and {@code escape} are for csv
 */
record CopyOptions(
    boolean csv, char delimiter, String nullText, boolean header, char quote, char escape) {

  static CopyOptions of(CopyStatement statement) {
    if (statement.file() != null) {
      throw SqlError.notSupported("COPY with a file or program on the server");
    }
    if (statement.where() != null) {
      throw SqlError.notSupported("COPY FROM with WHERE");
    }
    boolean csv = false;
    boolean header = false;
    String delimiter = null;
    String nullText = null;
    String quote = null;
    String escape = null;
    for (Option option : statement.options()) {
      switch (option.name()) {
        case "format" -> {
          String format = OptionValues.text(option).toLowerCase(Locale.ROOT);
          switch (format) {
            case "text" -> csv = false;
            case "csv" -> csv = true;
            case "binary" -> throw SqlError.notSupported("COPY in format binary");
            default ->
                throw new SqlError(
                    SqlState.INVALID_PARAMETER_VALUE,
                    "COPY format \"" + format + "\" not recognized");
          }
        }
        case "delimiter" -> delimiter = OptionValues.text(option);
        case "null" -> nullText = OptionValues.text(option);
        case "header" -> {
          if (option.value() != null && OptionValues.text(option).equalsIgnoreCase("match")) {
            throw SqlError.notSupported("COPY option HEADER MATCH");
          }
          header = OptionValues.truth(option);
        }
        case "quote" -> quote = OptionValues.text(option);
        case "escape" -> escape = OptionValues.text(option);
        case "freeze" -> OptionValues.truth(option);
        case "encoding" -> {
          if (!OptionValues.text(option).replace("-", "").equalsIgnoreCase("utf8")) {
            throw SqlError.notSupported("COPY in an encoding other than UTF8");
          }
        }
        default ->
            throw SqlError.notSupported("COPY option " + option.name().toUpperCase(Locale.ROOT));
      }
    }
    char separator =
        one(delimiter, csv ? ',' : '\t', "COPY delimiter must be a single one-byte character");
    char quoting = one(quote, '"', "COPY quote must be a single one-byte character");
    char escaping = one(escape, quoting, "COPY escape must be a single one-byte character");
    return new CopyOptions(
        csv, separator, nullText == null ? csv ? "" : "\\N" : nullText, header, quoting, escaping);
  }

  private static char one(
      @org.jspecify.annotations.Nullable String text, char usual, String message) {
    if (text == null) {
      return usual;
    }
    if (text.length() != 1 || text.charAt(0) > 127) {
      throw new SqlError(SqlState.INVALID_PARAMETER_VALUE, message);
    }
    return text.charAt(0);
  }
}
