package dev.postern.backend.sql;

import java.nio.charset.StandardCharsets;

/** The symbols of common operators as shared Strings. */
final class OperatorSymbols {
  private static final String[] COMMON = {
    "=", "<>", "<", ">", "<=", ">=", "+", "-", "*", "/", "%", "^", "||", "~", "~*", "!~", "!~*",
    "->", "->>", "#>", "#>>", "@>", "<@", "&&", "?", "?|", "?&", "&", "|", "#", "<<", ">>", "@@",
    "!", "@", "<->", "~~", "!~~", "~~*", "!~~*", "|/", "||/", "@?", "#-", "-|-", "=>", "!="
  };

  private OperatorSymbols() {}

  static String symbol(byte[] text, int start, int end) {
    int length = end - start;
    if (length == 2 && text[start] == '!' && text[start + 1] == '=') {
      return "<>";
    }
    for (String common : COMMON) {
      if (common.length() == length && same(common, text, start)) {
        return common;
      }
    }
    return new String(text, start, length, StandardCharsets.ISO_8859_1);
  }

  private static boolean same(String symbol, byte[] text, int start) {
    for (int i = 0; i < symbol.length(); i++) {
      if (text[start + i] != symbol.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}
