package dev.postern.backend.session;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.session.CopyOptions.Columns;
import dev.postern.backend.session.CopyOptions.Format;
import dev.postern.backend.session.CopyOptions.Header;
import dev.postern.backend.setting.Encodings;
import dev.postern.backend.sql.Expression;
import dev.postern.backend.sql.MaintenanceStatement.CopyStatement;
import dev.postern.backend.sql.Node;
import dev.postern.backend.sql.Option;
import dev.postern.backend.sql.SourcePosition;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads and checks COPY's options, with PostgreSQL's errors in its order. Used once. */
final class CopyOptionReader {
  private static final String NO_TEXT_DELIMITERS = "\\.abcdefghijklmnopqrstuvwxyz0123456789";

  private final boolean from;
  private final byte[] text;
  private Format format = Format.TEXT;
  private Header header = Header.NONE;
  private @Nullable String delimiter;
  private @Nullable String nullText;
  private @Nullable String defaultText;
  private @Nullable String quote;
  private @Nullable String escape;
  private Columns forceQuote = Columns.NONE;
  private Columns forceNotNull = Columns.NONE;
  private Columns forceNull = Columns.NONE;
  private boolean ignoreErrors;
  private boolean verbose;
  private boolean silent;
  private boolean freeze;
  private boolean headerGiven;

  private CopyOptionReader(boolean from, byte[] text) {
    this.from = from;
    this.text = text;
  }

  /**
   * @param text what positions count in
   */
  static CopyOptions read(CopyStatement statement, byte[] text) {
    CopyOptionReader reader = new CopyOptionReader(statement.from(), text);
    Set<String> seen = new HashSet<>();
    for (Option option : statement.options()) {
      if (!seen.add(option.name())) {
        throw reader.at(option, SqlState.SYNTAX_ERROR, "conflicting or redundant options");
      }
      reader.take(option);
    }
    return reader.checked();
  }

  private SqlError at(Option option, String state, String message) {
    return new SqlError(state, message).at(SourcePosition.character(text, 0, option.position()));
  }

  private void take(Option option) {
    switch (option.name()) {
      case "format" -> format = format(option);
      case "delimiter" -> delimiter = OptionValues.text(option);
      case "null" -> nullText = OptionValues.text(option);
      case "default" -> defaultText = OptionValues.text(option);
      case "header" -> {
        header = header(option);
        headerGiven = true;
      }
      case "quote" -> quote = OptionValues.text(option);
      case "escape" -> escape = OptionValues.text(option);
      case "force_quote" -> forceQuote = columns(option);
      case "force_not_null" -> forceNotNull = columns(option);
      case "force_null" -> forceNull = columns(option);
      case "freeze" -> freeze = OptionValues.truth(option);
      case "on_error" -> onError(option);
      case "log_verbosity" -> logVerbosity(option);
      case "reject_limit" -> throw SqlError.notSupported("COPY REJECT_LIMIT");
      case "encoding" -> encoding(option);
      default ->
          throw at(
              option, SqlState.SYNTAX_ERROR, "option \"" + option.name() + "\" not recognized");
    }
  }

  private Format format(Option option) {
    String name = OptionValues.text(option);
    return switch (name) {
      case "text" -> Format.TEXT;
      case "csv" -> Format.CSV;
      case "binary" -> Format.BINARY;
      default ->
          throw at(
              option,
              SqlState.INVALID_PARAMETER_VALUE,
              "COPY format \"" + name + "\" not recognized");
    };
  }

  private Header header(Option option) {
    if (option.value() == null) {
      return Header.PRESENT;
    }
    String value =
        option.value() instanceof Expression.BooleanConstant constant
            ? Boolean.toString(constant.value())
            : OptionValues.text(option).toLowerCase(Locale.ROOT);
    switch (value) {
      case "true", "on", "1" -> {
        return Header.PRESENT;
      }
      case "false", "off", "0" -> {
        return Header.NONE;
      }
      case "match" -> {
        if (!from) {
          throw new SqlError(
              SqlState.FEATURE_NOT_SUPPORTED, "cannot use \"match\" with HEADER in COPY TO");
        }
        return Header.MATCH;
      }
      default ->
          throw new SqlError(
              SqlState.SYNTAX_ERROR, option.name() + " requires a Boolean value or \"match\"");
    }
  }

