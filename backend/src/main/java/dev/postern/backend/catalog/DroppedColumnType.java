package dev.postern.backend.catalog;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.DisplayStyle;
import dev.postern.backend.type.SqlType;
import dev.postern.backend.type.ValueWriter;

/** The place of a dropped column in a tuple: rows written before still have its bytes. */
final class DroppedColumnType extends SqlType {
  DroppedColumnType(int width) {
    super(0, "-", width, false);
  }

  private static SqlError refusal() {
    return new SqlError(SqlState.INTERNAL_ERROR, "value of a dropped column");
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
