package dev.postern.backend.type;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Big-endian integers in byte arrays, one load or store each. */
public final class Bytes {
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private Bytes() {}

  public static short getShort(byte[] bytes, int at) {
    return (short) (bytes[at] << 8 | bytes[at + 1] & 0xff);
  }

  public static int getInt(byte[] bytes, int at) {
    return (int) INT.get(bytes, at);
  }

  public static long getLong(byte[] bytes, int at) {
    return (long) LONG.get(bytes, at);
  }

  public static void putInt(byte[] bytes, int at, int value) {
    INT.set(bytes, at, value);
  }

  public static void putLong(byte[] bytes, int at, long value) {
    LONG.set(bytes, at, value);
  }
}
