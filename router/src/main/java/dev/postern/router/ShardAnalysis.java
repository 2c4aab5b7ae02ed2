package dev.postern.router;

import dev.postern.backend.sql.DataStatement.DeleteStatement;
import dev.postern.backend.sql.DataStatement.InsertStatement;
import dev.postern.backend.sql.DataStatement.MergeStatement;
import dev.postern.backend.sql.DataStatement.UpdateStatement;
import dev.postern.backend.sql.Expression;
import dev.postern.backend.sql.Expression.BinaryOperation;
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
import dev.postern.backend.sql.SelectStatement;
import dev.postern.backend.sql.TableReference;
import dev.postern.backend.sql.TableReference.RelationReference;
import dev.postern.config.ShardedTable;
import java.math.BigInteger;
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

  private final CommonTables commonTables;
  private Statement.@Nullable Refused refusal;

  private ShardAnalysis(ShardedTables tables, CommonTables commonTables) {
    this.tables = tables;
    this.commonTables = commonTables;
  }

  /** Where a query or data-modifying statement may run. */
  static Statement.Sharding analyze(dev.postern.backend.sql.Statement tree, ShardedTables tables) {
    ShardAnalysis analysis = new ShardAnalysis(tables, CommonTables.of(tree));
    TreeWalk.visit(tree, analysis::block);
    TreeWalk.visit(tree, analysis::leftOver);
    FunctionRules.check(tree, !analysis.keys.isEmpty(), analysis::refuse);
    Statement.Refused refused = analysis.refusal;
    if (refused != null) {
      return refused;
    }
    return analysis.keys.isEmpty()
        ? new Statement.AnyShard()
        : new Statement.ByKey(analysis.typedKeys(tree));
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

  private void refuse(String reason, @Nullable String hint) {
    if (refusal == null) {
      refusal = new Statement.Refused(reason, hint);
    }
  }

  private boolean block(Object node) {
    switch (node) {
      case SelectStatement select -> locks(select);
      case SelectBody body -> relations(body.from(), body.where());
      case InsertStatement insert -> insert(insert);
      case UpdateStatement update -> update(update);
      case DeleteStatement delete -> {
        requireOneHolder(delete.target());
        relations(withTarget(delete.target(), delete.using()), delete.where());
      }
      case MergeStatement merge -> {
        requireOneHolder(merge.target());
        if (sharded(merge.target()) != null) {
          refuse("MERGE into a sharded table", null);
        }
      }
      default -> {
        // nothing that reads tables of its own
      }
    }
    return true;
  }

  /** A table that every shard holds must be the same everywhere. */
  private void requireOneHolder(RelationReference target) {
    if (tables.isEverywhere(target.name())) {
      refuse("writing a table that every shard holds", "Write it on each shard by itself.");
    }
  }

  /** Rows that every shard holds would be locked on one only. */
  private void locks(SelectStatement select) {
    if (select.locking().isEmpty()) {
      return;
    }
    boolean[] everywhere = new boolean[1];
    TreeWalk.visit(
        select,
        node -> {
          everywhere[0] |=
              node instanceof RelationReference reference
                  && !commonTables.contains(reference)
                  && tables.isEverywhere(reference.name());
          return true;
        });
    if (everywhere[0]) {
      refuse("locking rows together with a table that every shard holds", null);
    }
  }

  /** References that no block explained: they stand where no key can be. */
  private boolean leftOver(Object node) {
    if (node instanceof RelationReference reference
        && !explained.contains(CommonTables.identity(reference))) {
      table(reference, List.of());
    }
    return true;
  }

  private @Nullable ShardedTable sharded(RelationReference reference) {
    return commonTables.contains(reference) ? null : tables.table(reference.name());
  }

  private static List<TableReference> withTarget(
      RelationReference target, List<TableReference> others) {
    List<TableReference> all = new ArrayList<>();
    all.add(target);
    all.addAll(others);
    return all;
  }

  private void relations(List<TableReference> from, @Nullable Expression where) {
    for (FromConditions.Restricted restricted :
        FromConditions.of(from, where, reference -> shardingColumn(reference))) {
      table(restricted.relation(), restricted.conditions());
    }
  }

  /** Where a reference is to a sharded table: its column and type, as equal columns are known. */
  private FromConditions.@Nullable ShardingColumn shardingColumn(RelationReference reference) {
    ShardedTable table = sharded(reference);
    KeyType type = table == null || !table.isHashed() ? null : KeyType.of(table.dataType());
    return table == null || type == null
        ? null
        : new FromConditions.ShardingColumn(reference, table.column(), type);
  }

  private void update(UpdateStatement update) {
    requireOneHolder(update.target());
    relations(withTarget(update.target(), update.from()), update.where());
    ShardedTable table = sharded(update.target());
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

  private void insert(InsertStatement insert) {
    RelationReference target = insert.target();
    requireOneHolder(target);
    explained.add(CommonTables.identity(target));
    ShardedTable table = sharded(target);
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

  private void table(RelationReference reference, List<FromConditions.Condition> conditions) {
    explained.add(CommonTables.identity(reference));
    ShardedTable table = sharded(reference);
    if (table == null) {
      other(reference);
      return;
    }
    KeyType type = keyType(table);
    if (type == null) {
      return;
    }
    for (FromConditions.Condition condition : conditions) {
      List<ShardKey> found = keysIn(condition.expression(), reference, table.column(), type);
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
        "Compare \""
            + table.column()
            + "\" of table \""
            + reference.name().name()
            + "\" with one value.");
  }

  /** A table that is not sharded. */
  private void other(RelationReference reference) {
    QualifiedName name = reference.name();
    if (commonTables.contains(reference)
        || tables.isEverywhere(name)
        || SystemNames.isRelation(name)) {
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
      Expression condition, RelationReference reference, String column, KeyType type) {
    if (condition instanceof BinaryOperation equal && FromConditions.isEquals(equal)) {
      ShardKey key = null;
      if (FromConditions.isColumn(equal.left(), reference, column)) {
        key = key(equal.right(), type);
      } else if (FromConditions.isColumn(equal.right(), reference, column)) {
        key = key(equal.left(), type);
      }
      return key == null ? null : List.of(key);
    }
    if (condition instanceof InList in
        && !in.negated()
        && FromConditions.isColumn(in.argument(), reference, column)) {
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

  /** The key that a value is, or null where it is not known before the statement runs. */
  private static @Nullable ShardKey key(Expression value, KeyType type) {
    return switch (value) {
      case ParameterReference parameter -> new ShardKey.Parameter(parameter.number(), type, false);
      case IntegerConstant number ->
          type == KeyType.BIGINT ? new ShardKey.Known(PartitionHash.ofLong(number.value())) : null;
      case NumericConstant number ->
          type == KeyType.BIGINT && isBigint(number.text())
              ? new ShardKey.Known(type.hash(number.text()))
              : null;
      case StringConstant text -> new ShardKey.Known(type.hash(text.value()));
      case TypeCast cast -> casts(cast, type) ? key(cast.argument(), type) : null;
      default -> null;
    };
  }

  /** Beyond bigint, and with a fraction, PostgreSQL compares as numeric. */
  private static boolean isBigint(String text) {
    return text.matches("-?[0-9]{1,20}") && new BigInteger(text).bitLength() < Long.SIZE;
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
