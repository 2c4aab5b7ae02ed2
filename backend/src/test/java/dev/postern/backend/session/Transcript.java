package dev.postern.backend.session;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The answer to one query string as lines that can be compared. */
final class Transcript {
  private static final int FIRST_USER_OID = 16384;

  private final List<String> lines = new ArrayList<>();
  private final StringBuilder copied = new StringBuilder();

  List<String> lines() {
    return lines;
  }

  static String column(
      String name, boolean ofTable, int attribute, int type, int size, int typmod) {
    return name
        + " (type "
        + (type >= FIRST_USER_OID ? "user's" : Integer.toUnsignedString(type))
        + " size "
        + size
        + " typmod "
        + typmod
        + (ofTable ? " column " + attribute : "")
        + ")";
  }

  void columns(List<String> columns) {
    lines.add("columns " + String.join(" | ", columns));
  }

  void row(List<String> values) {
    lines.add("row " + String.join(" | ", values));
  }

  void tag(String tag) {
    endCopy();
    lines.add("tag " + tag);
  }

  /**
   * Fields of an ErrorResponse or NoticeResponse by their letters; those of the source are left.
   */
  void message(Map<Character, String> fields) {
    StringBuilder line = new StringBuilder("message");
    for (Map.Entry<Character, String> field : fields.entrySet()) {
      if ("FLRVW".indexOf(field.getKey()) < 0) {
        line.append(' ').append(field.getKey()).append('=').append(field.getValue());
      }
    }
    String context = fields.get('W');
    if (context != null && context.startsWith("COPY")) {
      line.append(" W=").append(context);
    }
    endCopy();
    lines.add(line.toString());
  }

  void copyIn(boolean binary, int columns) {
    lines.add("copy in " + (binary ? "binary " : "text ") + columns);
  }

  void copyOut(boolean binary, int columns) {
    lines.add("copy out " + (binary ? "binary " : "text ") + columns);
  }

  void copyData(byte[] data, int offset, int length) {
    copied.append(new String(data, offset, length, StandardCharsets.ISO_8859_1));
  }

  private void endCopy() {
    if (!copied.isEmpty()) {
      lines.add("copied " + copied);
      copied.setLength(0);
    }
  }

  void notification(String channel, String payload) {
    lines.add("notification " + channel + " " + payload);
  }

  void status(char status) {
    lines.add("status " + status);
  }
}
