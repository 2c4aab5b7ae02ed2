package dev.postern.router;

import dev.postern.backend.sql.DataStatement;
import dev.postern.backend.sql.DataStatement.DeleteStatement;
import dev.postern.backend.sql.DataStatement.InsertStatement;
import dev.postern.backend.sql.DataStatement.MergeStatement;
import dev.postern.backend.sql.DataStatement.UpdateStatement;
import dev.postern.backend.sql.Expression;
import dev.postern.backend.sql.Expression.BinaryOperation;
import dev.postern.backend.sql.Expression.BooleanExpression;
import dev.postern.backend.sql.Expression.ColumnReference;
import dev.postern.backend.sql.Expression.InList;
import dev.postern.backend.sql.Expression.IntegerConstant;
import dev.postern.backend.sql.Expression.NumericConstant;
import dev.postern.backend.sql.Expression.ParameterReference;
import dev.postern.backend.sql.Expression.StringConstant;
import dev.postern.backend.sql.Expression.TypeCast;
import dev.postern.backend.sql.QualifiedName;
import dev.postern.backend.sql.QueryBody.SelectBody;
import dev.postern.backend.sql.QueryBody.ValuesBody;
import dev.postern.backend.sql.QueryClause;
import dev.postern.backend.sql.QueryClause.CommonTableExpression;
import dev.postern.backend.sql.SelectStatement;
import dev.postern.backend.sql.TableReference;
import dev.postern.backend.sql.TableReference.Join;
import dev.postern.backend.sql.TableReference.JoinType;
import dev.postern.backend.sql.TableReference.RelationReference;
import dev.postern.config.ShardedTable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the shard keys of one statement: for every reference to a sharded table a value that its
 * sharding column must equal. A reference without one means more than one shard, and refusal.
 *
 * <p>A key counts only where the condition must hold for every row the statement reads of that
 * table: in the block's own WHERE or an inner join's ON, under AND alone.
 */
final class ShardAnalysis {
  private final ShardedTables tables;
  private final List<ShardKey> keys = new ArrayList<>();
  private final Set<Object> explained = new HashSet<>();

  /** Positions of parameters that stand beside a sharding column, and get its type so. */
  private final Set<Integer> besideColumns = new HashSet<>();

  private final Set<String> commonTables = new HashSet<>();
  private Statement.@Nullable Refused refusal;
  private boolean readsEverywhere;

  private ShardAnalysis(ShardedTables tables) {
    this.tables = tables;
  }

  /** Where a query or data-modifying statement may run. */
  static Statement.Sharding analyze(dev.postern.backend.sql.Statement tree, ShardedTables tables) {
    ShardAnalysis analysis = new ShardAnalysis(tables);
    TreeWalk.visit(
        tree,
        node -> {
          if (node instanceof CommonTableExpression table) {
            analysis.commonTables.add(table.name());
          }
          return true;
        });
    TreeWalk.visit(tree, analysis::block);
    TreeWalk.visit(tree, analysis::leftOver);
    Statement.Refused refused = analysis.refusal;
    if (refused != null) {
      return refused;
    }
    if (!analysis.keys.isEmpty()) {
      return new Statement.ByKey(analysis.typedKeys(tree));
    }
    if (analysis.readsEverywhere && isWrite(tree)) {
      return new Statement.Refused("writing a table that every shard holds", null);
    }
    return new Statement.AnyShard();
  }

  /** The keys, where it is known of each parameter whether its type is the column's. */
  private List<ShardKey> typedKeys(dev.postern.backend.sql.Statement tree) {
    Set<Integer> typedElsewhere = new HashSet<>();
    TreeWalk.visit(
        tree,
        node -> {
          if (node instanceof ParameterReference parameter
              && !besideColumns.contains(parameter.position())) {
            typedElsewhere.add(parameter.number());
          }
          return true;
        });
    List<ShardKey> typed = new ArrayList<>();
    for (ShardKey key : keys) {
      typed.add(
          switch (key) {
            case ShardKey.Known known -> known;
            case ShardKey.Parameter parameter ->
                new ShardKey.Parameter(
                    parameter.number(),
                    parameter.type(),
                    !typedElsewhere.contains(parameter.number()));
          });
    }
    return List.copyOf(typed);
  }

