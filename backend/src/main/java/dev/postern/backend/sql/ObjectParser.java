package dev.postern.backend.sql;

import dev.postern.backend.sql.ObjectReference.ArgumentMode;
import dev.postern.backend.sql.ObjectReference.CastObject;
import dev.postern.backend.sql.ObjectReference.DomainMember;
import dev.postern.backend.sql.ObjectReference.LargeObject;
import dev.postern.backend.sql.ObjectReference.NamedObject;
import dev.postern.backend.sql.ObjectReference.OperatorClassObject;
import dev.postern.backend.sql.ObjectReference.OperatorObject;
import dev.postern.backend.sql.ObjectReference.RelationMember;
import dev.postern.backend.sql.ObjectReference.RoleObject;
import dev.postern.backend.sql.ObjectReference.RoutineObject;
import dev.postern.backend.sql.ObjectReference.SignatureArgument;
import dev.postern.backend.sql.ObjectReference.TransformObject;
import dev.postern.backend.sql.ObjectReference.TypeObject;
import dev.postern.backend.sql.ObjectStatement.CommentStatement;
import dev.postern.backend.sql.ObjectStatement.DropBehavior;
import dev.postern.backend.sql.ObjectStatement.DropStatement;
import dev.postern.backend.sql.ObjectStatement.SecurityLabelStatement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** References to objects of every kind; DROP, COMMENT and SECURITY LABEL. */
abstract class ObjectParser extends RelationParser {
  ObjectParser(byte[] text, int offset, int length) {
    super(text, offset, length);
  }

  // Kinds of object.

  /** Reads the words of an object type; null where none begins here. */
  final @Nullable ObjectType optionalObjectType() {
    ObjectType type =
        switch (token) {
          case TABLE -> ObjectType.TABLE;
          case SEQUENCE -> ObjectType.SEQUENCE;
          case VIEW -> ObjectType.VIEW;
          case INDEX -> ObjectType.INDEX;
          case COLLATION -> ObjectType.COLLATION;
          case CONVERSION -> ObjectType.CONVERSION;
          case STATISTICS -> ObjectType.STATISTICS;
          case EXTENSION -> ObjectType.EXTENSION;
          case PUBLICATION -> ObjectType.PUBLICATION;
          case SUBSCRIPTION -> ObjectType.SUBSCRIPTION;
          case SCHEMA -> ObjectType.SCHEMA;
          case SERVER -> ObjectType.SERVER;
          case DATABASE -> ObjectType.DATABASE;
          case ROLE, USER, GROUP -> ObjectType.ROLE;
          case TABLESPACE -> ObjectType.TABLESPACE;
          case POLICY -> ObjectType.POLICY;
          case RULE -> ObjectType.RULE;
          case TRIGGER -> ObjectType.TRIGGER;
          case TYPE -> ObjectType.TYPE;
          case DOMAIN -> ObjectType.DOMAIN;
          case FUNCTION -> ObjectType.FUNCTION;
          case PROCEDURE -> ObjectType.PROCEDURE;
          case ROUTINE -> ObjectType.ROUTINE;
          case AGGREGATE -> ObjectType.AGGREGATE;
          case CAST -> ObjectType.CAST;
          case TRANSFORM -> ObjectType.TRANSFORM;
          case LANGUAGE -> ObjectType.LANGUAGE;
          case COLUMN -> ObjectType.COLUMN;
          case CONSTRAINT -> ObjectType.TABLE_CONSTRAINT;
          default -> null;
        };
    if (type != null) {
      advance();
      return type;
    }
    return optionalLongObjectType();
  }

