package dev.postern.backend.sql;

import dev.postern.backend.sql.Expression.RowConstructor;
import dev.postern.backend.sql.Expression.StringConstant;
import dev.postern.backend.sql.ObjectReference.NamedObject;
import dev.postern.backend.sql.ObjectStatement.DropBehavior;
import dev.postern.backend.sql.RoleStatement.AlterDefaultPrivilegesStatement;
import dev.postern.backend.sql.RoleStatement.AlterGroupStatement;
import dev.postern.backend.sql.RoleStatement.AlterRoleSetStatement;
import dev.postern.backend.sql.RoleStatement.AlterRoleStatement;
import dev.postern.backend.sql.RoleStatement.CreateRoleStatement;
import dev.postern.backend.sql.RoleStatement.DropOwnedStatement;
import dev.postern.backend.sql.RoleStatement.DropRoleStatement;
import dev.postern.backend.sql.RoleStatement.GrantRoleStatement;
import dev.postern.backend.sql.RoleStatement.GrantStatement;
import dev.postern.backend.sql.RoleStatement.GrantTarget;
import dev.postern.backend.sql.RoleStatement.ReassignOwnedStatement;
import dev.postern.backend.sql.RoleStatement.RoleKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Roles and privileges. */
abstract class RoleParser extends DatabaseParser {
  RoleParser(byte[] text, int offset, int length) {
    super(text, offset, length);
  }

  // Roles.

  /** The rest of CREATE ROLE, USER or GROUP; the current token is that word. */
  final Statement createRole(int position) {
    RoleKind kind =
        switch (token) {
          case ROLE -> RoleKind.ROLE;
          case USER -> RoleKind.USER;
          default -> RoleKind.GROUP;
        };
    advance();
    String name = roleId();
    acceptNoiseWith();
    int mark = mark();
    while (true) {
      Option option = roleOption(true);
      if (option == null) {
        return new CreateRoleStatement(position, kind, name, popList(mark));
      }
      push(option);
    }
  }

  private @Nullable Option roleOption(boolean creating) {
    int position = position();
    switch (token) {
      case PASSWORD -> {
        advance();
        int at = position();
        String password = stringOrNull();
        StringConstant value = password == null ? null : new StringConstant(at, password);
        return new Option(position, "password", value);
      }
      case ENCRYPTED -> {
        advance();
        expect(Token.PASSWORD);
        return new Option(position, "password", new StringConstant(position(), string()));
      }
      case UNENCRYPTED -> {
        advance();
        expect(Token.PASSWORD);
        string();
        throw error("0A000", "UNENCRYPTED PASSWORD is no longer supported", position)
            .hint("Remove UNENCRYPTED to store the password in encrypted form instead.");
      }
      case INHERIT -> {
        advance();
        return flagOption(position, "inherit", true);
      }
      case CONNECTION -> {
        advance();
        expect(Token.LIMIT);
        int at = position();
        Expression limit = new Expression.IntegerConstant(at, signedInteger());
        return new Option(position, "connectionlimit", limit);
      }
      case VALID -> {
        advance();
        expect(Token.UNTIL);
        return new Option(position, "validUntil", new StringConstant(position(), string()));
      }
      case USER -> {
        advance();
        return roleListOption(position, "rolemembers");
      }
      case IDENTIFIER -> {
        return flagRoleOption(position);
      }
      default -> {
        return creating ? createRoleOption(position) : null;
      }
    }
  }

  private @Nullable Option createRoleOption(int position) {
    switch (token) {
      case SYSID -> {
        advance();
        int at = position();
        return new Option(position, "sysid", new Expression.IntegerConstant(at, integer()));
      }
      case ADMIN -> {
        advance();
        return roleListOption(position, "adminmembers");
      }
      case ROLE -> {
        advance();
        return roleListOption(position, "rolemembers");
      }
      case IN -> {
        advance();
        if (!accept(Token.ROLE)) {
          expect(Token.GROUP);
        }
        return roleListOption(position, "addroleto");
      }
      default -> {
        return null;
      }
    }
  }

