package dev.postern.backend.sql;

import dev.postern.backend.sql.ObjectReference.NamedObject;
import dev.postern.backend.sql.ObjectReference.RoutineObject;
import dev.postern.backend.sql.ObjectReference.TypeObject;
import dev.postern.backend.sql.ObjectStatement.AlterObjectDependsStatement;
import dev.postern.backend.sql.ObjectStatement.AlterObjectSchemaStatement;
import dev.postern.backend.sql.ObjectStatement.AlterOwnerStatement;
import dev.postern.backend.sql.ObjectStatement.DropBehavior;
import dev.postern.backend.sql.ObjectStatement.RenameStatement;
import dev.postern.backend.sql.TableReference.RelationReference;
import dev.postern.backend.sql.TableStatement.AlterTableStatement;
import dev.postern.backend.sql.TypeStatement.AddDomainConstraint;
import dev.postern.backend.sql.TypeStatement.AlterDomainStatement;
import dev.postern.backend.sql.TypeStatement.AlterEnumStatement;
import dev.postern.backend.sql.TypeStatement.AlterOperatorFamilyStatement;
import dev.postern.backend.sql.TypeStatement.AlterOperatorStatement;
import dev.postern.backend.sql.TypeStatement.AlterTextSearchConfigurationStatement;
import dev.postern.backend.sql.TypeStatement.AlterTextSearchDictionaryStatement;
import dev.postern.backend.sql.TypeStatement.AlterTypeStatement;
import dev.postern.backend.sql.TypeStatement.DomainDefault;
import dev.postern.backend.sql.TypeStatement.DomainNotNull;
import dev.postern.backend.sql.TypeStatement.DropDomainConstraint;
import dev.postern.backend.sql.TypeStatement.MappingChange;
import dev.postern.backend.sql.TypeStatement.ValidateDomainConstraint;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** ALTER of types, domains, routines, operators and text search, and what all kinds share. */
abstract class AlterTypeParser extends ExtensionParser {
  AlterTypeParser(byte[] text, int offset, int length) {
    super(text, offset, length);
  }

  // What many kinds have in common.

  /** RENAME TO, OWNER TO, SET SCHEMA or DEPENDS; nothing else may follow here. */
  final Statement common(int position, ObjectType type, ObjectReference object, boolean ifExists) {
    Statement statement = optionalCommon(position, type, object, ifExists);
    if (statement == null) {
      throw syntaxError();
    }
    return statement;
  }

  private static boolean renames(ObjectType type) {
    return type != ObjectType.OPERATOR
        && type != ObjectType.LARGE_OBJECT
        && type != ObjectType.EXTENSION;
  }

  private static boolean hasOwner(ObjectType type) {
    return switch (type) {
      case RULE, TRIGGER, POLICY, EXTENSION, TEXT_SEARCH_PARSER, TEXT_SEARCH_TEMPLATE -> false;
      default -> true;
    };
  }

  private static boolean hasSchema(ObjectType type) {
    return switch (type) {
      case AGGREGATE,
          COLLATION,
          CONVERSION,
          DOMAIN,
          EXTENSION,
          FUNCTION,
          OPERATOR,
          OPERATOR_CLASS,
          OPERATOR_FAMILY,
          PROCEDURE,
          ROUTINE,
          STATISTICS,
          TEXT_SEARCH_CONFIGURATION,
          TEXT_SEARCH_DICTIONARY,
          TEXT_SEARCH_PARSER,
          TEXT_SEARCH_TEMPLATE,
          TYPE ->
          true;
      default -> false;
    };
  }

  final @Nullable Statement optionalCommon(
      int position, ObjectType type, ObjectReference object, boolean ifExists) {
    if (token == Token.RENAME && renames(type)) {
      advance();
      expect(Token.TO);
      return new RenameStatement(
          position, type, null, ifExists, object, null, columnName(), DropBehavior.RESTRICT);
    }
    if (token == Token.OWNER && hasOwner(type)) {
      advance();
      expect(Token.TO);
      return new AlterOwnerStatement(position, type, object, role());
    }
    if (token == Token.SET && hasSchema(type) && !setsOption(type)) {
      advance();
      expect(Token.SCHEMA);
      return new AlterObjectSchemaStatement(position, type, ifExists, object, columnName());
    }
    return null;
  }

  /** Whether SET here is a function's setting. */
  private boolean setsOption(ObjectType type) {
    return switch (type) {
      case FUNCTION, PROCEDURE, ROUTINE ->
          peek() != Token.SCHEMA || peek(2) == Token.STRING_LITERAL;
      default -> false;
    };
  }

