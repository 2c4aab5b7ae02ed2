package dev.postern.backend.type;

/** money in cents, shown as under lc_monetary "C": {@code $1,234.50}. */
final class MoneyType extends SqlType {
  MoneyType() {
    super(TypeOids.MONEY, "money", 8, true);
  }

  private static int skip(byte[] text, int from, int end, String skipped) {
    int at = from;
    while (at < end && (skipped.indexOf(text[at]) >= 0 || IntegerText.isSpace(text[at]))) {
      at++;
    }
    return at;
  }

  @Override
  public void input(
      byte[] text, int offset, int length, int typmod, DisplayStyle style, Datum result) {
    int end = offset + length;
    int at = skip(text, offset, end, "$");
    boolean negative = false;
    if (at < end && (text[at] == '-' || text[at] == '(')) {
      negative = true;
      at++;
    } else if (at < end && text[at] == '+') {
      at++;
    }
    at = skip(text, at, end, "$");
    long cents = 0;
    int decimals = -1;
    boolean overflow = false;
    // Counted downwards, as the least value has no positive counterpart.
    for (; at < end; at++) {
      byte c = text[at];
      if (c >= '0' && c <= '9' && decimals < 2) {
        overflow |= cents < (Long.MIN_VALUE + (c - '0')) / 10;
        cents = cents * 10 - (c - '0');
        decimals += decimals >= 0 ? 1 : 0;
      } else if (c == '.' && decimals < 0) {
        decimals = 0;
      } else if (c != ',') {
        break;
      }
    }
    boolean valid = true;
    boolean up = at < end && text[at] >= '5' && text[at] <= '9';
    while (at < end && text[at] >= '0' && text[at] <= '9') {
      at++;
    }
    for (int i = Math.max(decimals, 0); i < 2; i++) {
      overflow |= cents < Long.MIN_VALUE / 10;
      cents *= 10;
    }
    if (up) {
      overflow |= cents == Long.MIN_VALUE;
      cents--;
    }
    for (; at < end; at++) {
      byte c = text[at];
      if (c == '-') {
        negative = true;
      } else if (c != ')' && c != '+' && c != '$' && !IntegerText.isSpace(c)) {
        valid = false;
      }
    }
    if (!valid) {
      throw InputErrors.syntax("money", text, offset, length);
    }
    if (overflow || !negative && cents == Long.MIN_VALUE) {
      throw InputErrors.valueOutOfRange("money", text, offset, length);
    }
    result.setLong(negative ? cents : -cents);
  }

  @Override
  public void output(Datum value, DisplayStyle style, ValueWriter writer) {
    long cents = value.bits;
    if (cents < 0) {
      writer.writeByte('-');
    }
    writer.writeByte('$');
    long whole = Math.abs(cents / 100);
    int rest = (int) Math.abs(cents % 100);
    long unit = 1;
    while (whole / unit >= 1000) {
      unit *= 1000;
    }
    writer.writeDecimal(whole / unit);
    for (unit /= 1000; unit > 0; unit /= 1000) {
      int group = (int) (whole / unit % 1000);
      writer.writeByte(',');
      writer.writeByte('0' + group / 100);
      DateTimeText.writeTwo(group % 100, writer);
    }
    writer.writeByte('.');
    DateTimeText.writeTwo(rest, writer);
  }

  @Override
  public void receive(byte[] data, int offset, int length, int typmod, Datum result) {
    InputErrors.checkLength(length, 8);
    result.setLong(Bytes.getLong(data, offset));
  }

  @Override
  public int compare(Datum left, Datum right) {
    return Long.compare(left.bits, right.bits);
  }

  @Override
  public long hash(Datum value) {
    return Hashing.ofLong(value.bits);
  }

  @Override
  public void writeKey(Datum value, ValueWriter key) {
    KeyCode.writeLong(value.bits, key);
  }
}
