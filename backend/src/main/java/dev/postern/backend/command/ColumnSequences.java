package dev.postern.backend.command;

import dev.postern.backend.catalog.CatalogRow;
import dev.postern.backend.command.TableDefinition.Column;
import dev.postern.backend.sql.QualifiedName;
import java.util.List;

/** The sequences of serial and identity columns of a table that is being made. */
final class ColumnSequences {
  private final CommandContext context;
  private final GeneratedNames names;
  private final SequenceCommands sequences;

  ColumnSequences(CommandContext context, GeneratedNames names) {
    this.context = context;
    this.names = names;
    this.sequences = new SequenceCommands(context);
  }

  /** Makes them before the table. */
  void create(String table, int schema, char persistence, List<Column> columns) {
    for (Column column : columns) {
      if (column.serial || column.identity != 0) {
        create(table, schema, persistence, column);
      }
    }
  }

  /** Makes one column's sequence. */
  void create(String table, int schema, char persistence, Column column) {
    CatalogRow copied = column.copiedSequence;
    SequenceDefinition definition =
        copied != null
            ? SequenceDefinition.copy(context, copied)
            : SequenceDefinition.create(context, column.typeOid, column.sequenceOptions);
    QualifiedName given = definition.name;
    String name =
        given != null ? given.name() : names.relation(table, column.name, "seq", schema, false);
    column.sequenceOid = sequences.create(name, schema, persistence, definition);
  }

  /** Ties them to their columns. */
  void attach(int table, List<Column> columns) {
    for (int i = 0; i < columns.size(); i++) {
      attach(table, i + 1, columns.get(i));
    }
  }

  void attach(int table, int number, Column column) {
    if (column.sequenceOid != 0) {
      sequences.belongsTo(column.sequenceOid, table, number, column.identity != 0 ? 'i' : 'a');
    }
  }
}