  final @Nullable Statement optionalDepends(int position, ObjectType type, ObjectReference object) {
    boolean no = token == Token.NO && peek() == Token.DEPENDS;
    if (!no && token != Token.DEPENDS) {
      return null;
    }
    accept(Token.NO);
    expect(Token.DEPENDS, Token.ON);
    expect(Token.EXTENSION);
    return new AlterObjectDependsStatement(position, type, object, no, columnName());
  }

  // Types and domains.

  final Statement alterType(int position) {
    int at = position();
    QualifiedName name = anyName();
    TypeObject object =
        new TypeObject(at, new TypeName(at, name.parts(), false, false, List.of(), List.of()));
    switch (token) {
      case ADD -> {
        if (peek() == Token.VALUE) {
          advance();
          advance();
          return addEnumValue(position, name);
        }
      }
      case RENAME -> {
        if (peek() == Token.VALUE) {
          advance();
          advance();
          String old = string();
          expect(Token.TO);
          return new AlterEnumStatement(position, name, old, string(), null, false, false);
        }
        if (peek() == Token.ATTRIBUTE) {
          advance();
          advance();
          return renameAttribute(position, name);
        }
      }
      case DROP -> {
        if (peek() == Token.VALUE) {
          advance();
          int dropAt = position();
          advance();
          string();
          throw error("0A000", "dropping an enum value is not implemented", dropAt);
        }
      }
      case SET -> {
        if (peek() == Token.LEFT_PAREN) {
          advance();
          return new AlterTypeStatement(position, name, operatorDefinition());
        }
      }
      default -> {}
    }
    Statement common = optionalCommon(position, ObjectType.TYPE, object, false);
    if (common != null) {
      return common;
    }
    checkRelationName(name);
    RelationReference relation = new RelationReference(at, name, false, null);
    return new AlterTableStatement(position, ObjectType.TYPE, false, relation, attributeActions());
  }

  private void checkRelationName(QualifiedName name) {
    if (name.parts().size() > 3) {
      throw error(
          "improper qualified name (too many dotted names): " + dotted(name.parts()),
          name.position());
    }
  }

  private Statement addEnumValue(int position, QualifiedName name) {
    boolean ifNotExists = accept(Token.IF);
    if (ifNotExists) {
      expect(Token.NOT, Token.EXISTS);
    }
    String label = string();
    String neighbour = null;
    boolean after = false;
    if (accept(Token.BEFORE)) {
      neighbour = string();
    } else if (accept(Token.AFTER)) {
      neighbour = string();
      after = true;
    }
    return new AlterEnumStatement(position, name, null, label, neighbour, after, ifNotExists);
  }

  private Statement renameAttribute(int position, QualifiedName name) {
    String attribute = columnName();
    expect(Token.TO);
    String newName = columnName();
    return new RenameStatement(
        position,
        ObjectType.ATTRIBUTE,
        ObjectType.TYPE,
        false,
        new NamedObject(name.position(), name),
        attribute,
        newName,
        dropBehavior());
  }

  final Statement alterDomain(int position) {
    int at = position();
    QualifiedName name = anyName();
    switch (token) {
      case SET -> {
        if (peek() == Token.DEFAULT) {
          advance();
          advance();
          return new AlterDomainStatement(position, name, new DomainDefault(expression()));
        }
        if (peek() == Token.NOT) {
          advance();
          advance();
          expect(Token.NULL);
          return new AlterDomainStatement(position, name, new DomainNotNull(true));
        }
      }
      case DROP -> {
        advance();
        return dropOfDomain(position, name);
      }
      case ADD -> {
        advance();
        return new AlterDomainStatement(
            position, name, new AddDomainConstraint(domainConstraint()));
      }
      case VALIDATE -> {
        advance();
        expect(Token.CONSTRAINT);
        return new AlterDomainStatement(position, name, new ValidateDomainConstraint(columnName()));
      }
      case RENAME -> {
        if (peek() == Token.CONSTRAINT) {
          advance();
          advance();
          String constraint = columnName();
          expect(Token.TO);
          return new RenameStatement(
              position,
              ObjectType.DOMAIN_CONSTRAINT,
              ObjectType.DOMAIN,
              false,
              new NamedObject(at, name),
              constraint,
              columnName(),
              DropBehavior.RESTRICT);
        }
      }
      default -> {}
    }
    return common(position, ObjectType.DOMAIN, new NamedObject(at, name), false);
  }

  private Statement dropOfDomain(int position, QualifiedName name) {
    if (accept(Token.DEFAULT)) {
      return new AlterDomainStatement(position, name, new DomainDefault(null));
    }
    if (accept(Token.NOT)) {
      expect(Token.NULL);
      return new AlterDomainStatement(position, name, new DomainNotNull(false));
    }
    expect(Token.CONSTRAINT);
    boolean ifExists = acceptIfExists();
    String constraint = columnName();
    return new AlterDomainStatement(
        position, name, new DropDomainConstraint(ifExists, constraint, dropBehavior()));
  }

