package dev.postern.backend.type;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;

/** A type that stands in signatures only, such as anyelement or trigger: no value has it. */
public final class PseudoType extends SqlType {
  PseudoType(int oid, String name) {
    super(oid, name, -1, false);
  }

  private SqlError refusal(String verb) {
    return new SqlError(
        SqlState.FEATURE_NOT_SUPPORTED, "cannot " + verb + " a value of type " + name());
  }

  @Override
  public void input(
      byte[] text, int offset, int length, int typmod, DisplayStyle style, Datum result) {
    throw refusal("accept");
  }

  @Override
  public void output(Datum value, DisplayStyle style, ValueWriter writer) {
    throw refusal("display");
  }

  @Override
  public void receive(byte[] data, int offset, int length, int typmod, Datum result) {
    throw refusal("accept");
  }

  @Override
  public void send(Datum value, ValueWriter writer) {
    throw refusal("display");
  }

  @Override
  public int compare(Datum left, Datum right) {
    throw refusal("compare");
  }

  @Override
  public long hash(Datum value) {
    throw refusal("hash");
  }

  @Override
  public void writeKey(Datum value, ValueWriter key) {
    throw refusal("index");
  }
}
