package dev.postern.backend.type;

/** float4: as float8, in 32 bits. */
final class FloatType extends SqlType {
  FloatType() {
    super(TypeOids.FLOAT4, "float4", 4, true);
  }

  @Override
  public void input(
      byte[] text, int offset, int length, int typmod, DisplayStyle style, Datum result) {
    result.setFloat(FloatText.parseFloat(text, offset, length));
  }

  @Override
  public void output(Datum value, DisplayStyle style, ValueWriter writer) {
    FloatText.write(value.floatValue(), style.extraFloatDigits, writer);
  }

  @Override
  public void receive(byte[] data, int offset, int length, int typmod, Datum result) {
    InputErrors.checkLength(length, 4);
    result.setLong(Bytes.getInt(data, offset));
  }

  @Override
  public int compare(Datum left, Datum right) {
    return DoubleType.compare(left.floatValue(), right.floatValue());
  }

  @Override
  public long hash(Datum value) {
    float number = value.floatValue();
    return Hashing.ofLong(Double.doubleToLongBits(number == 0 ? 0.0 : number));
  }

  @Override
  public void writeKey(Datum value, ValueWriter key) {
    KeyCode.writeFloat(value.floatValue(), key);
  }
}
