package dev.postern.backend.sql;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.sql.Expression.StringConstant;
import dev.postern.backend.sql.ExtensionStatement.AlterExtensionContentsStatement;
import dev.postern.backend.sql.ExtensionStatement.AlterExtensionStatement;
import dev.postern.backend.sql.ExtensionStatement.AlterForeignDataWrapperStatement;
import dev.postern.backend.sql.ExtensionStatement.AlterServerStatement;
import dev.postern.backend.sql.ExtensionStatement.AlterUserMappingStatement;
import dev.postern.backend.sql.ExtensionStatement.CreateAccessMethodStatement;
import dev.postern.backend.sql.ExtensionStatement.CreateExtensionStatement;
import dev.postern.backend.sql.ExtensionStatement.CreateForeignDataWrapperStatement;
import dev.postern.backend.sql.ExtensionStatement.CreateServerStatement;
import dev.postern.backend.sql.ExtensionStatement.CreateUserMappingStatement;
import dev.postern.backend.sql.ExtensionStatement.DropUserMappingStatement;
import dev.postern.backend.sql.ExtensionStatement.ImportFilter;
import dev.postern.backend.sql.ExtensionStatement.ImportForeignSchemaStatement;
import dev.postern.backend.sql.ExtensionStatement.WrapperFunction;
import dev.postern.backend.sql.ReplicationStatement.AlterPublicationOptionsStatement;
import dev.postern.backend.sql.ReplicationStatement.AlterPublicationStatement;
import dev.postern.backend.sql.ReplicationStatement.AlterSubscriptionStatement;
import dev.postern.backend.sql.ReplicationStatement.ChangePublications;
import dev.postern.backend.sql.ReplicationStatement.CreatePublicationStatement;
import dev.postern.backend.sql.ReplicationStatement.CreateSubscriptionStatement;
import dev.postern.backend.sql.ReplicationStatement.DropSubscriptionStatement;
import dev.postern.backend.sql.ReplicationStatement.EnableSubscription;
import dev.postern.backend.sql.ReplicationStatement.ListChange;
import dev.postern.backend.sql.ReplicationStatement.PublicationObject;
import dev.postern.backend.sql.ReplicationStatement.PublishedSchema;
import dev.postern.backend.sql.ReplicationStatement.PublishedTable;
import dev.postern.backend.sql.ReplicationStatement.RefreshPublication;
import dev.postern.backend.sql.ReplicationStatement.SetConnection;
import dev.postern.backend.sql.ReplicationStatement.SetSubscriptionOptions;
import dev.postern.backend.sql.ReplicationStatement.SkipTransaction;
import dev.postern.backend.sql.ReplicationStatement.SubscriptionAction;
import dev.postern.backend.sql.TableReference.RelationReference;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Extensions, access methods, foreign data, publications, subscriptions. */
abstract class ExtensionParser extends TypeDefinitionParser {
  ExtensionParser(byte[] text, int offset, int length) {
    super(text, offset, length);
  }

  // Extensions and access methods.

  /** The rest of CREATE EXTENSION; the current token is EXTENSION. */
  final Statement createExtension(int position) {
    expect(Token.EXTENSION);
    boolean ifNotExists = acceptIfNotExists();
    String name = columnName();
    acceptNoiseWith();
    int mark = mark();
    while (true) {
      int at = position();
      switch (token) {
        case SCHEMA -> {
          advance();
          push(new Option(at, "schema", new StringConstant(position(), columnName())));
        }
        case VERSION -> {
          advance();
          int valueAt = position();
          push(
              new Option(
                  at, "new_version", new StringConstant(valueAt, nonReservedWordOrString())));
        }
        case CASCADE -> {
          advance();
          push(flagOption(at, "cascade", true));
        }
        case FROM -> {
          advance();
          nonReservedWordOrString();
          throw error("0A000", "CREATE EXTENSION ... FROM is no longer supported", at);
        }
        default -> {
          return new CreateExtensionStatement(position, ifNotExists, name, popList(mark));
        }
      }
    }
  }

