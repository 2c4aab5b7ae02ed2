package dev.postern.backend.exec;

import dev.postern.backend.analyze.StoredExpression;
import dev.postern.backend.catalog.IndexDescriptor;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.catalog.RelationDescriptor.Attribute;
import dev.postern.backend.catalog.RelationDescriptor.CheckConstraint;
import dev.postern.backend.catalog.RelationDescriptor.ForeignKey;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.storage.Conflict;
import dev.postern.backend.storage.IndexTree;
import dev.postern.backend.storage.RowTree;
import dev.postern.backend.storage.RowVersion;
import dev.postern.backend.storage.UniqueOutcome;
import dev.postern.backend.storage.WriteOutcome;
import dev.postern.backend.txn.Transaction;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.DomainType;
import dev.postern.backend.type.TupleLayout;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes rows of one table: generated columns, NOT NULL and CHECK, index entries with their
 * uniqueness, and notes for the foreign keys on either side. INSERT, UPDATE, DELETE, COPY and
 * foreign-key actions all write through here. One thread at a time; good for one catalog version.
 */
public final class TableWriter {
  private final RelationDescriptor table;
  private final IndexKeysFactory factory;
  private final IndexKeys[] keys;
  private final IndexKeys[] oldKeys;
  private final boolean[] referenced;
  private final Evaluator @Nullable [] generated;
  private final Evaluator[] checks;
  private final Frame frame;
  private final Datum[] values;
  private final Datum scratch = new Datum();
  private final Conflict conflict = new Conflict();
  private final Map<Integer, ForeignKeyValues> referencing = new HashMap<>();

