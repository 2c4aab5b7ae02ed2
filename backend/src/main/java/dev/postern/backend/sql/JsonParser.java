package dev.postern.backend.sql;

import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.JsonExpression.Behavior;
import dev.postern.backend.sql.JsonExpression.BehaviorKind;
import dev.postern.backend.sql.JsonExpression.Format;
import dev.postern.backend.sql.JsonExpression.FormattedValue;
import dev.postern.backend.sql.JsonExpression.KeyValue;
import dev.postern.backend.sql.JsonExpression.NullHandling;
import dev.postern.backend.sql.JsonExpression.Output;
import dev.postern.backend.sql.JsonExpression.PassingArgument;
import dev.postern.backend.sql.JsonExpression.QueryFunction;
import dev.postern.backend.sql.JsonExpression.Quotes;
import dev.postern.backend.sql.JsonExpression.UniqueKeys;
import dev.postern.backend.sql.JsonExpression.Wrapper;
import dev.postern.backend.sql.QueryClause.JsonNestedColumns;
import dev.postern.backend.sql.QueryClause.JsonOrdinalityColumn;
import dev.postern.backend.sql.QueryClause.JsonTableColumn;
import dev.postern.backend.sql.QueryClause.JsonValueColumn;
import dev.postern.backend.sql.QueryClause.SortItem;
import dev.postern.backend.sql.TableReference.JsonTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** SQL/JSON (manual, chapter 9.16). */
abstract class JsonParser extends SpecialFormParser {
  JsonParser(byte[] text, int offset, int length) {
    super(text, offset, length);
  }

  @Override
  final @Nullable Expression jsonForm() {
    int position = position();
    switch (token) {
      case JSON_OBJECT -> {
        return jsonObject(position);
      }
      case JSON_ARRAY -> {
        return jsonArray(position);
      }
      case JSON_OBJECTAGG -> {
        open();
        KeyValue member = keyValue();
        NullHandling nulls = nullHandling();
        UniqueKeys unique = uniqueKeys();
        Output output = returning();
        expect(Token.RIGHT_PAREN);
        return new JsonExpression.ObjectAggregate(
            position, member, nulls, unique, output, null, null);
      }
      case JSON_ARRAYAGG -> {
        open();
        FormattedValue element = formattedValue();
        List<SortItem> orderBy = optionalOrderBy();
        NullHandling nulls = nullHandling();
        Output output = returning();
        expect(Token.RIGHT_PAREN);
        return new JsonExpression.ArrayAggregate(
            position, element, orderBy, nulls, output, null, null);
      }
      case JSON -> {
        open();
        FormattedValue value = formattedValue();
        UniqueKeys unique = uniqueKeys();
        expect(Token.RIGHT_PAREN);
        return new JsonExpression.ParseCall(position, value, unique);
      }
      case JSON_SCALAR -> {
        open();
        Expression value = expression();
        expect(Token.RIGHT_PAREN);
        return new JsonExpression.ScalarCall(position, value);
      }
      case JSON_SERIALIZE -> {
        open();
        FormattedValue value = formattedValue();
        Output output = returning();
        expect(Token.RIGHT_PAREN);
        return new JsonExpression.SerializeCall(position, value, output);
      }
      case JSON_QUERY -> {
        return queryFunction(position, QueryFunction.Kind.QUERY);
      }
      case JSON_VALUE -> {
        return queryFunction(position, QueryFunction.Kind.VALUE);
      }
      case JSON_EXISTS -> {
        return queryFunction(position, QueryFunction.Kind.EXISTS);
      }
      default -> {
        return null;
      }
    }
  }

  // Constructors.

  /** JSON_OBJECT, which is also an ordinary function when its arguments are a plain list. */
  private Expression jsonObject(int position) {
    open();
    if (token == Token.RIGHT_PAREN || token == Token.RETURNING) {
      Output output = returning();
      expect(Token.RIGHT_PAREN);
      return new JsonExpression.ObjectConstructor(
          position, List.of(), NullHandling.UNSPECIFIED, UniqueKeys.UNSPECIFIED, output);
    }
    int at = position();
    Expression first = argument();
    if (first instanceof Expression.NamedArgument || !atKeySeparator()) {
      return plainJsonObject(position, first);
    }
    int mark = mark();
    push(keyValueAfter(at, first));
    while (accept(Token.COMMA)) {
      push(keyValue());
    }
    List<KeyValue> members = popList(mark);
    NullHandling nulls = nullHandling();
    UniqueKeys unique = uniqueKeys();
    Output output = returning();
    expect(Token.RIGHT_PAREN);
    return new JsonExpression.ObjectConstructor(position, members, nulls, unique, output);
  }

