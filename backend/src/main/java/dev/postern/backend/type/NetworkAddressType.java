package dev.postern.backend.type;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;

/**
 * inet and cidr. A value is its send form: family (2 is IPv4, 3 is IPv6), bits of the mask, whether
 * it is a cidr, the length of the address, the address.
 */
public final class NetworkAddressType extends SqlType {
  static final int IPV4 = 2;
  static final int IPV6 = 3;
  private static final int HEADER = 4;

  private final boolean network;

  NetworkAddressType(boolean network) {
    super(network ? TypeOids.CIDR : TypeOids.INET, network ? "cidr" : "inet", -1, false);
    this.network = network;
  }

  /** Bits of the mask. */
  public static int maskBits(Datum value) {
    return value.bytes[value.offset + 1] & 0xff;
  }

  public static boolean isIpv6(Datum value) {
    return value.bytes[value.offset] == IPV6;
  }

  @Override
  public void input(
      byte[] text, int offset, int length, int typmod, DisplayStyle style, Datum result) {
    byte[] value = NetworkAddressText.parse(InputErrors.string(text, offset, length), network);
    if (value == null) {
      throw InputErrors.syntax(name(), text, offset, length);
    }
    if (network && hasHostBits(value, 0)) {
      throw new SqlError(
              SqlState.INVALID_TEXT_REPRESENTATION,
              "invalid cidr value: \"" + InputErrors.string(text, offset, length) + "\"")
          .detail("Value has bits set to right of mask.");
    }
    result.setBytes(value);
  }

  private static boolean hasHostBits(byte[] bytes, int offset) {
    int bits = bytes[offset + 1] & 0xff;
    int size = bytes[offset + 3];
    for (int i = bits; i < 8 * size; i++) {
      if ((bytes[offset + HEADER + i / 8] & 0x80 >> i % 8) != 0) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void output(Datum value, DisplayStyle style, ValueWriter writer) {
    int size = value.bytes[value.offset + 3];
    NetworkAddressText.write(value.bytes, value.offset + HEADER, size, writer);
    int bits = maskBits(value);
    if (network || bits != 8 * size) {
      writer.writeByte('/');
      writer.writeDecimal(bits);
    }
  }

  @Override
  public void receive(byte[] data, int offset, int length, int typmod, Datum result) {
    if (length < HEADER) {
      throw InputErrors.insufficientData();
    }
    int family = data[offset];
    if (family != IPV4 && family != IPV6) {
      throw InputErrors.binary("invalid address family in external \"" + name() + "\" value");
    }
    int size = family == IPV4 ? 4 : 16;
    if ((data[offset + 1] & 0xff) > 8 * size) {
      throw InputErrors.binary("invalid bits in external \"" + name() + "\" value");
    }
    if (data[offset + 3] != size) {
      throw InputErrors.binary("invalid length in external \"" + name() + "\" value");
    }
    InputErrors.checkLength(length, HEADER + size);
    if (network && hasHostBits(data, offset)) {
      throw InputErrors.binary("invalid external \"cidr\" value")
          .detail("Value has bits set to right of mask.");
    }
    byte[] value = new byte[length];
    System.arraycopy(data, offset, value, 0, length);
    value[2] = (byte) (network ? 1 : 0);
    result.setBytes(value);
  }

  /** By the family, the bits both masks cover, the length of the masks, the address. */
  @Override
  public int compare(Datum left, Datum right) {
    int order = Byte.compare(left.bytes[left.offset], right.bytes[right.offset]);
    if (order != 0) {
      return order;
    }
    int common = Math.min(maskBits(left), maskBits(right));
    for (int i = 0; i < common; i++) {
      order = Integer.compare(bit(left, i), bit(right, i));
      if (order != 0) {
        return order;
      }
    }
    order = Integer.compare(maskBits(left), maskBits(right));
    return order != 0
        ? order
        : java.util.Arrays.compareUnsigned(
            left.bytes,
            left.offset + HEADER,
            left.offset + left.length,
            right.bytes,
            right.offset + HEADER,
            right.offset + right.length);
  }

  private static int bit(Datum value, int index) {
    return value.bytes[value.offset + HEADER + index / 8] >> 7 - index % 8 & 1;
  }

  /** An inet and a cidr of the same address and mask are equal. */
  @Override
  public long hash(Datum value) {
    return Hashing.combine(
        maskBits(value),
        Hashing.ofBytes(value.bytes, value.offset + HEADER, value.length - HEADER));
  }

  /** The masked bits one byte each, so that a longer mask comes after its own beginning. */
  @Override
  public void writeKey(Datum value, ValueWriter key) {
    key.writeByte(value.bytes[value.offset]);
    for (int i = 0, bits = maskBits(value); i < bits; i++) {
      key.writeByte(1 + bit(value, i));
    }
    key.writeByte(0);
    key.writeBytes(value.bytes, value.offset + HEADER, value.length - HEADER);
  }
}
