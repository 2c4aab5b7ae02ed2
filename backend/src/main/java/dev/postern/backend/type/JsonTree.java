package dev.postern.backend.type;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A JSON value as jsonb sees it: keys without duplicates, shortest first and then in the order of
 * their bytes; numbers as numeric. Immutable.
 */
public sealed interface JsonTree {
  /** jsonb's order of keys. */
  Comparator<String> KEY_ORDER =
      (left, right) -> {
        byte[] a = left.getBytes(StandardCharsets.UTF_8);
        byte[] b = right.getBytes(StandardCharsets.UTF_8);
        int order = Integer.compare(a.length, b.length);
        return order != 0 ? order : Arrays.compareUnsigned(a, b);
      };

  /** JSON null. */
  record Null() implements JsonTree {}

  record Bool(boolean value) implements JsonTree {}

  /** A number; a scale that is not negative is its display scale. */
  record Number(BigDecimal value) implements JsonTree {}

  record Text(String value) implements JsonTree {}

  record Array(List<JsonTree> elements) implements JsonTree {}

  /** An object whose map is ordered by {@link #KEY_ORDER}. */
  record Object(SortedMap<String, JsonTree> members) implements JsonTree {}

  /** Reads JSON text; the last of several members of one key counts. */
  static JsonTree parse(byte[] text, int offset, int length) {
    Builder builder = new Builder();
    JsonParser.parse(text, offset, length, builder);
    return builder.root;
  }

  /** Reads a jsonb value. */
  static JsonTree of(Datum jsonb) {
    return parse(jsonb.bytes, jsonb.offset + 1, jsonb.length - 1);
  }

  /** Sets a jsonb value. */
  static void store(JsonTree tree, Datum result) {
    ByteArrayWriter writer = new ByteArrayWriter();
    writer.writeByte(JsonbType.VERSION);
    write(tree, writer);
    result.setBytes(writer.array(), 0, writer.size());
  }

  /** Writes jsonb's text form. */
  static void write(JsonTree tree, ValueWriter writer) {
    switch (tree) {
      case Null() -> writer.writeAscii("null");
      case Bool(boolean value) -> writer.writeAscii(value ? "true" : "false");
      case Number(BigDecimal value) -> writer.writeAscii(value.toPlainString());
      case Text(String value) -> writeString(value, writer);
      case Array(List<JsonTree> elements) -> {
        writer.writeByte('[');
        boolean first = true;
        for (JsonTree element : elements) {
          if (!first) {
            writer.writeAscii(", ");
          }
          first = false;
          write(element, writer);
        }
        writer.writeByte(']');
      }
      case Object(SortedMap<String, JsonTree> members) -> {
        writer.writeByte('{');
        boolean first = true;
        for (Map.Entry<String, JsonTree> member : members.entrySet()) {
          if (!first) {
            writer.writeAscii(", ");
          }
          first = false;
          writeString(member.getKey(), writer);
          writer.writeAscii(": ");
          write(member.getValue(), writer);
        }
        writer.writeByte('}');
      }
    }
  }

  /** Writes a string in quotes, escaping what must be. */
  static void writeString(String value, ValueWriter writer) {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    writeString(bytes, 0, bytes.length, writer);
  }

  /** As above, of UTF-8. */
  static void writeString(byte[] bytes, int offset, int length, ValueWriter writer) {
    writer.writeByte('"');
    for (int i = offset; i < offset + length; i++) {
      byte c = bytes[i];
      switch (c) {
        case '"', '\\' -> {
          writer.writeByte('\\');
          writer.writeByte(c);
        }
        case '\b' -> writer.writeAscii("\\b");
        case '\f' -> writer.writeAscii("\\f");
        case '\n' -> writer.writeAscii("\\n");
        case '\r' -> writer.writeAscii("\\r");
        case '\t' -> writer.writeAscii("\\t");
        default -> {
          if (c >= 0 && c < ' ') {
            writer.writeAscii(String.format("\\u%04x", c));
          } else {
            writer.writeByte(c);
          }
        }
      }
    }
    writer.writeByte('"');
  }

  /** Makes a tree of what a parser tells. */
  final class Builder implements JsonHandler {
    /** A container that is not complete, with the key of its member that comes next. */
    private static final class Open {
      final boolean object;
      final List<JsonTree> elements = new ArrayList<>();
      final TreeMap<String, JsonTree> members = new TreeMap<>(KEY_ORDER);
      String key = "";

      Open(boolean object) {
        this.object = object;
      }
    }

    private final Deque<Open> open = new ArrayDeque<>();
    JsonTree root = new Null();

    private void add(JsonTree value) {
      Open container = open.peek();
      if (container == null) {
        root = value;
      } else if (container.object) {
        container.members.put(container.key, value);
      } else {
        container.elements.add(value);
      }
    }

    @Override
    public void objectStart() {
      open.push(new Open(true));
    }

    @Override
    public void objectEnd() {
      add(new Object(Collections.unmodifiableSortedMap(open.pop().members)));
    }

    @Override
    public void arrayStart() {
      open.push(new Open(false));
    }

    @Override
    public void arrayEnd() {
      add(new Array(Collections.unmodifiableList(open.pop().elements)));
    }

    @Override
    public void key(byte[] name, int offset, int length) {
      open.element().key = InputErrors.string(name, offset, length);
    }

    @Override
    public void string(byte[] value, int offset, int length) {
      add(new Text(InputErrors.string(value, offset, length)));
    }

    @Override
    public void number(byte[] digits, int offset, int length) {
      Datum number = new Datum();
      BuiltinTypes.NUMERIC.input(digits, offset, length, -1, new DisplayStyle(), number);
      add(new Number(Numeric.toBigDecimal(number)));
    }

    @Override
    public void bool(boolean value) {
      add(new Bool(value));
    }

    @Override
    public void nothing() {
      add(new Null());
    }
  }
}
