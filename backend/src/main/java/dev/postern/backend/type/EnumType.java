package dev.postern.backend.type;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * An enum: a value is its label; the order is that of pg_enum.enumsortorder. A changed enum is a
 * new object; the sort orders of its old labels stay, so index keys do too.
 */
public final class EnumType extends SqlType {
  private final byte[][] labels;
  private final float[] sortOrders;
  private final Map<String, Integer> indexes = new HashMap<>();

  /**
   * @param labels in their order
   * @param sortOrders ascending, one for each label
   */
  public EnumType(int oid, String name, List<String> labels, float[] sortOrders) {
    super(oid, name, -1, false);
    this.labels = new byte[labels.size()][];
    for (int i = 0; i < labels.size(); i++) {
      this.labels[i] = labels.get(i).getBytes(StandardCharsets.UTF_8);
      indexes.put(labels.get(i), i);
    }
    this.sortOrders = sortOrders.clone();
  }

  public int labelCount() {
    return labels.length;
  }

  public String label(int index) {
    return new String(labels[index], StandardCharsets.UTF_8);
  }

  /** Place of a value among the labels. */
  public int index(Datum value) {
    Integer index = indexes.get(value.text());
    if (index == null) {
      throw unknown(value.text());
    }
    return index;
  }

  private SqlError unknown(String label) {
    return new SqlError(
        SqlState.INVALID_TEXT_REPRESENTATION,
        "invalid input value for enum " + name() + ": \"" + label + "\"");
  }

  @Override
  public void input(
      byte[] text, int offset, int length, int typmod, DisplayStyle style, Datum result) {
    Integer index = indexes.get(InputErrors.string(text, offset, length));
    if (index == null) {
      throw unknown(InputErrors.string(text, offset, length));
    }
    result.setBytes(labels[index]);
  }

  @Override
  public void output(Datum value, DisplayStyle style, ValueWriter writer) {
    writer.writeBytes(value.bytes, value.offset, value.length);
  }

  @Override
  public void receive(byte[] data, int offset, int length, int typmod, Datum result) {
    Utf8.check(data, offset, length);
    Integer index = indexes.get(InputErrors.string(data, offset, length));
    if (index == null) {
      throw unknown(InputErrors.string(data, offset, length));
    }
    result.setBytes(labels[index]);
  }

  @Override
  public int compare(Datum left, Datum right) {
    return ByteOrder.equal(left, right) ? 0 : Integer.compare(index(left), index(right));
  }

  @Override
  public boolean equal(Datum left, Datum right) {
    return ByteOrder.equal(left, right);
  }

  @Override
  public long hash(Datum value) {
    return Hashing.ofBytes(value.bytes, value.offset, value.length);
  }

  @Override
  public void writeKey(Datum value, ValueWriter key) {
    KeyCode.writeFloat(sortOrders[index(value)], key);
  }
}