  /** A list of roles: the value is a row of strings. */
  private Option roleListOption(int position, String name) {
    int at = position();
    int mark = mark();
    for (RoleName role : roles()) {
      push(new StringConstant(role.position(), role.name()));
    }
    return new Option(position, name, new RowConstructor(at, popList(mark), false));
  }

  private Option flagRoleOption(int position) {
    String word = identifierText();
    Option option =
        switch (word) {
          case "superuser" -> flagOption(position, "superuser", true);
          case "nosuperuser" -> flagOption(position, "superuser", false);
          case "createrole" -> flagOption(position, "createrole", true);
          case "nocreaterole" -> flagOption(position, "createrole", false);
          case "replication" -> flagOption(position, "isreplication", true);
          case "noreplication" -> flagOption(position, "isreplication", false);
          case "createdb" -> flagOption(position, "createdb", true);
          case "nocreatedb" -> flagOption(position, "createdb", false);
          case "login" -> flagOption(position, "canlogin", true);
          case "nologin" -> flagOption(position, "canlogin", false);
          case "bypassrls" -> flagOption(position, "bypassrls", true);
          case "nobypassrls" -> flagOption(position, "bypassrls", false);
          case "noinherit" -> flagOption(position, "inherit", false);
          default -> throw error("unrecognized role option \"" + word + "\"", position);
        };
    advance();
    return option;
  }

  /** The rest of ALTER ROLE, USER or GROUP but RENAME; the role was read already. */
  final Statement alterRole(int position, @Nullable RoleName role) {
    String database = null;
    if (accept(Token.IN)) {
      expect(Token.DATABASE);
      database = columnName();
    }
    SettingStatement setting = optionalSetOrReset();
    if (setting != null) {
      return new AlterRoleSetStatement(position, role, database, setting);
    }
    if (database != null || role == null) {
      throw syntaxError();
    }
    acceptNoiseWith();
    int mark = mark();
    while (true) {
      Option option = roleOption(false);
      if (option == null) {
        return new AlterRoleStatement(position, role, popList(mark));
      }
      push(option);
    }
  }

  /** {@code ADD | DROP USER roles} of ALTER GROUP. */
  final Statement alterGroup(int position, RoleName role) {
    boolean add = accept(Token.ADD);
    if (!add) {
      expect(Token.DROP);
    }
    expect(Token.USER);
    return new AlterGroupStatement(position, role, add, roles());
  }

  /** The rest of DROP ROLE, USER or GROUP; the current token is that word. */
  final Statement dropRole(int position) {
    advance();
    boolean ifExists = acceptIfExists();
    return new DropRoleStatement(position, ifExists, roles());
  }

  final Statement dropOwned(int position) {
    expect(Token.OWNED, Token.BY);
    List<RoleName> roles = roles();
    return new DropOwnedStatement(position, roles, dropBehavior());
  }

  final Statement reassignOwned() {
    int position = position();
    expect(Token.REASSIGN);
    expect(Token.OWNED, Token.BY);
    List<RoleName> roles = roles();
    expect(Token.TO);
    return new ReassignOwnedStatement(position, roles, role());
  }

  // GRANT and REVOKE.

  /** The privileges, and whether they were ALL. */
  private record Privileges(boolean all, List<Privilege> list) {}

  final Statement grant() {
    int position = position();
    expect(Token.GRANT);
    Privileges privileges = privileges();
    if (accept(Token.ON)) {
      return grantOn(position, true, false, privileges);
    }
    if (privileges.all) {
      throw syntaxError();
    }
    expect(Token.TO);
    List<RoleName> grantees = roles();
    List<Option> options = List.of();
    if (accept(Token.WITH)) {
      int mark = mark();
      do {
        int at = position();
        String name = label();
        int valueAt = position();
        boolean value = token != Token.FALSE;
        if (!accept(Token.OPTION) && !accept(Token.TRUE)) {
          expect(Token.FALSE);
        }
        push(new Option(at, name, flag(valueAt, value)));
      } while (accept(Token.COMMA));
      options = popList(mark);
    }
    RoleName grantedBy = grantedBy();
    return new GrantRoleStatement(
        position, true, privileges.list, grantees, options, grantedBy, DropBehavior.RESTRICT);
  }

