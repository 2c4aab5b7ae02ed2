package dev.postern.backend.analyze;

import dev.postern.backend.analyze.Query.CommonTable;
import dev.postern.backend.analyze.Query.OnConflict;
import dev.postern.backend.analyze.Query.RowSubquery;
import dev.postern.backend.analyze.Query.Source;
import dev.postern.backend.analyze.Query.Window;
import dev.postern.backend.analyze.TypedExpression.SortKey;
import dev.postern.backend.analyze.TypedExpression.When;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Walks over typed expressions and queries. */
public final class TypedTrees {
  private TypedTrees() {}

  /** Whether a set-returning function is in the expression (not in its subqueries). */
  public static boolean returnsSet(TypedExpression expression) {
    return contains(
        expression, e -> e instanceof TypedExpression.FunctionCall f && f.function().returnsSet());
  }

  /** Whether the expression or one of its parts, outside of subqueries, is as said. */
  public static boolean contains(TypedExpression expression, Predicate<TypedExpression> test) {
    if (test.test(expression)) {
      return true;
    }
    boolean[] found = {false};
    forEachPart(expression, part -> found[0] = found[0] || contains(part, test));
    return found[0];
  }

  /**
   * Visits the direct parts of an expression; of a subquery its test, not its query.
   *
   * @param visitor called for each part in order
   */
  public static void forEachPart(TypedExpression expression, Consumer<TypedExpression> visitor) {
    switch (expression) {
      case TypedExpression.Constant _,
          TypedExpression.Parameter _,
          TypedExpression.Column _,
          TypedExpression.WholeRow _,
          TypedExpression.CaseValue _,
          TypedExpression.CurrentOf _,
          TypedExpression.Grouping _,
          TypedExpression.SqlValue _,
          TypedExpression.NextValue _ -> {}
      case TypedExpression.FunctionCall e -> e.arguments().forEach(visitor);
      case TypedExpression.Operation e -> {
        visit(e.left(), visitor);
        visitor.accept(e.right());
      }
      case TypedExpression.Relabel e -> visitor.accept(e.argument());
      case TypedExpression.CoerceViaText e -> visitor.accept(e.argument());
      case TypedExpression.CoerceArray e -> {
        visitor.accept(e.argument());
        visitor.accept(e.element());
      }
      case TypedExpression.ApplyTypmod e -> visitor.accept(e.argument());
      case TypedExpression.BooleanOperation e -> e.arguments().forEach(visitor);
      case TypedExpression.NullTest e -> visitor.accept(e.argument());
      case TypedExpression.BooleanTest e -> visitor.accept(e.argument());
      case TypedExpression.DistinctTest e -> {
        visitor.accept(e.left());
        visitor.accept(e.right());
      }
      case TypedExpression.NullIf e -> {
        visitor.accept(e.left());
        visitor.accept(e.right());
      }
      case TypedExpression.ArrayComparison e -> {
        visitor.accept(e.left());
        visitor.accept(e.array());
      }
      case TypedExpression.Case e -> {
        visit(e.argument(), visitor);
        for (When when : e.whens()) {
          visitor.accept(when.condition());
          visitor.accept(when.result());
        }
        visit(e.otherwise(), visitor);
      }
      case TypedExpression.Coalesce e -> e.arguments().forEach(visitor);
      case TypedExpression.MinMax e -> e.arguments().forEach(visitor);
      case TypedExpression.ArrayConstructor e -> e.elements().forEach(visitor);
      case TypedExpression.RowConstructor e -> e.elements().forEach(visitor);
      case TypedExpression.RowComparison e -> {
        e.left().forEach(visitor);
        e.right().forEach(visitor);
      }
      case TypedExpression.Subscript e -> {
        visitor.accept(e.argument());
        visitEach(e.lower(), visitor);
        visitEach(e.upper(), visitor);
      }
      case TypedExpression.SubscriptAssignment e -> {
        visitor.accept(e.argument());
        visitEach(e.lower(), visitor);
        visitEach(e.upper(), visitor);
        visitor.accept(e.value());
      }
      case TypedExpression.FieldStore e -> {
        visitor.accept(e.argument());
        visitor.accept(e.value());
      }
      case TypedExpression.Collate e -> visitor.accept(e.argument());
      case TypedExpression.FieldSelect e -> visitor.accept(e.argument());
      case TypedExpression.Subquery e -> visit(e.test(), visitor);
      case TypedExpression.Aggregate e -> {
        e.directArguments().forEach(visitor);
        e.arguments().forEach(visitor);
        visitKeys(e.orderBy(), visitor);
        visit(e.filter(), visitor);
      }
      case TypedExpression.WindowCall e -> {
        e.arguments().forEach(visitor);
        visit(e.filter(), visitor);
      }
      case TypedExpression.CoerceToDomain e -> visitor.accept(e.argument());
    }
  }

