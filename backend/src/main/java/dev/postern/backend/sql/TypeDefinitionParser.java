package dev.postern.backend.sql;

import dev.postern.backend.sql.ObjectReference.RoutineObject;
import dev.postern.backend.sql.TableElement.ColumnConstraint;
import dev.postern.backend.sql.TableElement.ColumnDefinition;
import dev.postern.backend.sql.TypeStatement.AggregateArguments;
import dev.postern.backend.sql.TypeStatement.CastContext;
import dev.postern.backend.sql.TypeStatement.CreateCastStatement;
import dev.postern.backend.sql.TypeStatement.CreateCollationFromStatement;
import dev.postern.backend.sql.TypeStatement.CreateCompositeTypeStatement;
import dev.postern.backend.sql.TypeStatement.CreateConversionStatement;
import dev.postern.backend.sql.TypeStatement.CreateDomainStatement;
import dev.postern.backend.sql.TypeStatement.CreateEnumStatement;
import dev.postern.backend.sql.TypeStatement.CreateOperatorClassStatement;
import dev.postern.backend.sql.TypeStatement.CreateOperatorFamilyStatement;
import dev.postern.backend.sql.TypeStatement.CreateRangeStatement;
import dev.postern.backend.sql.TypeStatement.CreateTransformStatement;
import dev.postern.backend.sql.TypeStatement.DefineStatement;
import dev.postern.backend.sql.TypeStatement.DroppedOperatorItem;
import dev.postern.backend.sql.TypeStatement.FunctionItem;
import dev.postern.backend.sql.TypeStatement.OperatorClassItem;
import dev.postern.backend.sql.TypeStatement.OperatorItem;
import dev.postern.backend.sql.TypeStatement.StorageItem;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** CREATE TYPE, DOMAIN, AGGREGATE, OPERATOR, COLLATION, CAST and their kin. */
abstract class TypeDefinitionParser extends RoutineParser {
  TypeDefinitionParser(byte[] text, int offset, int length) {
    super(text, offset, length);
  }

  /** The rest of CREATE TYPE; the current token is TYPE. */
  final Statement createType(int position) {
    expect(Token.TYPE);
    QualifiedName name = anyName();
    if (token == Token.LEFT_PAREN) {
      return new DefineStatement(
          position, ObjectType.TYPE, false, false, name, null, true, definition());
    }
    if (!accept(Token.AS)) {
      return new DefineStatement(
          position, ObjectType.TYPE, false, false, name, null, false, List.of());
    }
    switch (token) {
      case ENUM -> {
        advance();
        expect(Token.LEFT_PAREN);
        List<String> labels = token == Token.RIGHT_PAREN ? List.of() : strings();
        expect(Token.RIGHT_PAREN);
        return new CreateEnumStatement(position, name, labels);
      }
      case RANGE -> {
        advance();
        return new CreateRangeStatement(position, name, definition());
      }
      default -> {
        expect(Token.LEFT_PAREN);
        int mark = mark();
        if (token != Token.RIGHT_PAREN) {
          do {
            push(compositeAttribute());
          } while (accept(Token.COMMA));
        }
        List<ColumnDefinition> attributes = popList(mark);
        expect(Token.RIGHT_PAREN);
        return new CreateCompositeTypeStatement(position, name, attributes);
      }
    }
  }

  /** The rest of CREATE DOMAIN; the current token is DOMAIN. */
  final Statement createDomain(int position) {
    expect(Token.DOMAIN);
    QualifiedName name = anyName();
    accept(Token.AS);
    TypeName type = typeName();
    QualifiedName collation = null;
    int mark = mark();
    while (true) {
      int at = position();
      if (accept(Token.COLLATE)) {
        QualifiedName named = anyName();
        if (collation != null) {
          throw error("multiple COLLATE clauses not allowed", at);
        }
        collation = named;
        continue;
      }
      ColumnConstraint constraint = optionalColumnConstraint();
      if (constraint == null) {
        break;
      }
      push(constraint);
    }
    return new CreateDomainStatement(position, name, type, collation, popList(mark));
  }

