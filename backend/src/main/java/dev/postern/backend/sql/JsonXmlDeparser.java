package dev.postern.backend.sql;

import dev.postern.backend.sql.JsonExpression.Behavior;
import dev.postern.backend.sql.JsonExpression.Format;
import dev.postern.backend.sql.JsonExpression.FormattedValue;
import dev.postern.backend.sql.JsonExpression.KeyValue;
import dev.postern.backend.sql.JsonExpression.NullHandling;
import dev.postern.backend.sql.JsonExpression.Output;
import dev.postern.backend.sql.JsonExpression.PassingArgument;
import dev.postern.backend.sql.JsonExpression.Quotes;
import dev.postern.backend.sql.JsonExpression.UniqueKeys;
import dev.postern.backend.sql.JsonExpression.Wrapper;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** SQL/JSON and SQL/XML expressions as SQL. */
abstract class JsonXmlDeparser extends ExpressionDeparser {
  @Override
  final void json(JsonExpression json) {
    switch (json) {
      case FormattedValue v -> formatted(v);
      case KeyValue k -> keyValue(k);
      case JsonExpression.ObjectConstructor o -> {
        put("JSON_OBJECT(");
        list(o.members(), this::keyValue);
        nulls(o.nulls());
        unique(o.unique());
        output(o.output());
        put(")");
      }
      case JsonExpression.ArrayConstructor a -> {
        put("JSON_ARRAY(");
        list(a.elements(), this::formatted);
        nulls(a.nulls());
        output(a.output());
        put(")");
      }
      case JsonExpression.ArrayQueryConstructor a -> {
        put("JSON_ARRAY(");
        query(a.query());
        format(a.format());
        output(a.output());
        put(")");
      }
      case JsonExpression.ObjectAggregate a -> {
        put("JSON_OBJECTAGG(");
        keyValue(a.member());
        nulls(a.nulls());
        unique(a.unique());
        output(a.output());
        put(")");
        filterAndOver(a.filter(), a.over());
      }
      case JsonExpression.ArrayAggregate a -> {
        put("JSON_ARRAYAGG(");
        formatted(a.element());
        orderBy(a.orderBy());
        nulls(a.nulls());
        output(a.output());
        put(")");
        filterAndOver(a.filter(), a.over());
      }
      case JsonExpression.ParseCall p -> {
        put("JSON(");
        formatted(p.value());
        unique(p.unique());
        put(")");
      }
      case JsonExpression.ScalarCall s -> {
        put("JSON_SCALAR(");
        expression(s.value()).put(")");
      }
      case JsonExpression.SerializeCall s -> {
        put("JSON_SERIALIZE(");
        formatted(s.value());
        output(s.output());
        put(")");
      }
      case JsonExpression.Predicate p -> {
        operand(p.argument());
        format(p.format());
        put(p.negated() ? " IS NOT JSON" : " IS JSON");
        putIf(p.kind() != JsonExpression.Predicate.Kind.ANY, " " + p.kind());
        unique(p.unique());
      }
      case JsonExpression.QueryFunction f -> {
        put("JSON_" + f.kind() + "(");
        formatted(f.context());
        put(", ");
        operand(f.path());
        passing(f.passing());
        output(f.output());
        wrapper(f.wrapper());
        quotes(f.quotes());
        behaviors(f.onEmpty(), f.onError());
        put(")");
      }
    }
  }

  final void formatted(FormattedValue value) {
    operand(value.value());
    format(value.format());
  }

  private void keyValue(KeyValue member) {
    operand(member.key()).put(" : ");
    formatted(member.value());
  }

  final void format(@Nullable Format format) {
    if (format != null) {
      put(" FORMAT JSON");
      nameAfter(" ENCODING ", format.encoding());
    }
  }

  private void nulls(NullHandling nulls) {
    putIf(nulls == NullHandling.NULL_ON_NULL, " NULL ON NULL");
    putIf(nulls == NullHandling.ABSENT_ON_NULL, " ABSENT ON NULL");
  }

  private void unique(UniqueKeys unique) {
    putIf(unique != UniqueKeys.UNSPECIFIED, " " + unique + " UNIQUE KEYS");
  }

  private void output(@Nullable Output output) {
    if (output != null) {
      put(" RETURNING ");
      type(output.type());
      format(output.format());
    }
  }

  final void passing(List<PassingArgument> passing) {
    if (!passing.isEmpty()) {
      put(" PASSING ");
      list(
          passing,
          argument -> {
            formatted(argument.value());
            put(" AS ").name(argument.name());
          });
    }
  }

  final void wrapper(Wrapper wrapper) {
    switch (wrapper) {
      case UNSPECIFIED -> {}
      case WITHOUT -> put(" WITHOUT WRAPPER");
      case CONDITIONAL -> put(" WITH CONDITIONAL WRAPPER");
      case UNCONDITIONAL -> put(" WITH UNCONDITIONAL WRAPPER");
    }
  }

  final void quotes(Quotes quotes) {
    putIf(quotes != Quotes.UNSPECIFIED, " " + quotes + " QUOTES");
  }

  final void behaviors(@Nullable Behavior onEmpty, @Nullable Behavior onError) {
    if (onEmpty != null) {
      behavior(onEmpty);
      put(" ON EMPTY");
    }
    if (onError != null) {
      behavior(onError);
      put(" ON ERROR");
    }
  }

  private void behavior(Behavior behavior) {
    put(" ").words(behavior.kind());
    if (behavior.value() != null) {
      put(" ");
      operand(behavior.value());
    }
  }

  @Override
  final void xml(XmlExpression xml) {
    switch (xml) {
      case XmlExpression.NamedValue v -> namedValue(v);
      case XmlExpression.Concat c -> {
        put("XMLCONCAT(");
        expressions(c.arguments()).put(")");
      }
      case XmlExpression.Element e -> {
        put("XMLELEMENT(NAME ").name(e.name());
        if (!e.attributes().isEmpty()) {
          put(", XMLATTRIBUTES(");
          list(e.attributes(), this::namedValue).put(")");
        }
        putIf(!e.content().isEmpty(), ", ");
        expressions(e.content()).put(")");
      }
      case XmlExpression.Forest f -> {
        put("XMLFOREST(");
        list(f.elements(), this::namedValue).put(")");
      }
      case XmlExpression.Parse p -> {
        put(p.document() ? "XMLPARSE(DOCUMENT " : "XMLPARSE(CONTENT ");
        operand(p.value()).putIf(p.preserveWhitespace(), " PRESERVE WHITESPACE").put(")");
      }
      case XmlExpression.ProcessingInstruction p -> {
        put("XMLPI(NAME ").name(p.name());
        if (p.value() != null) {
          put(", ");
          expression(p.value());
        }
        put(")");
      }
      case XmlExpression.Root r -> root(r);
      case XmlExpression.Serialize s -> {
        put(s.document() ? "XMLSERIALIZE(DOCUMENT " : "XMLSERIALIZE(CONTENT ");
        operand(s.value()).put(" AS ");
        type(s.type()).putIf(s.indent(), " INDENT").put(")");
      }
    }
  }

  private void root(XmlExpression.Root root) {
    put("XMLROOT(");
    expression(root.value()).put(", VERSION ");
    if (root.version() == null) {
      put("NO VALUE");
    } else {
      expression(root.version());
    }
    if (root.standalone() != XmlExpression.Standalone.UNSPECIFIED) {
      put(", STANDALONE ").words(root.standalone());
    }
    put(")");
  }

  private void namedValue(XmlExpression.NamedValue value) {
    expression(value.value());
    nameAfter(" AS ", value.name());
  }
}
