package dev.postern.router;

import dev.postern.backend.sql.Expression;
import dev.postern.backend.sql.Expression.BinaryOperation;
import dev.postern.backend.sql.Expression.BooleanExpression;
import dev.postern.backend.sql.Expression.ColumnReference;
import dev.postern.backend.sql.Expression.InList;
import dev.postern.backend.sql.QueryClause.Alias;
import dev.postern.backend.sql.TableReference;
import dev.postern.backend.sql.TableReference.Join;
import dev.postern.backend.sql.TableReference.RelationReference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The relations of one FROM, each with the conditions that its rows must meet to matter for the
 * result: WHERE's, those of the inner joins it takes part in, and those of an outer join on whose
 * nullable side it is.
 *
 * <p>A condition counts for relations only that its column names can mean: an unqualified name in
 * ON means a column of that join and of nothing beside it. A relation whose columns are renamed, or
 * hidden by the name of a join, has no conditions, as the names mean something else.
 */
final class FromConditions {
  /**
   * A condition that must hold.
   *
   * @param derived it is not written so: parameters in it have their types from elsewhere
   */
  record Condition(Expression expression, boolean derived) {}

  /** A relation and its conditions. */
  record Restricted(RelationReference relation, List<Condition> conditions) {}

  /** The sharding column of a relation. */
  record ShardingColumn(RelationReference relation, String name, KeyType type) {}

  private record Place(RelationReference relation, List<Expression> own, boolean renamed) {}

  private final List<Place> places = new ArrayList<>();

  /** Conditions of inner joins whose names are qualified: they mean the same everywhere. */
  private final List<Expression> shared = new ArrayList<>();

  private FromConditions() {}

  /**
   * @param shardingColumns gives a relation's sharding column, or null
   */
  static List<Restricted> of(
      List<TableReference> from,
      @Nullable Expression where,
      Function<RelationReference, @Nullable ShardingColumn> shardingColumns) {
    FromConditions conditions = new FromConditions();
    List<Expression> ofWhere = new ArrayList<>();
    conjuncts(where, ofWhere);
    for (TableReference reference : from) {
      conditions.add(reference, List.of(), true, false);
    }
    List<ShardingColumn> columns = new ArrayList<>();
    for (Place place : conditions.places) {
      ShardingColumn column = place.renamed() ? null : shardingColumns.apply(place.relation());
      if (column != null) {
        columns.add(column);
      }
    }
    List<Restricted> restricted = new ArrayList<>();
    for (Place place : conditions.places) {
      List<Expression> all = new ArrayList<>(place.own());
      all.addAll(ofWhere);
      all.addAll(conditions.shared);
      restricted.add(
          new Restricted(
              place.relation(), place.renamed() ? List.of() : withEqualColumns(all, columns)));
    }
    return restricted;
  }

