package dev.postern.backend.type;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;

/**
 * A range type. A value is its send form: a byte of flags, then each finite bound with its length.
 */
public final class RangeType extends SqlType {
  private static final int EMPTY = 1;
  private static final int LOWER_INCLUSIVE = 2;
  private static final int UPPER_INCLUSIVE = 4;
  private static final int LOWER_INFINITE = 8;
  private static final int UPPER_INFINITE = 16;

  private final SqlType subtype;
  private final boolean discrete;

  /**
   * @param discrete whether ranges are brought to the form {@code [a,b)}: for int4, int8 and date
   */
  public RangeType(int oid, String name, SqlType subtype, boolean discrete) {
    super(oid, name, -1, false);
    this.subtype = subtype;
    this.discrete = discrete;
  }

  public SqlType subtype() {
    return subtype;
  }

  public static boolean isEmpty(Datum range) {
    return (range.bytes[range.offset] & EMPTY) != 0;
  }

  /** Loads the bounds of a range; false where it is empty, and they are left alone. */
  public boolean bounds(Datum range, RangeBound lower, RangeBound upper) {
    int flags = range.bytes[range.offset];
    if ((flags & EMPTY) != 0) {
      return false;
    }
    int at = range.offset + 1;
    lower.setInfinite();
    upper.setInfinite();
    if ((flags & LOWER_INFINITE) == 0) {
      int length = Bytes.getInt(range.bytes, at);
      lower.infinite = false;
      lower.inclusive = (flags & LOWER_INCLUSIVE) != 0;
      subtype.load(range.bytes, at + 4, length, lower.value);
      at += 4 + length;
    }
    if ((flags & UPPER_INFINITE) == 0) {
      upper.infinite = false;
      upper.inclusive = (flags & UPPER_INCLUSIVE) != 0;
      subtype.load(range.bytes, at + 4, Bytes.getInt(range.bytes, at), upper.value);
    }
    return true;
  }

  public void makeEmpty(Datum result) {
    result.setBytes(new byte[] {EMPTY});
  }

  /** Makes a range, changing the bounds; throws 22000 where they are the wrong way round. */
  public void make(RangeBound lower, RangeBound upper, Datum result) {
    if (holdsNothing(lower, upper)) {
      makeEmpty(result);
      return;
    }
    if (discrete) {
      // (a is [a+1, and b] is b+1).
      if (!lower.infinite && !lower.inclusive) {
        lower.inclusive = step(lower.value);
      }
      if (!upper.infinite && upper.inclusive) {
        upper.inclusive = !step(upper.value);
      }
      if (holdsNothing(lower, upper)) {
        makeEmpty(result);
        return;
      }
    }
    ByteArrayWriter writer = new ByteArrayWriter();
    int flags = lower.infinite ? LOWER_INFINITE : lower.inclusive ? LOWER_INCLUSIVE : 0;
    flags |= upper.infinite ? UPPER_INFINITE : upper.inclusive ? UPPER_INCLUSIVE : 0;
    writer.writeByte(flags);
    writeBound(lower, writer);
    writeBound(upper, writer);
    result.setBytes(writer.array(), 0, writer.size());
  }

  /** Whether the bounds are equal and not both inclusive; throws where they are out of order. */
  private boolean holdsNothing(RangeBound lower, RangeBound upper) {
    if (lower.infinite || upper.infinite) {
      return false;
    }
    int order = subtype.compare(lower.value, upper.value);
    if (order > 0) {
      throw new SqlError(
          SqlState.DATA_EXCEPTION,
          "range lower bound must be less than or equal to range upper bound");
    }
    return order == 0 && !(lower.inclusive && upper.inclusive);
  }

  /** Goes to the next value; false where a date is infinite and has none. */
  private boolean step(Datum value) {
    switch (subtype.oid()) {
      case TypeOids.INT4 -> {
        if (value.bits == Integer.MAX_VALUE) {
          throw InputErrors.outOfRange("integer");
        }
      }
      case TypeOids.INT8 -> {
        if (value.bits == Long.MAX_VALUE) {
          throw InputErrors.outOfRange("bigint");
        }
      }
      case TypeOids.DATE -> {
        if (!DateTimes.isFiniteDate((int) value.bits)) {
          return false;
        }
        if (!DateTimes.isValidDate(value.bits + 1)) {
          throw DateTimes.dateOutOfRange();
        }
      }
      default -> throw new IllegalStateException(subtype + " is not discrete");
    }
    value.bits++;
    return true;
  }

