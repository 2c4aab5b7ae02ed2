package dev.postern.backend.session;

import dev.postern.backend.Outcome;
import dev.postern.backend.ResultSink;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.catalog.RelationDescriptor.Attribute;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.MaintenanceStatement.CopyStatement;
import dev.postern.backend.sql.QualifiedName;
import dev.postern.backend.sql.TableReference.RelationReference;
import dev.postern.backend.txn.TableLockMode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** COPY TO STDOUT, and the beginning of COPY FROM STDIN. Used by the session's thread. */
final class CopyCommand {
  private final SessionParts parts;

  CopyCommand(SessionParts parts) {
    this.parts = parts;
  }

  Outcome begin(CopyStatement copy, byte[] text, ResultSink sink) {
    if (copy.file() != null) {
      throw SqlError.notSupported("COPY with a file or program on the server");
    }
    SessionContext context = parts.context();
    TransactionState transaction = parts.transaction();
    SessionCommandContext surroundings = new SessionCommandContext(parts, text);
    if (!copy.from()) {
      CopyOptions options = CopyOptionReader.read(copy, text);
      long rows = new CopyTo(context, transaction).run(copy, options, text, surroundings, sink);
      parts.completion().rows("COPY ", rows);
      return Outcome.COMPLETE;
    }
    RelationReference reference = copy.relation();
    if (reference == null) {
      throw new SqlError(SqlState.SYNTAX_ERROR, "COPY FROM needs a table");
    }
    RelationDescriptor table = relation(reference.name());
    surroundings.lockRelation(table.oid(), table.name(), TableLockMode.ROW_EXCLUSIVE, false);
    List<Attribute> named = CopyColumns.of(table, copy.columns());
    if (transaction.isReadOnly() && table.persistence() != 't') {
      throw PortalRunner.readOnly("COPY FROM");
    }
    CopyOptions options = CopyOptionReader.read(copy, text);
    List<String> names = CopyColumns.names(named);
    CopyColumns.require(options.forceNotNull(), "FORCE_NOT_NULL", names, table);
    CopyColumns.require(options.forceNull(), "FORCE_NULL", names, table);
    // As PostgreSQL: the client is asked for data before the table is looked at closely.
    sink.copyIn(options.binary(), named.size());
    requireTable(table);
    if (options.freeze()) {
      requireNew(table);
    }
    CopyTable target = new CopyTable(context, table, named, copy.where(), text);
    parts.copyIn(new CopyIn(context, transaction, target, options));
    return Outcome.COPY_IN;
  }

  /** The relation of a name; 42P01, without a position, where there is none. */
  private RelationDescriptor relation(QualifiedName name) {
    RelationDescriptor relation = find(parts, name);
    if (relation == null) {
      throw new SqlError(
          SqlState.UNDEFINED_TABLE,
          "relation \"" + String.join(".", name.parts()) + "\" does not exist");
    }
    return relation;
  }

  static @Nullable RelationDescriptor find(SessionParts parts, QualifiedName name) {
    String schema = name.schema();
    return schema == null
        ? parts.context().reader().relation(name.name())
        : parts.context().reader().relation(schema, name.name());
  }

  private static void requireTable(RelationDescriptor table) {
    if (table.kind() == 'r') {
      return;
    }
    SqlError error =
        new SqlError(
            SqlState.WRONG_OBJECT_TYPE,
            "cannot copy to " + RelationKinds.name(table.kind()) + " \"" + table.name() + "\"");
    throw table.kind() == 'v'
        ? error.hint("To enable copying to a view, provide an INSTEAD OF INSERT trigger.")
        : error;
  }

  private void requireNew(RelationDescriptor table) {
    if (Integer.compareUnsigned(table.fileNode(), parts.transaction().levelOidMark()) < 0) {
      throw new SqlError(
          SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE,
          "cannot perform COPY FREEZE because the table was not created or truncated in the"
              + " current subtransaction");
    }
  }
}
