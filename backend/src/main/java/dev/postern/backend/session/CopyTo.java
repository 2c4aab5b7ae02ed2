package dev.postern.backend.session;

import dev.postern.backend.ResultColumn;
import dev.postern.backend.ResultSink;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.catalog.RelationDescriptor.Attribute;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.exec.Execution;
import dev.postern.backend.sql.MaintenanceStatement.CopyStatement;
import dev.postern.backend.sql.SqlParser;
import dev.postern.backend.sql.Statement;
import dev.postern.backend.sql.TableReference.RelationReference;
import dev.postern.backend.type.ByteArrayWriter;
import dev.postern.backend.type.Datum;
import java.nio.charset.StandardCharsets;
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
    byte[] source = text;
    if (query == null) {
      RelationReference reference = statement.relation();
      if (reference == null) {
        throw new SqlError(SqlState.SYNTAX_ERROR, "COPY needs a table or a query");
      }
      RelationDescriptor table = surroundings.require(reference.name());
      if (table.kind() != 'r') {
        throw new SqlError(
                SqlState.WRONG_OBJECT_TYPE,
                "cannot copy from " + kind(table) + " \"" + table.name() + "\"")
            .hint("Try the COPY (SELECT ...) TO variant.");
      }
      source = select(table, CopyIn.columns(table, statement.columns()));
      query = SqlParser.parse(source, 0, source.length).get(0).tree();
    }
    CompiledStatement compiled = context.compiler().compile(source, query, new int[0]);
    ResultColumn[] columns = compiled.columns;
    if (columns == null) {
      throw new SqlError(SqlState.FEATURE_NOT_SUPPORTED, "COPY query must have a RETURNING clause");
    }
    context.compiler().lock(compiled);
    transaction.acquireSnapshot();
    context.snapshot(transaction.snapshot());
    Execution execution = compiled.take();
    sink.copyOut(false, columns.length);
    long rows = 0;
    try {
      ByteArrayWriter line = new ByteArrayWriter(256);
      if (options.header()) {
        header(columns, options, line);
        sink.copyData(line.array(), 0, line.size());
      }
      CopyRow row = new CopyRow(options, columns, context.style());
      Datum value = new Datum();
      execution.start(context, new Datum[0]);
      while (execution.next()) {
        line.clear();
        for (int i = 0; i < columns.length; i++) {
          execution.column(i, value);
          row.write(i, value, line);
        }
        line.writeByte('\n');
        sink.copyData(line.array(), 0, line.size());
        rows++;
      }
    } finally {
      execution.close();
      compiled.giveBack(execution);
      transaction.releaseSnapshot();
    }
    sink.copyDone();
    return rows;
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

  private static void header(ResultColumn[] columns, CopyOptions options, ByteArrayWriter line) {
    for (int i = 0; i < columns.length; i++) {
      if (i > 0) {
        line.writeByte(options.delimiter());
      }
      byte[] name = columns[i].name().getBytes(StandardCharsets.UTF_8);
      line.writeBytes(name, 0, name.length);
    }
    line.writeByte('\n');
  }
}
