package dev.postern.backend.function;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.InputErrors;
import dev.postern.backend.type.Utf8;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;
import org.jspecify.annotations.Nullable;

/** Digests, checksums, textual forms of bytes, numbers in other bases, and single bits. */
final class Encodings implements FunctionTopic {
  @Override
  public @Nullable ScalarFunction scalar(String key, CallSite site) {
    return switch (key) {
      case "md5_text", "md5_bytea" ->
          (c, a, r) -> r.setText(HexFormat.of().formatHex(digest("MD5", a[0])));
      case "sha224_bytea" -> (c, a, r) -> r.setBytes(digest("SHA-224", a[0]));
      case "sha256_bytea" -> (c, a, r) -> r.setBytes(digest("SHA-256", a[0]));
      case "sha384_bytea" -> (c, a, r) -> r.setBytes(digest("SHA-384", a[0]));
      case "sha512_bytea" -> (c, a, r) -> r.setBytes(digest("SHA-512", a[0]));
      case "crc32_bytea" -> (c, a, r) -> r.setLong(checksum(new CRC32(), a[0]));
      case "crc32c_bytea" -> (c, a, r) -> r.setLong(checksum(new CRC32C(), a[0]));
      case "to_hex32" -> (c, a, r) -> r.setText(Integer.toHexString((int) a[0].bits));
      case "to_hex64" -> (c, a, r) -> r.setText(Long.toHexString(a[0].bits));
      case "to_oct32" -> (c, a, r) -> r.setText(Integer.toOctalString((int) a[0].bits));
      case "to_oct64" -> (c, a, r) -> r.setText(Long.toOctalString(a[0].bits));
      case "to_bin32" -> (c, a, r) -> r.setText(Integer.toBinaryString((int) a[0].bits));
      case "to_bin64" -> (c, a, r) -> r.setText(Long.toBinaryString(a[0].bits));
      case "binary_encode" -> (c, a, r) -> r.setText(BinaryText.encoded(a[0], a[1].text()));
      case "binary_decode" -> (c, a, r) -> r.setBytes(BinaryText.decoded(a[0], a[1].text()));
      case "pg_convert_to" -> (c, a, r) -> convertTo(a[0], a[1].text(), r);
      case "pg_convert_from" -> (c, a, r) -> convertFrom(a[0], a[1].text(), r);
      default -> bits(key);
    };
  }

  private static @Nullable ScalarFunction bits(String key) {
    return switch (key) {
      case "byteaGetByte" ->
          (c, a, r) -> r.setLong(a[0].bytes[a[0].offset + index(a[1].bits, a[0].length)] & 0xff);
      case "byteaSetByte" ->
          (c, a, r) -> {
            int at = index(a[1].bits, a[0].length);
            byte[] bytes = a[0].copyBytes();
            bytes[at] = (byte) a[2].bits;
            r.setBytes(bytes);
          };
      case "byteaGetBit" ->
          (c, a, r) -> {
            long at = a[1].bits;
            checkIndex(at, 8L * a[0].length);
            r.setLong(a[0].bytes[a[0].offset + (int) (at >> 3)] >> (at & 7) & 1);
          };
      case "byteaSetBit" ->
          (c, a, r) -> {
            long at = a[1].bits;
            checkIndex(at, 8L * a[0].length);
            if (a[2].bits != 0 && a[2].bits != 1) {
              throw new SqlError(SqlState.INVALID_PARAMETER_VALUE, "new bit must be 0 or 1");
            }
            byte[] bytes = a[0].copyBytes();
            int mask = 1 << (at & 7);
            int old = bytes[(int) (at >> 3)];
            bytes[(int) (at >> 3)] = (byte) (a[2].bits == 1 ? old | mask : old & ~mask);
            r.setBytes(bytes);
          };
      case "bytea_bit_count" ->
          (c, a, r) -> {
            long count = 0;
            for (int i = 0; i < a[0].length; i++) {
              count += Integer.bitCount(a[0].bytes[a[0].offset + i] & 0xff);
            }
            r.setLong(count);
          };
      case "int2_bytea" -> (c, a, r) -> r.setBytes(bigEndian(a[0].bits, 2));
      case "int4_bytea" -> (c, a, r) -> r.setBytes(bigEndian(a[0].bits, 4));
      case "int8_bytea" -> (c, a, r) -> r.setBytes(bigEndian(a[0].bits, 8));
      case "bytea_int2" -> (c, a, r) -> r.setLong((short) integer(a[0], 2, "smallint"));
      case "bytea_int4" -> (c, a, r) -> r.setLong((int) integer(a[0], 4, "integer"));
      case "bytea_int8" -> (c, a, r) -> r.setLong(integer(a[0], 8, "bigint"));
      default -> null;
    };
  }

