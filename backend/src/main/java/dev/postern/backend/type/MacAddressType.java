package dev.postern.backend.type;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** macaddr: six bytes, in seven text forms. */
final class MacAddressType extends FixedBytesType {
  private static final String H2 = "([0-9a-fA-F]{1,2})";
  private static final String H = "([0-9a-fA-F]+)";
  private static final Pattern[] FORMS = {
    Pattern.compile(String.join(":", H, H, H, H, H, H)),
    Pattern.compile(String.join("-", H, H, H, H, H, H)),
    Pattern.compile(H2 + H2 + H2 + ":" + H2 + H2 + H2),
    Pattern.compile(H2 + H2 + H2 + "-" + H2 + H2 + H2),
    Pattern.compile(H2 + H2 + "\\." + H2 + H2 + "\\." + H2 + H2),
    Pattern.compile(H2 + H2 + "-" + H2 + H2 + "-" + H2 + H2),
    Pattern.compile(H2 + H2 + H2 + H2 + H2 + H2)
  };

  MacAddressType() {
    super(TypeOids.MACADDR, "macaddr", 6);
  }

  @Override
  public void input(
      byte[] text, int offset, int length, int typmod, DisplayStyle style, Datum result) {
    String whole = InputErrors.string(text, offset, length);
    String address = whole.strip();
    for (Pattern form : FORMS) {
      Matcher matcher = form.matcher(address);
      if (matcher.matches()) {
        byte[] value = new byte[6];
        for (int i = 0; i < 6; i++) {
          String octet = matcher.group(i + 1).replaceFirst("^0+(?=.)", "");
          if (octet.length() > 2) {
            throw new SqlError(
                SqlState.NUMERIC_VALUE_OUT_OF_RANGE,
                "invalid octet value in \"macaddr\" value: \"" + whole + "\"");
          }
          value[i] = (byte) Integer.parseInt(octet, 16);
        }
        result.setBytes(value);
        return;
      }
    }
    throw InputErrors.syntax("macaddr", text, offset, length);
  }

  @Override
  public void output(Datum value, DisplayStyle style, ValueWriter writer) {
    for (int i = 0; i < 6; i++) {
      if (i > 0) {
        writer.writeByte(':');
      }
      int octet = value.bytes[value.offset + i] & 0xff;
      writer.writeByte("0123456789abcdef".charAt(octet >> 4));
      writer.writeByte("0123456789abcdef".charAt(octet & 15));
    }
  }
}
