package dev.postern.backend.type;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.postern.backend.error.SqlError;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** Malformed binary values are refused as PostgreSQL's receive functions do. */
class BinaryInputTest {
  private static String refusal(SqlType type, String hex) {
    byte[] data = HexFormat.of().parseHex(hex);
    SqlError error =
        assertThrows(
            SqlError.class, () -> type.receive(data, 0, data.length, -1, new Datum()), hex);
    return error.sqlState() + " " + error.message();
  }

  @Test
  void wrongLengths() {
    assertEquals("08P01 insufficient data left in message", refusal(BuiltinTypes.INT4, "000001"));
    assertEquals("22P03 incorrect binary data format", refusal(BuiltinTypes.INT4, "0000000001"));
    assertEquals("08P01 insufficient data left in message", refusal(BuiltinTypes.UUID, "00"));
    assertEquals("08P01 insufficient data left in message", refusal(BuiltinTypes.INT4_ARRAY, ""));
  }

  @Test
  void invalidText() {
    assertEquals(
        "22021 invalid byte sequence for encoding \"UTF8\": 0xff",
        refusal(BuiltinTypes.TEXT, "61ff"));
    assertEquals(
        "22021 invalid byte sequence for encoding \"UTF8\": 0x00",
        refusal(BuiltinTypes.TEXT, "6100"));
    assertEquals(
        "22021 invalid byte sequence for encoding \"UTF8\": 0xe2 0x28 0xa1",
        refusal(BuiltinTypes.TEXT, "6161616161616161e228a1"));
    assertEquals(
        "22021 invalid byte sequence for encoding \"UTF8\": 0xed 0xa0 0x80",
        refusal(BuiltinTypes.VARCHAR, "eda080"));
  }

  @Test
  void valuesOutOfRange() {
    assertEquals(
        "22P03 invalid sign in external \"numeric\" value",
        refusal(BuiltinTypes.NUMERIC, "0000000012340000"));
    assertEquals(
        "22P03 invalid digit in external \"numeric\" value",
        refusal(BuiltinTypes.NUMERIC, "00010000000000002710"));
    assertEquals("22008 date out of range", refusal(BuiltinTypes.DATE, "80000001"));
    assertEquals(
        "22008 timestamp out of range", refusal(BuiltinTypes.TIMESTAMP, "7ffffffffffffff0"));
    assertEquals("22008 time out of range", refusal(BuiltinTypes.TIME, "ffffffffffffffff"));
    assertEquals(
        "42804 binary data has array element type 25 (text) instead of expected 23 (integer)",
        refusal(BuiltinTypes.INT4_ARRAY, "000000000000000000000019"));
    assertEquals(
        "22P03 invalid array flags", refusal(BuiltinTypes.INT4_ARRAY, "000000000000000700000017"));
    assertEquals("XX000 unsupported jsonb version number 2", refusal(BuiltinTypes.JSONB, "027b7d"));
  }

  @Test
  void numericWithZerosAtItsEndsIsStoredNormal() {
    byte[] data = HexFormat.of().parseHex("0004000200000002" + "0000" + "0001" + "1388" + "0000");
    Datum value = new Datum();
    BuiltinTypes.NUMERIC.receive(data, 0, data.length, -1, value);
    ByteArrayWriter text = new ByteArrayWriter();
    BuiltinTypes.NUMERIC.output(value, new DisplayStyle(), text);
    assertEquals("15000.00", text.text());
    assertEquals("0002000100000002" + "0001" + "1388", HexFormat.of().formatHex(value.copyBytes()));
  }
}
