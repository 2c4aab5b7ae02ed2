package dev.postern.backend.sql;

import dev.postern.backend.sql.QueryClause.XmlNamespace;
import dev.postern.backend.sql.QueryClause.XmlTableColumn;
import dev.postern.backend.sql.TableReference.XmlTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** SQL/XML (manual, chapter 9.15). */
abstract class XmlParser extends JsonParser {
  XmlParser(byte[] text, int offset, int length) {
    super(text, offset, length);
  }

  @Override
  final @Nullable Expression xmlForm() {
    int position = position();
    switch (token) {
      case XMLCONCAT -> {
        open();
        List<Expression> arguments = expressionList();
        expect(Token.RIGHT_PAREN);
        return new XmlExpression.Concat(position, arguments);
      }
      case XMLELEMENT -> {
        return xmlElement(position);
      }
      case XMLEXISTS -> {
        open();
        Expression path = primary();
        Expression document = xmlPassing();
        expect(Token.RIGHT_PAREN);
        return sqlCall(position, "xmlexists", List.of(path, document));
      }
      case XMLFOREST -> {
        open();
        List<XmlExpression.NamedValue> values = xmlNamedValues();
        expect(Token.RIGHT_PAREN);
        return new XmlExpression.Forest(position, values);
      }
      case XMLPARSE -> {
        open();
        boolean document = documentOrContent();
        Expression value = expression();
        boolean preserve = accept(Token.PRESERVE);
        if (preserve || accept(Token.STRIP)) {
          expect(Token.WHITESPACE);
        }
        expect(Token.RIGHT_PAREN);
        return new XmlExpression.Parse(position, document, value, preserve);
      }
      case XMLPI -> {
        open();
        expect(Token.NAME);
        String name = label();
        Expression value = accept(Token.COMMA) ? expression() : null;
        expect(Token.RIGHT_PAREN);
        return new XmlExpression.ProcessingInstruction(position, name, value);
      }
      case XMLROOT -> {
        return xmlRoot(position);
      }
      case XMLSERIALIZE -> {
        open();
        boolean document = documentOrContent();
        Expression value = expression();
        expect(Token.AS);
        TypeName type = simpleType(false);
        boolean indent = accept(Token.INDENT);
        if (!indent && accept(Token.NO)) {
          expect(Token.INDENT);
        }
        expect(Token.RIGHT_PAREN);
        return new XmlExpression.Serialize(position, document, value, type, indent);
      }
      default -> {
        return null;
      }
    }
  }

  private boolean documentOrContent() {
    if (accept(Token.DOCUMENT)) {
      return true;
    }
    expect(Token.CONTENT);
    return false;
  }

  private Expression xmlElement(int position) {
    open();
    expect(Token.NAME);
    String name = label();
    List<XmlExpression.NamedValue> attributes = List.of();
    List<Expression> content = List.of();
    if (accept(Token.COMMA)) {
      if (token == Token.XMLATTRIBUTES && peek() == Token.LEFT_PAREN) {
        open();
        attributes = xmlNamedValues();
        expect(Token.RIGHT_PAREN);
        if (accept(Token.COMMA)) {
          content = expressionList();
        }
      } else {
        content = expressionList();
      }
    }
    expect(Token.RIGHT_PAREN);
    return new XmlExpression.Element(position, name, attributes, content);
  }

  private List<XmlExpression.NamedValue> xmlNamedValues() {
    int mark = mark();
    do {
      int position = position();
      Expression value = expression();
      String name = accept(Token.AS) ? label() : null;
      push(new XmlExpression.NamedValue(position, value, name));
    } while (accept(Token.COMMA));
    return popList(mark);
  }

