package dev.postern.backend.setting;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.type.DisplayStyle.DateForm;
import dev.postern.backend.type.DisplayStyle.DateOrder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The setting DateStyle: an output form and a field order.
 *
 * @param form how dates are shown
 * @param order how ambiguous dates are read
 */
record DateStyleText(DateForm form, DateOrder order) {
  static final DateStyleText INITIAL = new DateStyleText(DateForm.ISO, DateOrder.MDY);

  /**
   * Reads a list of key words; what it does not say stays as it is.
   *
   * @param standard what DEFAULT stands for
   */
  static DateStyleText parse(
      Setting setting, String value, DateStyleText present, DateStyleText standard) {
    List<String> words = IdentifierList.split(value);
    if (words == null) {
      throw SettingText.invalid(setting, value).detail("List syntax is invalid.");
    }
    DateForm form = null;
    DateOrder order = null;
    boolean conflict = false;
    for (String word : words) {
      if (word.equals("default")) {
        form = form == null ? standard.form : form;
        order = order == null ? standard.order : order;
        continue;
      }
      DateForm saidForm = form(word);
      DateOrder saidOrder = order(word);
      if (saidForm != null) {
        conflict |= form != null && form != saidForm;
        form = saidForm;
      } else if (saidOrder != null) {
        conflict |= order != null && order != saidOrder;
        order = saidOrder;
      } else {
        throw SettingText.invalid(setting, value)
            .detail("Unrecognized key word: \"" + word + "\".");
      }
    }
    if (conflict) {
      SqlError error = SettingText.invalid(setting, value);
      throw error.detail("Conflicting \"DateStyle\" specifications.");
    }
    if (form == DateForm.GERMAN && order == null) {
      order = DateOrder.DMY;
    }
    return new DateStyleText(
        form == null ? present.form : form, order == null ? present.order : order);
  }

  private static @Nullable DateForm form(String word) {
    if (word.startsWith("postgres")) {
      return DateForm.POSTGRES;
    }
    return switch (word) {
      case "iso" -> DateForm.ISO;
      case "sql" -> DateForm.SQL;
      case "german" -> DateForm.GERMAN;
      default -> null;
    };
  }

  private static @Nullable DateOrder order(String word) {
    if (word.startsWith("euro")) {
      return DateOrder.DMY;
    }
    if (word.startsWith("noneuro")) {
      return DateOrder.MDY;
    }
    return switch (word) {
      case "ymd" -> DateOrder.YMD;
      case "dmy" -> DateOrder.DMY;
      case "mdy", "us" -> DateOrder.MDY;
      default -> null;
    };
  }

  /** As SHOW prints it, which is also what is kept. */
  String text() {
    String words =
        switch (form) {
          case ISO -> "ISO";
          case SQL -> "SQL";
          case POSTGRES -> "Postgres";
          case GERMAN -> "German";
        };
    return words + ", " + order;
  }
}
