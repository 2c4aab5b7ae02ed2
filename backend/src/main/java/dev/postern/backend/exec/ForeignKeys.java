package dev.postern.backend.exec;

import dev.postern.backend.catalog.IndexDescriptor;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.catalog.RelationDescriptor.ForeignKey;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.exec.ConstraintQueue.ChildWritten;
import dev.postern.backend.exec.ConstraintQueue.Event;
import dev.postern.backend.exec.ConstraintQueue.ParentChanged;
import dev.postern.backend.exec.ConstraintQueue.UniqueClaimed;
import dev.postern.backend.storage.Conflict;
import dev.postern.backend.storage.IndexCursor;
import dev.postern.backend.storage.RowCursor;
import dev.postern.backend.storage.RowTree;
import dev.postern.backend.storage.RowVersion;
import dev.postern.backend.storage.UniqueOutcome;
import dev.postern.backend.storage.WriteOutcome;
import dev.postern.backend.txn.RowLockMode;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.SqlType;
import dev.postern.backend.type.TupleLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What foreign keys do (manual section 5.5.5): a referencing row must find its key, which is locked
 * FOR KEY SHARE; when a referenced row goes its action runs. Key values are compared by their key
 * bytes.
 */
final class ForeignKeys {
  private ForeignKeys() {}

  static void run(ExecutionContext context, Event event) {
    switch (event) {
      case ChildWritten written -> checkChild(context, written);
      case ParentChanged changed -> parentChanged(context, changed);
      case UniqueClaimed claimed ->
          claimed.table().recheckUnique(context, claimed.index(), claimed.rowId(), claimed.tuple());
    }
  }

  private static RelationDescriptor relation(ExecutionContext context, int oid) {
    RelationDescriptor relation = context.catalog().relation(oid);
    if (relation == null) {
      throw new SqlError(SqlState.INTERNAL_ERROR, "could not open relation with OID " + oid);
    }
    return relation;
  }

  private static IndexDescriptor index(RelationDescriptor table, int oid) {
    for (IndexDescriptor index : table.indexes()) {
      if (index.oid() == oid) {
        return index;
      }
    }
    throw new SqlError(SqlState.INTERNAL_ERROR, "could not open index with OID " + oid);
  }

  private static void checkChild(ExecutionContext context, ChildWritten event) {
    RelationDescriptor child = event.child().table();
    ForeignKey key = event.key();
    int nulls = 0;
    for (int column : key.columns()) {
      nulls += TupleLayout.isNull(event.tuple(), column - 1) ? 1 : 0;
    }
    if (nulls == key.columns().length) {
      return;
    }
    if (nulls > 0) {
      if (!key.matchFull()) {
        return;
      }
      throw violation(child, key)
          .detail("MATCH FULL does not allow mixing of null and nonnull key values.");
    }
    RelationDescriptor parent =
        key.referencedTableOid() == child.oid()
            ? child
            : relation(context, key.referencedTableOid());
    IndexDescriptor index = index(parent, key.referencedIndexOid());
    byte[] wanted =
        parentKey(context, event.child().referencing(key, parent), key, index, event.tuple());
    if (wanted == null) {
      throw notPresent(context, child, key, parent, event.tuple());
    }
    IndexKeys keys = context.indexKeys(index, parent);
    RowTree rows = context.branch().rowTree(parent.fileNode());
    Conflict conflict = new Conflict();
    context.noteRead(parent.oid());
    while (true) {
      UniqueOutcome outcome =
          context
              .branch()
              .indexTree(index.fileNode())
              .probeUnique(wanted, -1, rows, keys, context.writer(), conflict);
      if (outcome == UniqueOutcome.OK) {
        throw notPresent(context, child, key, parent, event.tuple());
      }
      if (outcome == UniqueOutcome.MUST_WAIT) {
        context.awaitEnd(conflict.transaction());
        continue;
      }
      long rowId = conflict.rowId();
      RowVersion seen = rows.settled(rowId, context.writer());
      if (seen == null) {
        continue;
      }
      WriteOutcome locked =
          rows.tryLockRow(rowId, seen, context.writer(), RowLockMode.KEY_SHARE, conflict);
      switch (locked) {
        case OK, SELF_MODIFIED -> {
          return;
        }
        case CONFLICT_IN_PROGRESS -> context.awaitEnd(conflict.transaction());
        case UPDATED_CONCURRENTLY, DELETED_CONCURRENTLY -> {
          // look the key up again
        }
      }
    }
  }