  /** The types of more than one word. */
  private @Nullable ObjectType optionalLongObjectType() {
    switch (token) {
      case MATERIALIZED -> {
        advance();
        expect(Token.VIEW);
        return ObjectType.MATERIALIZED_VIEW;
      }
      case FOREIGN -> {
        advance();
        if (accept(Token.TABLE)) {
          return ObjectType.FOREIGN_TABLE;
        }
        expect(Token.DATA, Token.WRAPPER);
        return ObjectType.FOREIGN_DATA_WRAPPER;
      }
      case EVENT -> {
        advance();
        expect(Token.TRIGGER);
        return ObjectType.EVENT_TRIGGER;
      }
      case ACCESS -> {
        advance();
        expect(Token.METHOD);
        return ObjectType.ACCESS_METHOD;
      }
      case LARGE -> {
        advance();
        expect(Token.OBJECT);
        return ObjectType.LARGE_OBJECT;
      }
      case PROCEDURAL -> {
        advance();
        expect(Token.LANGUAGE);
        return ObjectType.LANGUAGE;
      }
      case OPERATOR -> {
        advance();
        if (token == Token.CLASS && peek() != Token.DOT) {
          advance();
          return ObjectType.OPERATOR_CLASS;
        }
        if (token == Token.FAMILY && peek() != Token.DOT) {
          advance();
          return ObjectType.OPERATOR_FAMILY;
        }
        return ObjectType.OPERATOR;
      }
      case TEXT -> {
        advance();
        expect(Token.SEARCH);
        return textSearchType();
      }
      default -> {
        return null;
      }
    }
  }

  final ObjectType textSearchType() {
    ObjectType type =
        switch (token) {
          case PARSER -> ObjectType.TEXT_SEARCH_PARSER;
          case DICTIONARY -> ObjectType.TEXT_SEARCH_DICTIONARY;
          case TEMPLATE -> ObjectType.TEXT_SEARCH_TEMPLATE;
          case CONFIGURATION -> ObjectType.TEXT_SEARCH_CONFIGURATION;
          default -> throw syntaxError();
        };
    advance();
    return type;
  }

  // References.

  /** One object of a type, in the form that COMMENT and its sisters use. */
  final ObjectReference objectReference(ObjectType type) {
    int position = position();
    return switch (type) {
      case TYPE, DOMAIN -> new TypeObject(position, typeName());
      case FUNCTION, PROCEDURE, ROUTINE -> routine();
      case AGGREGATE -> aggregate();
      case OPERATOR -> operatorObject();
      case OPERATOR_CLASS, OPERATOR_FAMILY -> {
        QualifiedName name = anyName();
        expect(Token.USING);
        yield new OperatorClassObject(position, name, columnName());
      }
      case CAST -> castObject(position);
      case TRANSFORM -> {
        expect(Token.FOR);
        TypeName transformed = typeName();
        expect(Token.LANGUAGE);
        yield new TransformObject(position, transformed, columnName());
      }
      case LARGE_OBJECT -> new LargeObject(position, largeObjectId());
      case POLICY, RULE, TRIGGER -> {
        String name = columnName();
        expect(Token.ON);
        yield new RelationMember(position, anyName(), name);
      }
      case TABLE_CONSTRAINT, DOMAIN_CONSTRAINT -> {
        String name = columnName();
        expect(Token.ON);
        if (token == Token.DOMAIN && isColumnName(peek())) {
          advance();
          QualifiedName domain = anyName();
          TypeName typeName =
              new TypeName(domain.position(), domain.parts(), false, false, List.of(), List.of());
          yield new DomainMember(position, typeName, name);
        }
        yield new RelationMember(position, anyName(), name);
      }
      case COLUMN, ATTRIBUTE -> {
        QualifiedName name = anyName();
        int last = name.parts().size() - 1;
        if (last == 0) {
          // The server reads this and refuses it when it runs it.
          yield new NamedObject(position, name);
        }
        QualifiedName relation =
            new QualifiedName(position, List.copyOf(name.parts().subList(0, last)));
        yield new RelationMember(position, relation, name.name());
      }
      case ROLE -> new RoleObject(position, role());
      case ACCESS_METHOD,
          DATABASE,
          EVENT_TRIGGER,
          EXTENSION,
          FOREIGN_DATA_WRAPPER,
          LANGUAGE,
          PARAMETER,
          PUBLICATION,
          SCHEMA,
          SERVER,
          SUBSCRIPTION,
          TABLESPACE ->
          new NamedObject(position, new QualifiedName(position, List.of(columnName())));
      case COLLATION,
          CONVERSION,
          FOREIGN_TABLE,
          INDEX,
          MATERIALIZED_VIEW,
          SEQUENCE,
          STATISTICS,
          TABLE,
          TEXT_SEARCH_CONFIGURATION,
          TEXT_SEARCH_DICTIONARY,
          TEXT_SEARCH_PARSER,
          TEXT_SEARCH_TEMPLATE,
          VIEW ->
          new NamedObject(position, anyName());
    };
  }