  private void writeBound(RangeBound bound, ByteArrayWriter writer) {
    if (!bound.infinite) {
      writer.writeInt(subtype.sendLength(bound.value));
      subtype.send(bound.value, writer);
    }
  }

  private static SqlError malformed(byte[] text, int offset, int length, String detail) {
    return new SqlError(
            SqlState.INVALID_TEXT_REPRESENTATION,
            "malformed range literal: \"" + InputErrors.string(text, offset, length) + "\"")
        .detail(detail);
  }

  private static int skipSpaces(byte[] text, int from, int end) {
    int at = from;
    while (at < end && IntegerText.isSpace(text[at])) {
      at++;
    }
    return at;
  }

  @Override
  public void input(
      byte[] text, int offset, int length, int typmod, DisplayStyle style, Datum result) {
    int end = offset + length;
    int at = skipSpaces(text, offset, end);
    if (end - at >= 5 && InputErrors.string(text, at, 5).equalsIgnoreCase("empty")) {
      if (skipSpaces(text, at + 5, end) != end) {
        throw malformed(text, offset, length, "Junk after \"empty\" key word.");
      }
      makeEmpty(result);
      return;
    }
    if (at == end || text[at] != '[' && text[at] != '(') {
      throw malformed(text, offset, length, "Missing left parenthesis or bracket.");
    }
    RangeBound lower = new RangeBound();
    RangeBound upper = new RangeBound();
    boolean lowerInclusive = text[at++] == '[';
    at = bound(text, offset, length, at, lower);
    if (text[at] != ',') {
      throw malformed(text, offset, length, "Missing comma after lower bound.");
    }
    at = bound(text, offset, length, at + 1, upper);
    if (text[at] == ',') {
      throw malformed(text, offset, length, "Too many commas.");
    }
    if (skipSpaces(text, at + 1, end) != end) {
      throw malformed(text, offset, length, "Junk after right parenthesis or bracket.");
    }
    inputBound(style, lower);
    inputBound(style, upper);
    lower.inclusive = lowerInclusive && !lower.infinite;
    upper.inclusive = text[at] == ']' && !upper.infinite;
    make(lower, upper, result);
  }

  /** Finds a bound's text; gives where the comma, parenthesis or bracket after it is. */
  private int bound(byte[] text, int offset, int length, int from, RangeBound bound) {
    int end = offset + length;
    int at = from;
    if (at < end && (text[at] == ',' || text[at] == ')' || text[at] == ']')) {
      return at;
    }
    ByteArrayWriter value = new ByteArrayWriter();
    boolean quoted = false;
    while (true) {
      if (at >= end) {
        throw malformed(text, offset, length, "Unexpected end of input.");
      }
      byte c = text[at];
      if (!quoted && (c == ',' || c == ')' || c == ']')) {
        break;
      }
      at++;
      if (c == '\\') {
        if (at >= end) {
          throw malformed(text, offset, length, "Unexpected end of input.");
        }
        value.writeByte(text[at++]);
      } else if (c != '"') {
        value.writeByte(c);
      } else if (quoted && at < end && text[at] == '"') {
        value.writeByte(text[at++]);
      } else {
        quoted = !quoted;
      }
    }
    bound.infinite = false;
    bound.value.setBytes(value.array(), 0, value.size());
    return at;
  }

  /** Reads the text that {@link #bound} found. */
  private void inputBound(DisplayStyle style, RangeBound bound) {
    if (!bound.infinite) {
      Datum text = bound.value;
      subtype.input(text.bytes, text.offset, text.length, -1, style, text);
    }
  }

  @Override
  public void output(Datum value, DisplayStyle style, ValueWriter writer) {
    RangeBound lower = new RangeBound();
    RangeBound upper = new RangeBound();
    if (!bounds(value, lower, upper)) {
      writer.writeAscii("empty");
      return;
    }
    writer.writeByte(lower.inclusive ? '[' : '(');
    outputBound(lower, style, writer);
    writer.writeByte(',');
    outputBound(upper, style, writer);
    writer.writeByte(upper.inclusive ? ']' : ')');
  }

  private void outputBound(RangeBound bound, DisplayStyle style, ValueWriter writer) {
    if (bound.infinite) {
      return;
    }
    ByteArrayWriter text = new ByteArrayWriter();
    subtype.output(bound.value, style, text);
    boolean quotes = text.size() == 0;
    for (int i = 0; i < text.size() && !quotes; i++) {
      byte c = text.array()[i];
      quotes = "\"\\()[],".indexOf(c) >= 0 || IntegerText.isSpace(c);
    }
    if (!quotes) {
      writer.writeBytes(text.array(), 0, text.size());
      return;
    }
    writer.writeByte('"');
    for (int i = 0; i < text.size(); i++) {
      byte c = text.array()[i];
      if (c == '"' || c == '\\') {
        writer.writeByte(c);
      }
      writer.writeByte(c);
    }
    writer.writeByte('"');
  }