  /** Notes that a value is compared with, or stored in, a sharding column. */
  private void besideColumn(Expression value) {
    switch (value) {
      case ParameterReference parameter -> besideColumns.add(parameter.position());
      case TypeCast cast -> besideColumn(cast.argument());
      case BinaryOperation equal -> {
        besideColumn(equal.left());
        besideColumn(equal.right());
      }
      case InList in -> in.list().forEach(this::besideColumn);
      default -> {
        // no parameter
      }
    }
  }

  private static boolean isWrite(dev.postern.backend.sql.Statement tree) {
    return tree instanceof DataStatement;
  }

  private void refuse(String reason, @Nullable String hint) {
    if (refusal == null) {
      refusal = new Statement.Refused(reason, hint);
    }
  }

  private boolean block(Object node) {
    switch (node) {
      case SelectBody body -> select(body);
      case InsertStatement insert -> insert(insert);
      case UpdateStatement update -> update(update);
      case DeleteStatement delete -> delete(delete);
      case MergeStatement merge -> {
        if (sharded(merge.target().name()) != null) {
          refuse("MERGE into a sharded table", null);
        }
      }
      default -> {
        // nothing that reads tables of its own
      }
    }
    return true;
  }

  /** References that no block explained: they stand where no key can be. */
  private boolean leftOver(Object node) {
    if (node instanceof RelationReference reference && !explained.contains(identity(reference))) {
      table(reference, List.of());
    }
    return true;
  }

  private record Identity(int position, QualifiedName name) {}

  private static Object identity(RelationReference reference) {
    return new Identity(reference.position(), reference.name());
  }

  private @Nullable ShardedTable sharded(QualifiedName name) {
    return name.schema() == null && commonTables.contains(name.name()) ? null : tables.table(name);
  }

  private void select(SelectBody body) {
    List<Expression> conditions = new ArrayList<>();
    conjuncts(body.where(), conditions);
    List<RelationReference> references = new ArrayList<>();
    for (TableReference reference : body.from()) {
      relations(reference, references, conditions);
    }
    for (RelationReference reference : references) {
      table(reference, withEqualColumns(conditions));
    }
  }

  private void update(UpdateStatement update) {
    List<Expression> conditions = new ArrayList<>();
    conjuncts(update.where(), conditions);
    List<RelationReference> references = new ArrayList<>();
    references.add(update.target());
    for (TableReference reference : update.from()) {
      relations(reference, references, conditions);
    }
    for (RelationReference reference : references) {
      table(reference, withEqualColumns(conditions));
    }
    ShardedTable table = sharded(update.target().name());
    if (table != null) {
      for (QueryClause.Assignment assignment : update.assignments()) {
        if (assigns(assignment, table.column())) {
          refuse("changing a sharding column", null);
        }
      }
    }
  }

  private static boolean assigns(QueryClause.Assignment assignment, String column) {
    return switch (assignment) {
      case QueryClause.ColumnAssignment one -> one.target().name().equals(column);
      case QueryClause.MultipleAssignment many ->
          many.targets().stream().anyMatch(target -> target.name().equals(column));
    };
  }

  private void delete(DeleteStatement delete) {
    List<Expression> conditions = new ArrayList<>();
    conjuncts(delete.where(), conditions);
    List<RelationReference> references = new ArrayList<>();
    references.add(delete.target());
    for (TableReference reference : delete.using()) {
      relations(reference, references, conditions);
    }
    for (RelationReference reference : references) {
      table(reference, withEqualColumns(conditions));
    }
  }

