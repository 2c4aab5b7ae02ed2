package dev.postern.router;

import dev.postern.backend.sql.QualifiedName;
import dev.postern.config.OmnishardedTables;
import dev.postern.config.ShardedTable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the settings say of one database's tables. Immutable. */
public final class ShardedTables {
  private final List<ShardedTable> tables;
  private final List<String> everywhere;

  /**
   * @param tables the database's {@code [[sharded_tables]]}
   * @param omnisharded its {@code [[omnisharded_tables]]}
   */
  public ShardedTables(List<ShardedTable> tables, List<OmnishardedTables> omnisharded) {
    this.tables = List.copyOf(tables);
    List<String> names = new ArrayList<>();
    for (OmnishardedTables list : omnisharded) {
      names.addAll(list.tables());
    }
    everywhere = List.copyOf(names);
  }

  /** How a table is sharded, or null where nothing is said of it. */
  @Nullable ShardedTable table(QualifiedName name) {
    for (ShardedTable table : tables) {
      if (!table.omnisharded()
          && table.name() != null
          && table.name().equals(name.name())
          && schemaFits(table, name)) {
        return table;
      }
    }
    return null;
  }

  /** Entries without a table's name: every table that has the column. */
  List<ShardedTable> byColumn() {
    return tables.stream().filter(table -> table.name() == null).toList();
  }

  /** Whether every shard holds the table in full. */
  boolean isEverywhere(QualifiedName name) {
    if (everywhere.contains(name.name())) {
      return true;
    }
    for (ShardedTable table : tables) {
      if (table.omnisharded() && name.name().equals(table.name()) && schemaFits(table, name)) {
        return true;
      }
    }
    return false;
  }

  private static boolean schemaFits(ShardedTable table, QualifiedName name) {
    return table.schema() == null || name.schema() == null || table.schema().equals(name.schema());
  }
}