  /** UPDATE, ADD or DROP of ALTER EXTENSION, or null. */
  final @Nullable Statement alterExtension(int position, String name) {
    switch (token) {
      case UPDATE -> {
        advance();
        int mark = mark();
        int at = position();
        while (accept(Token.TO)) {
          int valueAt = position();
          push(
              new Option(
                  at, "new_version", new StringConstant(valueAt, nonReservedWordOrString())));
        }
        return new AlterExtensionStatement(position, name, popList(mark));
      }
      case ADD, DROP -> {
        boolean add = token == Token.ADD;
        advance();
        ObjectType type = optionalObjectType();
        if (type == null) {
          throw syntaxError();
        }
        return new AlterExtensionContentsStatement(
            position, name, add, type, objectReference(type));
      }
      default -> {
        return null;
      }
    }
  }

  /** The rest of CREATE ACCESS METHOD; the current token is ACCESS. */
  final Statement createAccessMethod(int position) {
    expect(Token.ACCESS, Token.METHOD);
    String name = columnName();
    expect(Token.TYPE);
    boolean index = accept(Token.INDEX);
    if (!index) {
      expect(Token.TABLE);
    }
    expect(Token.HANDLER);
    return new CreateAccessMethodStatement(position, name, index, anyName());
  }

  // Foreign data.

  /** The rest of CREATE or ALTER FOREIGN DATA WRAPPER; the name was read already. */
  final Statement foreignDataWrapper(int position, String name, boolean create) {
    int mark = mark();
    while (true) {
      boolean no = token == Token.NO && (peek() == Token.HANDLER || peek() == Token.VALIDATOR);
      if (no) {
        advance();
      }
      boolean validator = token == Token.VALIDATOR;
      if (!validator && token != Token.HANDLER) {
        break;
      }
      advance();
      push(new WrapperFunction(validator, no ? null : anyName()));
    }
    List<WrapperFunction> functions = popList(mark);
    if (create) {
      return new CreateForeignDataWrapperStatement(
          position, name, functions, optionalCreateOptions());
    }
    List<Option> options = token == Token.OPTIONS ? alterOptions() : List.of();
    if (functions.isEmpty() && options.isEmpty()) {
      throw syntaxError();
    }
    return new AlterForeignDataWrapperStatement(position, name, functions, options);
  }

  /** The rest of CREATE SERVER; the current token is SERVER. */
  final Statement createServer(int position) {
    expect(Token.SERVER);
    boolean ifNotExists = acceptIfNotExists();
    String name = columnName();
    String type = accept(Token.TYPE) ? string() : null;
    String version = accept(Token.VERSION) ? stringOrNull() : null;
    expect(Token.FOREIGN);
    expect(Token.DATA, Token.WRAPPER);
    String wrapper = columnName();
    return new CreateServerStatement(
        position, ifNotExists, name, type, version, wrapper, optionalCreateOptions());
  }

  /** VERSION and OPTIONS of ALTER SERVER, or null. */
  final @Nullable Statement alterServer(int position, String name) {
    boolean hasVersion = accept(Token.VERSION);
    String version = hasVersion ? stringOrNull() : null;
    if (!hasVersion && token != Token.OPTIONS) {
      return null;
    }
    List<Option> options = token == Token.OPTIONS ? alterOptions() : List.of();
    return new AlterServerStatement(position, name, hasVersion, version, options);
  }

  private RoleName mappedRole() {
    expect(Token.FOR);
    int position = position();
    if (accept(Token.USER)) {
      return new RoleName(position, RoleName.Kind.CURRENT_USER, "current_user");
    }
    return role();
  }

  /** The rest of CREATE USER MAPPING; the current token is MAPPING. */
  final Statement createUserMapping(int position) {
    expect(Token.MAPPING);
    boolean ifNotExists = accept(Token.IF);
    if (ifNotExists) {
      expect(Token.NOT, Token.EXISTS);
    }
    RoleName role = mappedRole();
    expect(Token.SERVER);
    String server = columnName();
    return new CreateUserMappingStatement(
        position, ifNotExists, role, server, optionalCreateOptions());
  }