  private void insert(InsertStatement insert) {
    RelationReference target = insert.target();
    explained.add(identity(target));
    ShardedTable table = sharded(target.name());
    if (table == null) {
      other(target);
      return;
    }
    KeyType type = keyType(table);
    if (type == null) {
      return;
    }
    QueryClause.OnConflictClause conflict = insert.onConflict();
    if (conflict != null) {
      for (QueryClause.Assignment assignment : conflict.assignments()) {
        if (assigns(assignment, table.column())) {
          refuse("changing a sharding column", null);
        }
      }
    }
    int column = -1;
    for (int i = 0; i < insert.columns().size(); i++) {
      if (insert.columns().get(i).name().equals(table.column())) {
        column = i;
      }
    }
    if (column < 0) {
      refuse(
          "INSERT into a sharded table without its sharding column",
          "List the columns and give \"" + table.column() + "\" a value.");
      return;
    }
    SelectStatement source = insert.source();
    if (source == null || !(source.body() instanceof ValuesBody values)) {
      refuse("INSERT into a sharded table from a query", null);
      return;
    }
    for (List<Expression> row : values.rows()) {
      ShardKey key = column < row.size() ? key(row.get(column), type) : null;
      if (key == null) {
        refuse("a sharding column's value that is computed by the statement", null);
        return;
      }
      besideColumn(row.get(column));
      keys.add(key);
    }
  }

  private static void conjuncts(@Nullable Expression condition, List<Expression> parts) {
    if (condition instanceof BooleanExpression and && and.kind() == BooleanExpression.Kind.AND) {
      for (Expression part : and.arguments()) {
        conjuncts(part, parts);
      }
    } else if (condition != null) {
      parts.add(condition);
    }
  }

  /** The relations of FROM; conditions of inner joins count as WHERE's do. */
  private static void relations(
      TableReference reference, List<RelationReference> references, List<Expression> conditions) {
    switch (reference) {
      case RelationReference relation -> references.add(relation);
      case TableReference.TableSample sample -> references.add(sample.relation());
      case Join join -> {
        boolean inner = join.type() == JoinType.INNER || join.type() == JoinType.CROSS;
        if (inner) {
          conjuncts(join.on(), conditions);
        }
        relations(join.left(), references, conditions);
        relations(join.right(), references, conditions);
      }
      case TableReference.Subquery subquery -> {
        // a block of its own
      }
      case TableReference.FunctionReference function -> {
        // reads no table by name
      }
      case TableReference.JsonTable table -> {
        // reads no table by name
      }
      case TableReference.XmlTable table -> {
        // reads no table by name
      }
    }
  }

  /**
   * A condition that must hold.
   *
   * @param derived it is not written so: parameters in it have their types from elsewhere
   */
  private record Condition(Expression expression, boolean derived) {}

  /** Conditions, and for {@code a = b} with {@code b = value} known also {@code a = value}. */
  private static List<Condition> withEqualColumns(List<Expression> conditions) {
    List<Condition> all = new ArrayList<>();
    for (Expression condition : conditions) {
      all.add(new Condition(condition, false));
    }
    for (Expression condition : conditions) {
      if (condition instanceof BinaryOperation equal
          && isEquals(equal)
          && equal.left() instanceof ColumnReference left
          && equal.right() instanceof ColumnReference right) {
        for (Expression other : conditions) {
          if (other instanceof BinaryOperation known && isEquals(known)) {
            derive(known, left, right, all);
            derive(known, right, left, all);
          }
        }
      }
    }
    return all;
  }

  private static void derive(
      BinaryOperation known, ColumnReference from, ColumnReference to, List<Condition> all) {
    if (known.left() instanceof ColumnReference column
        && column.names().equals(from.names())
        && !(known.right() instanceof ColumnReference)) {
      all.add(
          new Condition(
              new BinaryOperation(known.position(), known.operator(), to, known.right()), true));
    }
    if (known.right() instanceof ColumnReference column
        && column.names().equals(from.names())
        && !(known.left() instanceof ColumnReference)) {
      all.add(
          new Condition(
              new BinaryOperation(known.position(), known.operator(), to, known.left()), true));
    }
  }

  private static boolean isEquals(BinaryOperation operation) {
    return operation.operator().symbol().equals("=")
        && (operation.operator().schema().isEmpty()
            || operation.operator().schema().equals(List.of("pg_catalog")));
  }