  /** Makes a table's writer from what the catalog says of it. */
  public TableWriter(RelationDescriptor table, IndexKeysFactory factory) {
    if (table.shared()) {
      throw SqlError.notSupported("changing shared system table " + table.name());
    }
    this.table = table;
    this.factory = factory;
    List<IndexDescriptor> indexes = table.indexes();
    keys = new IndexKeys[indexes.size()];
    oldKeys = new IndexKeys[keys.length];
    referenced = new boolean[keys.length];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = factory.keys(indexes.get(i), table);
      oldKeys[i] = factory.keys(indexes.get(i), table);
      referenced[i] =
          indexes.get(i).unique()
              && indexes.get(i).predicate() == null
              && indexes.get(i).keys().stream().noneMatch(key -> key.expression() != null);
    }
    frame = new Frame(DetachedContext.INSTANCE, 1, 8, new CommonTables());
    ExpressionCompiler compiler = factory.compiler(table);
    generated = generated(factory, compiler);
    checks = new Evaluator[table.checks().size()];
    for (int i = 0; i < checks.length; i++) {
      checks[i] =
          compiler.compile(
              StoredExpression.check(factory.context(), table, table.checks().get(i), 0));
    }
    values = CallEvaluators.datums(table.layout().columns());
  }

  private Evaluator @Nullable [] generated(IndexKeysFactory factory, ExpressionCompiler compiler) {
    Evaluator[] evaluators = null;
    for (Attribute attribute : table.attributes()) {
      if (attribute.generated() == 's' && !attribute.dropped()) {
        if (evaluators == null) {
          evaluators = new Evaluator[table.attributes().size()];
        }
        evaluators[attribute.number() - 1] =
            compiler.compile(StoredExpression.generated(factory.context(), table, attribute, 0));
      }
    }
    return evaluators;
  }

  public RelationDescriptor table() {
    return table;
  }

  /** A referencing key's values as the referenced table ({@code parent}) has them. */
  ForeignKeyValues referencing(ForeignKey key, RelationDescriptor parent) {
    return referencing.computeIfAbsent(
        key.oid(),
        oid -> ForeignKeyValues.of(factory, table, key.columns(), parent, key.referencedColumns()));
  }

  /** The other way round, for actions of a key of this table. */
  ForeignKeyValues referenced(ForeignKey key, RelationDescriptor parent) {
    return ForeignKeyValues.of(factory, parent, key.referencedColumns(), table, key.columns());
  }

  /** The domain of each column that is of one. */
  public @Nullable DomainCheck[] domainChecks() {
    List<Attribute> attributes = table.attributes();
    @Nullable DomainCheck[] found = new @Nullable DomainCheck[attributes.size()];
    for (int i = 0; i < found.length; i++) {
      if (!attributes.get(i).dropped() && attributes.get(i).type() instanceof DomainType domain) {
        found[i] = factory.domainCheck(domain.oid());
      }
    }
    return found;
  }

  /** Forms a row of the table; generated columns are computed. */
  public byte[] form(ExecutionContext context, Datum[] columns) {
    byte[] tuple = table.layout().form(columns);
    Evaluator[] computed = generated;
    if (computed == null) {
      return tuple;
    }
    frame.context = context;
    frame.tuples[0] = tuple;
    for (int i = 0; i < columns.length; i++) {
      Evaluator evaluator = computed[i];
      if (evaluator == null) {
        values[i].set(columns[i]);
      } else {
        evaluator.evaluate(frame, values[i]);
      }
    }
    return table.layout().form(values);
  }

  /** Checks NOT NULL and CHECK constraints of a row about to be written. */
  public void check(ExecutionContext context, byte[] tuple) {
    List<Attribute> attributes = table.attributes();
    for (int i = 0; i < attributes.size(); i++) {
      Attribute attribute = attributes.get(i);
      if (attribute.notNull() && !attribute.dropped() && TupleLayout.isNull(tuple, i)) {
        throw new SqlError(
                SqlState.NOT_NULL_VIOLATION,
                "null value in column \""
                    + attribute.name()
                    + "\" of relation \""
                    + table.name()
                    + "\" violates not-null constraint")
            .detail("Failing row contains " + RowText.row(context, table, tuple) + ".")
            .table(table.schema(), table.name())
            .column(attribute.name());
      }
    }
    if (checks.length == 0) {
      return;
    }
    frame.context = context;
    frame.tuples[0] = tuple;
    for (int i = 0; i < checks.length; i++) {
      checks[i].evaluate(frame, scratch);
      if (!scratch.isNull && scratch.bits == 0) {
        CheckConstraint check = table.checks().get(i);
        throw new SqlError(
                SqlState.CHECK_VIOLATION,
                "new row for relation \""
                    + table.name()
                    + "\" violates check constraint \""
                    + check.name()
                    + "\"")
            .detail("Failing row contains " + RowText.row(context, table, tuple) + ".")
            .table(table.schema(), table.name())
            .constraint(check.name());
      }
    }
  }

  /**
   * Inserts a row that was formed and checked.
   *
   * @return its row id
   */
  public long insert(ExecutionContext context, byte[] tuple) {
    long rowId = insert(context, tuple, null);
    if (rowId < 0) {
      throw new IllegalStateException("an insert without arbiters met a conflict");
    }
    return rowId;
  }

  /**
   * Inserts a row unless it conflicts in an arbiter index.
   *
   * @param arbiters which of the table's indexes decide, or null for none: then a conflict is an
   *     error
   * @return the row id, or -1 where it conflicts: {@link #conflictingRow}
   */
  long insert(ExecutionContext context, byte[] tuple, boolean @Nullable [] arbiters) {
    Transaction writer = context.writer();
    RowTree rows = context.branch().rowTree(table.fileNode());
    context.noteWrite(table.oid());
    if (arbiters != null && !probe(context, rows, tuple, arbiters, writer)) {
      return -1;
    }
    long rowId = rows.insert(writer, context.commandId(), tuple);
    for (int i = 0; i < keys.length; i++) {
      boolean arbiter = arbiters != null && arbiters[i];
      if (!addEntry(context, rows, i, rowId, tuple, writer, arbiter)) {
        rows.retract(rowId, writer);
        return insert(context, tuple, arbiters);
      }
    }
    context.constraints().inserted(this, tuple);
    return rowId;
  }

  /** False where an arbiter index has the key already; waits for who may be about to. */
  private boolean probe(
      ExecutionContext context,
      RowTree rows,
      byte[] tuple,
      boolean[] arbiters,
      Transaction writer) {
    for (int i = 0; i < keys.length; i++) {
      if (!arbiters[i]) {
        continue;
      }
      byte[] key = keys[i].key(tuple);
      IndexDescriptor index = table.indexes().get(i);
      if (key == null || keys[i].hasNull() && !index.nullsNotDistinct()) {
        continue;
      }
      IndexTree tree = context.branch().indexTree(index.fileNode());
      while (true) {
        UniqueOutcome outcome = tree.probeUnique(key, -1, rows, keys[i], writer, conflict);
        if (outcome == UniqueOutcome.OK) {
          break;
        }
        if (outcome == UniqueOutcome.DUPLICATE) {
          return false;
        }
        context.awaitEnd(conflict.transaction());
      }
    }
    return true;
  }

  /** The row that was in the way of the last insert with arbiters. */
  long conflictingRow() {
    return conflict.rowId();
  }

  /** Adds a row's entry to an index; false where an arbiter now has the key. */
  private boolean addEntry(
      ExecutionContext context,
      RowTree rows,
      int index,
      long rowId,
      byte[] tuple,
      Transaction writer,
      boolean arbiter) {
    IndexDescriptor descriptor = table.indexes().get(index);
    byte[] key = keys[index].key(tuple);
    if (key == null) {
      return true;
    }
    IndexTree tree = context.branch().indexTree(descriptor.fileNode());
    if (!descriptor.unique() || keys[index].hasNull() && !descriptor.nullsNotDistinct()) {
      tree.insert(key, rowId);
      return true;
    }
    while (true) {
      UniqueOutcome outcome = tree.insertUnique(key, rowId, rows, keys[index], writer, conflict);
      switch (outcome) {
        case OK -> {
          return true;
        }
        case DUPLICATE -> {
          if (arbiter) {
            return false;
          }
          if (descriptor.deferrable()) {
            tree.insert(key, rowId);
            context.constraints().recheckUnique(this, index, rowId, tuple);
            return true;
          }
          throw duplicate(context, descriptor, tuple);
        }
        case MUST_WAIT -> {
          if (context.mode() == dev.postern.backend.ExecuteMode.INLINE) {
            undoInsert(rows, rowId, writer);
          }
          context.awaitEnd(conflict.transaction());
        }
      }
    }
  }

  /** Inline a wait leaves the statement: the row must not stay behind. */
  private static void undoInsert(RowTree rows, long rowId, Transaction writer) {
    RowVersion newest = rows.newest(rowId);
    if (newest != null && newest.xmin() == writer && newest.older() == null) {
      rows.retract(rowId, writer);
    }
  }

  /** Whether a row still claims its key alone: the check of a deferrable unique constraint. */
  void recheckUnique(ExecutionContext context, int index, long rowId, byte[] tuple) {
    IndexDescriptor descriptor = table.indexes().get(index);
    RowTree rows = context.branch().rowTree(table.fileNode());
    Transaction writer = context.writer();
    RowVersion newest = rows.settled(rowId, writer);
    if (newest == null || isGone(newest) || newest.tuple() != tuple) {
      return;
    }
    byte[] key = keys[index].key(tuple);
    if (key == null) {
      return;
    }
    IndexTree tree = context.branch().indexTree(descriptor.fileNode());
    while (true) {
      UniqueOutcome outcome = tree.probeUnique(key, rowId, rows, keys[index], writer, conflict);
      if (outcome == UniqueOutcome.OK) {
        return;
      }
      if (outcome == UniqueOutcome.DUPLICATE) {
        throw duplicate(context, descriptor, tuple);
      }
      context.awaitEnd(conflict.transaction());
    }
  }

  private static boolean isGone(RowVersion version) {
    Transaction changer = version.xmax();
    return changer != null && changer.csn() != Transaction.ABORTED;
  }

  private SqlError duplicate(ExecutionContext context, IndexDescriptor index, byte[] tuple) {
    return new SqlError(
            SqlState.UNIQUE_VIOLATION,
            "duplicate key value violates unique constraint \"" + index.name() + "\"")
        .detail("Key " + RowText.key(context, table, index, tuple) + " already exists.")
        .table(table.schema(), table.name())
        .constraint(index.name());
  }

  /**
   * Tries once to update a row that was read.
   *
   * @return what became of it; {@link #conflict} tells more
   */
  WriteOutcome update(ExecutionContext context, long rowId, RowVersion seen, byte[] tuple) {
    Transaction writer = context.writer();
    RowTree rows = context.branch().rowTree(table.fileNode());
    context.noteWrite(table.oid());
    boolean keyUpdate = false;
    boolean anyChanged = false;
    boolean[] changed = new boolean[keys.length];
    byte[] old = seen.tuple();
    for (int i = 0; i < keys.length; i++) {
      byte[] before = oldKeys[i].key(old);
      byte[] after = keys[i].key(tuple);
      changed[i] = !Arrays.equals(before, after);
      anyChanged |= changed[i];
      keyUpdate |= changed[i] && referenced[i];
    }
    WriteOutcome outcome =
        rows.tryUpdate(
            rowId, seen, writer, context.commandId(), tuple, keyUpdate, anyChanged, conflict);
    if (outcome != WriteOutcome.OK) {
      return outcome;
    }
    if (anyChanged) {
      for (int i = 0; i < keys.length; i++) {
        if (changed[i]) {
          addEntry(context, rows, i, rowId, tuple, writer, false);
        }
      }
    }
    context.constraints().updated(this, old, tuple);
    return outcome;
  }

  /** Tries once to delete a row that was read. */
  WriteOutcome delete(ExecutionContext context, long rowId, RowVersion seen) {
    RowTree rows = context.branch().rowTree(table.fileNode());
    context.noteWrite(table.oid());
    WriteOutcome outcome =
        rows.tryDelete(rowId, seen, context.writer(), context.commandId(), conflict);
    if (outcome == WriteOutcome.OK) {
      context.constraints().deleted(this, seen.tuple());
    }
    return outcome;
  }

  /** The particulars of the last outcome that was not OK. */
  Conflict conflict() {
    return conflict;
  }
}
