package dev.postern.router;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The types a sharding column may have, and how their values are read and hashed. */
public enum KeyType {
  BIGINT {
    @Override
    boolean accepts(int typeOid) {
      return typeOid == INT8 || typeOid == INT4 || typeOid == INT2;
    }

    @Override
    long hashText(byte[] bytes, int offset, int length) {
      return PartitionHash.ofLong(parseLong(bytes, offset, length));
    }

    @Override
    long hashBinary(byte[] bytes, int offset, int length) {
      long value =
          switch (length) {
            case 2 -> (short) (bytes[offset] << 8 | bytes[offset + 1] & 0xff);
            case 4 -> integer(bytes, offset);
            case 8 ->
                (long) integer(bytes, offset) << 32 | integer(bytes, offset + 4) & 0xffffffffL;
            default ->
                throw new SqlError(
                    SqlState.INVALID_BINARY_REPRESENTATION,
                    "incorrect binary data format in shard key");
          };
      return PartitionHash.ofLong(value);
    }
  },
  TEXT {
    @Override
    boolean accepts(int typeOid) {
      return typeOid == TEXT_OID || typeOid == VARCHAR;
    }

    @Override
    long hashText(byte[] bytes, int offset, int length) {
      return PartitionHash.ofBytes(bytes, offset, length);
    }

    @Override
    long hashBinary(byte[] bytes, int offset, int length) {
      return PartitionHash.ofBytes(bytes, offset, length);
    }
  },
  UUID {
    @Override
    boolean accepts(int typeOid) {
      return typeOid == UUID_OID;
    }

    @Override
    long hashText(byte[] bytes, int offset, int length) {
      byte[] uuid = parseUuid(bytes, offset, length);
      return PartitionHash.ofBytes(uuid, 0, uuid.length);
    }

    @Override
    long hashBinary(byte[] bytes, int offset, int length) {
      if (length != 16) {
        throw new SqlError(
            SqlState.INVALID_BINARY_REPRESENTATION, "incorrect binary data format in shard key");
      }
      return PartitionHash.ofBytes(bytes, offset, length);
    }
  };

  // OIDs of pg_type.
  private static final int INT8 = 20;
  private static final int INT2 = 21;
  private static final int INT4 = 23;
  private static final int TEXT_OID = 25;
  private static final int VARCHAR = 1043;
  private static final int UUID_OID = 2950;

  /** Whether values of a type, by its OID in {@code pg_type}, are hashed as this one. */
  abstract boolean accepts(int typeOid);

  /** The hash of a value in text form; 22P02 where it is none of the type. */
  abstract long hashText(byte[] bytes, int offset, int length);

  /** The hash of a value in binary form; an integer may be of any width. */
  abstract long hashBinary(byte[] bytes, int offset, int length);

  /** The hash of a string constant of the statement. */
  long hash(String value) {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    return hashText(bytes, 0, bytes.length);
  }

  private static int integer(byte[] bytes, int at) {
    return bytes[at] << 24
        | (bytes[at + 1] & 0xff) << 16
        | (bytes[at + 2] & 0xff) << 8
        | bytes[at + 3] & 0xff;
  }

  private static SqlError invalid(String type, byte[] bytes, int offset, int length) {
    return new SqlError(
        SqlState.INVALID_TEXT_REPRESENTATION,
        "invalid input syntax for type "
            + type
            + ": \""
            + new String(bytes, offset, length, StandardCharsets.UTF_8)
            + "\"");
  }

  /** Decimal digits with blanks around and a sign; the other forms of a literal are left to SQL. */
  private static long parseLong(byte[] bytes, int offset, int length) {
    int at = offset;
    int end = offset + length;
    while (at < end && isBlank(bytes[at])) {
      at++;
    }
    while (end > at && isBlank(bytes[end - 1])) {
      end--;
    }
    boolean negative = at < end && bytes[at] == '-';
    if (at < end && (bytes[at] == '-' || bytes[at] == '+')) {
      at++;
    }
    if (at == end) {
      throw invalid("bigint", bytes, offset, length);
    }
    long value = 0;
    for (; at < end; at++) {
      int digit = bytes[at] - '0';
      if (digit < 0 || digit > 9) {
        throw invalidOrUnusual(bytes, offset, length);
      }
      if (value < (Long.MIN_VALUE + digit) / 10) {
        throw outOfRange(bytes, offset, length);
      }
      value = value * 10 - digit;
    }
    if (!negative && value == Long.MIN_VALUE) {
      throw outOfRange(bytes, offset, length);
    }
    return negative ? value : -value;
  }

  /** PostgreSQL also reads 0x2A, 0o52, 0b101010 and 1_000; nobody writes keys so. */
  private static SqlError invalidOrUnusual(byte[] bytes, int offset, int length) {
    String text = new String(bytes, offset, length, StandardCharsets.UTF_8);
    return text.matches("\\s*[-+]?(0[xXoObB][0-9a-fA-F_]+|[0-9]+(_[0-9]+)+)\\s*")
        ? SqlError.notSupported("a sharding key that is not written in plain decimal digits")
        : invalid("bigint", bytes, offset, length);
  }

  private static SqlError outOfRange(byte[] bytes, int offset, int length) {
    return new SqlError(
        SqlState.NUMERIC_VALUE_OUT_OF_RANGE,
        "value \""
            + new String(bytes, offset, length, StandardCharsets.UTF_8)
            + "\" is out of range for type bigint");
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || b >= '\t' && b <= '\r';
  }

  /** 32 hexadecimal digits, a hyphen after any group of four, braces around if wanted. */
  private static byte[] parseUuid(byte[] bytes, int offset, int length) {
    int at = offset;
    int end = offset + length;
    boolean braces = at < end && bytes[at] == '{';
    if (braces) {
      at++;
    }
    byte[] uuid = new byte[16];
    for (int i = 0; i < 16; i++) {
      int high = at < end ? Character.digit(bytes[at], 16) : -1;
      int low = at + 1 < end ? Character.digit(bytes[at + 1], 16) : -1;
      if (high < 0 || low < 0) {
        throw invalid("uuid", bytes, offset, length);
      }
      uuid[i] = (byte) (high << 4 | low);
      at += 2;
      if (i % 2 == 1 && i < 15 && at < end && bytes[at] == '-') {
        at++;
      }
    }
    if (braces) {
      if (at >= end || bytes[at] != '}') {
        throw invalid("uuid", bytes, offset, length);
      }
      at++;
    }
    if (at != end) {
      throw invalid("uuid", bytes, offset, length);
    }
    return uuid;
  }

  /** The key type of a settings' data type, or null where there is none. */
  static @Nullable KeyType of(dev.postern.config.ShardedTable.DataType type) {
    return switch (type) {
      case BIGINT -> BIGINT;
      case UUID -> UUID;
      case VARCHAR -> TEXT;
      case VECTOR -> null;
    };
  }
}