  private String largeObjectId() {
    Expression.Constant number = number();
    return number instanceof Expression.IntegerConstant integer
        ? Integer.toString(integer.value())
        : ((Expression.NumericConstant) number).text();
  }

  final CastObject castObject(int position) {
    expect(Token.LEFT_PAREN);
    TypeName source = typeName();
    expect(Token.AS);
    TypeName target = typeName();
    expect(Token.RIGHT_PAREN);
    return new CastObject(position, source, target);
  }

  /** A function or procedure with or without its argument types. */
  final RoutineObject routine() {
    int position = position();
    Token first = token;
    QualifiedName name = peek() == Token.DOT ? anyName() : unqualifiedRoutineName();
    if (token == Token.LEFT_BRACKET) {
      throw subscriptedName();
    }
    if (token != Token.LEFT_PAREN) {
      return new RoutineObject(position, name, null, false, null);
    }
    if (name.parts().size() == 1 && !isTypeFunctionName(first)) {
      throw syntaxError();
    }
    return new RoutineObject(position, name, signature(), false, null);
  }

  private QualifiedName unqualifiedRoutineName() {
    int position = position();
    return new QualifiedName(position, List.of(nonReservedWord()));
  }

  final List<RoutineObject> routines() {
    int mark = mark();
    do {
      push(routine());
    } while (accept(Token.COMMA));
    return popList(mark);
  }

  private List<SignatureArgument> signature() {
    expect(Token.LEFT_PAREN);
    if (accept(Token.RIGHT_PAREN)) {
      return List.of();
    }
    List<SignatureArgument> arguments = signatureArguments();
    expect(Token.RIGHT_PAREN);
    return arguments;
  }

  private List<SignatureArgument> signatureArguments() {
    int mark = mark();
    do {
      ArgumentMode mode = argumentMode();
      String name = null;
      if (namesParameter()) {
        name = typeFunctionName();
        if (mode == ArgumentMode.DEFAULT) {
          mode = argumentMode();
        }
      }
      push(new SignatureArgument(mode, name, functionType()));
    } while (accept(Token.COMMA));
    return popList(mark);
  }

  final ArgumentMode argumentMode() {
    switch (token) {
      case IN -> {
        advance();
        return accept(Token.OUT) ? ArgumentMode.INOUT : ArgumentMode.IN;
      }
      case OUT -> {
        advance();
        return ArgumentMode.OUT;
      }
      case INOUT -> {
        advance();
        return ArgumentMode.INOUT;
      }
      case VARIADIC -> {
        advance();
        return ArgumentMode.VARIADIC;
      }
      default -> {
        return ArgumentMode.DEFAULT;
      }
    }
  }

  /** Whether the current word names a parameter rather than being its type. */
  final boolean namesParameter() {
    if (!isTypeFunctionName(token)) {
      return false;
    }
    Token following = peek();
    return switch (following) {
      case IN, OUT, INOUT, VARIADIC, SETOF -> true;
      case PRECISION, VARYING -> false;
      case DOUBLE -> true;
      default ->
          following == Token.IDENTIFIER
              || following.category == Keywords.Category.UNRESERVED
              || following.category == Keywords.Category.COLUMN_NAME
              || following.category == Keywords.Category.TYPE_FUNCTION_NAME;
    };
  }

