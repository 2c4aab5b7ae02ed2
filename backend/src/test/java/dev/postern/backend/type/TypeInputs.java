package dev.postern.backend.type;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The lines of {@code type-inputs.txt}: {@code @type} starts a type's inputs, {@code
 * !setting=value} changes a setting, a line in double quotes has Java's escapes.
 */
final class TypeInputs {
  private TypeInputs() {}

  static List<String> lines() {
    try (InputStream in = TypeInputs.class.getResourceAsStream("type-inputs.txt")) {
      if (in == null) {
        throw new IOException("type-inputs.txt is missing");
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return text.lines().filter(line -> !line.isEmpty() && !line.startsWith("#")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static boolean isType(String line) {
    return line.startsWith("@");
  }

  static boolean isSetting(String line) {
    return line.startsWith("!");
  }

  static SqlType type(String line) {
    SqlType type = BuiltinTypes.byName(line.substring(1));
    if (type == null) {
      throw new IllegalArgumentException(line);
    }
    return type;
  }

  static String input(String line) {
    return line.startsWith("\"") && line.endsWith("\"") && line.length() > 1
        ? line.substring(1, line.length() - 1).translateEscapes()
        : line;
  }
}
