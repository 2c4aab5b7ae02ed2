package dev.postern.backend.setting;

import java.util.List;
import java.util.Locale;

/** Names and numbers of character set encodings (manual section 23.3.1, pg_encoding_to_char()). */
public final class Encodings {
  private static final List<String> NAMES =
      List.of(
          "SQL_ASCII",
          "EUC_JP",
          "EUC_CN",
          "EUC_KR",
          "EUC_TW",
          "EUC_JIS_2004",
          "UTF8",
          "MULE_INTERNAL",
          "LATIN1",
          "LATIN2",
          "LATIN3",
          "LATIN4",
          "LATIN5",
          "LATIN6",
          "LATIN7",
          "LATIN8",
          "LATIN9",
          "LATIN10",
          "WIN1256",
          "WIN1258",
          "WIN866",
          "WIN874",
          "KOI8R",
          "WIN1251",
          "WIN1252",
          "ISO_8859_5",
          "ISO_8859_6",
          "ISO_8859_7",
          "ISO_8859_8",
          "WIN1250",
          "WIN1253",
          "WIN1254",
          "WIN1255",
          "WIN1257",
          "KOI8U",
          "SJIS",
          "BIG5",
          "GBK",
          "UHC",
          "GB18030",
          "JOHAB",
          "SHIFT_JIS_2004");

  public static final int UTF8 = 6;

  private Encodings() {}

  /** The name of a number; empty where there is none. */
  public static String name(int number) {
    return number >= 0 && number < NAMES.size() ? NAMES.get(number) : "";
  }

  /** The number of a name in any spelling ({@code utf-8}, {@code unicode}), or -1. */
  public static int number(String name) {
    String plain = plain(name);
    for (int i = 0; i < NAMES.size(); i++) {
      if (plain(NAMES.get(i)).equals(plain)) {
        return i;
      }
    }
    return switch (plain) {
      case "unicode" -> UTF8;
      case "iso88591" -> number("LATIN1");
      case "iso88592" -> number("LATIN2");
      case "iso88593" -> number("LATIN3");
      case "iso88594" -> number("LATIN4");
      case "iso88599" -> number("LATIN5");
      case "iso885910" -> number("LATIN6");
      case "iso885913" -> number("LATIN7");
      case "iso885914" -> number("LATIN8");
      case "iso885915" -> number("LATIN9");
      case "iso885916" -> number("LATIN10");
      case "abc", "tcvn", "tcvn5712", "vscii" -> number("WIN1258");
      case "alt", "win" -> number(plain.equals("alt") ? "WIN866" : "WIN1251");
      case "koi8" -> number("KOI8R");
      case "mskanji", "shiftjis", "win932", "windows932" -> number("SJIS");
      case "win950", "windows950" -> number("BIG5");
      case "win936", "windows936" -> number("GBK");
      case "win949", "windows949" -> number("UHC");
      default -> plain.startsWith("windows") ? number("win" + plain.substring(7)) : -1;
    };
  }

  private static String plain(String name) {
    StringBuilder plain = new StringBuilder();
    for (char c : name.toLowerCase(Locale.ROOT).toCharArray()) {
      if (c >= 'a' && c <= 'z' || c >= '0' && c <= '9') {
        plain.append(c);
      }
    }
    return plain.toString();
  }
}
