package dev.postern.backend.plan;

import dev.postern.backend.analyze.TypedExpression;
import dev.postern.backend.analyze.TypedExpression.Aggregate;
import dev.postern.backend.analyze.TypedExpression.ApplyTypmod;
import dev.postern.backend.analyze.TypedExpression.ArrayComparison;
import dev.postern.backend.analyze.TypedExpression.ArrayConstructor;
import dev.postern.backend.analyze.TypedExpression.BooleanOperation;
import dev.postern.backend.analyze.TypedExpression.BooleanTest;
import dev.postern.backend.analyze.TypedExpression.Case;
import dev.postern.backend.analyze.TypedExpression.CaseValue;
import dev.postern.backend.analyze.TypedExpression.Coalesce;
import dev.postern.backend.analyze.TypedExpression.CoerceArray;
import dev.postern.backend.analyze.TypedExpression.CoerceToDomain;
import dev.postern.backend.analyze.TypedExpression.CoerceViaText;
import dev.postern.backend.analyze.TypedExpression.Collate;
import dev.postern.backend.analyze.TypedExpression.Column;
import dev.postern.backend.analyze.TypedExpression.Constant;
import dev.postern.backend.analyze.TypedExpression.CurrentOf;
import dev.postern.backend.analyze.TypedExpression.DistinctTest;
import dev.postern.backend.analyze.TypedExpression.FieldSelect;
import dev.postern.backend.analyze.TypedExpression.FieldStore;
import dev.postern.backend.analyze.TypedExpression.FunctionCall;
import dev.postern.backend.analyze.TypedExpression.Grouping;
import dev.postern.backend.analyze.TypedExpression.MinMax;
import dev.postern.backend.analyze.TypedExpression.NextValue;
import dev.postern.backend.analyze.TypedExpression.NullIf;
import dev.postern.backend.analyze.TypedExpression.NullTest;
import dev.postern.backend.analyze.TypedExpression.Operation;
import dev.postern.backend.analyze.TypedExpression.Parameter;
import dev.postern.backend.analyze.TypedExpression.Relabel;
import dev.postern.backend.analyze.TypedExpression.RowComparison;
import dev.postern.backend.analyze.TypedExpression.RowConstructor;
import dev.postern.backend.analyze.TypedExpression.SortKey;
import dev.postern.backend.analyze.TypedExpression.SqlValue;
import dev.postern.backend.analyze.TypedExpression.Subquery;
import dev.postern.backend.analyze.TypedExpression.Subscript;
import dev.postern.backend.analyze.TypedExpression.SubscriptAssignment;
import dev.postern.backend.analyze.TypedExpression.When;
import dev.postern.backend.analyze.TypedExpression.WholeRow;
import dev.postern.backend.analyze.TypedExpression.WindowCall;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Walks and rebuilds typed expressions. */
public final class ExpressionTrees {
  private ExpressionTrees() {}