  /** The rest of CREATE AGGREGATE; the current token is AGGREGATE. */
  final Statement createAggregate(int position, boolean orReplace) {
    expect(Token.AGGREGATE);
    QualifiedName name = functionName();
    if (token != Token.LEFT_PAREN) {
      throw syntaxError();
    }
    if (peek() == Token.IDENTIFIER && peek(2) == Token.EQUAL) {
      return new DefineStatement(
          position, ObjectType.AGGREGATE, orReplace, false, name, null, true, oldDefinition());
    }
    AggregateArguments arguments = aggregateArguments();
    return new DefineStatement(
        position, ObjectType.AGGREGATE, orReplace, false, name, arguments, true, definition());
  }

  /** The old syntax of CREATE AGGREGATE: names that are no key words, each with a value. */
  private List<Option> oldDefinition() {
    expect(Token.LEFT_PAREN);
    int mark = mark();
    do {
      int position = position();
      if (token != Token.IDENTIFIER) {
        throw syntaxError();
      }
      String name = identifierText();
      advance();
      expect(Token.EQUAL);
      push(new Option(position, name, optionValue()));
    } while (accept(Token.COMMA));
    expect(Token.RIGHT_PAREN);
    return popList(mark);
  }

  private AggregateArguments aggregateArguments() {
    expect(Token.LEFT_PAREN);
    if (accept(Token.STAR)) {
      expect(Token.RIGHT_PAREN);
      return new AggregateArguments(true, List.of(), null);
    }
    List<RoutineClause.RoutineParameter> direct =
        token == Token.ORDER ? List.of() : aggregateParameters();
    List<RoutineClause.RoutineParameter> orderBy = null;
    if (accept(Token.ORDER)) {
      expect(Token.BY);
      orderBy = aggregateParameters();
    }
    expect(Token.RIGHT_PAREN);
    return new AggregateArguments(false, direct, orderBy);
  }

  private List<RoutineClause.RoutineParameter> aggregateParameters() {
    int mark = mark();
    do {
      push(parameter(false));
    } while (accept(Token.COMMA));
    return popList(mark);
  }

  /**
   * The rest of CREATE OPERATOR, OPERATOR CLASS or OPERATOR FAMILY; the current token is OPERATOR.
   */
  final Statement createOperator(int position) {
    expect(Token.OPERATOR);
    if (token == Token.CLASS && peek() != Token.DOT) {
      advance();
      return createOperatorClass(position);
    }
    if (token == Token.FAMILY && peek() != Token.DOT) {
      advance();
      QualifiedName name = anyName();
      expect(Token.USING);
      return new CreateOperatorFamilyStatement(position, name, columnName());
    }
    OperatorName operator = anyOperator();
    List<String> parts = new ArrayList<>(operator.schema());
    parts.add(operator.symbol());
    QualifiedName name = new QualifiedName(operator.position(), List.copyOf(parts));
    return new DefineStatement(
        position, ObjectType.OPERATOR, false, false, name, null, true, definition());
  }

  private Statement createOperatorClass(int position) {
    QualifiedName name = anyName();
    boolean isDefault = accept(Token.DEFAULT);
    expect(Token.FOR, Token.TYPE);
    TypeName type = typeName();
    expect(Token.USING);
    String accessMethod = columnName();
    QualifiedName family = accept(Token.FAMILY) ? anyName() : null;
    expect(Token.AS);
    List<OperatorClassItem> items = operatorClassItems();
    return new CreateOperatorClassStatement(
        position, name, isDefault, type, accessMethod, family, items);
  }

  final List<OperatorClassItem> operatorClassItems() {
    int mark = mark();
    do {
      push(operatorClassItem());
    } while (accept(Token.COMMA));
    return popList(mark);
  }

  private OperatorClassItem operatorClassItem() {
    switch (token) {
      case OPERATOR -> {
        advance();
        int number = integer();
        OperatorName operator = anyOperator();
        List<@Nullable TypeName> types = null;
        if (token == Token.LEFT_PAREN) {
          types = operatorTypes();
        }
        QualifiedName family = null;
        if (accept(Token.FOR)) {
          if (!accept(Token.SEARCH)) {
            expect(Token.ORDER, Token.BY);
            family = anyName();
          }
        }
        return new OperatorItem(number, operator, types, family);
      }
      case FUNCTION -> {
        advance();
        int number = integer();
        List<TypeName> types = List.of();
        if (accept(Token.LEFT_PAREN)) {
          types = typeNames();
          expect(Token.RIGHT_PAREN);
        }
        return new FunctionItem(number, types, routine());
      }
      default -> {
        expect(Token.STORAGE);
        return new StorageItem(typeName());
      }
    }
  }

