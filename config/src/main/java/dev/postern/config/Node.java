package dev.postern.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A value as it was given, before it is known which key it is for. Files become a tree of these;
 * environment and command line are laid over it. Tables and arrays are changed in place while the
 * tree is put together, on the loading thread only.
 */
sealed interface Node {

  Location location();

  /** Its form, for "found …" in a message. */
  String described();

  /** A TOML table. */
  record Table(Location location, Map<String, Node> entries) implements Node {
    static Table empty(Location location) {
      return new Table(location, new LinkedHashMap<>());
    }

    @Override
    public String described() {
      return "a table";
    }
  }

  /** A TOML array, of tables too. */
  record Array(Location location, List<Node> elements) implements Node {
    static Array empty(Location location) {
      return new Array(location, new ArrayList<>());
    }

    @Override
    public String described() {
      return "an array";
    }
  }

  /** A TOML value of a type of its own: String, Long, Double, Boolean or a date or time. */
  record Scalar(Location location, Object value) implements Node {
    @Override
    public String described() {
      return switch (value) {
        case String text -> "\"" + text + "\"";
        case Long number -> number.toString();
        case Double number -> number.toString();
        case Boolean truth -> truth.toString();
        default -> "the date or time " + value;
      };
    }
  }

  /** Text of the environment or the command line: its type is whatever the key asks for. */
  record Untyped(Location location, String text) implements Node {
    /** The text as a list: its parts between commas, trimmed; an empty text is an empty list. */
    List<Node> commaSeparated() {
      List<Node> parts = new ArrayList<>();
      if (!text.isBlank()) {
        for (String part : text.split(",", -1)) {
          parts.add(new Untyped(location, part.strip()));
        }
      }
      return parts;
    }

    @Override
    public String described() {
      return "\"" + text + "\"";
    }
  }
}