  final Statement alterUserMapping(int position) {
    expect(Token.MAPPING);
    RoleName role = mappedRole();
    expect(Token.SERVER);
    String server = columnName();
    return new AlterUserMappingStatement(position, role, server, alterOptions());
  }

  final Statement dropUserMapping(int position) {
    expect(Token.MAPPING);
    boolean ifExists = ifExistsBeforeNoName();
    RoleName role = mappedRole();
    expect(Token.SERVER);
    return new DropUserMappingStatement(position, ifExists, role, columnName());
  }

  final Statement importForeignSchema() {
    int position = position();
    expect(Token.IMPORT);
    expect(Token.FOREIGN, Token.SCHEMA);
    String remote = columnName();
    ImportFilter filter = ImportFilter.ALL;
    if (accept(Token.LIMIT)) {
      expect(Token.TO);
      filter = ImportFilter.LIMIT_TO;
    } else if (accept(Token.EXCEPT)) {
      filter = ImportFilter.EXCEPT;
    }
    List<QualifiedName> tables = List.of();
    if (filter != ImportFilter.ALL) {
      expect(Token.LEFT_PAREN);
      int mark = mark();
      for (RelationReference relation : relationExpressions()) {
        push(relation.name());
      }
      tables = popList(mark);
      expect(Token.RIGHT_PAREN);
    }
    expect(Token.FROM, Token.SERVER);
    String server = columnName();
    expect(Token.INTO);
    String local = columnName();
    return new ImportForeignSchemaStatement(
        position, remote, filter, tables, server, local, optionalCreateOptions());
  }

  // Publications.

  /** The rest of CREATE PUBLICATION; the current token is PUBLICATION. */
  final Statement createPublication(int position) {
    expect(Token.PUBLICATION);
    String name = columnName();
    boolean allTables = false;
    List<PublicationObject> objects = List.of();
    if (accept(Token.FOR)) {
      if (accept(Token.ALL)) {
        expect(Token.TABLES);
        allTables = true;
      } else {
        objects = publicationObjects();
      }
    }
    List<Option> options = optionalWithDefinition();
    checkPublicationObjects();
    return new CreatePublicationStatement(position, name, allTables, objects, options);
  }

  /** What is wrong with the list of objects; the server says so only when it has read all. */
  private @Nullable SqlError publicationError;

  private void checkPublicationObjects() {
    if (publicationError != null) {
      throw publicationError;
    }
  }

  private void publicationProblem(SqlError error) {
    if (publicationError == null) {
      publicationError = error;
    }
  }

  /** TABLE and TABLES IN SCHEMA hold for the names after them until the next such words. */
  private List<PublicationObject> publicationObjects() {
    int mark = mark();
    boolean schemas = false;
    boolean first = true;
    do {
      int at = position();
      if (accept(Token.TABLE)) {
        schemas = false;
        push(publishedTable());
      } else if (token == Token.TABLES && peek() == Token.IN) {
        advance();
        advance();
        expect(Token.SCHEMA);
        schemas = true;
        push(publishedSchema(false));
      } else if (schemas) {
        push(publishedSchema(true));
      } else {
        boolean current = accept(Token.CURRENT_SCHEMA);
        PublishedTable table = current ? null : publishedTable();
        if (first) {
          publicationProblem(
              error("invalid publication object list", at)
                  .detail(
                      "One of TABLE or TABLES IN SCHEMA must be specified before a standalone"
                          + " table or schema name."));
        }
        if (table == null) {
          publicationProblem(error("invalid table name", at));
        } else {
          push(table);
        }
      }
      first = false;
    } while (accept(Token.COMMA));
    return popList(mark);
  }