  /**
   * Rebuilds an expression from the top: where {@code change} gives an expression that takes the
   * place of the node and is not looked into; where it gives null the node's parts are rebuilt.
   * Queries inside are left as they are.
   */
  public static TypedExpression rewrite(
      TypedExpression node, Function<TypedExpression, @Nullable TypedExpression> change) {
    TypedExpression changed = change.apply(node);
    if (changed != null) {
      return changed;
    }
    return switch (node) {
      case Constant n -> n;
      case Parameter n -> n;
      case Column n -> n;
      case WholeRow n -> n;
      case CaseValue n -> n;
      case SqlValue n -> n;
      case NextValue n -> n;
      case Grouping n -> n;
      case FunctionCall n ->
          new FunctionCall(
              n.position(),
              n.function(),
              list(n.arguments(), change),
              n.type(),
              n.typmod(),
              n.variadicArray(),
              n.form());
      case Operation n ->
          new Operation(
              n.position(),
              n.operator(),
              n.function(),
              orNull(n.left(), change),
              rewrite(n.right(), change),
              n.type());
      case Relabel n -> new Relabel(rewrite(n.argument(), change), n.type(), n.typmod(), n.form());
      case CoerceViaText n ->
          new CoerceViaText(
              n.position(), rewrite(n.argument(), change), n.type(), n.typmod(), n.form());
      case CoerceArray n ->
          new CoerceArray(
              rewrite(n.argument(), change),
              n.elementNumber(),
              rewrite(n.element(), change),
              n.type(),
              n.typmod(),
              n.form());
      case ApplyTypmod n ->
          new ApplyTypmod(rewrite(n.argument(), change), n.typmod(), n.explicit(), n.form());
      case CoerceToDomain n ->
          new CoerceToDomain(rewrite(n.argument(), change), n.type(), n.typmod(), n.form());
      case BooleanOperation n ->
          new BooleanOperation(n.kind(), list(n.arguments(), change), n.type());
      case NullTest n ->
          new NullTest(rewrite(n.argument(), change), n.negated(), n.row(), n.type());
      case BooleanTest n ->
          new BooleanTest(rewrite(n.argument(), change), n.kind(), n.negated(), n.type());
      case DistinctTest n ->
          new DistinctTest(
              n.equality(),
              n.function(),
              rewrite(n.left(), change),
              rewrite(n.right(), change),
              n.negated(),
              n.type());
      case NullIf n ->
          new NullIf(
              n.equality(), n.function(), rewrite(n.left(), change), rewrite(n.right(), change));
      case ArrayComparison n ->
          new ArrayComparison(
              n.position(),
              n.operator(),
              n.function(),
              n.any(),
              rewrite(n.left(), change),
              rewrite(n.array(), change),
              n.type());
      case Case n -> {
        List<When> whens = new ArrayList<>();
        for (When when : n.whens()) {
          whens.add(new When(rewrite(when.condition(), change), rewrite(when.result(), change)));
        }
        yield new Case(
            orNull(n.argument(), change),
            n.caseValue(),
            whens,
            orNull(n.otherwise(), change),
            n.type(),
            n.typmod());
      }
      case Coalesce n -> new Coalesce(list(n.arguments(), change), n.type());
      case MinMax n -> new MinMax(n.greatest(), list(n.arguments(), change), n.type());
      case ArrayConstructor n ->
          new ArrayConstructor(list(n.elements(), change), n.nested(), n.type(), n.elementType());
      case RowConstructor n -> new RowConstructor(list(n.elements(), change), n.type());
      case RowComparison n ->
          new RowComparison(
              n.operator(),
              n.equalities(),
              n.comparisons(),
              list(n.left(), change),
              list(n.right(), change),
              n.type());
      case Subscript n ->
          new Subscript(
              rewrite(n.argument(), change),
              nullableList(n.lower(), change),
              nullableList(n.upper(), change),
              n.slice(),
              n.type());
      case SubscriptAssignment n ->
          new SubscriptAssignment(
              rewrite(n.argument(), change),
              nullableList(n.lower(), change),
              nullableList(n.upper(), change),
              n.slice(),
              rewrite(n.value(), change),
              n.type());
      case FieldStore n ->
          new FieldStore(
              rewrite(n.argument(), change), n.field(), rewrite(n.value(), change), n.type());
      case Collate n -> new Collate(rewrite(n.argument(), change), n.collationOid());
      case CurrentOf n -> n;
      case FieldSelect n ->
          new FieldSelect(rewrite(n.argument(), change), n.field(), n.type(), n.typmod());
      case Subquery n ->
          new Subquery(n.kind(), n.query(), n.slot(), orNull(n.test(), change), n.type());
      case Aggregate n ->
          new Aggregate(
              n.position(),
              n.function(),
              list(n.arguments(), change),
              list(n.directArguments(), change),
              keys(n.orderBy(), change),
              n.distinct(),
              orNull(n.filter(), change),
              n.star(),
              n.level(),
              n.type());
      case WindowCall n ->
          new WindowCall(
              n.position(),
              n.function(),
              list(n.arguments(), change),
              orNull(n.filter(), change),
              n.star(),
              n.window(),
              n.type());
    };
  }

  /** Calls {@code visitor} for the node and all below it, not for queries inside. */
  public static void visit(TypedExpression node, Consumer<TypedExpression> visitor) {
    rewrite(
        node,
        part -> {
          visitor.accept(part);
          return null;
        });
  }

  static List<SortKey> keys(
      List<SortKey> keys, Function<TypedExpression, @Nullable TypedExpression> change) {
    List<SortKey> changed = new ArrayList<>(keys.size());
    for (SortKey key : keys) {
      changed.add(
          new SortKey(
              rewrite(key.value(), change), key.descending(), key.nullsFirst(), key.operator()));
    }
    return changed;
  }

  static List<TypedExpression> list(
      List<TypedExpression> nodes, Function<TypedExpression, @Nullable TypedExpression> change) {
    List<TypedExpression> changed = new ArrayList<>(nodes.size());
    for (TypedExpression node : nodes) {
      changed.add(rewrite(node, change));
    }
    return changed;
  }

  private static List<@Nullable TypedExpression> nullableList(
      List<@Nullable TypedExpression> nodes,
      Function<TypedExpression, @Nullable TypedExpression> change) {
    List<@Nullable TypedExpression> changed = new ArrayList<>(nodes.size());
    for (TypedExpression node : nodes) {
      changed.add(orNull(node, change));
    }
    return changed;
  }

  private static @Nullable TypedExpression orNull(
      @Nullable TypedExpression node, Function<TypedExpression, @Nullable TypedExpression> change) {
    return node == null ? null : rewrite(node, change);
  }
}