  private static SqlError violation(RelationDescriptor child, ForeignKey key) {
    return new SqlError(
            SqlState.FOREIGN_KEY_VIOLATION,
            "insert or update on table \""
                + child.name()
                + "\" violates foreign key constraint \""
                + key.name()
                + "\"")
        .table(child.schema(), child.name())
        .constraint(key.name());
  }

  private static SqlError notPresent(
      ExecutionContext context,
      RelationDescriptor child,
      ForeignKey key,
      RelationDescriptor parent,
      byte[] tuple) {
    return violation(child, key)
        .detail(
            "Key "
                + RowText.key(context, child, key.columns(), tuple)
                + " is not present in table \""
                + parent.name()
                + "\".");
  }

  /**
   * The referenced index's key with the referencing row's values; null where no value of the
   * referenced columns' types equals them.
   */
  private static byte @Nullable [] parentKey(
      ExecutionContext context,
      ForeignKeyValues values,
      ForeignKey key,
      IndexDescriptor index,
      byte[] tuple) {
    KeyEncoder encoder = encoder(index);
    Datum value = new Datum();
    encoder.clear();
    for (int i = 0; i < index.keys().size(); i++) {
      int attribute = index.keys().get(i).attributeNumber();
      if (!values.readEqual(context, tuple, indexOf(key.referencedColumns(), attribute), value)) {
        return null;
      }
      encoder.append(i, value);
    }
    return encoder.key();
  }

  private static KeyEncoder encoder(IndexDescriptor index) {
    SqlType[] types = new SqlType[index.keys().size()];
    boolean[] descending = new boolean[types.length];
    boolean[] nullsFirst = new boolean[types.length];
    for (int i = 0; i < types.length; i++) {
      types[i] = index.keys().get(i).type();
      descending[i] = index.keys().get(i).descending();
      nullsFirst[i] = index.keys().get(i).nullsFirst();
    }
    return new KeyEncoder(types, descending, nullsFirst);
  }

  private static int indexOf(int[] columns, int column) {
    for (int i = 0; i < columns.length; i++) {
      if (columns[i] == column) {
        return i;
      }
    }
    throw new IllegalStateException("column " + column + " is not of the key");
  }

  private static void parentChanged(ExecutionContext context, ParentChanged event) {
    ForeignKey key = event.key();
    RelationDescriptor parent = event.parent().table();
    for (int column : key.referencedColumns()) {
      if (!TupleLayout.has(event.before(), column - 1)
          || TupleLayout.isNull(event.before(), column - 1)) {
        return;
      }
    }
    char action = event.after() == null ? key.onDelete() : key.onUpdate();
    if (action == 'a' && anotherHasTheKey(context, event)) {
      return;
    }
    TableWriter writer =
        key.tableOid() == parent.oid()
            ? event.parent()
            : context.tableWriter(relation(context, key.tableOid()));
    RelationDescriptor child = writer.table();
    context.beginAction();
    boolean one = action == 'a' || action == 'r';
    List<Found> found =
        ForeignKeyValues.sameTypes(child, key.columns(), parent, key.referencedColumns())
            ? children(context, key, parent, child, event.before(), one)
            : converted(context, key, parent, writer, event.before(), one);
    if (found.isEmpty()) {
      return;
    }
    if (action == 'a' || action == 'r') {
      throw stillReferenced(context, parent, child, key, event.before(), action);
    }
    ForeignKeyValues values = writer.referenced(key, parent);
    for (Found row : found) {
      act(context, writer, key, values, row, event.after(), action);
    }
  }

  /** A row of the referencing table that has the key. */
  private record Found(long rowId, RowVersion version) {}