  private Columns columns(Option option) {
    Node value = option.value();
    if (value instanceof Expression.StarReference) {
      return new Columns(true, Set.of());
    }
    if (value instanceof Expression.RowConstructor list) {
      Set<String> names = new LinkedHashSet<>();
      for (Expression element : list.elements()) {
        names.add(name(element));
      }
      return new Columns(false, names);
    }
    throw at(
        option,
        SqlState.INVALID_PARAMETER_VALUE,
        "argument to option \"" + option.name() + "\" must be a list of column names");
  }

  private static String name(Expression element) {
    return switch (element) {
      case Expression.StringConstant constant -> constant.value();
      case Expression.ColumnReference column -> column.name();
      default -> throw SqlError.notSupported("this column name in COPY");
    };
  }

  private void onError(Option option) {
    String value = OptionValues.text(option);
    if (!from) {
      throw at(
          option, SqlState.INVALID_PARAMETER_VALUE, "COPY ON_ERROR cannot be used with COPY TO");
    }
    switch (value.toLowerCase(Locale.ROOT)) {
      case "stop" -> ignoreErrors = false;
      case "ignore" -> ignoreErrors = true;
      default ->
          throw at(
              option,
              SqlState.INVALID_PARAMETER_VALUE,
              "COPY ON_ERROR \"" + value + "\" not recognized");
    }
  }

  private void logVerbosity(Option option) {
    String value = OptionValues.text(option);
    switch (value.toLowerCase(Locale.ROOT)) {
      case "default" -> verbose = false;
      case "verbose" -> verbose = true;
      case "silent" -> silent = true;
      default ->
          throw at(
              option,
              SqlState.INVALID_PARAMETER_VALUE,
              "COPY LOG_VERBOSITY \"" + value + "\" not recognized");
    }
  }

  private void encoding(Option option) {
    int number = Encodings.number(OptionValues.text(option));
    if (number < 0) {
      throw at(
          option,
          SqlState.INVALID_PARAMETER_VALUE,
          "argument to option \"" + option.name() + "\" must be a valid encoding name");
    }
    if (number != Encodings.UTF8) {
      throw SqlError.notSupported("COPY in encoding " + Encodings.name(number));
    }
  }

  // --- checks

  private static SqlError invalid(String message) {
    return new SqlError(SqlState.INVALID_PARAMETER_VALUE, message);
  }

  private static SqlError impossible(String message) {
    return new SqlError(SqlState.FEATURE_NOT_SUPPORTED, message);
  }

