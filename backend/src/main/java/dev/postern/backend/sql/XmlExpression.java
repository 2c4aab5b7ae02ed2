package dev.postern.backend.sql;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * SQL/XML value functions (manual, chapter 9.15). XMLEXISTS is a {@link Expression.FunctionCall}.
 */
public sealed interface XmlExpression extends Expression {
  /** {@code value [AS name]} in XMLATTRIBUTES and XMLFOREST. */
  record NamedValue(int position, Expression value, @Nullable String name)
      implements XmlExpression {}

  /** {@code XMLCONCAT(a, b)}. */
  record Concat(int position, List<Expression> arguments) implements XmlExpression {}

  /** {@code XMLELEMENT(NAME name, XMLATTRIBUTES(…), content…)}. */
  record Element(int position, String name, List<NamedValue> attributes, List<Expression> content)
      implements XmlExpression {}

  /** {@code XMLFOREST(a AS b, …)}. */
  record Forest(int position, List<NamedValue> elements) implements XmlExpression {}

  /** {@code XMLPARSE(DOCUMENT value PRESERVE WHITESPACE)}. */
  record Parse(int position, boolean document, Expression value, boolean preserveWhitespace)
      implements XmlExpression {}

  /** {@code XMLPI(NAME name, value)}. */
  record ProcessingInstruction(int position, String name, @Nullable Expression value)
      implements XmlExpression {}

  /**
   * {@code XMLROOT(value, VERSION version, STANDALONE YES)}.
   *
   * @param version null for {@code NO VALUE}
   */
  record Root(int position, Expression value, @Nullable Expression version, Standalone standalone)
      implements XmlExpression {}

  /** The STANDALONE property of XMLROOT. */
  enum Standalone {
    UNSPECIFIED,
    YES,
    NO,
    NO_VALUE
  }

  /** {@code XMLSERIALIZE(CONTENT value AS type INDENT)}. */
  record Serialize(int position, boolean document, Expression value, TypeName type, boolean indent)
      implements XmlExpression {}
}
