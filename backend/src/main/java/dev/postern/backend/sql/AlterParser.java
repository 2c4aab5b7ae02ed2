package dev.postern.backend.sql;

import dev.postern.backend.sql.ObjectReference.NamedObject;
import dev.postern.backend.sql.ObjectReference.RelationObject;
import dev.postern.backend.sql.ObjectReference.RoleObject;
import dev.postern.backend.sql.ObjectStatement.AlterObjectSchemaStatement;
import dev.postern.backend.sql.ObjectStatement.DropBehavior;
import dev.postern.backend.sql.ObjectStatement.RenameStatement;
import dev.postern.backend.sql.RelationStatement.AlterPolicyStatement;
import dev.postern.backend.sql.RelationStatement.AlterSequenceStatement;
import dev.postern.backend.sql.RelationStatement.AlterStatisticsStatement;
import dev.postern.backend.sql.TableReference.RelationReference;
import dev.postern.backend.sql.TableStatement.AlterAllInTablespaceStatement;
import dev.postern.backend.sql.TableStatement.AlterTableStatement;
import dev.postern.backend.sql.TypeStatement.AlterCollationRefreshStatement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** ALTER: what each kind of object has of its own, and RENAME, OWNER, SET SCHEMA, DEPENDS. */
abstract class AlterParser extends AlterTypeParser {
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
      case COLUMN, CONSTRAINT, CAST, TRANSFORM, ACCESS -> throw syntaxError();
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
    boolean target = type == ObjectType.STATISTICS && accept(Token.SET, Token.STATISTICS);
    if (ifExists && !target) {
      expect(Token.SET, Token.STATISTICS);
    }
    if (target) {
      Integer number = accept(Token.DEFAULT) ? null : Integer.valueOf(signedInteger());
      return new AlterStatisticsStatement(position, ifExists, name, number);
    }
    if (type == ObjectType.COLLATION && accept(Token.REFRESH)) {
      expect(Token.VERSION);
      return new AlterCollationRefreshStatement(position, name);
    }
    return common(position, type, new NamedObject(at, name), false);
  }
}
