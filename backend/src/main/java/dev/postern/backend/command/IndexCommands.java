package dev.postern.backend.command;

import dev.postern.backend.catalog.CatalogReader;
import dev.postern.backend.catalog.ClassOids;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.catalog.RelationDescriptor.Attribute;
import dev.postern.backend.command.CommandServices.ExpressionUse;
import dev.postern.backend.command.CommandServices.StoredExpression;
import dev.postern.backend.command.IndexCreation.Element;
import dev.postern.backend.command.IndexCreation.NewIndex;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.function.TypeDescriptor;
import dev.postern.backend.sql.Expression;
import dev.postern.backend.sql.Expression.FunctionCall;
import dev.postern.backend.sql.Expression.TypeCast;
import dev.postern.backend.sql.QualifiedName;
import dev.postern.backend.sql.QueryClause.IndexElement;
import dev.postern.backend.sql.QueryClause.NullsOrder;
import dev.postern.backend.sql.QueryClause.SortDirection;
import dev.postern.backend.sql.RelationStatement.CreateIndexStatement;
import dev.postern.backend.txn.TableLockMode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** CREATE INDEX. */
final class IndexCommands {
  private static final int HASH = 405;

  private final CommandContext context;
  private final CatalogReader catalog;

  IndexCommands(CommandContext context) {
    this.context = context;
    this.catalog = context.catalog();
  }

  String create(CreateIndexStatement statement) {
    if (statement.concurrently() && context.inTransactionBlock()) {
      throw new SqlError(
          SqlState.ACTIVE_SQL_TRANSACTION,
          "CREATE INDEX CONCURRENTLY cannot run inside a transaction block");
    }
    RelationDescriptor table = new Targets(context).relation(statement.relation().name());
    context.lockRelation(table.oid(), table.name(), TableLockMode.SHARE, false);
    RelationDescriptor locked = catalog.relation(table.oid());
    if (locked == null) {
      throw new Targets(context).missing(statement.relation().name());
    }
    if (locked.kind() != 'r' && locked.kind() != 'm') {
      throw new SqlError(
              SqlState.WRONG_OBJECT_TYPE,
              "cannot create index on relation \"" + table.name() + "\"")
          .detail(notSupportedFor(locked.kind()));
    }
    refuseSystemTable(locked);
    TableCommands.checkStorage(null, statement.tablespace());
    int method = method(statement);
    List<Element> keys = new ArrayList<>();
    List<String> labels = new ArrayList<>();
    for (IndexElement element : statement.elements()) {
      keys.add(element(locked, element, method, statement.accessMethod(), labels));
    }
    List<Integer> included = new ArrayList<>();
    for (IndexElement element : statement.include()) {
      included.add(included(locked, element, labels));
    }
    String name = statement.name();
    if (name == null) {
      name =
          new GeneratedNames(catalog)
              .relation(
                  locked.name(), GeneratedNames.columns(labels), "idx", locked.schemaOid(), false);
    } else if (catalog.relationOid(locked.schemaOid(), name) != 0) {
      if (statement.ifNotExists()) {
        context.notice("NOTICE", TableCommands.alreadyExistsSkipping(name));
        return "CREATE INDEX";
      }
      throw TableCommands.alreadyExists(name);
    }
    Expression where = statement.where();
    StoredExpression predicate =
        where == null
            ? null
            : context
                .services()
                .expression(where, ExpressionUse.INDEX_PREDICATE, locked, 0, -1, null);
    List<String> options = RelationOptionText.changed(List.of(), statement.options(), false, 'i');
    new IndexCreation(context, new GeneratedNames(catalog))
        .create(
            locked,
            new NewIndex(
                name,
                method,
                statement.unique(),
                false,
                statement.nullsNotDistinct(),
                keys,
                included,
                predicate,
                options == null ? List.of() : options,
                null));
    return "CREATE INDEX";
  }

  static void refuseSystemTable(RelationDescriptor table) {
    if (table.oid() < ClassOids.FIRST_USER_OID) {
      throw new SqlError(
          SqlState.INSUFFICIENT_PRIVILEGE,
          "permission denied: \"" + table.name() + "\" is a system catalog");
    }
  }

  static String notSupportedFor(char kind) {
    return switch (kind) {
      case 'v' -> "This operation is not supported for views.";
      case 'i' -> "This operation is not supported for indexes.";
      case 'S' -> "This operation is not supported for sequences.";
      case 'c' -> "This operation is not supported for composite types.";
      case 'm' -> "This operation is not supported for materialized views.";
      case 't' -> "This operation is not supported for TOAST tables.";
      default -> "This operation is not supported for tables.";
    };
  }