  private static byte[] digest(String algorithm, Datum value) {
    try {
      MessageDigest digest = MessageDigest.getInstance(algorithm);
      digest.update(value.bytes, value.offset, value.length);
      return digest.digest();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static long checksum(Checksum checksum, Datum value) {
    checksum.update(value.bytes, value.offset, value.length);
    return checksum.getValue();
  }

  private static int index(long at, int length) {
    checkIndex(at, length);
    return (int) at;
  }

  private static void checkIndex(long at, long limit) {
    if (at < 0 || at >= limit) {
      throw new SqlError(
          SqlState.ARRAY_SUBSCRIPT_ERROR, "index " + at + " out of valid range, 0.." + (limit - 1));
    }
  }

  private static byte[] bigEndian(long value, int size) {
    byte[] bytes = new byte[size];
    for (int i = 0; i < size; i++) {
      bytes[i] = (byte) (value >> 8 * (size - 1 - i));
    }
    return bytes;
  }

  private static long integer(Datum value, int size, String type) {
    if (value.length > size) {
      throw InputErrors.outOfRange(type);
    }
    long number = 0;
    for (int i = 0; i < value.length; i++) {
      number = number << 8 | value.bytes[value.offset + i] & 0xff;
    }
    return number;
  }

  private static Charset charset(String name, boolean destination) {
    String plain = name.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "");
    return switch (plain) {
      case "UTF8", "UNICODE" -> StandardCharsets.UTF_8;
      case "LATIN1", "ISO88591" -> StandardCharsets.ISO_8859_1;
      case "SQLASCII" -> StandardCharsets.US_ASCII;
      default -> {
        if (plain.startsWith("WIN") || plain.startsWith("LATIN") || plain.startsWith("KOI8")) {
          throw SqlError.notSupported("encoding " + name);
        }
        throw new SqlError(
            SqlState.INVALID_PARAMETER_VALUE,
            "invalid "
                + (destination ? "destination" : "source")
                + " encoding name \""
                + name
                + "\"");
      }
    };
  }

  private static void convertTo(Datum text, String name, Datum result) {
    Charset charset = charset(name, true);
    if (charset != StandardCharsets.ISO_8859_1) {
      result.set(text);
      return;
    }
    String string = text.text();
    for (int i = 0; i < string.length(); i++) {
      if (string.charAt(i) > 0xff) {
        byte[] character =
            Character.toString(string.codePointAt(i)).getBytes(StandardCharsets.UTF_8);
        StringBuilder shown = new StringBuilder();
        for (byte b : character) {
          shown.append(String.format(" 0x%02x", b & 0xff));
        }
        throw new SqlError(
            SqlState.UNTRANSLATABLE_CHARACTER,
            "character with byte sequence"
                + shown
                + " in encoding \"UTF8\" has no equivalent in encoding \"LATIN1\"");
      }
    }
    result.setBytes(string.getBytes(charset));
  }

  private static void convertFrom(Datum value, String name, Datum result) {
    Charset charset = charset(name, false);
    if (charset == StandardCharsets.ISO_8859_1) {
      result.setText(new String(value.bytes, value.offset, value.length, charset));
    } else {
      Utf8.check(value.bytes, value.offset, value.length);
      result.set(value);
    }
  }
}
