package dev.postern.proxy.client;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The {@code options} parameter of a StartupMessage: command-line arguments that set run-time
 * settings, {@code -c name=value} or {@code --name=value}. White space separates; a backslash takes
 * the next character as it is.
 */
final class StartupOptions {
  private StartupOptions() {}

  /**
   * Puts the settings of a text into the map.
   *
   * @throws SqlError 42601 for any other argument
   */
  static void parse(String options, Map<String, String> settings) {
    List<String> arguments = split(options);
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      if (argument.startsWith("--") && argument.length() > 2) {
        set(argument.substring(2), "--" + argument.substring(2), settings);
      } else if (argument.equals("-c") && i + 1 < arguments.size()) {
        i++;
        set(arguments.get(i), "-c " + arguments.get(i), settings);
      } else if (argument.startsWith("-c") && argument.length() > 2) {
        set(argument.substring(2), "-c " + argument.substring(2), settings);
      } else {
        throw new SqlError(
                SqlState.SYNTAX_ERROR,
                "invalid command-line argument for server process: " + argument)
            .hint("Try \"postgres --help\" for more information.");
      }
    }
  }

  private static void set(String assignment, String shown, Map<String, String> settings) {
    int equals = assignment.indexOf('=');
    if (equals < 0) {
      throw new SqlError(SqlState.SYNTAX_ERROR, shown + " requires a value");
    }
    // In names the command line allows dashes for underscores.
    settings.put(
        assignment.substring(0, equals).replace('-', '_'), assignment.substring(equals + 1));
  }

  private static List<String> split(String options) {
    List<String> arguments = new ArrayList<>();
    int at = 0;
    while (true) {
      while (at < options.length() && isSpace(options.charAt(at))) {
        at++;
      }
      if (at == options.length()) {
        return arguments;
      }
      StringBuilder argument = new StringBuilder();
      while (at < options.length() && !isSpace(options.charAt(at))) {
        if (options.charAt(at) == '\\' && at + 1 < options.length()) {
          at++;
        }
        argument.append(options.charAt(at++));
      }
      arguments.add(argument.toString());
    }
  }

  private static boolean isSpace(char c) {
    return c == ' ' || c >= '\t' && c <= '\r';
  }
}
