package dev.postern.backend.type;

/**
 * Sums up the fields of an interval while it is read. Each method gives false where the sum leaves
 * its range.
 */
final class IntervalFields {
  private static final int DAYS_PER_MONTH = 30;

  int years;
  int months;
  int days;
  long micros;

  /** Adds so many units of a size in microseconds. */
  boolean addMicros(long value, double fraction, long unit) {
    long product = value * unit;
    if (Math.multiplyHigh(value, unit) != product >> 63 || !addWhole(product)) {
      return false;
    }
    return addFractionOf(fraction, unit);
  }

  private boolean addWhole(long amount) {
    long sum = micros + amount;
    if (((micros ^ sum) & (amount ^ sum)) < 0) {
      return false;
    }
    micros = sum;
    return true;
  }

  boolean addFractionOf(double fraction, long unit) {
    if (fraction == 0) {
      return true;
    }
    double product = fraction * unit;
    long whole = (long) product;
    double rest = product - whole;
    if (rest > 0.5) {
      whole++;
    } else if (rest < -0.5) {
      whole--;
    }
    return addWhole(whole);
  }

  boolean addDays(long value, int scale) {
    if (value != (int) value) {
      return false;
    }
    long sum = days + value * scale;
    boolean fits = value * scale == (int) (value * scale) && sum == (int) sum;
    days = (int) sum;
    return fits;
  }

  /** A fraction of a unit of so many days; what is no whole day goes to the microseconds. */
  boolean addFractionOfDays(double fraction, int scale) {
    if (fraction == 0) {
      return true;
    }
    double product = fraction * scale;
    int whole = (int) product;
    return addDays(whole, 1) && addFractionOf(product - whole, DateTimes.MICROS_PER_DAY);
  }

  boolean addMonths(long value, double fraction) {
    long sum = months + value;
    boolean fits = value == (int) value && sum == (int) sum;
    months = (int) sum;
    return fits && addFractionOfDays(fraction, DAYS_PER_MONTH);
  }

  boolean addYears(long value, double fraction, int scale) {
    if (value != (int) value) {
      return false;
    }
    long product = value * scale;
    long sum = years + product;
    if (product != (int) product || sum != (int) sum) {
      return false;
    }
    years = (int) sum;
    if (fraction == 0) {
      return true;
    }
    long monthSum = months + (long) (int) Math.rint(fraction * scale * 12);
    months = (int) monthSum;
    return monthSum == months;
  }

  boolean negate() {
    if (years == Integer.MIN_VALUE
        || months == Integer.MIN_VALUE
        || days == Integer.MIN_VALUE
        || micros == Long.MIN_VALUE) {
      return false;
    }
    years = -years;
    months = -months;
    days = -days;
    micros = -micros;
    return true;
  }

  void store(Datum result) {
    long total = years * 12L + months;
    if (total != (int) total || !Interval.isFinite((int) total, days, micros)) {
      throw Interval.outOfRange();
    }
    Interval.set(result, (int) total, days, micros);
  }
}