  private RoutineObject aggregate() {
    int position = position();
    QualifiedName name = functionName();
    expect(Token.LEFT_PAREN);
    if (accept(Token.STAR)) {
      expect(Token.RIGHT_PAREN);
      return new RoutineObject(position, name, List.of(), true, null);
    }
    List<SignatureArgument> direct = List.of();
    if (token != Token.ORDER) {
      direct = signatureArguments();
    }
    List<SignatureArgument> ordered = null;
    if (accept(Token.ORDER)) {
      expect(Token.BY);
      ordered = signatureArguments();
    }
    expect(Token.RIGHT_PAREN);
    return new RoutineObject(position, name, direct, false, ordered);
  }

  final OperatorObject operatorObject() {
    int position = position();
    OperatorName name = anyOperator();
    expect(Token.LEFT_PAREN);
    TypeName left = typeOrNone();
    if (left != null && token == Token.RIGHT_PAREN) {
      throw error("missing argument", position())
          .hint("Use NONE to denote the missing argument of a unary operator.");
    }
    expect(Token.COMMA);
    TypeName right = typeOrNone();
    if (left == null && right == null) {
      throw syntaxError();
    }
    expect(Token.RIGHT_PAREN);
    return new OperatorObject(position, name, left, right);
  }

  final @Nullable TypeName typeOrNone() {
    return accept(Token.NONE) ? null : typeName();
  }

  // DROP.

  /** DROP of what has no statement of its own; the current token is after DROP. */
  final Statement dropObject(int position) {
    switch (token) {
      case COLUMN, CONSTRAINT, LARGE -> throw syntaxError();
      default -> {}
    }
    ObjectType type = optionalObjectType();
    if (type == null) {
      throw syntaxError();
    }
    boolean concurrently = type == ObjectType.INDEX && accept(Token.CONCURRENTLY);
    boolean ifExists =
        type == ObjectType.CAST || type == ObjectType.TRANSFORM
            ? ifExistsBeforeNoName()
            : acceptIfExists();
    int mark = mark();
    boolean single =
        switch (type) {
          case POLICY, RULE, TRIGGER, OPERATOR_CLASS, OPERATOR_FAMILY, CAST, TRANSFORM -> true;
          default -> false;
        };
    do {
      push(objectReference(type));
    } while (!single && accept(Token.COMMA));
    List<ObjectReference> objects = popList(mark);
    DropBehavior behavior = dropBehavior();
    return new DropStatement(position, type, concurrently, ifExists, objects, behavior);
  }

  // COMMENT and SECURITY LABEL.

  final Statement comment() {
    int position = position();
    expect(Token.COMMENT, Token.ON);
    ObjectType type = optionalObjectType();
    if (type == null) {
      throw syntaxError();
    }
    ObjectReference object = commentedObject(type);
    if (object instanceof DomainMember) {
      type = ObjectType.DOMAIN_CONSTRAINT;
    }
    expect(Token.IS);
    return new CommentStatement(position, type, object, stringOrNull());
  }

  private ObjectReference commentedObject(ObjectType type) {
    int position = position();
    if (type == ObjectType.ROLE) {
      return new NamedObject(position, new QualifiedName(position, List.of(columnName())));
    }
    return objectReference(type);
  }

  final Statement securityLabel() {
    int position = position();
    expect(Token.SECURITY, Token.LABEL);
    String provider = accept(Token.FOR) ? nonReservedWordOrString() : null;
    expect(Token.ON);
    ObjectType type = optionalObjectType();
    if (type == null) {
      throw syntaxError();
    }
    ObjectReference object = commentedObject(type);
    expect(Token.IS);
    return new SecurityLabelStatement(position, provider, type, object, stringOrNull());
  }
}
