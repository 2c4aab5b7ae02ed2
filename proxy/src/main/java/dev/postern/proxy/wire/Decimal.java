package dev.postern.proxy.wire;

import io.netty.buffer.ByteBuf;

/** Integers in decimal, written without a string in between. */
final class Decimal {
  /** The digits 00 to 99 as big-endian pairs: one store writes two digits. */
  private static final short[] PAIRS = new short[100];

  static {
    for (int i = 0; i < 100; i++) {
      PAIRS[i] = (short) ('0' + i / 10 << 8 | '0' + i % 10);
    }
  }

  private Decimal() {}

  static void write(ByteBuf out, long value) {
    if (value == Long.MIN_VALUE) {
      // Its absolute value is no long.
      write(out, Long.MIN_VALUE / 10);
      out.writeByte('8');
      return;
    }
    long rest = value;
    if (rest < 0) {
      out.writeByte('-');
      rest = -rest;
    }
    int digits = digits(rest);
    int start = out.writerIndex();
    out.ensureWritable(digits);
    int at = start + digits;
    while (rest >= 100) {
      at -= 2;
      out.setShort(at, PAIRS[(int) (rest % 100)]);
      rest /= 100;
    }
    if (rest >= 10) {
      out.setShort(at - 2, PAIRS[(int) rest]);
    } else {
      out.setByte(at - 1, '0' + (int) rest);
    }
    out.writerIndex(start + digits);
  }

  private static int digits(long value) {
    int digits = 1;
    for (long limit = 10; value >= limit; limit *= 10) {
      digits++;
      if (digits == 19) {
        // 10^19 is no long.
        break;
      }
    }
    return digits;
  }
}