  private PublishedTable publishedTable() {
    RelationReference relation = relationExpression();
    List<String> columns = optionalNameList();
    return new PublishedTable(relation, columns, optionalParenthesized(Token.WHERE));
  }

  /** A schema's name; after the first of a list it is read as a table would be, then checked. */
  private PublishedSchema publishedSchema(boolean continued) {
    int position = position();
    if (accept(Token.CURRENT_SCHEMA)) {
      return new PublishedSchema(null);
    }
    if (!continued) {
      return new PublishedSchema(columnName());
    }
    PublishedTable table = publishedTable();
    RelationReference relation = table.relation();
    if (!table.columns().isEmpty()) {
      publicationProblem(error("column specification not allowed for schema", position));
    }
    if (table.where() != null) {
      publicationProblem(error("WHERE clause not allowed for schema", position));
    }
    if (relation.only() || relation.name().parts().size() > 1) {
      publicationProblem(error("invalid schema name", position));
    }
    return new PublishedSchema(relation.name().name());
  }

  /** ADD, SET and DROP of ALTER PUBLICATION, or null. */
  final @Nullable Statement alterPublication(int position, String name) {
    ListChange change;
    switch (token) {
      case ADD -> change = ListChange.ADD;
      case DROP -> change = ListChange.DROP;
      case SET -> change = ListChange.SET;
      default -> {
        return null;
      }
    }
    advance();
    if (change == ListChange.SET && token == Token.LEFT_PAREN) {
      return new AlterPublicationOptionsStatement(position, name, definition());
    }
    List<PublicationObject> objects = publicationObjects();
    checkPublicationObjects();
    return new AlterPublicationStatement(position, name, change, objects);
  }

  // Subscriptions.

  /** The rest of CREATE SUBSCRIPTION; the current token is SUBSCRIPTION. */
  final Statement createSubscription(int position) {
    expect(Token.SUBSCRIPTION);
    String name = columnName();
    expect(Token.CONNECTION);
    String connection = string();
    expect(Token.PUBLICATION);
    List<String> publications = publicationNames();
    return new CreateSubscriptionStatement(
        position, name, connection, publications, optionalWithDefinition());
  }

  private List<String> publicationNames() {
    int mark = mark();
    do {
      push(columnName());
    } while (accept(Token.COMMA));
    return popList(mark);
  }

  /** What ALTER SUBSCRIPTION does, or null where it is RENAME or OWNER. */
  final @Nullable Statement alterSubscription(int position, String name) {
    SubscriptionAction action = subscriptionAction();
    return action == null ? null : new AlterSubscriptionStatement(position, name, action);
  }

  private @Nullable SubscriptionAction subscriptionAction() {
    switch (token) {
      case SET -> {
        advance();
        if (token == Token.LEFT_PAREN) {
          return new SetSubscriptionOptions(definition());
        }
        return changePublications(ListChange.SET);
      }
      case ADD -> {
        advance();
        return changePublications(ListChange.ADD);
      }
      case DROP -> {
        advance();
        return changePublications(ListChange.DROP);
      }
      case CONNECTION -> {
        advance();
        return new SetConnection(string());
      }
      case REFRESH -> {
        advance();
        expect(Token.PUBLICATION);
        return new RefreshPublication(optionalWithDefinition());
      }
      case ENABLE -> {
        advance();
        return new EnableSubscription(true);
      }
      case DISABLE -> {
        advance();
        return new EnableSubscription(false);
      }
      case SKIP -> {
        advance();
        return new SkipTransaction(definition());
      }
      default -> {
        return null;
      }
    }
  }

  private SubscriptionAction changePublications(ListChange change) {
    expect(Token.PUBLICATION);
    List<String> names = publicationNames();
    return new ChangePublications(change, names, optionalWithDefinition());
  }

  final Statement dropSubscription(int position) {
    expect(Token.SUBSCRIPTION);
    boolean ifExists = acceptIfExists();
    String name = columnName();
    return new DropSubscriptionStatement(position, ifExists, name, dropBehavior());
  }
}