  private TableElement.TableConstraint domainConstraint() {
    int position = position();
    String name = accept(Token.CONSTRAINT) ? columnName() : null;
    if (accept(Token.CHECK)) {
      expect(Token.LEFT_PAREN);
      Expression condition = expression();
      expect(Token.RIGHT_PAREN);
      return new TableElement.CheckConstraint(
          position, name, condition, attributes("CHECK", NOT_VALID));
    }
    expect(Token.NOT, Token.NULL);
    return new TableElement.TableNotNullConstraint(position, name, "", attributes("NOT NULL", 0));
  }

  // Routines, operators, text search.

  final Statement alterRoutine(int position, ObjectType type) {
    RoutineObject routine = routine();
    Statement statement = optionalCommon(position, type, routine, false);
    if (statement == null) {
      statement = optionalDepends(position, type, routine);
    }
    if (statement == null) {
      statement = alterFunction(position, type, routine);
    }
    if (statement == null) {
      throw syntaxError();
    }
    return statement;
  }

  final Statement alterOperator(int position) {
    ObjectReference.OperatorObject operator = operatorObject();
    if (token == Token.SET && peek() == Token.LEFT_PAREN) {
      advance();
      return new AlterOperatorStatement(position, operator, operatorDefinition());
    }
    return common(position, ObjectType.OPERATOR, operator, false);
  }

  /** {@code (name = value, name = NONE, name)}: NONE is no value. */
  private List<Option> operatorDefinition() {
    expect(Token.LEFT_PAREN);
    int mark = mark();
    do {
      int position = position();
      String name = label();
      Node value = null;
      if (accept(Token.EQUAL) && !accept(Token.NONE)) {
        value = optionValue();
      }
      push(new Option(position, name, value));
    } while (accept(Token.COMMA));
    expect(Token.RIGHT_PAREN);
    return popList(mark);
  }

  final Statement alterOperatorFamily(int position) {
    int at = position();
    QualifiedName name = anyName();
    expect(Token.USING);
    String accessMethod = columnName();
    if (accept(Token.ADD)) {
      return new AlterOperatorFamilyStatement(
          position, name, accessMethod, false, operatorClassItems());
    }
    if (accept(Token.DROP)) {
      return new AlterOperatorFamilyStatement(
          position, name, accessMethod, true, droppedOperatorItems());
    }
    return common(
        position,
        ObjectType.OPERATOR_FAMILY,
        new ObjectReference.OperatorClassObject(at, name, accessMethod),
        false);
  }

  final Statement alterTextSearch(int position, ObjectType type) {
    int at = position();
    QualifiedName name = anyName();
    if (type == ObjectType.TEXT_SEARCH_DICTIONARY) {
      if (token == Token.LEFT_PAREN) {
        return new AlterTextSearchDictionaryStatement(position, name, definition());
      }
      return common(position, type, new NamedObject(at, name), false);
    }
    switch (token) {
      case ADD -> {
        advance();
        expect(Token.MAPPING, Token.FOR);
        List<String> types = names();
        expect(Token.WITH);
        return mapping(position, name, MappingChange.ADD, false, types, null, anyNames());
      }
      case ALTER -> {
        advance();
        expect(Token.MAPPING);
        return alterMapping(position, name);
      }
      case DROP -> {
        advance();
        expect(Token.MAPPING);
        boolean ifExists = ifExistsBeforeNoName();
        expect(Token.FOR);
        return mapping(position, name, MappingChange.DROP, ifExists, names(), null, List.of());
      }
      default -> {
        return common(position, type, new NamedObject(at, name), false);
      }
    }
  }

  private Statement alterMapping(int position, QualifiedName name) {
    List<String> types = List.of();
    if (accept(Token.FOR)) {
      types = names();
      if (accept(Token.WITH)) {
        return mapping(position, name, MappingChange.ALTER, false, types, null, anyNames());
      }
    }
    expect(Token.REPLACE);
    QualifiedName old = anyName();
    expect(Token.WITH);
    return mapping(position, name, MappingChange.REPLACE, false, types, old, List.of(anyName()));
  }

  private static Statement mapping(
      int position,
      QualifiedName name,
      MappingChange change,
      boolean ifExists,
      List<String> types,
      @Nullable QualifiedName old,
      List<QualifiedName> dictionaries) {
    return new AlterTextSearchConfigurationStatement(
        position, name, change, ifExists, types, old, dictionaries);
  }
}
