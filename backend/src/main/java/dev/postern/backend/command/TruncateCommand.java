package dev.postern.backend.command;

import dev.postern.backend.catalog.CatalogReader;
import dev.postern.backend.catalog.CatalogRow;
import dev.postern.backend.catalog.CatalogTable;
import dev.postern.backend.catalog.IndexDescriptor;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.catalog.RelationDescriptor.Attribute;
import dev.postern.backend.catalog.RelationDescriptor.ForeignKey;
import dev.postern.backend.catalog.RowValues;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.MaintenanceStatement.TruncateStatement;
import dev.postern.backend.sql.ObjectStatement.DropBehavior;
import dev.postern.backend.sql.TableReference.RelationReference;
import dev.postern.backend.storage.Branch;
import dev.postern.backend.txn.TableLockMode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** TRUNCATE: tables and their indexes get new, empty trees, and the old ones go at commit. */
final class TruncateCommand {
  private static final CatalogTable CLASS = CatalogTable.named("pg_class");

  private final CommandContext context;
  private final CatalogReader catalog;

  TruncateCommand(CommandContext context) {
    this.context = context;
    this.catalog = context.catalog();
  }

  String execute(TruncateStatement statement) {
    Set<Integer> tables = new LinkedHashSet<>();
    for (RelationReference reference : statement.relations()) {
      RelationDescriptor table = new Targets(context).relation(reference.name());
      lock(table);
      tables.add(table.oid());
    }
    if (statement.behavior() == DropBehavior.CASCADE) {
      cascade(tables);
    } else {
      checkReferences(tables);
    }
    if (statement.restartIdentity()) {
      for (int oid : tables) {
        restartSequences(require(oid));
      }
    }
    for (int oid : tables) {
      empty(require(oid));
    }
    return "TRUNCATE TABLE";
  }

  private void lock(RelationDescriptor table) {
    if (table.kind() != 'r' && table.kind() != 'p') {
      throw new SqlError(SqlState.WRONG_OBJECT_TYPE, "\"" + table.name() + "\" is not a table");
    }
    IndexCommands.refuseSystemTable(table);
    context.lockRelation(table.oid(), table.name(), TableLockMode.ACCESS_EXCLUSIVE, false);
  }

  private void cascade(Set<Integer> tables) {
    List<Integer> pending = new ArrayList<>(tables);
    while (!pending.isEmpty()) {
      RelationDescriptor table = require(pending.removeFirst());
      for (ForeignKey key : table.referencedBy()) {
        if (tables.add(key.tableOid())) {
          RelationDescriptor other = require(key.tableOid());
          context.notice(
              "NOTICE",
              new SqlError(
                  SqlState.SUCCESSFUL_COMPLETION,
                  "truncate cascades to table \"" + other.name() + "\""));
          lock(other);
          pending.add(key.tableOid());
        }
      }
    }
  }

  private void checkReferences(Set<Integer> tables) {
    for (int oid : tables) {
      RelationDescriptor table = require(oid);
      for (ForeignKey key : table.referencedBy()) {
        if (!tables.contains(key.tableOid())) {
          throw new SqlError(
                  SqlState.FEATURE_NOT_SUPPORTED,
                  "cannot truncate a table referenced in a foreign key constraint")
              .detail(
                  "Table \""
                      + require(key.tableOid()).name()
                      + "\" references \""
                      + table.name()
                      + "\".")
              .hint(
                  "Truncate table \""
                      + require(key.tableOid()).name()
                      + "\" at the same time, or use TRUNCATE ... CASCADE.");
        }
      }
    }
  }

  private void restartSequences(RelationDescriptor table) {
    SequenceCommands sequences = new SequenceCommands(context);
    for (Attribute attribute : table.attributes()) {
      if (!attribute.dropped()) {
        int sequence = sequences.sequenceOf(table.oid(), attribute.number(), null);
        if (sequence != 0) {
          sequences.restart(sequence);
        }
      }
    }
  }

  private RelationDescriptor require(int oid) {
    RelationDescriptor relation = catalog.relation(oid);
    if (relation == null) {
      throw new IllegalStateException("relation " + oid + " vanished");
    }
    return relation;
  }

  /** New trees for a table and its indexes. */
  void empty(RelationDescriptor table) {
    int fresh = context.catalogWriter().newOid();
    new RelationCreation(context).createRowTree(fresh);
    replace(table.oid(), table.fileNode(), fresh, -1f);
    emptyIndexes(table);
  }

  /** New trees for the indexes alone. */
  void emptyIndexes(RelationDescriptor table) {
    for (IndexDescriptor index : table.indexes()) {
      int fresh = context.catalogWriter().newOid();
      new RelationCreation(context).createIndexTree(fresh);
      replace(index.oid(), index.fileNode(), fresh, 0f);
    }
  }

  private void replace(int relation, int old, int fresh, float rows) {
    Branch branch = context.database().branch();
    context.afterCommit(() -> branch.drop(old));
    CatalogRow row = catalog.store().withOid(CLASS, relation);
    if (row != null) {
      context
          .catalogWriter()
          .update(row, RowValues.of(row).set("relfilenode", fresh).set("reltuples", rows));
    }
  }
}