  private void table(RelationReference reference, List<Condition> conditions) {
    explained.add(identity(reference));
    ShardedTable table = sharded(reference.name());
    if (table == null) {
      other(reference);
      return;
    }
    KeyType type = keyType(table);
    if (type == null) {
      return;
    }
    String alias = reference.alias() == null ? reference.name().name() : reference.alias().name();
    for (Condition condition : conditions) {
      List<ShardKey> found = keysIn(condition.expression(), alias, table.column(), type);
      if (found != null) {
        keys.addAll(found);
        if (!condition.derived()) {
          besideColumn(condition.expression());
        }
        return;
      }
    }
    refuse(
        "a statement on several shards",
        "Compare \"" + table.column() + "\" of table \"" + alias + "\" with one value.");
  }

  /** A table that is not sharded. */
  private void other(RelationReference reference) {
    QualifiedName name = reference.name();
    if (name.schema() == null && commonTables.contains(name.name())) {
      return;
    }
    if (tables.isEverywhere(name)) {
      readsEverywhere = true;
      return;
    }
    String schema = name.schema();
    boolean catalog =
        schema == null
            ? name.name().startsWith("pg_")
            : schema.equals("pg_catalog") || schema.equals("information_schema");
    if (catalog) {
      return;
    }
    List<ShardedTable> byColumn = tables.byColumn();
    refuse(
        "table \"" + name.name() + "\" in a sharded database",
        byColumn.isEmpty()
            ? "Name it in [[sharded_tables]] or [[omnisharded_tables]]."
            : "Sharding of every table with a column is not built; name each table in"
                + " [[sharded_tables]].");
  }

  private @Nullable KeyType keyType(ShardedTable table) {
    KeyType type = table.isHashed() ? KeyType.of(table.dataType()) : null;
    if (type == null) {
      refuse("sharding of table \"" + table.name() + "\" by other than PostgreSQL's hash", null);
    }
    return type;
  }

  private static @Nullable List<ShardKey> keysIn(
      Expression condition, String alias, String column, KeyType type) {
    if (condition instanceof BinaryOperation equal && isEquals(equal)) {
      ShardKey key = null;
      if (isColumn(equal.left(), alias, column)) {
        key = key(equal.right(), type);
      } else if (isColumn(equal.right(), alias, column)) {
        key = key(equal.left(), type);
      }
      return key == null ? null : List.of(key);
    }
    if (condition instanceof InList in && !in.negated() && isColumn(in.argument(), alias, column)) {
      List<ShardKey> keys = new ArrayList<>();
      for (Expression element : in.list()) {
        ShardKey key = key(element, type);
        if (key == null) {
          return null;
        }
        keys.add(key);
      }
      return keys;
    }
    return null;
  }

  private static boolean isColumn(Expression expression, String alias, String column) {
    if (!(expression instanceof ColumnReference reference) || !reference.name().equals(column)) {
      return false;
    }
    List<String> names = reference.names();
    return names.size() == 1 || names.get(names.size() - 2).equals(alias);
  }

  /** The key that a value is, or null where it is not known before the statement runs. */
  private static @Nullable ShardKey key(Expression value, KeyType type) {
    return switch (value) {
      case ParameterReference parameter -> new ShardKey.Parameter(parameter.number(), type, false);
      case IntegerConstant number ->
          type == KeyType.BIGINT ? new ShardKey.Known(PartitionHash.ofLong(number.value())) : null;
      case NumericConstant number ->
          type == KeyType.BIGINT && number.text().matches("-?[0-9]+")
              ? new ShardKey.Known(type.hash(number.text()))
              : null;
      case StringConstant text -> new ShardKey.Known(type.hash(text.value()));
      case TypeCast cast -> casts(cast, type) ? key(cast.argument(), type) : null;
      default -> null;
    };
  }

  /** Whether a cast leaves a key's value what it is. */
  private static boolean casts(TypeCast cast, KeyType type) {
    if (!cast.type().arrayBounds().isEmpty() || !cast.type().modifiers().isEmpty()) {
      return false;
    }
    String name = cast.type().name();
    return switch (type) {
      case BIGINT -> name.equals("int8") || name.equals("int4") || name.equals("bigint");
      case TEXT -> name.equals("text") || name.equals("varchar");
      case UUID -> name.equals("uuid");
    };
  }
}