  private Expression xmlRoot(int position) {
    open();
    Expression value = expression();
    expect(Token.COMMA);
    expect(Token.VERSION);
    Expression version = null;
    if (!accept(Token.NO, Token.VALUE)) {
      version = expression();
    }
    XmlExpression.Standalone standalone = XmlExpression.Standalone.UNSPECIFIED;
    if (accept(Token.COMMA)) {
      expect(Token.STANDALONE);
      if (accept(Token.YES)) {
        standalone = XmlExpression.Standalone.YES;
      } else {
        expect(Token.NO);
        standalone =
            accept(Token.VALUE) ? XmlExpression.Standalone.NO_VALUE : XmlExpression.Standalone.NO;
      }
    }
    expect(Token.RIGHT_PAREN);
    return new XmlExpression.Root(position, value, version, standalone);
  }

  /** {@code PASSING [BY REF | BY VALUE] document [BY REF | BY VALUE]}. */
  private Expression xmlPassing() {
    expect(Token.PASSING);
    if (token == Token.BY && (peek() == Token.REF || peek() == Token.VALUE)) {
      xmlPassingMechanism();
    }
    Expression document = primary();
    xmlPassingMechanism();
    return document;
  }

  private void xmlPassingMechanism() {
    if (accept(Token.BY)) {
      if (!accept(Token.REF)) {
        expect(Token.VALUE);
      }
    }
  }

  /** XMLTABLE without its alias. */
  final XmlTable xmlTable(boolean lateral) {
    int position = position();
    open();
    List<XmlNamespace> namespaces = List.of();
    if (token == Token.XMLNAMESPACES && peek() == Token.LEFT_PAREN) {
      open();
      namespaces = xmlNamespaces();
      expect(Token.RIGHT_PAREN, Token.COMMA);
    }
    Expression row = primary();
    Expression document = xmlPassing();
    expect(Token.COLUMNS);
    int mark = mark();
    do {
      push(xmlTableColumn());
    } while (accept(Token.COMMA));
    List<XmlTableColumn> columns = popList(mark);
    expect(Token.RIGHT_PAREN);
    return new XmlTable(position, lateral, namespaces, row, document, columns, null);
  }

  private List<XmlNamespace> xmlNamespaces() {
    int mark = mark();
    do {
      int position = position();
      if (accept(Token.DEFAULT)) {
        push(new XmlNamespace(position, restrictedExpression(), null));
      } else {
        Expression uri = restrictedExpression();
        expect(Token.AS);
        push(new XmlNamespace(position, uri, label()));
      }
    } while (accept(Token.COMMA));
    return popList(mark);
  }

  private XmlTableColumn xmlTableColumn() {
    int position = position();
    String name = columnName();
    if (accept(Token.FOR)) {
      expect(Token.ORDINALITY);
      return new XmlTableColumn(position, name, null, null, null, false);
    }
    TypeName type = typeName();
    Expression path = null;
    Expression defaultValue = null;
    boolean notNull = false;
    boolean nullable = false;
    while (token != Token.COMMA && token != Token.RIGHT_PAREN) {
      int at = position();
      switch (token) {
        case DEFAULT -> {
          advance();
          Expression value = restrictedExpression();
          if (defaultValue != null) {
            throw error("only one DEFAULT value is allowed", at);
          }
          defaultValue = value;
        }
        case PATH -> {
          advance();
          Expression value = restrictedExpression();
          if (path != null) {
            throw error("only one PATH value per column is allowed", at);
          }
          path = value;
        }
        case NOT -> {
          advance();
          expect(Token.NULL);
          checkOneNullability(notNull || nullable, name, at);
          notNull = true;
        }
        case NULL -> {
          advance();
          checkOneNullability(notNull || nullable, name, at);
          nullable = true;
        }
        case IDENTIFIER -> {
          String option = identifierText();
          advance();
          restrictedExpression();
          throw error("unrecognized column option \"" + option + "\"", at);
        }
        default -> throw syntaxError();
      }
    }
    return new XmlTableColumn(position, name, type, path, defaultValue, notNull);
  }

  private void checkOneNullability(boolean given, String column, int position) {
    if (given) {
      throw error(
          "conflicting or redundant NULL / NOT NULL declarations for column \"" + column + "\"",
          position);
    }
  }
}
