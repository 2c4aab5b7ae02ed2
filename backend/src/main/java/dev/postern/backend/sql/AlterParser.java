package dev.postern.backend.sql;

import dev.postern.backend.sql.ObjectReference.NamedObject;
import dev.postern.backend.sql.ObjectReference.RelationObject;
import dev.postern.backend.sql.ObjectReference.RoleObject;
import dev.postern.backend.sql.ObjectReference.RoutineObject;
import dev.postern.backend.sql.ObjectReference.TypeObject;
import dev.postern.backend.sql.ObjectStatement.AlterObjectDependsStatement;
import dev.postern.backend.sql.ObjectStatement.AlterObjectSchemaStatement;
import dev.postern.backend.sql.ObjectStatement.AlterOwnerStatement;
import dev.postern.backend.sql.ObjectStatement.DropBehavior;
import dev.postern.backend.sql.ObjectStatement.RenameStatement;
import dev.postern.backend.sql.RelationStatement.AlterPolicyStatement;
import dev.postern.backend.sql.RelationStatement.AlterSequenceStatement;
import dev.postern.backend.sql.RelationStatement.AlterStatisticsStatement;
import dev.postern.backend.sql.TableReference.RelationReference;
import dev.postern.backend.sql.TableStatement.AlterAllInTablespaceStatement;
import dev.postern.backend.sql.TableStatement.AlterTableStatement;
import dev.postern.backend.sql.TypeStatement.AddDomainConstraint;
import dev.postern.backend.sql.TypeStatement.AlterCollationRefreshStatement;
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

/** ALTER: what each kind of object has of its own, and RENAME, OWNER, SET SCHEMA, DEPENDS. */
abstract class AlterParser extends ExtensionParser {
  AlterParser(byte[] text, int offset, int length) {
    super(text, offset, length);
  }

  final Statement alter() {
    int position = position();
    expect(Token.ALTER);
    switch (token) {
      case SYSTEM -> {
        return alterSystem(position);
      }
      case DEFAULT -> {
        return alterDefaultPrivileges(position);
      }
      case ROLE, USER, GROUP -> {
        return alterRoleOrMapping(position);
      }
      default -> {}
    }
    ObjectType type = optionalObjectType();
    if (type == null) {
      throw syntaxError();
    }
    return switch (type) {
      case TABLE, INDEX, SEQUENCE, VIEW, MATERIALIZED_VIEW, FOREIGN_TABLE ->
          alterRelation(position, type);
      case TYPE -> alterType(position);
      case DOMAIN -> alterDomain(position);
      case FUNCTION, PROCEDURE, ROUTINE -> alterRoutine(position, type);
      case OPERATOR -> alterOperator(position);
      case OPERATOR_FAMILY -> alterOperatorFamily(position);
      case TEXT_SEARCH_CONFIGURATION, TEXT_SEARCH_DICTIONARY -> alterTextSearch(position, type);
      case POLICY -> alterPolicy(position);
      case RULE, TRIGGER -> alterMember(position, type);
      case DATABASE,
          EVENT_TRIGGER,
          EXTENSION,
          FOREIGN_DATA_WRAPPER,
          LANGUAGE,
          PUBLICATION,
          SCHEMA,
          SERVER,
          SUBSCRIPTION,
          TABLESPACE ->
          alterNamed(position, type);
      case STATISTICS, COLLATION -> alterStatisticsOrCollation(position, type);
      case AGGREGATE,
          CONVERSION,
          LARGE_OBJECT,
          OPERATOR_CLASS,
          TEXT_SEARCH_PARSER,
          TEXT_SEARCH_TEMPLATE ->
          common(position, type, objectReference(type), false);
      case ACCESS_METHOD,
          ATTRIBUTE,
          CAST,
          COLUMN,
          DOMAIN_CONSTRAINT,
          PARAMETER,
          ROLE,
          TABLE_CONSTRAINT,
          TRANSFORM ->
          throw syntaxError();
    };
  }

  // What many kinds have in common.