  private static void visit(
      @Nullable TypedExpression expression, Consumer<TypedExpression> visitor) {
    if (expression != null) {
      visitor.accept(expression);
    }
  }

  private static void visitEach(
      List<@Nullable TypedExpression> expressions, Consumer<TypedExpression> visitor) {
    for (TypedExpression expression : expressions) {
      visit(expression, visitor);
    }
  }

  private static void visitKeys(List<SortKey> keys, Consumer<TypedExpression> visitor) {
    for (SortKey key : keys) {
      visitor.accept(key.value());
    }
  }

  /** Visits every expression that a query and the queries in its WITH and FROM are made of. */
  public static void forEachExpression(Query query, Consumer<TypedExpression> visitor) {
    for (CommonTable table : query.with()) {
      forEachExpression(table.query(), visitor);
      if (table.recursiveTerm() != null) {
        forEachExpression(table.recursiveTerm(), visitor);
      }
    }
    switch (query) {
      case Query.Select q -> {
        q.from().forEach(source -> forEachExpression(source, visitor));
        visit(q.where(), visitor);
        q.targets().forEach(visitor);
        q.groupKeys().forEach(visitor);
        visit(q.having(), visitor);
        for (Window window : q.windows()) {
          window.partitionBy().forEach(visitor);
          visitKeys(window.orderBy(), visitor);
          visit(window.startOffset(), visitor);
          visit(window.endOffset(), visitor);
        }
        if (q.distinct() != null) {
          visitKeys(q.distinct(), visitor);
        }
        visitKeys(q.orderBy(), visitor);
        visit(q.limit(), visitor);
        visit(q.offset(), visitor);
      }
      case Query.Values q -> {
        q.rows().forEach(row -> row.forEach(visitor));
        visitKeys(q.orderBy(), visitor);
        visit(q.limit(), visitor);
        visit(q.offset(), visitor);
      }
      case Query.SetOperation q -> {
        forEachExpression(q.left(), visitor);
        forEachExpression(q.right(), visitor);
        visitKeys(q.orderBy(), visitor);
        visit(q.limit(), visitor);
        visit(q.offset(), visitor);
      }
      case Query.Insert q -> {
        if (q.source() != null) {
          forEachExpression(q.source(), visitor);
        }
        q.values().forEach(visitor);
        OnConflict conflict = q.onConflict();
        if (conflict != null) {
          visitRowSubqueries(conflict.rowSubqueries(), visitor);
          if (conflict.assignments() != null) {
            visitEach(conflict.assignments(), visitor);
          }
          visit(conflict.where(), visitor);
        }
        q.returning().forEach(visitor);
      }
      case Query.Update q -> {
        visitRowSubqueries(q.rowSubqueries(), visitor);
        visitEach(q.values(), visitor);
        q.from().forEach(source -> forEachExpression(source, visitor));
        visit(q.where(), visitor);
        q.returning().forEach(visitor);
      }
      case Query.Delete q -> {
        q.using().forEach(source -> forEachExpression(source, visitor));
        visit(q.where(), visitor);
        q.returning().forEach(visitor);
      }
    }
  }

  private static void visitRowSubqueries(
      List<RowSubquery> subqueries, Consumer<TypedExpression> visitor) {
    for (RowSubquery subquery : subqueries) {
      forEachExpression(subquery.query(), visitor);
    }
  }

  private static void forEachExpression(Source source, Consumer<TypedExpression> visitor) {
    switch (source) {
      case Query.TableScan _, Query.CommonTableScan _ -> {}
      case Query.SubqueryScan s -> forEachExpression(s.query(), visitor);
      case Query.FunctionScan s -> s.functions().forEach(visitor);
      case Query.ValuesScan s -> s.rows().forEach(row -> row.forEach(visitor));
      case Query.Join s -> {
        forEachExpression(s.left(), visitor);
        forEachExpression(s.right(), visitor);
        visit(s.condition(), visitor);
      }
    }
  }

  /** Visits an expression and all its parts, those inside of its subqueries too. */
  public static void forEachDeep(TypedExpression expression, Consumer<TypedExpression> visitor) {
    visitor.accept(expression);
    forEachPart(expression, part -> forEachDeep(part, visitor));
    if (expression instanceof TypedExpression.Subquery subquery) {
      forEachExpression(subquery.query(), part -> forEachDeep(part, visitor));
    }
  }
}