  final Statement revoke() {
    int position = position();
    expect(Token.REVOKE);
    if (accept(Token.GRANT)) {
      expect(Token.OPTION, Token.FOR);
      Privileges privileges = privileges();
      expect(Token.ON);
      return grantOn(position, false, true, privileges);
    }
    List<Option> options = List.of();
    if (isColumnName(token) && peek() == Token.OPTION) {
      int at = position();
      String name = columnName();
      advance();
      expect(Token.FOR);
      options = List.of(new Option(at, name, flag(at, false)));
    }
    Privileges privileges = privileges();
    if (options.isEmpty() && accept(Token.ON)) {
      return grantOn(position, false, false, privileges);
    }
    if (privileges.all) {
      throw syntaxError();
    }
    expect(Token.FROM);
    List<RoleName> grantees = roles();
    RoleName grantedBy = grantedBy();
    return new GrantRoleStatement(
        position, false, privileges.list, grantees, options, grantedBy, dropBehavior());
  }

  private @Nullable RoleName grantedBy() {
    if (!accept(Token.GRANTED)) {
      return null;
    }
    expect(Token.BY);
    return role();
  }

  private Privileges privileges() {
    int position = position();
    if (accept(Token.ALL)) {
      accept(Token.PRIVILEGES);
      if (token == Token.LEFT_PAREN) {
        return new Privileges(true, List.of(new Privilege(position, "all", optionalNameList())));
      }
      return new Privileges(true, List.of());
    }
    int mark = mark();
    do {
      int at = position();
      String name;
      if (token == Token.ALTER && peek() == Token.SYSTEM) {
        advance();
        expect(Token.SYSTEM);
        name = "alter system";
      } else if (token == Token.SELECT || token == Token.REFERENCES || token == Token.CREATE) {
        name = identifierText();
        advance();
      } else {
        name = columnName();
      }
      push(new Privilege(at, name, optionalNameList()));
    } while (accept(Token.COMMA));
    return new Privileges(false, popList(mark));
  }

  private GrantStatement grantOn(
      int position, boolean grant, boolean optionOnly, Privileges privileges) {
    GrantTarget target = GrantTarget.OBJECTS;
    ObjectType type = ObjectType.TABLE;
    List<ObjectReference> objects;
    if (token == Token.ALL) {
      advance();
      target = GrantTarget.ALL_IN_SCHEMA;
      type =
          switch (token) {
            case TABLES -> ObjectType.TABLE;
            case SEQUENCES -> ObjectType.SEQUENCE;
            case FUNCTIONS -> ObjectType.FUNCTION;
            case PROCEDURES -> ObjectType.PROCEDURE;
            case ROUTINES -> ObjectType.ROUTINE;
            default -> throw syntaxError();
          };
      advance();
      expect(Token.IN, Token.SCHEMA);
      objects = plainNames();
    } else {
      type = grantedType();
      objects = grantedObjects(type);
    }
    return grantRest(position, grant, optionOnly, privileges.list, target, type, objects);
  }

  private ObjectType grantedType() {
    ObjectType type =
        switch (token) {
          case TABLE -> ObjectType.TABLE;
          case SEQUENCE -> ObjectType.SEQUENCE;
          case FUNCTION -> ObjectType.FUNCTION;
          case PROCEDURE -> ObjectType.PROCEDURE;
          case ROUTINE -> ObjectType.ROUTINE;
          case DATABASE -> ObjectType.DATABASE;
          case DOMAIN -> ObjectType.DOMAIN;
          case LANGUAGE -> ObjectType.LANGUAGE;
          case SCHEMA -> ObjectType.SCHEMA;
          case TABLESPACE -> ObjectType.TABLESPACE;
          case TYPE -> ObjectType.TYPE;
          case PARAMETER -> ObjectType.PARAMETER;
          default -> ObjectType.ACCESS_METHOD;
        };
    Token following = peek();
    // These words may also be the name of a table.
    boolean word =
        type != ObjectType.ACCESS_METHOD
            && (token == Token.TABLE || isColumnName(following) || isTypeFunctionName(following));
    if (word) {
      advance();
      return type;
    }
    if (token == Token.FOREIGN) {
      advance();
      if (accept(Token.SERVER)) {
        return ObjectType.SERVER;
      }
      expect(Token.DATA, Token.WRAPPER);
      return ObjectType.FOREIGN_DATA_WRAPPER;
    }
    if (token == Token.LARGE && following == Token.OBJECT) {
      advance();
      advance();
      return ObjectType.LARGE_OBJECT;
    }
    return ObjectType.TABLE;
  }

