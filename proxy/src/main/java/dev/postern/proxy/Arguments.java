package dev.postern.proxy;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * What the command line says.
 *
 * @param answer text to print instead of starting (help, version), or null
 * @param settingsFile the file of {@code --config}, or null
 * @param overrides values of settings by key, {@code general.port}
 * @param training whether to start, run some queries against oneself, and end
 */
record Arguments(
    @Nullable String answer,
    @Nullable Path settingsFile,
    Map<String, String> overrides,
    boolean training) {

  /** An option that is one setting's value. */
  private record SettingOption(String name, String label, String key, String description) {}

  private static final SettingOption[] OPTIONS = {
    new SettingOption("--host", "ADDRESS", "general.host", "Address to listen on (127.0.0.1)."),
    new SettingOption(
        "--port", "PORT", "general.port", "TCP port to listen on (6432); 0 takes any free one."),
    new SettingOption(
        "--socket-dir",
        "DIR",
        "general.socket_dir",
        "Folder in which to make the Unix socket .s.PGSQL.PORT; none without it."),
    new SettingOption(
        "--data",
        "DIR",
        "general.data_dir",
        "Folder for embedded databases. For now they live in memory only."),
    new SettingOption(
        "--metrics-port",
        "PORT",
        "general.openmetrics_port",
        "Port of the HTTP end point /metrics; none without it."),
    new SettingOption(
        "--log-level",
        "LEVEL",
        "general.log_level",
        "off, error, warn, info (default), debug or trace; the log goes to standard error."),
  };

  /**
   * Reads the arguments.
   *
   * @throws IllegalArgumentException with a message of one line for the user
   */
  static Arguments parse(String... arguments) {
    Arguments plain = plain(arguments);
    return plain == null ? parseWithPicocli(arguments) : plain;
  }

  /**
   * Reads options and values that are what they should be: Picocli would be a good part of the
   * start. Null where it must be asked: for help, and for what is wrong.
   */
  private static @Nullable Arguments plain(String... arguments) {
    Map<String, String> overrides = new LinkedHashMap<>();
    Path file = null;
    boolean training = false;
    for (int i = 0; i < arguments.length; i++) {
      String name = arguments[i];
      if (name.equals("--train")) {
        training = true;
        continue;
      }
      int equals = name.indexOf('=');
      String value = null;
      if (equals > 0) {
        value = name.substring(equals + 1);
        name = name.substring(0, equals);
      } else if (i + 1 < arguments.length && !arguments[i + 1].startsWith("-")) {
        value = arguments[++i];
      }
      String key = keyOf(name);
      if (value == null || key == null && !name.equals("--config")) {
        return null;
      }
      if (key == null) {
        file = Path.of(value);
      } else if (overrides.put(key, value) != null) {
        return null;
      }
    }
    return new Arguments(null, file, overrides, training);
  }

  private static @Nullable String keyOf(String name) {
    for (SettingOption option : OPTIONS) {
      if (option.name().equals(name)) {
        return option.key();
      }
    }
    return null;
  }

  private static Arguments parseWithPicocli(String... arguments) {
    CommandLine parser = new CommandLine(spec());
    ParseResult result;
    try {
      result = parser.parseArgs(arguments);
    } catch (ParameterException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
    if (result.hasMatchedOption("--help")) {
      return answer(parser.getUsageMessage());
    }
    if (result.hasMatchedOption("--version")) {
      return answer("postern " + version() + "\n");
    }
    Map<String, String> overrides = new LinkedHashMap<>();
    for (SettingOption option : OPTIONS) {
      String value = result.matchedOptionValue(option.name(), null);
      if (value != null) {
        overrides.put(option.key(), value);
      }
    }
    Map<String, String> set = result.matchedOptionValue("--set", Map.of());
    overrides.putAll(set);
    String file = result.matchedOptionValue("--config", null);
    return new Arguments(
        null, file == null ? null : Path.of(file), overrides, result.hasMatchedOption("--train"));
  }

  private static Arguments answer(String text) {
    return new Arguments(text, null, Map.of(), false);
  }

  /** The version of the jar; classes outside a jar have none. */
  private static String version() {
    String version = Arguments.class.getPackage().getImplementationVersion();
    return version == null ? "(not packaged)" : version;
  }

  private static CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("postern");
    spec.usageMessage()
        .description(
            "Answers PostgreSQL clients: from an embedded engine, or as a proxy of PostgreSQL.",
            "Without options it is an empty database in memory on 127.0.0.1:6432.")
        .sortOptions(false);
    spec.addOption(
        OptionSpec.builder("--config")
            .paramLabel("FILE")
            .type(String.class)
            .description("Settings in TOML.")
            .build());
    for (SettingOption option : OPTIONS) {
      spec.addOption(
          OptionSpec.builder(option.name())
              .paramLabel(option.label())
              .type(String.class)
              .description(option.description())
              .build());
    }
    spec.addOption(
        OptionSpec.builder("--set")
            .paramLabel("KEY=VALUE")
            .type(Map.class)
            .auxiliaryTypes(String.class, String.class)
            .description("Any setting, as general.port=6432. Wins over file and environment.")
            .build());
    spec.addOption(
        OptionSpec.builder("--train")
            .hidden(true)
            .description("For the launcher's cache.")
            .build());
    spec.addOption(OptionSpec.builder("--help").usageHelp(true).description("Says this.").build());
    spec.addOption(
        OptionSpec.builder("--version").versionHelp(true).description("Says its version.").build());
    return spec;
  }
}