  private static SqlError stillReferenced(
      ExecutionContext context,
      RelationDescriptor parent,
      RelationDescriptor child,
      ForeignKey key,
      byte[] before,
      char action) {
    boolean restrict = action == 'r';
    return new SqlError(
            restrict ? "23001" : SqlState.FOREIGN_KEY_VIOLATION,
            "update or delete on table \""
                + parent.name()
                + "\" violates "
                + (restrict ? "RESTRICT setting of foreign key" : "foreign key")
                + " constraint \""
                + key.name()
                + "\" on table \""
                + child.name()
                + "\"")
        .detail(
            "Key "
                + RowText.key(context, parent, key.referencedColumns(), before)
                + (restrict ? " is" : " is still")
                + " referenced from table \""
                + child.name()
                + "\".")
        .table(child.schema(), child.name())
        .constraint(key.name());
  }

  /** NO ACTION is content if a row with the old key is there again. */
  private static boolean anotherHasTheKey(ExecutionContext context, ParentChanged event) {
    RelationDescriptor parent = event.parent().table();
    IndexDescriptor index = index(parent, event.key().referencedIndexOid());
    IndexKeys keys = context.indexKeys(index, parent);
    byte[] wanted = keys.key(event.before());
    if (wanted == null) {
      return false;
    }
    Conflict conflict = new Conflict();
    RowTree rows = context.branch().rowTree(parent.fileNode());
    UniqueOutcome outcome =
        context
            .branch()
            .indexTree(index.fileNode())
            .probeUnique(wanted, -1, rows, keys, context.writer(), conflict);
    return outcome == UniqueOutcome.DUPLICATE;
  }

  private static List<Found> children(
      ExecutionContext context,
      ForeignKey key,
      RelationDescriptor parent,
      RelationDescriptor child,
      byte[] before,
      boolean one) {
    SqlType[] types = new SqlType[key.columns().length];
    for (int i = 0; i < types.length; i++) {
      types[i] = child.layout().type(key.columns()[i] - 1);
    }
    KeyEncoder encoder = new KeyEncoder(types);
    byte[] wanted = encode(encoder, parent.layout(), key.referencedColumns(), before);
    List<Found> found = new ArrayList<>();
    RowTree rows = context.branch().rowTree(child.fileNode());
    IndexDescriptor index = covering(child, key.columns());
    context.noteRead(child.oid());
    if (index == null) {
      RowCursor cursor = rows.scan(context.snapshot());
      while (cursor.next()) {
        context.tick();
        take(encoder, child, key, cursor.rowId(), cursor.version(), wanted, found);
        if (one && !found.isEmpty()) {
          return found;
        }
      }
      return found;
    }
    byte[] prefix = prefix(index, key, parent, before);
    IndexCursor cursor =
        context
            .branch()
            .indexTree(index.fileNode())
            .scan(prefix, true, KeyEncoder.above(prefix), false);
    while (cursor.next()) {
      context.tick();
      RowVersion version = rows.visible(cursor.rowId(), context.snapshot());
      if (version != null && !contains(found, cursor.rowId())) {
        take(encoder, child, key, cursor.rowId(), version, wanted, found);
        if (one && !found.isEmpty()) {
          return found;
        }
      }
    }
    return found;
  }

  /** As {@link #children} where the types differ: each row's key is converted and compared. */
  private static List<Found> converted(
      ExecutionContext context,
      ForeignKey key,
      RelationDescriptor parent,
      TableWriter child,
      byte[] before,
      boolean one) {
    IndexDescriptor index = index(parent, key.referencedIndexOid());
    byte[] wanted = context.indexKeys(index, parent).key(before);
    ForeignKeyValues values = child.referencing(key, parent);
    List<Found> found = new ArrayList<>();
    RelationDescriptor table = child.table();
    context.noteRead(table.oid());
    RowCursor cursor = context.branch().rowTree(table.fileNode()).scan(context.snapshot());
    while (cursor.next() && !(one && !found.isEmpty())) {
      context.tick();
      byte[] has = parentKey(context, values, key, index, cursor.version().tuple());
      if (has != null && Arrays.equals(has, wanted)) {
        found.add(new Found(cursor.rowId(), cursor.version()));
      }
    }
    return found;
  }