  private static int method(CreateIndexStatement statement) {
    String name = statement.accessMethod();
    if (name == null || name.equals("btree")) {
      return IndexCreation.BTREE;
    }
    if (!name.equals("hash")) {
      switch (name) {
        case "gin", "gist", "spgist", "brin" ->
            throw SqlError.notSupported("access method \"" + name + "\"");
        default ->
            throw new SqlError(
                SqlState.UNDEFINED_OBJECT, "access method \"" + name + "\" does not exist");
      }
    }
    if (statement.unique()) {
      throw lacks("unique indexes");
    }
    if (statement.elements().size() > 1) {
      throw lacks("multicolumn indexes");
    }
    if (!statement.include().isEmpty()) {
      throw lacks("included columns");
    }
    return HASH;
  }

  private static SqlError lacks(String what) {
    return new SqlError(
        SqlState.FEATURE_NOT_SUPPORTED, "access method \"hash\" does not support " + what);
  }

  private Element element(
      RelationDescriptor table,
      IndexElement element,
      int method,
      @Nullable String methodName,
      List<String> labels) {
    if (!element.operatorClassOptions().isEmpty()) {
      throw new SqlError(SqlState.INVALID_PARAMETER_VALUE, "operator class has no options");
    }
    String column = element.name();
    StoredExpression stored = null;
    int number = 0;
    int type;
    int typmod = -1;
    int collation;
    String label;
    Expression expression = element.expression();
    if (column != null) {
      Attribute attribute = column(table, column);
      number = attribute.number();
      type = attribute.type().oid();
      typmod = attribute.typmod();
      collation = attribute.collationOid();
      label = attribute.name();
    } else if (expression != null) {
      stored =
          context
              .services()
              .expression(expression, ExpressionUse.INDEX_EXPRESSION, table, 0, -1, null);
      type = stored.typeOid();
      collation = stored.collationOid();
      label = label(expression);
    } else {
      throw new IllegalArgumentException("an index element of nothing");
    }
    label = free(label, labels);
    labels.add(label);
    collation = collation(element.collation(), type, collation, element.position());
    int operatorClass =
        new OperatorClassLookup(catalog)
            .find(method, methodName == null ? "btree" : methodName, element.operatorClass(), type);
    return new Element(
        number, stored, label, type, typmod, collation, operatorClass, options(element, method));
  }

  private static int options(IndexElement element, int method) {
    boolean said =
        element.direction() != SortDirection.DEFAULT || element.nulls() != NullsOrder.DEFAULT;
    if (method == HASH && said) {
      throw lacks(
          element.direction() != SortDirection.DEFAULT
              ? "ASC/DESC options"
              : "NULLS FIRST/LAST options");
    }
    boolean descending = element.direction() == SortDirection.DESCENDING;
    boolean nullsFirst =
        element.nulls() == NullsOrder.DEFAULT ? descending : element.nulls() == NullsOrder.FIRST;
    return (descending ? 1 : 0) | (nullsFirst ? 2 : 0);
  }

  private int collation(@Nullable QualifiedName written, int type, int own, int position) {
    TypeDescriptor described = catalog.type(type);
    int collation = own == 0 && described != null ? described.collation() : own;
    return written == null
        ? collation
        : new TableDefinition(context, "").collation(written, type, position);
  }

  private static Attribute column(RelationDescriptor table, String name) {
    Attribute attribute = table.attribute(name);
    if (attribute == null) {
      throw new SqlError(SqlState.UNDEFINED_COLUMN, "column \"" + name + "\" does not exist");
    }
    return attribute;
  }

  private int included(RelationDescriptor table, IndexElement element, List<String> labels) {
    String name = element.name();
    if (name == null) {
      throw new SqlError(
          SqlState.FEATURE_NOT_SUPPORTED, "expressions are not supported in included columns");
    }
    labels.add(free(name, labels));
    return column(table, name).number();
  }

  /** The name an expression gives a column: its function's, or expr. */
  private static String label(Expression expression) {
    return switch (expression) {
      case FunctionCall call -> call.name().name();
      case Expression.Coalesce coalesce -> "coalesce";
      case Expression.NullIf nullIf -> "nullif";
      case Expression.CaseExpression caseExpression -> "case";
      case Expression.MinMax minMax -> minMax.greatest() ? "greatest" : "least";
      case Expression.ColumnReference column -> column.name();
      case TypeCast cast -> {
        String inner = label(cast.argument());
        yield inner.equals("expr") ? cast.type().name() : inner;
      }
      case Expression.Collate collate -> label(collate.argument());
      case Expression.ArrayConstructor array -> "array";
      case Expression.RowConstructor row -> "row";
      default -> "expr";
    };
  }

  private static String free(String label, List<String> taken) {
    String name = label;
    for (int i = 1; taken.contains(name); i++) {
      String suffix = Integer.toString(i);
      name = GeneratedNames.cut(label, 63 - suffix.length()) + suffix;
    }
    return name;
  }
}