  private List<ObjectReference> grantedObjects(ObjectType type) {
    int mark = mark();
    do {
      int at = position();
      switch (type) {
        case TABLE, SEQUENCE -> push(new NamedObject(at, relationName()));
        case DOMAIN, TYPE -> push(new NamedObject(at, anyName()));
        case PARAMETER -> push(new NamedObject(at, new QualifiedName(at, List.of(settingName()))));
        default -> push(objectReference(type));
      }
    } while (accept(Token.COMMA));
    return popList(mark);
  }

  private List<ObjectReference> plainNames() {
    int mark = mark();
    do {
      int at = position();
      push(new NamedObject(at, new QualifiedName(at, List.of(columnName()))));
    } while (accept(Token.COMMA));
    return popList(mark);
  }

  private GrantStatement grantRest(
      int position,
      boolean grant,
      boolean optionOnly,
      List<Privilege> privileges,
      GrantTarget target,
      ObjectType type,
      List<ObjectReference> objects) {
    expect(grant ? Token.TO : Token.FROM);
    int mark = mark();
    do {
      accept(Token.GROUP);
      push(role());
    } while (accept(Token.COMMA));
    List<RoleName> grantees = popList(mark);
    boolean grantOption = false;
    if (grant && accept(Token.WITH)) {
      expect(Token.GRANT, Token.OPTION);
      grantOption = true;
    }
    RoleName grantedBy = target == GrantTarget.DEFAULTS ? null : grantedBy();
    DropBehavior behavior = grant ? DropBehavior.RESTRICT : dropBehavior();
    return new GrantStatement(
        position,
        grant,
        optionOnly,
        privileges,
        target,
        type,
        objects,
        grantees,
        grantOption,
        grantedBy,
        behavior);
  }

  /** The rest of ALTER DEFAULT PRIVILEGES; the current token is DEFAULT. */
  final Statement alterDefaultPrivileges(int position) {
    expect(Token.DEFAULT, Token.PRIVILEGES);
    List<RoleName> forRoles = List.of();
    List<String> schemas = List.of();
    while (true) {
      if (accept(Token.FOR)) {
        if (!accept(Token.ROLE)) {
          expect(Token.USER);
        }
        if (!forRoles.isEmpty()) {
          throw error("conflicting or redundant options", -1);
        }
        forRoles = roles();
      } else if (accept(Token.IN)) {
        expect(Token.SCHEMA);
        schemas = names();
      } else {
        break;
      }
    }
    int at = position();
    boolean grant = accept(Token.GRANT);
    boolean optionOnly = false;
    if (!grant) {
      expect(Token.REVOKE);
      if (accept(Token.GRANT)) {
        expect(Token.OPTION, Token.FOR);
        optionOnly = true;
      }
    }
    Privileges privileges = privileges();
    expect(Token.ON);
    ObjectType type = defaultsType();
    GrantStatement action =
        grantRest(at, grant, optionOnly, privileges.list, GrantTarget.DEFAULTS, type, List.of());
    return new AlterDefaultPrivilegesStatement(position, forRoles, schemas, action);
  }

  private ObjectType defaultsType() {
    ObjectType type =
        switch (token) {
          case TABLES -> ObjectType.TABLE;
          case FUNCTIONS, ROUTINES -> ObjectType.FUNCTION;
          case SEQUENCES -> ObjectType.SEQUENCE;
          case TYPES -> ObjectType.TYPE;
          case SCHEMAS -> ObjectType.SCHEMA;
          case LARGE -> {
            advance();
            if (token != Token.OBJECTS) {
              throw syntaxError();
            }
            yield ObjectType.LARGE_OBJECT;
          }
          default -> throw syntaxError();
        };
    advance();
    return type;
  }
}