  private static boolean contains(List<Found> found, long rowId) {
    return !found.isEmpty() && found.get(found.size() - 1).rowId() == rowId;
  }

  private static void take(
      KeyEncoder encoder,
      RelationDescriptor child,
      ForeignKey key,
      long rowId,
      RowVersion version,
      byte[] wanted,
      List<Found> found) {
    byte[] has = encode(encoder, child.layout(), key.columns(), version.tuple());
    if (Arrays.equals(has, wanted)) {
      found.add(new Found(rowId, version));
    }
  }

  private static byte[] encode(
      KeyEncoder encoder, TupleLayout layout, int[] columns, byte[] tuple) {
    Datum value = new Datum();
    encoder.clear();
    for (int i = 0; i < columns.length; i++) {
      if (TupleLayout.has(tuple, columns[i] - 1)) {
        layout.read(tuple, columns[i] - 1, value);
      } else {
        value.setNull();
      }
      encoder.append(i, value);
    }
    return encoder.key();
  }

  /** An index of the referencing table whose first columns are the key's, in any order. */
  private static @Nullable IndexDescriptor covering(RelationDescriptor child, int[] columns) {
    for (IndexDescriptor index : child.indexes()) {
      if (index.predicate() != null || index.keys().size() < columns.length) {
        continue;
      }
      boolean covers = true;
      for (int i = 0; i < columns.length; i++) {
        int attribute = index.keys().get(i).attributeNumber();
        covers &= Arrays.stream(columns).anyMatch(column -> column == attribute);
      }
      if (covers) {
        return index;
      }
    }
    return null;
  }

  private static byte[] prefix(
      IndexDescriptor index, ForeignKey key, RelationDescriptor parent, byte[] before) {
    KeyEncoder encoder = encoder(index);
    Datum value = new Datum();
    encoder.clear();
    for (int i = 0; i < key.columns().length; i++) {
      int at = indexOf(key.columns(), index.keys().get(i).attributeNumber());
      parent.layout().read(before, key.referencedColumns()[at] - 1, value);
      encoder.append(i, value);
    }
    return encoder.key();
  }

  private static void act(
      ExecutionContext context,
      TableWriter child,
      ForeignKey key,
      ForeignKeyValues values,
      Found row,
      byte @Nullable [] after,
      char action) {
    RowVersion version = row.version();
    while (true) {
      WriteOutcome outcome;
      if (action == 'c' && after == null) {
        outcome = child.delete(context, row.rowId(), version);
      } else {
        byte[] changed = changed(context, child, key, values, version, after, action);
        child.check(context, changed);
        outcome = child.update(context, row.rowId(), version, changed);
      }
      switch (outcome) {
        case OK, DELETED_CONCURRENTLY, SELF_MODIFIED -> {
          return;
        }
        case CONFLICT_IN_PROGRESS -> context.awaitEnd(child.conflict().transaction());
        case UPDATED_CONCURRENTLY -> version = child.conflict().version();
      }
    }
  }

  private static byte[] changed(
      ExecutionContext context,
      TableWriter child,
      ForeignKey key,
      ForeignKeyValues parent,
      RowVersion version,
      byte @Nullable [] after,
      char action) {
    TupleLayout layout = child.table().layout();
    Datum[] values = CallEvaluators.datums(layout.columns());
    for (int i = 0; i < values.length; i++) {
      if (TupleLayout.has(version.tuple(), i)) {
        layout.read(version.tuple(), i, values[i]);
      }
    }
    int[] set = key.onDeleteSetColumns();
    for (int i = 0; i < key.columns().length; i++) {
      int column = key.columns()[i];
      Datum value = values[column - 1];
      boolean chosen =
          after != null || set.length == 0 || Arrays.stream(set).anyMatch(c -> c == column);
      if (!chosen) {
        continue;
      }
      switch (action) {
        case 'c' -> {
          if (after != null) {
            parent.read(context, after, i, value);
          }
        }
        case 'n' -> value.setNull();
        case 'd' -> context.columnDefault(child.table(), column, value);
        default -> throw new IllegalStateException("foreign key action " + action);
      }
    }
    return child.form(context, values);
  }
}
