package dev.postern.backend.session;

import dev.postern.backend.analyze.Query;
import dev.postern.backend.analyze.TypedExpression;
import dev.postern.backend.catalog.IndexDescriptor;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.catalog.RelationDescriptor.Attribute;
import dev.postern.backend.catalog.RelationDescriptor.ForeignKey;
import dev.postern.backend.exec.Execution;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a modification that runs on an event loop needs a subtransaction, so that it can
 * be undone where it has written and then has to wait. One that changes at most one row, and can
 * wait only before it has, needs none.
 */
final class InlineGuard {
  private InlineGuard() {}

  static boolean isNeeded(Query query, Execution execution) {
    if (!execution.changesOneRowAtMost()) {
      return true;
    }
    return switch (query) {
      case Query.Insert insert ->
          insert.onConflict() != null || !insert.table().foreignKeys().isEmpty();
      case Query.Update update -> mayWaitAfterwards(update.table(), update.values());
      case Query.Delete delete -> !delete.table().referencedBy().isEmpty();
      case Query.Select select -> true;
      case Query.Values values -> true;
      case Query.SetOperation operation -> true;
    };
  }

  private static boolean mayWaitAfterwards(
      RelationDescriptor table, List<@Nullable TypedExpression> values) {
    for (Attribute attribute : table.attributes()) {
      if (attribute.generated() != 0) {
        return true;
      }
    }
    for (ForeignKey key : table.foreignKeys()) {
      if (changes(values, key.columns())) {
        return true;
      }
    }
    for (ForeignKey key : table.referencedBy()) {
      if (changes(values, key.referencedColumns())) {
        return true;
      }
    }
    for (IndexDescriptor index : table.indexes()) {
      if (index.unique() && (index.predicate() != null || changes(values, index))) {
        return true;
      }
    }
    return false;
  }

  private static boolean changes(List<@Nullable TypedExpression> values, int[] columns) {
    for (int column : columns) {
      if (values.get(column - 1) != null) {
        return true;
      }
    }
    return false;
  }

  private static boolean changes(List<@Nullable TypedExpression> values, IndexDescriptor index) {
    for (IndexDescriptor.Key key : index.keys()) {
      if (key.expression() != null || values.get(key.attributeNumber() - 1) != null) {
        return true;
      }
    }
    return false;
  }
}
