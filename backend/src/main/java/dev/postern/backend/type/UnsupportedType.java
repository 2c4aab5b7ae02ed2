package dev.postern.backend.type;

import dev.postern.backend.error.SqlError;

/** A type that PostgreSQL has and this engine does not yet: it has a name, and refuses values. */
public final class UnsupportedType extends SqlType {
  public UnsupportedType(int oid, String name) {
    super(oid, name, -1, false);
  }

  private SqlError refusal() {
    return SqlError.notSupported("type " + name());
  }

  @Override
  public void input(
      byte[] text, int offset, int length, int typmod, DisplayStyle style, Datum result) {
    throw refusal();
  }

  @Override
  public void output(Datum value, DisplayStyle style, ValueWriter writer) {
    throw refusal();
  }

  @Override
  public void receive(byte[] data, int offset, int length, int typmod, Datum result) {
    throw refusal();
  }

  @Override
  public void send(Datum value, ValueWriter writer) {
    throw refusal();
  }

  @Override
  public int compare(Datum left, Datum right) {
    throw refusal();
  }

  @Override
  public long hash(Datum value) {
    throw refusal();
  }

  @Override
  public void writeKey(Datum value, ValueWriter key) {
    throw refusal();
  }
}
