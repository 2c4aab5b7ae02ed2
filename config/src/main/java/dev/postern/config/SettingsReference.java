package dev.postern.config;

import java.util.ArrayList;
import java.util.List;

/** The reference of all keys, made from the records that declare them. */
public final class SettingsReference {
  private SettingsReference() {}

  /** The whole reference as Markdown: one table a section. */
  public static String markdown() {
    StringBuilder text = new StringBuilder();
    text.append("# Settings\n\n")
        .append("Read from a TOML file. Every key can be set by the environment too, as\n")
        .append("`POSTERN_SECTION_KEY`, and by the command line, as `--set section.key=value`;\n")
        .append("entries of a list are numbered from 0, `POSTERN_DATABASES_0_HOST` and\n")
        .append("`--set databases.0.host=...`. Keys marked *ours* are not known to PgDog. Keys\n")
        .append("marked *no effect yet* are read and checked, and nothing acts on them so far.\n")
        .append("Keys marked *restart* do not change by a reload.\n");
    for (Section section : Section.ALL) {
      String name = section.repeated() ? "[[" + section.name() + "]]" : "[" + section.name() + "]";
      appendTable(text, name, section.defaults());
      if (!section.unread().isEmpty()) {
        text.append("\nAccepted without effect: ")
            .append(codes(section.unread().stream().sorted().toList()))
            .append(".\n");
      }
      if (section.defaults() instanceof ShardedTable) {
        appendTable(text, "[[sharded_tables.mapping]]", ShardMapping.DEFAULTS);
      }
    }
    text.append("\n## Sections accepted without effect\n\n")
        .append(codes(Section.UNREAD.stream().sorted().toList()))
        .append(".\n");
    return text.toString();
  }

  private static void appendTable(StringBuilder text, String heading, Record defaults) {
    text.append("\n## `").append(heading).append("`\n\n");
    text.append("| key | type | default | what it does |\n|---|---|---|---|\n");
    for (KeyComponent key : KeyComponent.of(defaults)) {
      text.append("| `")
          .append(key.name())
          .append("` | ")
          .append(type(key))
          .append(" | ")
          .append(defaultOf(key))
          .append(" | ")
          .append(key.key().value())
          .append(marks(key.key()))
          .append(" |\n");
    }
  }

  private static String type(KeyComponent key) {
    Class<?> type = key.component().getType();
    if (type.isEnum()) {
      List<String> spellings = new ArrayList<>();
      for (Object constant : type.getEnumConstants()) {
        spellings.add(Spelling.valueOf((Enum<?>) constant));
      }
      return codes(spellings);
    }
    if (type == List.class) {
      return key.isListOfTables() ? "tables" : "list of text";
    }
    if (type == String.class) {
      return "text";
    }
    if (type == boolean.class || type == Boolean.class) {
      return "boolean";
    }
    String unit = key.key().unit().symbol();
    return unit.isEmpty() ? "integer" : "integer, " + unit;
  }

  private static String defaultOf(KeyComponent key) {
    if (!key.key().defaultText().isEmpty()) {
      return key.key().defaultText();
    }
    if (key.key().required()) {
      return "required";
    }
    return switch (key.value()) {
      case null -> "not set";
      case Enum<?> constant -> "`" + Spelling.valueOf(constant) + "`";
      case Long number when number == General.NO_LIMIT -> "no limit";
      case List<?> list when list.isEmpty() -> "empty";
      case Object value -> "`" + value + "`";
    };
  }

  private static String marks(Key key) {
    StringBuilder marks = new StringBuilder();
    if (key.origin() == Key.Origin.POSTERN) {
      marks.append(" *ours*");
    }
    if (!key.effective()) {
      marks.append(" *no effect yet*");
    }
    if (key.restart()) {
      marks.append(" *restart*");
    }
    if (key.also().length > 0) {
      marks.append(" Also written ").append(codes(List.of(key.also()))).append('.');
    }
    return marks.toString();
  }

  private static String codes(List<String> words) {
    return "`" + String.join("`, `", words) + "`";
  }
}
