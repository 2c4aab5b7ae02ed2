package dev.postern.backend.type;

import dev.postern.backend.error.SqlError;

/**
 * regclass, regtype, regproc and the others (manual, "Object Identifier Types"): an OID whose text
 * form is a name. Names are the session's {@link ObjectNames}' to find; without them only numbers
 * are read, and numbers are written.
 */
final class ObjectIdentifierType extends SqlType {
  ObjectIdentifierType(int oid, String name) {
    super(oid, name, 4, true);
  }

  @Override
  public void input(
      byte[] text, int offset, int length, int typmod, DisplayStyle style, Datum result) {
    if (length == 1 && text[offset] == '-') {
      result.setLong(0);
      return;
    }
    boolean number = length > 0;
    for (int i = 0; i < length; i++) {
      number &= text[offset + i] >= '0' && text[offset + i] <= '9';
    }
    if (number) {
      result.setLong(IntegerText.parseUnsigned(text, offset, length, "oid"));
      return;
    }
    ObjectNames names = style.objectNames;
    if (names == null) {
      throw SqlError.notSupported("input of type " + name() + " by name");
    }
    result.setLong(names.find(oid(), InputErrors.string(text, offset, length), style));
  }

  @Override
  public void output(Datum value, DisplayStyle style, ValueWriter writer) {
    int oid = (int) value.bits;
    if (oid == 0) {
      writer.writeByte('-');
      return;
    }
    ObjectNames names = style.objectNames;
    if (names == null || !names.write(oid(), oid, style, writer)) {
      writer.writeDecimal(oid & 0xffff_ffffL);
    }
  }

  @Override
  public void receive(byte[] data, int offset, int length, int typmod, Datum result) {
    InputErrors.checkLength(length, 4);
    result.setLong(Bytes.getInt(data, offset));
  }

  @Override
  public int compare(Datum left, Datum right) {
    return Long.compareUnsigned(left.bits, right.bits);
  }

  @Override
  public long hash(Datum value) {
    return Hashing.ofLong(value.bits);
  }

  @Override
  public void writeKey(Datum value, ValueWriter key) {
    key.writeInt((int) value.bits);
  }
}
