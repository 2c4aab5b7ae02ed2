package dev.postern.backend.type;

/** A type whose send form has one width and whose order is that of its bytes. */
abstract class FixedBytesType extends SqlType {
  FixedBytesType(int oid, String name, int width) {
    super(oid, name, width, false);
  }

  @Override
  public void receive(byte[] data, int offset, int length, int typmod, Datum result) {
    InputErrors.checkLength(length, width());
    result.setBytes(data, offset, length);
  }

  @Override
  public int compare(Datum left, Datum right) {
    return ByteOrder.compare(left, right);
  }

  @Override
  public long hash(Datum value) {
    return Hashing.ofBytes(value.bytes, value.offset, width());
  }

  @Override
  public void writeKey(Datum value, ValueWriter key) {
    key.writeBytes(value.bytes, value.offset, width());
  }
}