  @Override
  public void receive(byte[] data, int offset, int length, int typmod, Datum result) {
    BinaryReader in = new BinaryReader(data, offset, length);
    int flags = in.readByte() & 0x1f;
    RangeBound lower = new RangeBound();
    RangeBound upper = new RangeBound();
    if ((flags & EMPTY) == 0) {
      receiveBound(in, data, flags, LOWER_INFINITE, LOWER_INCLUSIVE, typmod, lower);
      receiveBound(in, data, flags, UPPER_INFINITE, UPPER_INCLUSIVE, typmod, upper);
    }
    in.checkEnd();
    if ((flags & EMPTY) != 0) {
      makeEmpty(result);
    } else {
      make(lower, upper, result);
    }
  }

  private void receiveBound(
      BinaryReader in,
      byte[] data,
      int flags,
      int infinite,
      int inclusive,
      int typmod,
      RangeBound bound) {
    if ((flags & infinite) != 0) {
      return;
    }
    int length = in.readInt();
    if (length < 0) {
      throw InputErrors.insufficientData();
    }
    bound.infinite = false;
    bound.inclusive = (flags & inclusive) != 0;
    subtype.receive(data, in.skip(length), length, typmod, bound.value);
  }

  /** Order of lower bounds. */
  public int compareLower(RangeBound left, RangeBound right) {
    if (left.infinite || right.infinite) {
      return Boolean.compare(right.infinite, left.infinite);
    }
    int order = subtype.compare(left.value, right.value);
    return order != 0 ? order : Boolean.compare(right.inclusive, left.inclusive);
  }

  /** Order of upper bounds. */
  public int compareUpper(RangeBound left, RangeBound right) {
    if (left.infinite || right.infinite) {
      return Boolean.compare(left.infinite, right.infinite);
    }
    int order = subtype.compare(left.value, right.value);
    return order != 0 ? order : Boolean.compare(left.inclusive, right.inclusive);
  }

  /** Whether nothing lies between a range's end and another's start: they overlap or touch. */
  boolean meets(RangeBound upper, RangeBound lower) {
    if (upper.infinite || lower.infinite) {
      return true;
    }
    int order = subtype.compare(lower.value, upper.value);
    return order < 0 || order == 0 && (upper.inclusive || lower.inclusive);
  }

  /** Empty first, then by the lower bound, then by the upper one. */
  @Override
  public int compare(Datum left, Datum right) {
    if (isEmpty(left) || isEmpty(right)) {
      return Boolean.compare(isEmpty(right), isEmpty(left));
    }
    RangeBound leftLower = new RangeBound();
    RangeBound leftUpper = new RangeBound();
    RangeBound rightLower = new RangeBound();
    RangeBound rightUpper = new RangeBound();
    bounds(left, leftLower, leftUpper);
    bounds(right, rightLower, rightUpper);
    int order = compareLower(leftLower, rightLower);
    return order != 0 ? order : compareUpper(leftUpper, rightUpper);
  }

  @Override
  public long hash(Datum value) {
    RangeBound lower = new RangeBound();
    RangeBound upper = new RangeBound();
    if (!bounds(value, lower, upper)) {
      return 0;
    }
    long hash = value.bytes[value.offset];
    hash = Hashing.combine(hash, lower.infinite ? 0 : subtype.hash(lower.value));
    return Hashing.combine(hash, upper.infinite ? 0 : subtype.hash(upper.value));
  }

  @Override
  public void writeKey(Datum value, ValueWriter key) {
    RangeBound lower = new RangeBound();
    RangeBound upper = new RangeBound();
    if (!bounds(value, lower, upper)) {
      key.writeByte(0);
      return;
    }
    key.writeByte(1);
    key.writeByte(lower.infinite ? 0 : 1);
    if (!lower.infinite) {
      subtype.writeKey(lower.value, key);
      key.writeByte(lower.inclusive ? 0 : 1);
    }
    key.writeByte(upper.infinite ? 2 : 1);
    if (!upper.infinite) {
      subtype.writeKey(upper.value, key);
      key.writeByte(upper.inclusive ? 1 : 0);
    }
  }
}