  private Expression plainJsonObject(int position, Expression first) {
    int mark = mark();
    push(first);
    while (accept(Token.COMMA)) {
      push(argument());
    }
    List<Expression> arguments = popList(mark);
    expect(Token.RIGHT_PAREN);
    return new Expression.FunctionCall(
        position,
        new QualifiedName(position, List.of("pg_catalog", "json_object")),
        arguments,
        Expression.CallSyntax.EXPLICIT);
  }

  private boolean atKeySeparator() {
    return token == Token.COLON || token == Token.VALUE;
  }

  private KeyValue keyValue() {
    int position = position();
    return keyValueAfter(position, expression());
  }

  private KeyValue keyValueAfter(int position, Expression key) {
    if (!accept(Token.VALUE)) {
      expect(Token.COLON);
    }
    return new KeyValue(position, key, formattedValue());
  }

  private Expression jsonArray(int position) {
    open();
    if (token == Token.RIGHT_PAREN || token == Token.RETURNING) {
      Output output = returning();
      expect(Token.RIGHT_PAREN);
      return new JsonExpression.ArrayConstructor(
          position, List.of(), NullHandling.UNSPECIFIED, output);
    }
    if (atQuery()) {
      SelectStatement query = query();
      Format format = format();
      Output output = returning();
      expect(Token.RIGHT_PAREN);
      return new JsonExpression.ArrayQueryConstructor(position, query, format, output);
    }
    int mark = mark();
    do {
      push(formattedValue());
    } while (accept(Token.COMMA));
    List<FormattedValue> elements = popList(mark);
    NullHandling nulls = nullHandling();
    Output output = returning();
    expect(Token.RIGHT_PAREN);
    return new JsonExpression.ArrayConstructor(position, elements, nulls, output);
  }

  private FormattedValue formattedValue() {
    int position = position();
    Expression value = expression();
    return new FormattedValue(position, value, format());
  }

  private @Nullable Format format() {
    if (token != Token.FORMAT_LA) {
      return null;
    }
    int position = position();
    advance();
    expect(Token.JSON);
    if (!accept(Token.ENCODING)) {
      return new Format(position, null);
    }
    int at = position();
    String encoding = columnName();
    switch (encoding.toLowerCase(java.util.Locale.ROOT)) {
      case "utf8", "utf16", "utf32" -> {}
      default -> throw error("22023", "unrecognized JSON encoding: " + encoding, at);
    }
    return new Format(position, encoding);
  }

  private NullHandling nullHandling() {
    if (accept(Token.NULL)) {
      expect(Token.ON, Token.NULL);
      return NullHandling.NULL_ON_NULL;
    }
    if (accept(Token.ABSENT)) {
      expect(Token.ON, Token.NULL);
      return NullHandling.ABSENT_ON_NULL;
    }
    return NullHandling.UNSPECIFIED;
  }

  private @Nullable Output returning() {
    if (!accept(Token.RETURNING)) {
      return null;
    }
    TypeName type = typeName();
    return new Output(type, format());
  }

  // Query functions.

  private Expression queryFunction(int position, QueryFunction.Kind kind) {
    open();
    FormattedValue context = formattedValue();
    expect(Token.COMMA);
    Expression path = expression();
    List<PassingArgument> passing = passing();
    Output output = kind == QueryFunction.Kind.EXISTS ? null : returning();
    Wrapper wrapper = Wrapper.UNSPECIFIED;
    Quotes quotes = Quotes.UNSPECIFIED;
    if (kind == QueryFunction.Kind.QUERY) {
      wrapper = wrapper();
      quotes = quotes();
    }
    Behavior[] behaviors = behaviors(kind != QueryFunction.Kind.EXISTS);
    expect(Token.RIGHT_PAREN);
    return new QueryFunction(
        position,
        kind,
        context,
        path,
        passing,
        output,
        wrapper,
        quotes,
        behaviors[0],
        behaviors[1]);
  }

  private List<PassingArgument> passing() {
    if (!accept(Token.PASSING)) {
      return List.of();
    }
    int mark = mark();
    do {
      FormattedValue value = formattedValue();
      expect(Token.AS);
      push(new PassingArgument(value, label()));
    } while (accept(Token.COMMA));
    return popList(mark);
  }

  private Wrapper wrapper() {
    if (accept(Token.WITHOUT)) {
      accept(Token.ARRAY);
      expect(Token.WRAPPER);
      return Wrapper.WITHOUT;
    }
    if (!accept(Token.WITH)) {
      return Wrapper.UNSPECIFIED;
    }
    Wrapper wrapper = Wrapper.UNCONDITIONAL;
    if (accept(Token.CONDITIONAL)) {
      wrapper = Wrapper.CONDITIONAL;
    } else {
      accept(Token.UNCONDITIONAL);
    }
    accept(Token.ARRAY);
    expect(Token.WRAPPER);
    return wrapper;
  }

