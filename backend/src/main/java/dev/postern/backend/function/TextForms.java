package dev.postern.backend.function;

import dev.postern.backend.type.ByteArrayWriter;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.DisplayStyle;
import dev.postern.backend.type.SqlType;

/** Values of any type as the text that their output functions give. */
final class TextForms {
  private TextForms() {}

  /** The output functions of a call's arguments. */
  static SqlType[] of(CallSite site) {
    SqlType[] types = new SqlType[site.arguments()];
    for (int i = 0; i < types.length; i++) {
      types[i] = site.types().valueType(site.argumentType(i));
    }
    return types;
  }

  static String text(SqlType type, Datum value, DisplayStyle style) {
    ByteArrayWriter writer = new ByteArrayWriter();
    write(type, value, style, writer);
    return writer.text();
  }

  /** As text in a string that is being built: booleans are t and f. */
  static void write(SqlType type, Datum value, DisplayStyle style, ByteArrayWriter writer) {
    type.output(value, style, writer);
  }
}
