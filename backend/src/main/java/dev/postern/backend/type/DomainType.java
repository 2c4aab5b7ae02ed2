package dev.postern.backend.type;

/**
 * A domain: the values of its base type, under constraints that whoever stores or casts a value
 * checks (they are expressions, which this package does not know).
 */
public final class DomainType extends SqlType {
  private final SqlType base;
  private final int baseTypmod;

  public DomainType(int oid, String name, SqlType base, int baseTypmod) {
    super(oid, name, base.width(), base.byValue());
    this.base = base;
    this.baseTypmod = baseTypmod;
  }

  public SqlType base() {
    return base;
  }

  public int baseTypmod() {
    return baseTypmod;
  }

  @Override
  public void input(
      byte[] text, int offset, int length, int typmod, DisplayStyle style, Datum result) {
    base.input(text, offset, length, baseTypmod, style, result);
  }

  @Override
  public void output(Datum value, DisplayStyle style, ValueWriter writer) {
    base.output(value, style, writer);
  }

  @Override
  public void receive(byte[] data, int offset, int length, int typmod, Datum result) {
    base.receive(data, offset, length, baseTypmod, result);
  }

  @Override
  public void send(Datum value, ValueWriter writer) {
    base.send(value, writer);
  }

  @Override
  public int sendLength(Datum value) {
    return base.sendLength(value);
  }

  @Override
  public int compare(Datum left, Datum right) {
    return base.compare(left, right);
  }

  @Override
  public boolean equal(Datum left, Datum right) {
    return base.equal(left, right);
  }

  @Override
  public long hash(Datum value) {
    return base.hash(value);
  }

  @Override
  public void writeKey(Datum value, ValueWriter key) {
    base.writeKey(value, key);
  }

  @Override
  public void applyTypmod(Datum value, int typmod, boolean explicit) {
    base.applyTypmod(value, baseTypmod, explicit);
  }
}
