package dev.postern.backend.type;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import java.util.ArrayList;
import java.util.List;

/**
 * A multirange type: ranges that are not empty, in order, and neither overlap nor touch. A value is
 * its send form: their number, then each range with its length.
 */
public final class MultirangeType extends SqlType {
  private final RangeType range;

  public MultirangeType(int oid, String name, RangeType range) {
    super(oid, name, -1, false);
    this.range = range;
  }

  public RangeType range() {
    return range;
  }

  public static int rangeCount(Datum value) {
    return Bytes.getInt(value.bytes, value.offset);
  }

  /** The ranges of a value; they point into it. */
  public List<Datum> ranges(Datum value) {
    List<Datum> ranges = new ArrayList<>();
    int at = value.offset + 4;
    for (int i = rangeCount(value); i > 0; i--) {
      int length = Bytes.getInt(value.bytes, at);
      Datum item = new Datum();
      item.setBytes(value.bytes, at + 4, length);
      ranges.add(item);
      at += 4 + length;
    }
    return ranges;
  }

  /** Makes a multirange of any ranges: sorts them, drops empty ones, joins those that meet. */
  public void make(List<Datum> ranges, Datum result) {
    List<Datum> sorted = new ArrayList<>(ranges);
    sorted.removeIf(RangeType::isEmpty);
    sorted.sort(range::compare);
    List<Datum> joined = new ArrayList<>();
    RangeBound lower = new RangeBound();
    RangeBound upper = new RangeBound();
    RangeBound nextLower = new RangeBound();
    RangeBound nextUpper = new RangeBound();
    for (int i = 0; i < sorted.size(); i++) {
      range.bounds(sorted.get(i), nextLower, nextUpper);
      if (i > 0 && range.meets(upper, nextLower)) {
        if (range.compareUpper(nextUpper, upper) > 0) {
          upper.set(nextUpper);
        }
        continue;
      }
      if (i > 0) {
        joined.add(range(lower, upper));
      }
      lower.set(nextLower);
      upper.set(nextUpper);
    }
    if (!sorted.isEmpty()) {
      joined.add(range(lower, upper));
    }
    ByteArrayWriter writer = new ByteArrayWriter();
    writer.writeInt(joined.size());
    for (Datum item : joined) {
      writer.writeInt(item.length);
      writer.writeBytes(item.bytes, item.offset, item.length);
    }
    result.setBytes(writer.array(), 0, writer.size());
  }

  private Datum range(RangeBound lower, RangeBound upper) {
    Datum made = new Datum();
    range.make(lower, upper, made);
    return made;
  }

  private static SqlError malformed(byte[] text, int offset, int length, String detail) {
    return new SqlError(
            SqlState.INVALID_TEXT_REPRESENTATION,
            "malformed multirange literal: \"" + InputErrors.string(text, offset, length) + "\"")
        .detail(detail);
  }

  @Override
  public void input(
      byte[] text, int offset, int length, int typmod, DisplayStyle style, Datum result) {
    int end = offset + length;
    int at = skipSpaces(text, offset, end);
    if (at == end || text[at] != '{') {
      throw malformed(text, offset, length, "Missing left brace.");
    }
    List<Datum> ranges = new ArrayList<>();
    at = skipSpaces(text, at + 1, end);
    boolean closed = at < end && text[at] == '}';
    while (!closed) {
      at = skipSpaces(text, at, end);
      if (at == end) {
        throw malformed(text, offset, length, "Unexpected end of input.");
      }
      int start = at;
      if (text[at] == '[' || text[at] == '(') {
        at = rangeEnd(text, at + 1, end);
      } else if (end - at >= 5 && InputErrors.string(text, at, 5).equalsIgnoreCase("empty")) {
        at += 5;
      } else {
        throw malformed(text, offset, length, "Expected range start.");
      }
      if (at > end) {
        throw malformed(text, offset, length, "Unexpected end of input.");
      }
      Datum item = new Datum();
      range.input(text, start, at - start, typmod, style, item);
      ranges.add(item);
      at = skipSpaces(text, at, end);
      if (at == end) {
        throw malformed(text, offset, length, "Unexpected end of input.");
      }
      closed = text[at] == '}';
      if (!closed && text[at++] != ',') {
        throw malformed(text, offset, length, "Expected comma or end of multirange.");
      }
    }
    if (skipSpaces(text, at + 1, end) != end) {
      throw malformed(text, offset, length, "Junk after closing right brace.");
    }
    make(ranges, result);
  }

  /** Where a range ends, behind its parenthesis or bracket; beyond the end where it does not. */
  private static int rangeEnd(byte[] text, int from, int end) {
    boolean quoted = false;
    for (int at = from; at < end; at++) {
      byte c = text[at];
      if (c == '\\') {
        at++;
      } else if (c == '"') {
        quoted = !quoted;
      } else if (!quoted && (c == ']' || c == ')')) {
        return at + 1;
      }
    }
    return end + 1;
  }

  private static int skipSpaces(byte[] text, int from, int end) {
    int at = from;
    while (at < end && IntegerText.isSpace(text[at])) {
      at++;
    }
    return at;
  }

  @Override
  public void output(Datum value, DisplayStyle style, ValueWriter writer) {
    writer.writeByte('{');
    boolean first = true;
    for (Datum item : ranges(value)) {
      if (!first) {
        writer.writeByte(',');
      }
      first = false;
      range.output(item, style, writer);
    }
    writer.writeByte('}');
  }

  @Override
  public void receive(byte[] data, int offset, int length, int typmod, Datum result) {
    BinaryReader in = new BinaryReader(data, offset, length);
    int count = in.readInt();
    List<Datum> ranges = new ArrayList<>();
    for (int i = 0; Integer.compareUnsigned(i, count) < 0; i++) {
      int size = in.readInt();
      if (size < 0) {
        throw InputErrors.insufficientData();
      }
      Datum item = new Datum();
      range.receive(data, in.skip(size), size, typmod, item);
      ranges.add(item);
    }
    in.checkEnd();
    make(ranges, result);
  }

  /** Range by range, then by their number. */
  @Override
  public int compare(Datum left, Datum right) {
    List<Datum> leftRanges = ranges(left);
    List<Datum> rightRanges = ranges(right);
    for (int i = 0; i < leftRanges.size() && i < rightRanges.size(); i++) {
      int order = range.compare(leftRanges.get(i), rightRanges.get(i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(leftRanges.size(), rightRanges.size());
  }

  @Override
  public long hash(Datum value) {
    long hash = 0;
    for (Datum item : ranges(value)) {
      hash = Hashing.combine(hash, range.hash(item));
    }
    return hash;
  }

  @Override
  public void writeKey(Datum value, ValueWriter key) {
    for (Datum item : ranges(value)) {
      key.writeByte(1);
      range.writeKey(item, key);
    }
    key.writeByte(0);
  }
}
