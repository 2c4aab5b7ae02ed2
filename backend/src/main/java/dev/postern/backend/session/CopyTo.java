package dev.postern.backend.session;

import dev.postern.backend.ResultColumn;
import dev.postern.backend.ResultSink;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.catalog.RelationDescriptor.Attribute;
import dev.postern.backend.command.SelectInto;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.exec.Execution;
import dev.postern.backend.sql.MaintenanceStatement.CopyStatement;
import dev.postern.backend.sql.SqlParser;
import dev.postern.backend.sql.Statement;
import dev.postern.backend.sql.TableReference.RelationReference;
import dev.postern.backend.type.Datum;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** COPY TO STDOUT of a table or a query. Used by the session's thread. */
final class CopyTo {
  private final SessionContext context;
  private final TransactionState transaction;

  CopyTo(SessionContext context, TransactionState transaction) {
    this.context = context;
    this.transaction = transaction;
  }

  /** Sends everything; gives the rows. */
  long run(
      CopyStatement statement,
      CopyOptions options,
      byte[] text,
      SessionCommandContext surroundings,
      ResultSink sink) {
    Statement query = statement.query();
    RelationDescriptor copied = null;
    byte[] source = text;
    if (query == null) {
      RelationReference reference = statement.relation();
      if (reference == null) {
        throw new SqlError(SqlState.SYNTAX_ERROR, "COPY needs a table or a query");
      }
      RelationDescriptor table = surroundings.require(reference.name());
      copied = table;
      if (table.kind() != 'r') {
        throw new SqlError(
                SqlState.WRONG_OBJECT_TYPE,
                "cannot copy from " + kind(table) + " \"" + table.name() + "\"")
            .hint("Try the COPY (SELECT ...) TO variant.");
      }
      source = select(table, CopyColumns.of(table, statement.columns()));
      query = SqlParser.parse(source, 0, source.length).get(0).tree();
    }
    if (SelectInto.isOne(query)) {
      throw new SqlError(SqlState.FEATURE_NOT_SUPPORTED, "COPY (SELECT INTO) is not supported");
    }
    CompiledStatement compiled = context.compiler().compile(source, query, new int[0]);
    ResultColumn[] columns = compiled.columns;
    if (columns == null) {
      throw new SqlError(SqlState.FEATURE_NOT_SUPPORTED, "COPY query must have a RETURNING clause");
    }
    if (compiled.readOnlyRefusal != null && transaction.isReadOnly()) {
      throw PortalRunner.readOnly(compiled.readOnlyRefusal);
    }
    CopyColumns.require(
        options.forceQuote(),
        "FORCE_QUOTE",
        Arrays.stream(columns).map(ResultColumn::name).toList(),
        copied);
    context.compiler().lock(compiled);
    transaction.acquireSnapshot();
    context.snapshot(transaction.snapshot());
    Execution execution = compiled.take();
    sink.copyOut(options.binary(), columns.length);
    long rows = 0;
    try {
      CopyWriter writer = new CopyWriter(options, columns, context.style());
      writer.header();
      if (!options.binary()) {
        send(writer, sink);
      }
      Datum value = new Datum();
      execution.start(context, new Datum[0]);
      while (execution.next()) {
        writer.begin();
        for (int i = 0; i < columns.length; i++) {
          execution.column(i, value);
          writer.value(value);
        }
        writer.end();
        send(writer, sink);
        rows++;
      }
      writer.trailer();
      send(writer, sink);
    } finally {
      execution.close();
      compiled.giveBack(execution);
      transaction.releaseSnapshot();
    }
    sink.copyDone();
    return rows;
  }

  private static void send(CopyWriter writer, ResultSink sink) {
    if (writer.row().size() > 0) {
      sink.copyData(writer.row().array(), 0, writer.row().size());
      writer.sent();
    }
  }

  private static String kind(RelationDescriptor table) {
    return switch (table.kind()) {
      case 'v' -> "view";
      case 'm' -> "materialized view";
      case 'S' -> "sequence";
      default -> "relation";
    };
  }

  private static byte[] select(RelationDescriptor table, List<Attribute> columns) {
    StringBuilder select = new StringBuilder("SELECT ");
    String separator = "";
    for (Attribute column : columns) {
      select.append(separator).append(RegisteredNames.quoted(column.name()));
      separator = ", ";
    }
    select
        .append(" FROM ONLY ")
        .append(RegisteredNames.quoted(table.schema()))
        .append('.')
        .append(RegisteredNames.quoted(table.name()));
    return select.toString().getBytes(StandardCharsets.UTF_8);
  }
}