  /** RENAME TO, OWNER TO, SET SCHEMA or DEPENDS; nothing else may follow here. */
  private Statement common(
      int position, ObjectType type, ObjectReference object, boolean ifExists) {
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

  private @Nullable Statement optionalCommon(
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

  private @Nullable Statement optionalDepends(
      int position, ObjectType type, ObjectReference object) {
    boolean no = token == Token.NO && peek() == Token.DEPENDS;
    if (!no && token != Token.DEPENDS) {
      return null;
    }
    accept(Token.NO);
    expect(Token.DEPENDS, Token.ON);
    expect(Token.EXTENSION);
    return new AlterObjectDependsStatement(position, type, object, no, columnName());
  }

  // Roles.

  private Statement alterRoleOrMapping(int position) {
    boolean group = token == Token.GROUP;
    boolean user = token == Token.USER;
    advance();
    if (user && token == Token.MAPPING && peek() == Token.FOR) {
      return alterUserMapping(position);
    }
    if (!group && accept(Token.ALL)) {
      return alterRole(position, null);
    }
    int at = position();
    RoleName role = role();
    if (accept(Token.RENAME)) {
      expect(Token.TO);
      return new RenameStatement(
          position,
          ObjectType.ROLE,
          null,
          false,
          new RoleObject(at, role),
          null,
          roleId(),
          DropBehavior.RESTRICT);
    }
    return group ? alterGroup(position, role) : alterRole(position, role);
  }

  // Relations.

  private Statement alterRelation(int position, ObjectType type) {
    boolean spaces =
        type == ObjectType.TABLE
            || type == ObjectType.INDEX
            || type == ObjectType.MATERIALIZED_VIEW;
    if (spaces && token == Token.ALL) {
      return alterAllInTablespace(position, type);
    }
    boolean ifExists = acceptIfExists();
    int at = position();
    boolean inherited = type == ObjectType.TABLE || type == ObjectType.FOREIGN_TABLE;
    RelationReference relation;
    if (inherited) {
      relation = relationExpression();
    } else {
      relation = new RelationReference(at, relationName(), false, null);
    }
    switch (token) {
      case RENAME -> {
        advance();
        return renameRelation(position, type, ifExists, relation);
      }
      case SET -> {
        if (peek() == Token.SCHEMA && type != ObjectType.INDEX) {
          advance();
          advance();
          return new AlterObjectSchemaStatement(
              position, type, ifExists, new RelationObject(at, relation), columnName());
        }
      }
      case NO, DEPENDS -> {
        if (type == ObjectType.INDEX || type == ObjectType.MATERIALIZED_VIEW) {
          Statement depends = optionalDepends(position, type, new RelationObject(at, relation));
          if (depends != null) {
            return depends;
          }
        }
      }
      default -> {}
    }
    if (type == ObjectType.SEQUENCE) {
      List<Option> options = sequenceOptions();
      if (!options.isEmpty()) {
        return new AlterSequenceStatement(position, ifExists, relation.name(), options);
      }
    }
    if (type == ObjectType.TABLE || type == ObjectType.INDEX) {
      AlterTableAction partition = optionalPartitionAction(type == ObjectType.INDEX);
      if (partition != null) {
        return new AlterTableStatement(position, type, ifExists, relation, List.of(partition));
      }
    }
    return new AlterTableStatement(position, type, ifExists, relation, alterTableActions());
  }

  private Statement renameRelation(
      int position, ObjectType type, boolean ifExists, RelationReference relation) {
    RelationObject object = new RelationObject(relation.position(), relation);
    if (accept(Token.TO)) {
      return new RenameStatement(
          position, type, null, ifExists, object, null, columnName(), DropBehavior.RESTRICT);
    }
    if (type == ObjectType.INDEX || type == ObjectType.SEQUENCE) {
      throw syntaxError();
    }
    ObjectType memberType = ObjectType.COLUMN;
    if (type == ObjectType.TABLE && accept(Token.CONSTRAINT)) {
      memberType = ObjectType.TABLE_CONSTRAINT;
    } else {
      accept(Token.COLUMN);
    }
    String member = columnName();
    expect(Token.TO);
    return new RenameStatement(
        position, memberType, type, ifExists, object, member, columnName(), DropBehavior.RESTRICT);
  }

  private Statement alterAllInTablespace(int position, ObjectType type) {
    advance();
    expect(Token.IN, Token.TABLESPACE);
    String tablespace = columnName();
    List<RoleName> owners = List.of();
    if (accept(Token.OWNED)) {
      expect(Token.BY);
      owners = roles();
    }
    expect(Token.SET, Token.TABLESPACE);
    String target = columnName();
    return new AlterAllInTablespaceStatement(
        position, type, tablespace, owners, target, accept(Token.NOWAIT));
  }

  // Types and domains.

  private Statement alterType(int position) {
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
    boolean ifNotExists = acceptIfNotExists();
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

  private Statement alterDomain(int position) {
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

  private Statement alterRoutine(int position, ObjectType type) {
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

  private Statement alterOperator(int position) {
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

  private Statement alterOperatorFamily(int position) {
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

  private Statement alterTextSearch(int position, ObjectType type) {
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
        boolean ifExists = acceptIfExists();
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

  // Policies, rules, triggers.

  private Statement alterPolicy(int position) {
    boolean ifExists = acceptIfExists();
    int at = position();
    String name = columnName();
    expect(Token.ON);
    QualifiedName relation = relationName();
    if (accept(Token.RENAME)) {
      expect(Token.TO);
      return new RenameStatement(
          position,
          ObjectType.POLICY,
          null,
          ifExists,
          new ObjectReference.RelationMember(at, relation, name),
          null,
          columnName(),
          DropBehavior.RESTRICT);
    }
    if (ifExists) {
      throw syntaxError();
    }
    List<RoleName> roles = accept(Token.TO) ? roles() : List.of();
    Expression using = optionalParenthesized(Token.USING);
    Expression check = null;
    if (accept(Token.WITH)) {
      expect(Token.CHECK, Token.LEFT_PAREN);
      check = expression();
      expect(Token.RIGHT_PAREN);
    }
    return new AlterPolicyStatement(position, name, relation, roles, using, check);
  }

  private Statement alterMember(int position, ObjectType type) {
    int at = position();
    String name = columnName();
    expect(Token.ON);
    ObjectReference object = new ObjectReference.RelationMember(at, relationName(), name);
    Statement depends = type == ObjectType.TRIGGER ? optionalDepends(position, type, object) : null;
    return depends != null ? depends : common(position, type, object, false);
  }

  // Objects with a plain name.

  private Statement alterNamed(int position, ObjectType type) {
    int at = position();
    String name = columnName();
    NamedObject object = new NamedObject(at, new QualifiedName(at, List.of(name)));
    Statement statement = optionalCommon(position, type, object, false);
    if (statement != null) {
      return statement;
    }
    statement =
        switch (type) {
          case DATABASE -> alterDatabase(position, name);
          case EVENT_TRIGGER -> alterEventTrigger(position, name);
          case EXTENSION -> alterExtension(position, name);
          case FOREIGN_DATA_WRAPPER -> foreignDataWrapper(position, name, false);
          case PUBLICATION -> alterPublication(position, name);
          case SERVER -> alterServer(position, name);
          case SUBSCRIPTION -> alterSubscription(position, name);
          case TABLESPACE -> alterTablespace(position, name);
          default -> null;
        };
    if (statement == null) {
      throw syntaxError();
    }
    return statement;
  }

  private @Nullable Statement alterTablespace(int position, String name) {
    boolean reset = token == Token.RESET;
    if (!reset && token != Token.SET) {
      return null;
    }
    advance();
    return new DatabaseStatement.AlterTablespaceOptionsStatement(
        position, name, reset, relationOptions());
  }

  private Statement alterStatisticsOrCollation(int position, ObjectType type) {
    boolean ifExists = type == ObjectType.STATISTICS && acceptIfExists();
    int at = position();
    QualifiedName name = anyName();
    if (type == ObjectType.STATISTICS && accept(Token.SET, Token.STATISTICS)) {
      Integer target = accept(Token.DEFAULT) ? null : Integer.valueOf(signedInteger());
      return new AlterStatisticsStatement(position, ifExists, name, target);
    }
    if (ifExists) {
      throw syntaxError();
    }
    if (type == ObjectType.COLLATION && accept(Token.REFRESH)) {
      expect(Token.VERSION);
      return new AlterCollationRefreshStatement(position, name);
    }
    return common(position, type, new NamedObject(at, name), false);
  }
}
