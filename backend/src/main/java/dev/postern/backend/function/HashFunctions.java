package dev.postern.backend.function;

import dev.postern.backend.type.Datum;
import dev.postern.backend.type.Numeric;
import org.jspecify.annotations.Nullable;

/**
 * PostgreSQL's own hash functions of values: what hash partitioning and hash functions called by
 * name give. With a seed they are 64 bits wide.
 */
final class HashFunctions implements FunctionTopic {
  @Override
  public @Nullable ScalarFunction scalar(String key, CallSite site) {
    boolean extended = key.endsWith("extended");
    String stem = extended ? key.substring(0, key.length() - 8) : key;
    if (stem.endsWith("_")) {
      stem = stem.substring(0, stem.length() - 1);
    }
    ValueHash hash = hash(stem);
    if (hash == null) {
      return null;
    }
    return extended
        ? (c, a, r) -> r.setLong(hash.hash(a[0], a[1].bits, true))
        : (c, a, r) -> r.setLong((int) hash.hash(a[0], 0, false));
  }

  /** A value's hash: 32 bits, or 64 with a seed. */
  private interface ValueHash {
    long hash(Datum value, long seed, boolean wide);
  }

  private static @Nullable ValueHash hash(String stem) {
    return switch (stem) {
      case "hashint2",
          "hashint4",
          "hashoid",
          "hashchar",
          "hashbool",
          "hashdate",
          "hashenum",
          "hashxid",
          "hashcid" ->
          (v, seed, wide) -> ofInt((int) v.bits, seed, wide);
      case "hashint8", "timestamp_hash", "timestamptz_hash", "time_hash", "hashxid8" ->
          (v, seed, wide) -> ofLong(v.bits, seed, wide);
      case "hashtext", "hashname", "hashbytea", "hashvarlena", "uuid_hash" ->
          (v, seed, wide) -> ofBytes(v.bytes, v.offset, v.length, seed, wide);
      case "hashbpchar" ->
          (v, seed, wide) -> ofBytes(v.bytes, v.offset, TextFunctions.unpadded(v), seed, wide);
      case "hashfloat4" -> (v, seed, wide) -> ofDouble(v.floatValue(), seed, wide);
      case "hashfloat8" -> (v, seed, wide) -> ofDouble(v.doubleValue(), seed, wide);
      case "hash_numeric" -> HashFunctions::ofNumeric;
      default -> null;
    };
  }

  private static long ofInt(int value, long seed, boolean wide) {
    return wide ? JenkinsHash.ofInt(value, seed) : JenkinsHash.ofInt(value) & 0xffffffffL;
  }

  /** Folds the halves so that equal numbers of smaller types hash the same. */
  private static long ofLong(long value, long seed, boolean wide) {
    int low = (int) value;
    int high = (int) (value >> 32);
    return ofInt(low ^ (value >= 0 ? high : ~high), seed, wide);
  }

  static long ofBytes(byte[] bytes, int offset, int length, long seed, boolean wide) {
    return wide
        ? JenkinsHash.ofBytes(bytes, offset, length, seed)
        : JenkinsHash.ofBytes(bytes, offset, length) & 0xffffffffL;
  }

  private static long ofDouble(double value, long seed, boolean wide) {
    if (value == 0) {
      return wide ? seed : 0;
    }
    long bits = Double.isNaN(value) ? 0x7ff8000000000000L : Double.doubleToRawLongBits(value);
    byte[] bytes = new byte[8];
    for (int i = 0; i < 8; i++) {
      bytes[i] = (byte) (bits >> 8 * i);
    }
    return ofBytes(bytes, 0, 8, seed, wide);
  }

  /** The digits in base 10000 as little-endian numbers of 16 bits, combined with the weight. */
  private static long ofNumeric(Datum value, long seed, boolean wide) {
    if (!Numeric.isFinite(value)) {
      return wide ? seed : 0;
    }
    int count = (value.length - 8) / 2;
    if (count == 0) {
      return wide ? seed - 1 : 0xffffffffL;
    }
    byte[] digits = new byte[2 * count];
    for (int i = 0; i < count; i++) {
      digits[2 * i] = value.bytes[value.offset + 8 + 2 * i + 1];
      digits[2 * i + 1] = value.bytes[value.offset + 8 + 2 * i];
    }
    int weight =
        (short) (value.bytes[value.offset + 2] << 8 | value.bytes[value.offset + 3] & 0xff);
    long hash = ofBytes(digits, 0, digits.length, seed, wide);
    return wide ? hash ^ weight : (hash ^ weight) & 0xffffffffL;
  }
}
