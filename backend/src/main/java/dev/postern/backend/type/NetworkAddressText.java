package dev.postern.backend.type;

import dev.postern.backend.error.SqlError;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Text forms of IP addresses with a mask (manual, "Network Address Types"). */
final class NetworkAddressText {
  private static final int GROUPS = 8;

  private NetworkAddressText() {}

  /** The send form of an address, null where the text is none. */
  static byte @Nullable [] parse(String text, boolean network) {
    int slash = text.indexOf('/');
    String address = slash < 0 ? text : text.substring(0, slash);
    String mask = slash < 0 ? "" : text.substring(slash + 1);
    if (slash >= 0 && (mask.isEmpty() || mask.length() > 9 || !isDigits(mask))) {
      return null;
    }
    int bits = slash < 0 ? -1 : Integer.parseInt(mask);
    if (text.indexOf(':') >= 0) {
      if (mask.length() > 1 && mask.charAt(0) == '0') {
        return null;
      }
      byte[] bytes = ipv6(address);
      return bytes == null || bits > 128 ? null : form(bytes, bits < 0 ? 128 : bits, network);
    }
    if (network && address.length() > 2 && address.charAt(0) == '0') {
      if ((address.charAt(1) | 0x20) == 'x') {
        throw SqlError.notSupported("a hexadecimal IPv4 address");
      }
    }
    byte[] octets = octets(address);
    if (octets == null || bits > 32) {
      return null;
    }
    if (!network) {
      boolean enough = octets.length == 4 || bits >= 0 && (bits + 7) / 8 <= octets.length;
      return enough ? form(Arrays.copyOf(octets, 4), bits < 0 ? 32 : bits, false) : null;
    }
    if (bits < 0) {
      bits = Math.max(classBits(octets[0] & 0xff), 8 * octets.length);
      bits = bits == 8 && (octets[0] & 0xff) == 224 ? 4 : bits;
    }
    return form(Arrays.copyOf(octets, 4), bits, true);
  }

  /** The mask that the class of a network implies. */
  private static int classBits(int first) {
    if (first >= 240) {
      return 32;
    }
    if (first >= 224) {
      return 8;
    }
    return first >= 192 ? 24 : first >= 128 ? 16 : 8;
  }

  private static byte[] form(byte[] address, int bits, boolean network) {
    byte[] value = new byte[4 + address.length];
    value[0] = (byte) (address.length == 4 ? NetworkAddressType.IPV4 : NetworkAddressType.IPV6);
    value[1] = (byte) bits;
    value[2] = (byte) (network ? 1 : 0);
    value[3] = (byte) address.length;
    System.arraycopy(address, 0, value, 4, address.length);
    return value;
  }

  private static boolean isDigits(String text) {
    return !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  /** One to four decimal octets, null where the text is something else. */
  private static byte @Nullable [] octets(String text) {
    String[] parts = text.split("\\.", -1);
    if (parts.length > 4) {
      return null;
    }
    byte[] octets = new byte[parts.length];
    for (int i = 0; i < parts.length; i++) {
      String digits = parts[i].replaceFirst("^0+(?=.)", "");
      if (!isDigits(parts[i]) || digits.length() > 3 || Integer.parseInt(digits) > 255) {
        return null;
      }
      octets[i] = (byte) Integer.parseInt(digits);
    }
    return octets;
  }

  private static byte @Nullable [] ipv6(String text) {
    int gap = text.indexOf("::");
    byte[] address = new byte[16];
    if (gap < 0) {
      byte[] all = groups(text);
      return all != null && all.length == 16 ? all : null;
    }
    byte[] front = gap == 0 ? new byte[0] : groups(text.substring(0, gap));
    String rest = text.substring(gap + 2);
    byte[] back = rest.isEmpty() ? new byte[0] : groups(rest);
    if (front == null
        || back == null
        || front.length + back.length > 14
        || text.substring(0, gap).indexOf('.') >= 0) {
      return null;
    }
    System.arraycopy(front, 0, address, 0, front.length);
    System.arraycopy(back, 0, address, 16 - back.length, back.length);
    return address;
  }

  /** Groups between colons, the last of which may be an IPv4 address. */
  private static byte @Nullable [] groups(String text) {
    String[] parts = text.split(":", -1);
    byte[] bytes = new byte[2 * parts.length + 2];
    int size = 0;
    for (int i = 0; i < parts.length; i++) {
      String part = parts[i];
      if (i == parts.length - 1 && part.indexOf('.') >= 0) {
        byte[] octets = octets(part);
        if (octets == null) {
          return null;
        }
        // PostgreSQL takes fewer than four octets here, the others being zero.
        System.arraycopy(octets, 0, bytes, size, octets.length);
        size += 4;
      } else {
        boolean hex = part.chars().allMatch(c -> c < 128 && IntegerText.digit((byte) c) >= 0);
        if (part.isEmpty() || part.length() > 4 || !hex) {
          return null;
        }
        int group = Integer.parseInt(part, 16);
        bytes[size++] = (byte) (group >> 8);
        bytes[size++] = (byte) group;
      }
    }
    return Arrays.copyOf(bytes, size);
  }

  static void write(byte[] bytes, int offset, int size, ValueWriter writer) {
    if (size == 4) {
      writeOctets(bytes, offset, writer);
      return;
    }
    int[] groups = new int[GROUPS];
    int gap = -1;
    int gapLength = 1;
    int run = 0;
    for (int i = 0; i < GROUPS; i++) {
      groups[i] = Bytes.getShort(bytes, offset + 2 * i) & 0xffff;
      run = groups[i] == 0 ? run + 1 : 0;
      if (run > gapLength) {
        gapLength = run;
        gap = i - run + 1;
      }
    }
    boolean mapped =
        gap == 0
            && (gapLength == 6
                || gapLength == 7 && groups[7] != 1
                || gapLength == 5 && groups[5] == 0xffff);
    for (int i = 0; i < GROUPS; i++) {
      if (gap >= 0 && i >= gap && i < gap + gapLength) {
        if (i == gap) {
          writer.writeByte(':');
        }
        continue;
      }
      if (i > 0) {
        writer.writeByte(':');
      }
      if (i == 6 && mapped) {
        writeOctets(bytes, offset + 12, writer);
        return;
      }
      writer.writeAscii(Integer.toHexString(groups[i]));
    }
    if (gap >= 0 && gap + gapLength == GROUPS) {
      writer.writeByte(':');
    }
  }

  private static void writeOctets(byte[] bytes, int offset, ValueWriter writer) {
    for (int i = 0; i < 4; i++) {
      if (i > 0) {
        writer.writeByte('.');
      }
      writer.writeDecimal(bytes[offset + i] & 0xff);
    }
  }
}
