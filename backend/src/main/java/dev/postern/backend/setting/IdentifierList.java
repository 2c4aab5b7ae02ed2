package dev.postern.backend.setting;

import dev.postern.backend.sql.Keywords;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Comma-separated lists of identifiers, as search_path holds them. */
public final class IdentifierList {
  private IdentifierList() {}

  /**
   * Takes a list apart: quoted names as they are, others in lower case.
   *
   * @return null where the text is not such a list
   */
  public static @Nullable List<String> split(String list) {
    List<String> names = new ArrayList<>();
    int at = skipSpace(list, 0);
    if (at == list.length()) {
      return names;
    }
    while (true) {
      StringBuilder name = new StringBuilder();
      if (at < list.length() && list.charAt(at) == '"') {
        at = quoted(list, at + 1, name);
        if (at < 0) {
          return null;
        }
      } else {
        int start = at;
        while (at < list.length() && list.charAt(at) != ',' && !isSpace(list.charAt(at))) {
          at++;
        }
        if (at == start) {
          return null;
        }
        name.append(list.substring(start, at).toLowerCase(Locale.ROOT));
      }
      names.add(name.toString());
      at = skipSpace(list, at);
      if (at == list.length()) {
        return names;
      }
      if (list.charAt(at) != ',') {
        return null;
      }
      at = skipSpace(list, at + 1);
    }
  }

  /** Takes a qualified name apart at its dots; null where the text is no name. */
  public static @Nullable List<String> splitQualified(String name) {
    List<String> parts = new ArrayList<>();
    int at = skipSpace(name, 0);
    while (true) {
      StringBuilder part = new StringBuilder();
      if (at < name.length() && name.charAt(at) == '"') {
        at = quoted(name, at + 1, part);
        if (at < 0) {
          return null;
        }
      } else {
        int start = at;
        while (at < name.length() && name.charAt(at) != '.' && !isSpace(name.charAt(at))) {
          at++;
        }
        part.append(name.substring(start, at).toLowerCase(Locale.ROOT));
      }
      if (part.isEmpty()) {
        return null;
      }
      parts.add(part.toString());
      at = skipSpace(name, at);
      if (at == name.length()) {
        return parts;
      }
      if (name.charAt(at) != '.') {
        return null;
      }
      at = skipSpace(name, at + 1);
    }
  }

  /** Reads up to the closing quote; gives the place after it, or -1. */
  private static int quoted(String list, int from, StringBuilder name) {
    int at = from;
    while (at < list.length()) {
      char c = list.charAt(at++);
      if (c != '"') {
        name.append(c);
      } else if (at < list.length() && list.charAt(at) == '"') {
        name.append('"');
        at++;
      } else {
        return at;
      }
    }
    return -1;
  }

  private static int skipSpace(String text, int from) {
    int at = from;
    while (at < text.length() && isSpace(text.charAt(at))) {
      at++;
    }
    return at;
  }

  static boolean isSpace(char c) {
    return c == ' ' || c >= '\t' && c <= '\r';
  }

  /** The identifier, in double quotes where SQL needs them (quote_ident). */
  public static String quote(String name) {
    boolean safe = !name.isEmpty() && !Character.isDigit(name.charAt(0));
    for (int i = 0; safe && i < name.length(); i++) {
      char c = name.charAt(i);
      safe = c >= 'a' && c <= 'z' || c == '_' || c >= '0' && c <= '9';
    }
    if (safe) {
      Keywords.Keyword keyword = Keywords.find(name);
      if (keyword == null || keyword.category() == Keywords.Category.UNRESERVED) {
        return name;
      }
    }
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  /** Elements of an array's text form. */
  static List<String> arrayElements(String array) {
    if (array.length() <= 2) {
      return List.of();
    }
    List<String> elements = new ArrayList<>();
    for (String element : array.substring(1, array.length() - 1).split(",", -1)) {
      boolean quoted = element.length() > 1 && element.charAt(0) == '"';
      elements.add(quoted ? element.substring(1, element.length() - 1) : element);
    }
    return List.copyOf(elements);
  }
}
