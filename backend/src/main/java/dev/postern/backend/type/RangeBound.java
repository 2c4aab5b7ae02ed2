package dev.postern.backend.type;

/** One end of a range. A mutable holder, refilled for each range. */
public final class RangeBound {
  public boolean infinite = true;
  public boolean inclusive;
  public final Datum value = new Datum();

  public void set(RangeBound other) {
    infinite = other.infinite;
    inclusive = other.inclusive;
    value.set(other.value);
  }

  public void setInfinite() {
    infinite = true;
    inclusive = false;
    value.clear();
  }
}