  private Quotes quotes() {
    Quotes quotes;
    if (accept(Token.KEEP)) {
      quotes = Quotes.KEEP;
    } else if (accept(Token.OMIT)) {
      quotes = Quotes.OMIT;
    } else {
      return Quotes.UNSPECIFIED;
    }
    expect(Token.QUOTES);
    if (accept(Token.ON)) {
      expect(Token.SCALAR, Token.STRING);
    }
    return quotes;
  }

  /** {@code x ON EMPTY y ON ERROR}: the two, null where not written. */
  @SuppressWarnings("NullAway")
  private Behavior[] behaviors(boolean emptyAllowed) {
    Behavior[] found = new Behavior[2];
    while (token != Token.RIGHT_PAREN && token != Token.COMMA) {
      Behavior behavior = behavior();
      expect(Token.ON);
      if (emptyAllowed && found[0] == null && found[1] == null && accept(Token.EMPTY)) {
        found[0] = behavior;
      } else {
        expect(Token.ERROR);
        found[1] = behavior;
        break;
      }
    }
    return found;
  }

  private Behavior behavior() {
    int position = position();
    BehaviorKind kind;
    switch (token) {
      case DEFAULT -> {
        advance();
        return new Behavior(position, BehaviorKind.DEFAULT, expression());
      }
      case ERROR -> kind = BehaviorKind.ERROR;
      case NULL -> kind = BehaviorKind.NULL;
      case TRUE -> kind = BehaviorKind.TRUE;
      case FALSE -> kind = BehaviorKind.FALSE;
      case UNKNOWN -> kind = BehaviorKind.UNKNOWN;
      case EMPTY -> {
        advance();
        if (accept(Token.ARRAY)) {
          return new Behavior(position, BehaviorKind.EMPTY_ARRAY, null);
        }
        if (accept(Token.OBJECT)) {
          return new Behavior(position, BehaviorKind.EMPTY_OBJECT, null);
        }
        // EMPTY alone is EMPTY ARRAY.
        return new Behavior(position, BehaviorKind.EMPTY_ARRAY, null);
      }
      default -> throw syntaxError();
    }
    advance();
    return new Behavior(position, kind, null);
  }

  // JSON_TABLE.

  /** JSON_TABLE without its alias. */
  final JsonTable jsonTable(boolean lateral) {
    int position = position();
    open();
    FormattedValue context = formattedValue();
    expect(Token.COMMA);
    int at = position();
    Expression path = expression();
    String pathName = accept(Token.AS) ? columnName() : null;
    List<PassingArgument> passing = passing();
    List<JsonTableColumn> columns = jsonTableColumns();
    Behavior onError = null;
    if (token != Token.RIGHT_PAREN) {
      onError = behavior();
      expect(Token.ON, Token.ERROR);
    }
    expect(Token.RIGHT_PAREN);
    if (!(path instanceof Expression.StringConstant)) {
      throw error(
          SqlState.FEATURE_NOT_SUPPORTED,
          "only string constants are supported in JSON_TABLE path specification",
          at);
    }
    return new JsonTable(
        position, lateral, context, path, pathName, passing, columns, onError, null);
  }

  private List<JsonTableColumn> jsonTableColumns() {
    expect(Token.COLUMNS, Token.LEFT_PAREN);
    int mark = mark();
    do {
      push(jsonTableColumn());
    } while (accept(Token.COMMA));
    expect(Token.RIGHT_PAREN);
    return popList(mark);
  }

  private JsonTableColumn jsonTableColumn() {
    int position = position();
    if (token == Token.NESTED && (peek() == Token.PATH || peek() == Token.STRING_LITERAL)) {
      advance();
      accept(Token.PATH);
      String path = string();
      String name = accept(Token.AS) ? columnName() : null;
      enter();
      List<JsonTableColumn> columns = jsonTableColumns();
      leave();
      return new JsonNestedColumns(position, path, name, columns);
    }
    String name = columnName();
    if (accept(Token.FOR)) {
      expect(Token.ORDINALITY);
      return new JsonOrdinalityColumn(position, name);
    }
    TypeName type = typeName();
    boolean exists = accept(Token.EXISTS);
    Format format = exists ? null : format();
    String path = accept(Token.PATH) ? string() : null;
    Wrapper wrapper = Wrapper.UNSPECIFIED;
    Quotes quotes = Quotes.UNSPECIFIED;
    if (!exists) {
      wrapper = wrapper();
      quotes = quotes();
    }
    Behavior[] behaviors = behaviors(!exists);
    return new JsonValueColumn(
        position, name, type, exists, format, path, wrapper, quotes, behaviors[0], behaviors[1]);
  }
}
