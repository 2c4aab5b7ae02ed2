package dev.postern.config;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.tomlj.Toml;
import org.tomlj.TomlArray;
import org.tomlj.TomlParseError;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;

/** Reads a TOML file. The only class that touches the parser, which is costly to initialise. */
final class TomlFile {
  private final String source;

  private TomlFile(String source) {
    this.source = source;
  }

  /** The file's tree; what does not parse is reported and left out. */
  static Node.Table read(Path path, Findings findings) {
    TomlFile file = new TomlFile(path.toString());
    Location whole = Location.of(path.toString());
    String text;
    try {
      text = Files.readString(path);
    } catch (NoSuchFileException absent) {
      findings.problem(whole, "", "no such file");
      return Node.Table.empty(whole);
    } catch (AccessDeniedException denied) {
      findings.problem(whole, "", "permission denied");
      return Node.Table.empty(whole);
    } catch (CharacterCodingException malformed) {
      findings.problem(whole, "", "not UTF-8 text");
      return Node.Table.empty(whole);
    } catch (IOException failure) {
      findings.problem(whole, "", "cannot be read: " + failure.getMessage());
      return Node.Table.empty(whole);
    }
    TomlParseResult parsed = Toml.parse(text);
    for (TomlParseError error : parsed.errors()) {
      findings.problem(file.at(error.position()), "", String.valueOf(error.getMessage()));
    }
    return file.table(parsed, new Location(path.toString(), 1, 1));
  }

  private Location at(TomlPosition position) {
    return new Location(source, position.line(), position.column());
  }

  private Node.Table table(TomlTable toml, Location location) {
    Node.Table table = Node.Table.empty(location);
    for (String key : toml.keySet()) {
      List<String> path = List.of(key);
      TomlPosition position = toml.inputPositionOf(path);
      Object value = toml.get(path);
      if (value != null) {
        table.entries().put(key, node(value, position == null ? location : at(position)));
      }
    }
    return table;
  }

  private Node node(Object value, Location location) {
    return switch (value) {
      case TomlTable toml -> table(toml, location);
      case TomlArray toml -> {
        Node.Array array = Node.Array.empty(location);
        for (int index = 0; index < toml.size(); index++) {
          array.elements().add(node(toml.get(index), at(toml.inputPositionOf(index))));
        }
        yield array;
      }
      default -> new Node.Scalar(location, value);
    };
  }
}
