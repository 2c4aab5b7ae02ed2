package dev.postern.backend.type;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;

/** jsonb: a version byte and the text form in canonical order ({@link JsonTree}). */
final class JsonbType extends SqlType {
  static final int VERSION = 1;

  JsonbType() {
    super(TypeOids.JSONB, "jsonb", -1, false);
  }

  @Override
  public void input(
      byte[] text, int offset, int length, int typmod, DisplayStyle style, Datum result) {
    Utf8.check(text, offset, length);
    JsonTree.store(JsonTree.parse(text, offset, length), result);
  }

  @Override
  public void output(Datum value, DisplayStyle style, ValueWriter writer) {
    writer.writeBytes(value.bytes, value.offset + 1, value.length - 1);
  }

  @Override
  public void receive(byte[] data, int offset, int length, int typmod, Datum result) {
    if (length < 1) {
      throw InputErrors.insufficientData();
    }
    if (data[offset] != VERSION) {
      throw new SqlError(
          SqlState.INTERNAL_ERROR, "unsupported jsonb version number " + (data[offset] & 0xff));
    }
    input(data, offset + 1, length - 1, typmod, new DisplayStyle(), result);
  }

  @Override
  public int compare(Datum left, Datum right) {
    JsonTree a = JsonTree.of(left);
    JsonTree b = JsonTree.of(right);
    boolean leftEmpty = isEmptyArray(a);
    boolean rightEmpty = isEmptyArray(b);
    // An empty array at the top is less than all others, as in PostgreSQL.
    return leftEmpty || rightEmpty ? Boolean.compare(rightEmpty, leftEmpty) : compare(a, b);
  }

  private static boolean isEmptyArray(JsonTree tree) {
    return tree instanceof JsonTree.Array array && array.elements().isEmpty();
  }

  private static int rank(JsonTree tree) {
    return switch (tree) {
      case JsonTree.Null ignored -> 1;
      case JsonTree.Text ignored -> 2;
      case JsonTree.Number ignored -> 3;
      case JsonTree.Bool ignored -> 4;
      case JsonTree.Array ignored -> 5;
      case JsonTree.Object ignored -> 6;
    };
  }

  private static int compare(JsonTree left, JsonTree right) {
    if (left instanceof JsonTree.Text(String a) && right instanceof JsonTree.Text(String b)) {
      return compare(a, b);
    }
    if (left instanceof JsonTree.Number a && right instanceof JsonTree.Number b) {
      return a.value().compareTo(b.value());
    }
    if (left instanceof JsonTree.Bool a && right instanceof JsonTree.Bool b) {
      return Boolean.compare(a.value(), b.value());
    }
    if (left instanceof JsonTree.Array a && right instanceof JsonTree.Array b) {
      int order = Integer.compare(a.elements().size(), b.elements().size());
      for (int i = 0; order == 0 && i < a.elements().size(); i++) {
        order = compare(a.elements().get(i), b.elements().get(i));
      }
      return order;
    }
    if (left instanceof JsonTree.Object a && right instanceof JsonTree.Object b) {
      int order = Integer.compare(a.members().size(), b.members().size());
      Iterator<Map.Entry<String, JsonTree>> others = b.members().entrySet().iterator();
      for (Map.Entry<String, JsonTree> member : a.members().entrySet()) {
        if (order != 0) {
          break;
        }
        Map.Entry<String, JsonTree> other = others.next();
        order = compare(member.getKey(), other.getKey());
        if (order == 0) {
          order = compare(member.getValue(), other.getValue());
        }
      }
      return order;
    }
    return Integer.compare(rank(left), rank(right));
  }

  private static int compare(String left, String right) {
    return Arrays.compareUnsigned(
        left.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public long hash(Datum value) {
    ByteArrayWriter key = new ByteArrayWriter();
    writeKey(value, key);
    return Hashing.ofBytes(key.array(), 0, key.size());
  }

  @Override
  public void writeKey(Datum value, ValueWriter key) {
    JsonTree tree = JsonTree.of(value);
    if (isEmptyArray(tree)) {
      key.writeByte(0);
    } else {
      writeKey(tree, key);
    }
  }

  private static void writeKey(JsonTree tree, ValueWriter key) {
    key.writeByte(rank(tree));
    switch (tree) {
      case JsonTree.Null ignored -> {}
      case JsonTree.Bool bool -> key.writeByte(bool.value() ? 1 : 0);
      case JsonTree.Number number -> {
        Datum datum = new Datum();
        Numeric.set(datum, number.value());
        Numeric.writeKey(datum, key);
      }
      case JsonTree.Text text -> writeKey(text.value(), key);
      case JsonTree.Array array -> {
        key.writeInt(array.elements().size());
        for (JsonTree element : array.elements()) {
          writeKey(element, key);
        }
      }
      case JsonTree.Object object -> {
        key.writeInt(object.members().size());
        for (Map.Entry<String, JsonTree> member : object.members().entrySet()) {
          writeKey(member.getKey(), key);
          writeKey(member.getValue(), key);
        }
      }
    }
  }

  private static void writeKey(String text, ValueWriter key) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    KeyCode.writeText(bytes, 0, bytes.length, key);
  }
}
