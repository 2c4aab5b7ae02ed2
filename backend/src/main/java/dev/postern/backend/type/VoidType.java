package dev.postern.backend.type;

/** void: what a procedure-like function returns. Its one value is empty in every form. */
final class VoidType extends SqlType {
  VoidType() {
    super(TypeOids.VOID, "void", 4, true);
  }

  @Override
  public void input(
      byte[] text, int offset, int length, int typmod, DisplayStyle style, Datum result) {
    result.setLong(0);
  }

  @Override
  public void output(Datum value, DisplayStyle style, ValueWriter writer) {}

  @Override
  public void receive(byte[] data, int offset, int length, int typmod, Datum result) {
    result.setLong(0);
  }

  @Override
  public void send(Datum value, ValueWriter writer) {}

  @Override
  public int sendLength(Datum value) {
    return 0;
  }

  @Override
  public int compare(Datum left, Datum right) {
    return 0;
  }

  @Override
  public long hash(Datum value) {
    return 0;
  }

  @Override
  public void writeKey(Datum value, ValueWriter key) {}
}