  /**
   * @param own conditions of the joins around, as far as they bind this side
   * @param always whether only inner joins are around
   * @param renamed whether a join around has a name of its own, which hides those inside
   */
  private void add(
      TableReference reference, List<Expression> own, boolean always, boolean renamed) {
    switch (reference) {
      case RelationReference relation ->
          places.add(new Place(relation, own, renamed || renames(relation.alias())));
      case TableReference.TableSample sample -> add(sample.relation(), own, always, renamed);
      case Join join -> addJoin(join, own, always, renamed || join.alias() != null);
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

  private static boolean renames(@Nullable Alias alias) {
    return alias != null && !alias.columns().isEmpty();
  }

  private void addJoin(Join join, List<Expression> own, boolean always, boolean renamed) {
    List<Expression> bound = new ArrayList<>(own);
    conjuncts(join.on(), bound);
    switch (join.type()) {
      case INNER, CROSS -> {
        if (always && !renamed) {
          bound.subList(own.size(), bound.size()).stream()
              .filter(FromConditions::isQualified)
              .forEach(shared::add);
        }
        add(join.left(), bound, always, renamed);
        add(join.right(), bound, always, renamed);
      }
      case LEFT -> {
        add(join.left(), own, false, renamed);
        add(join.right(), bound, false, renamed);
      }
      case RIGHT -> {
        add(join.left(), bound, false, renamed);
        add(join.right(), own, false, renamed);
      }
      case FULL -> {
        add(join.left(), own, false, renamed);
        add(join.right(), own, false, renamed);
      }
    }
  }

  /** Splits a condition at AND. */
  private static void conjuncts(@Nullable Expression condition, List<Expression> parts) {
    if (condition instanceof BooleanExpression and && and.kind() == BooleanExpression.Kind.AND) {
      for (Expression part : and.arguments()) {
        conjuncts(part, parts);
      }
    } else if (condition != null) {
      parts.add(condition);
    }
  }

  private static boolean isQualified(Expression condition) {
    return switch (condition) {
      case BinaryOperation operation ->
          isQualifiedSide(operation.left()) && isQualifiedSide(operation.right());
      case InList in -> isQualifiedSide(in.argument());
      default -> false;
    };
  }

  private static boolean isQualifiedSide(Expression side) {
    return !(side instanceof ColumnReference column) || column.names().size() > 1;
  }

  /**
   * Conditions, and for {@code a = b} with {@code b = value} known also {@code a = value}, where b
   * is a sharding column: of another column the type is not known, and equality of another type
   * need not be equality of the key.
   */
  private static List<Condition> withEqualColumns(
      List<Expression> conditions, List<ShardingColumn> columns) {
    List<Condition> all = new ArrayList<>();
    for (Expression condition : conditions) {
      all.add(new Condition(condition, false));
    }
    for (Expression condition : conditions) {
      if (condition instanceof BinaryOperation equal
          && isEquals(equal)
          && equal.left() instanceof ColumnReference left
          && equal.right() instanceof ColumnReference right) {
        if (areOfOneType(left, right, columns)) {
          derive(conditions, left, right, all);
          derive(conditions, right, left, all);
        }
      }
    }
    return all;
  }

  private static boolean areOfOneType(
      ColumnReference left, ColumnReference right, List<ShardingColumn> columns) {
    for (ShardingColumn one : columns) {
      for (ShardingColumn other : columns) {
        if (one.type() == other.type()
            && isColumn(left, one.relation(), one.name())
            && isColumn(right, other.relation(), other.name())) {
          return true;
        }
      }
    }
    return false;
  }

  private static void derive(
      List<Expression> conditions,
      ColumnReference from,
      ColumnReference to,
      List<Condition> derived) {
    for (Expression condition : conditions) {
      if (condition instanceof BinaryOperation known && isEquals(known)) {
        if (isSame(known.left(), from) && !(known.right() instanceof ColumnReference)) {
          derived.add(equal(known, to, known.right()));
        }
        if (isSame(known.right(), from) && !(known.left() instanceof ColumnReference)) {
          derived.add(equal(known, to, known.left()));
        }
      }
    }
  }

  private static boolean isSame(Expression expression, ColumnReference column) {
    return expression instanceof ColumnReference other && other.names().equals(column.names());
  }

  private static Condition equal(BinaryOperation known, ColumnReference column, Expression value) {
    return new Condition(
        new BinaryOperation(known.position(), known.operator(), column, value), true);
  }

  /** Whether an operation is PostgreSQL's own equality. */
  static boolean isEquals(BinaryOperation operation) {
    return operation.operator().symbol().equals("=")
        && (operation.operator().schema().isEmpty()
            || operation.operator().schema().equals(List.of("pg_catalog")));
  }

  /** Whether an expression names a column of a relation. */
  static boolean isColumn(Expression expression, RelationReference relation, String column) {
    if (!(expression instanceof ColumnReference reference) || !reference.name().equals(column)) {
      return false;
    }
    List<String> names = reference.names();
    Alias alias = relation.alias();
    return switch (names.size()) {
      case 1 -> true;
      case 2 -> names.getFirst().equals(alias == null ? relation.name().name() : alias.name());
      case 3 ->
          alias == null
              && names.get(1).equals(relation.name().name())
              && names.getFirst().equals(relation.name().schema());
      default -> false;
    };
  }
}
