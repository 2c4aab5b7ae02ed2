package dev.postern.backend.type;

/** float8: NaN equals itself and is greater than all others. */
final class DoubleType extends SqlType {
  DoubleType() {
    super(TypeOids.FLOAT8, "float8", 8, true);
  }

  @Override
  public void input(
      byte[] text, int offset, int length, int typmod, DisplayStyle style, Datum result) {
    result.setDouble(FloatText.parseDouble(text, offset, length));
  }

  @Override
  public void output(Datum value, DisplayStyle style, ValueWriter writer) {
    FloatText.write(value.doubleValue(), style.extraFloatDigits, writer);
  }

  @Override
  public void receive(byte[] data, int offset, int length, int typmod, Datum result) {
    InputErrors.checkLength(length, 8);
    result.setLong(Bytes.getLong(data, offset));
  }

  @Override
  public int compare(Datum left, Datum right) {
    return compare(left.doubleValue(), right.doubleValue());
  }

  static int compare(double left, double right) {
    if (left < right) {
      return -1;
    }
    if (left > right) {
      return 1;
    }
    if (left == right) {
      return 0;
    }
    return Boolean.compare(Double.isNaN(left), Double.isNaN(right));
  }

  @Override
  public long hash(Datum value) {
    double number = value.doubleValue();
    return Hashing.ofLong(Double.doubleToLongBits(number == 0 ? 0.0 : number));
  }

  @Override
  public void writeKey(Datum value, ValueWriter key) {
    KeyCode.writeDouble(value.doubleValue(), key);
  }
}
