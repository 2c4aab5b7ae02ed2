package dev.postern.backend.type;

/** json: text that was checked, kept as it was written. */
final class JsonType extends TextType {
  JsonType() {
    super(TypeOids.JSON, "json");
  }

  @Override
  public void input(
      byte[] text, int offset, int length, int typmod, DisplayStyle style, Datum result) {
    Utf8.check(text, offset, length);
    JsonParser.check(text, offset, length);
    result.setBytes(text, offset, length);
  }

  @Override
  public void receive(byte[] data, int offset, int length, int typmod, Datum result) {
    Utf8.check(data, offset, length);
    JsonParser.check(data, offset, length);
    result.setBytes(data, offset, length);
  }
}
