package dev.postern.backend.session;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.explain.ExplainOptions;
import dev.postern.backend.explain.ExplainOptions.Format;
import dev.postern.backend.sql.Option;
import dev.postern.backend.sql.SourcePosition;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The options of EXPLAIN (ParseExplainOptionList). One use each. */
final class ExplainOptionReader {
  private boolean analyze;
  private boolean verbose;
  private boolean costs = true;
  private @Nullable Boolean timing;
  private @Nullable Boolean summary;
  private Format format = Format.TEXT;

  /** What was asked for that there is nothing to show of. */
  private @Nullable String unsupported;

  private final byte[] text;

  private ExplainOptionReader(byte[] text) {
    this.text = text;
  }

  /**
   * @param text what positions count in
   */
  static ExplainOptions read(List<Option> options, byte[] text) {
    ExplainOptionReader reader = new ExplainOptionReader(text);
    options.forEach(reader::option);
    return reader.result();
  }

  private void option(Option option) {
    switch (option.name()) {
      case "analyze" -> analyze = OptionValues.truth(option);
      case "verbose" -> verbose = OptionValues.truth(option);
      case "costs" -> costs = OptionValues.truth(option);
      case "timing" -> timing = OptionValues.truth(option);
      case "summary" -> summary = OptionValues.truth(option);
      // All is in memory: there are no buffers, and PostgreSQL shows none where none were used.
      case "buffers" -> OptionValues.truth(option);
      case "wal", "settings", "memory", "generic_plan" -> {
        if (OptionValues.truth(option)) {
          unsupported = option.name();
        }
      }
      case "serialize" -> {
        String value = option.value() == null ? "text" : OptionValues.text(option);
        if (!value.equals("none") && !value.equals("off")) {
          unsupported = option.name();
        }
      }
      case "format" -> format(option);
      default ->
          throw new SqlError(
                  SqlState.SYNTAX_ERROR, "unrecognized EXPLAIN option \"" + option.name() + "\"")
              .at(SourcePosition.character(text, 0, option.position()));
    }
  }

  private void format(Option option) {
    String value = OptionValues.text(option);
    format =
        switch (value) {
          case "text" -> Format.TEXT;
          case "json" -> Format.JSON;
          case "yaml" -> Format.YAML;
          case "xml" -> throw SqlError.notSupported("EXPLAIN option FORMAT XML");
          default ->
              throw new SqlError(
                      SqlState.INVALID_PARAMETER_VALUE,
                      "unrecognized value for EXPLAIN option \"format\": \"" + value + "\"")
                  .at(SourcePosition.character(text, 0, option.position()));
        };
  }

  private ExplainOptions result() {
    if (Boolean.TRUE.equals(timing) && !analyze) {
      throw new SqlError(
          SqlState.INVALID_PARAMETER_VALUE, "EXPLAIN option TIMING requires ANALYZE");
    }
    if (unsupported != null) {
      throw SqlError.notSupported("EXPLAIN option " + unsupported.toUpperCase(Locale.ROOT));
    }
    return new ExplainOptions(
        analyze,
        verbose,
        costs,
        timing == null ? analyze : timing,
        summary == null ? analyze : summary,
        format);
  }
}
