package dev.postern.backend.exec;

import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.error.SqlError;

/** System tables that all databases share stand in a branch of their own, which no query reads. */
final class SharedTables {
  private SharedTables() {}

  /** 0A000 where the table is not in the session's branch. */
  static void refuse(ExecutionContext context, int fileNode, int relationOid) {
    if (!context.branch().exists(fileNode)) {
      RelationDescriptor table = context.catalog().relation(relationOid);
      throw SqlError.notSupported(
          "reading shared system table " + (table == null ? relationOid : table.name()));
    }
  }
}