  private CopyOptions checked() {
    boolean csv = format == Format.CSV;
    if (format == Format.BINARY) {
      refuseBinary();
    }
    String separator = delimiter == null ? csv ? "," : "\t" : delimiter;
    String shownNull = nullText == null ? csv ? "" : "\\N" : nullText;
    String quoting = quote == null ? "\"" : quote;
    String escaping = escape == null ? quoting : escape;
    if (!isOneByte(separator)) {
      throw impossible("COPY delimiter must be a single one-byte character");
    }
    if (hasLineEnd(separator)) {
      throw invalid("COPY delimiter cannot be newline or carriage return");
    }
    if (hasLineEnd(shownNull)) {
      throw invalid("COPY null representation cannot use newline or carriage return");
    }
    if (defaultText != null && hasLineEnd(defaultText)) {
      throw invalid("COPY default representation cannot use newline or carriage return");
    }
    if (!csv && NO_TEXT_DELIMITERS.contains(separator)) {
      throw invalid("COPY delimiter cannot be \"" + separator + "\"");
    }
    checkQuotes(csv, separator, quoting, escaping);
    checkForced(csv);
    if (shownNull.contains(separator)) {
      throw invalid("COPY delimiter character must not appear in the NULL specification");
    }
    if (csv && shownNull.contains(quoting)) {
      throw invalid("CSV quote character must not appear in the NULL specification");
    }
    if (freeze && !from) {
      throw invalid("COPY FREEZE cannot be used with COPY TO");
    }
    checkDefault(csv, separator, shownNull, quoting);
    if (format == Format.BINARY && ignoreErrors) {
      throw new SqlError(SqlState.SYNTAX_ERROR, "only ON_ERROR STOP is allowed in BINARY mode");
    }
    return new CopyOptions(
        format,
        (byte) separator.charAt(0),
        shownNull.getBytes(StandardCharsets.UTF_8),
        defaultText == null ? null : defaultText.getBytes(StandardCharsets.UTF_8),
        header,
        (byte) quoting.charAt(0),
        (byte) escaping.charAt(0),
        forceQuote,
        forceNotNull,
        forceNull,
        ignoreErrors,
        verbose,
        silent,
        freeze);
  }

  private void refuseBinary() {
    String refused =
        delimiter != null
            ? "DELIMITER"
            : nullText != null ? "NULL" : defaultText != null ? "DEFAULT" : null;
    if (refused != null) {
      throw new SqlError(SqlState.SYNTAX_ERROR, "cannot specify " + refused + " in BINARY mode");
    }
    if (headerGiven && header != Header.NONE) {
      throw impossible("cannot specify HEADER in BINARY mode");
    }
  }

  private void checkQuotes(boolean csv, String separator, String quoting, String escaping) {
    if (!csv && quote != null) {
      throw impossible("COPY QUOTE requires CSV mode");
    }
    if (csv && !isOneByte(quoting)) {
      throw impossible("COPY quote must be a single one-byte character");
    }
    if (csv && separator.equals(quoting)) {
      throw invalid("COPY delimiter and quote must be different");
    }
    if (!csv && escape != null) {
      throw impossible("COPY ESCAPE requires CSV mode");
    }
    if (csv && !isOneByte(escaping)) {
      throw impossible("COPY escape must be a single one-byte character");
    }
  }

  private void checkForced(boolean csv) {
    record Forced(Columns columns, String name, boolean forFrom) {}
    for (Forced option :
        List.of(
            new Forced(forceQuote, "FORCE_QUOTE", false),
            new Forced(forceNotNull, "FORCE_NOT_NULL", true),
            new Forced(forceNull, "FORCE_NULL", true))) {
      if (option.columns.equals(Columns.NONE)) {
        continue;
      }
      if (!csv) {
        throw impossible("COPY " + option.name + " requires CSV mode");
      }
      if (option.forFrom != from) {
        throw invalid(
            "COPY " + option.name + " cannot be used with COPY " + (from ? "FROM" : "TO"));
      }
    }
  }

  private void checkDefault(boolean csv, String separator, String shownNull, String quoting) {
    String marker = defaultText;
    if (marker == null) {
      return;
    }
    if (!from) {
      throw invalid("COPY DEFAULT cannot be used with COPY TO");
    }
    if (marker.contains(separator)) {
      throw invalid("COPY delimiter character must not appear in the DEFAULT specification");
    }
    if (csv && marker.contains(quoting)) {
      throw invalid("CSV quote character must not appear in the DEFAULT specification");
    }
    if (marker.equals(shownNull)) {
      throw invalid("NULL specification and DEFAULT specification cannot be the same");
    }
  }

  private static boolean isOneByte(String value) {
    return value.length() == 1 && value.charAt(0) < 128;
  }

  private static boolean hasLineEnd(String value) {
    return value.indexOf('\n') >= 0 || value.indexOf('\r') >= 0;
  }
}
