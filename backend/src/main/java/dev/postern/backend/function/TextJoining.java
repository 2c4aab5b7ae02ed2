package dev.postern.backend.function;

import dev.postern.backend.type.ByteArrayWriter;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.SqlType;
import org.jspecify.annotations.Nullable;

/** Text made of values of any type: concat, concat_ws, {@code ||} with text, and quoting. */
final class TextJoining implements FunctionTopic {
  @Override
  public @Nullable ScalarFunction scalar(String key, CallSite site) {
    return switch (key) {
      case "text_concat" -> concat(site, false);
      case "text_concat_ws" -> concat(site, true);
      case "textanycat(text,anynonarray)", "anytextcat(anynonarray,text)" -> {
        SqlType left = site.types().valueType(site.argumentType(0));
        SqlType right = site.types().valueType(site.argumentType(1));
        yield (c, a, r) -> {
          ByteArrayWriter writer = new ByteArrayWriter();
          TextForms.write(left, a[0], c.style(), writer);
          TextForms.write(right, a[1], c.style(), writer);
          r.setBytes(writer.array(), 0, writer.size());
        };
      }
      case "quote_ident" -> (c, a, r) -> r.setText(Quoting.identifier(a[0].text()));
      case "quote_literal" -> (c, a, r) -> r.setText(Quoting.literal(a[0].text()));
      case "quote_nullable" ->
          (c, a, r) -> r.setText(a[0].isNull ? "NULL" : Quoting.literal(a[0].text()));
      case "quote_literal(anyelement)" -> {
        SqlType type = site.types().valueType(site.argumentType(0));
        yield (c, a, r) -> r.setText(Quoting.literal(TextForms.text(type, a[0], c.style())));
      }
      case "quote_nullable(anyelement)" -> {
        SqlType type = site.types().valueType(site.argumentType(0));
        yield (c, a, r) ->
            r.setText(
                a[0].isNull ? "NULL" : Quoting.literal(TextForms.text(type, a[0], c.style())));
      }
      case "text_format" -> TextFormat.code(site);
      case "text_format_nv" -> (c, a, r) -> TextFormat.withoutArguments(a[0], r);
      default -> null;
    };
  }

  private static ScalarFunction concat(CallSite site, boolean separated) {
    int first = separated ? 1 : 0;
    if (site.variadicArray()) {
      ArrayElements elements = new ArrayElements(site, site.arguments() - 1);
      return (c, a, r) -> {
        Datum array = a[a.length - 1];
        if (array.isNull || separated && a[0].isNull) {
          r.setNull();
          return;
        }
        ByteArrayWriter writer = new ByteArrayWriter();
        boolean[] any = {false};
        elements.forEach(
            array,
            element -> {
              if (!element.isNull) {
                separate(a, separated && any[0], writer);
                any[0] = true;
                TextForms.write(elements.type(), element, c.style(), writer);
              }
            });
        r.setBytes(writer.array(), 0, writer.size());
      };
    }
    SqlType[] types = TextForms.of(site);
    return (c, a, r) -> {
      if (separated && a[0].isNull) {
        r.setNull();
        return;
      }
      ByteArrayWriter writer = new ByteArrayWriter();
      boolean any = false;
      for (int i = first; i < types.length; i++) {
        if (!a[i].isNull) {
          separate(a, separated && any, writer);
          any = true;
          TextForms.write(types[i], a[i], c.style(), writer);
        }
      }
      r.setBytes(writer.array(), 0, writer.size());
    };
  }

  private static void separate(Datum[] arguments, boolean wanted, ByteArrayWriter writer) {
    if (wanted) {
      writer.writeBytes(arguments[0].bytes, arguments[0].offset, arguments[0].length);
    }
  }
}