  private List<@Nullable TypeName> operatorTypes() {
    expect(Token.LEFT_PAREN);
    TypeName left = typeOrNone();
    if (left != null && token == Token.RIGHT_PAREN) {
      throw error("missing argument", position())
          .hint("Use NONE to denote the missing argument of a unary operator.");
    }
    expect(Token.COMMA);
    TypeName right = typeOrNone();
    expect(Token.RIGHT_PAREN);
    List<@Nullable TypeName> types = new ArrayList<>(2);
    types.add(left);
    types.add(right);
    return java.util.Collections.unmodifiableList(types);
  }

  /** {@code OPERATOR 1 (types), FUNCTION 2 (types)} of ALTER OPERATOR FAMILY … DROP. */
  final List<OperatorClassItem> droppedOperatorItems() {
    int mark = mark();
    do {
      boolean operator = accept(Token.OPERATOR);
      if (!operator) {
        expect(Token.FUNCTION);
      }
      int number = integer();
      expect(Token.LEFT_PAREN);
      List<TypeName> types = typeNames();
      expect(Token.RIGHT_PAREN);
      push(
          operator
              ? new DroppedOperatorItem(number, types)
              : new FunctionItem(number, types, null));
    } while (accept(Token.COMMA));
    return popList(mark);
  }

  /** The rest of CREATE TEXT SEARCH; the current token is TEXT. */
  final Statement createTextSearch(int position) {
    expect(Token.TEXT, Token.SEARCH);
    ObjectType type = textSearchType();
    QualifiedName name = anyName();
    return new DefineStatement(position, type, false, false, name, null, true, definition());
  }

  /** The rest of CREATE COLLATION; the current token is COLLATION. */
  final Statement createCollation(int position) {
    expect(Token.COLLATION);
    boolean ifNotExists = acceptIfNotExists();
    QualifiedName name = anyName();
    if (accept(Token.FROM)) {
      return new CreateCollationFromStatement(position, ifNotExists, name, anyName());
    }
    return new DefineStatement(
        position, ObjectType.COLLATION, false, ifNotExists, name, null, true, definition());
  }

  /** The rest of CREATE CONVERSION; the current token is DEFAULT or CONVERSION. */
  final Statement createConversion(int position) {
    boolean isDefault = accept(Token.DEFAULT);
    expect(Token.CONVERSION);
    QualifiedName name = anyName();
    expect(Token.FOR);
    String source = string();
    expect(Token.TO);
    String target = string();
    expect(Token.FROM);
    return new CreateConversionStatement(position, isDefault, name, source, target, anyName());
  }

  /** The rest of CREATE CAST; the current token is CAST. */
  final Statement createCast(int position) {
    expect(Token.CAST);
    ObjectReference.CastObject cast = castObject(position());
    RoutineObject function = null;
    boolean inout = false;
    if (accept(Token.WITHOUT)) {
      expect(Token.FUNCTION);
    } else {
      expect(Token.WITH);
      if (accept(Token.INOUT)) {
        inout = true;
      } else {
        expect(Token.FUNCTION);
        function = routine();
      }
    }
    CastContext context = CastContext.EXPLICIT;
    if (accept(Token.AS)) {
      if (accept(Token.IMPLICIT)) {
        context = CastContext.IMPLICIT;
      } else {
        expect(Token.ASSIGNMENT);
        context = CastContext.ASSIGNMENT;
      }
    }
    return new CreateCastStatement(
        position, cast.source(), cast.target(), function, inout, context);
  }

  /** The rest of CREATE TRANSFORM; the current token is TRANSFORM. */
  final Statement createTransform(int position, boolean orReplace) {
    expect(Token.TRANSFORM, Token.FOR);
    TypeName type = typeName();
    expect(Token.LANGUAGE);
    String language = columnName();
    expect(Token.LEFT_PAREN);
    RoutineObject fromSql = null;
    RoutineObject toSql = null;
    do {
      if (fromSql == null && accept(Token.FROM)) {
        expect(Token.SQL, Token.WITH);
        expect(Token.FUNCTION);
        fromSql = routine();
      } else {
        if (toSql != null) {
          throw syntaxError();
        }
        expect(Token.TO, Token.SQL);
        expect(Token.WITH, Token.FUNCTION);
        toSql = routine();
      }
    } while (accept(Token.COMMA));
    expect(Token.RIGHT_PAREN);
    return new CreateTransformStatement(position, orReplace, type, language, fromSql, toSql);
  }
}
