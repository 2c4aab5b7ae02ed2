package dev.postern.backend.sql;

import dev.postern.backend.sql.MaintenanceStatement.CopyStatement;
import dev.postern.backend.sql.SessionStatement.CursorOptions;
import dev.postern.backend.sql.SessionStatement.FetchDirection;
import dev.postern.backend.sql.SessionStatement.FetchStatement;

/**
 * Trees to SQL text. What comes out, parsed again, is {@linkplain Trees#sameShape the same tree}.
 * It is one line, with more parentheses and quotes than a person would write; it is not the layout
 * of {@code pg_get_viewdef}.
 */
public final class Deparser extends ExtensionDeparser {
  private Deparser() {}

  /** A statement as SQL, without a semicolon. */
  public static String deparse(Statement statement) {
    Deparser deparser = new Deparser();
    deparser.statement(statement);
    return deparser.out.toString();
  }

  /** An expression as SQL. */
  public static String deparse(Expression expression) {
    Deparser deparser = new Deparser();
    deparser.expression(expression);
    return deparser.out.toString();
  }

  /** A type's name as SQL. */
  public static String deparse(TypeName type) {
    Deparser deparser = new Deparser();
    deparser.type(type);
    return deparser.out.toString();
  }

  @Override
  SqlWriter statement(Statement statement) {
    switch (statement) {
      case SelectStatement s -> query(s);
      case DataStatement s -> data(s);
      case TableStatement s -> table(s);
      case RelationStatement s -> relationStatement(s);
      case ObjectStatement s -> objectStatement(s);
      case DatabaseStatement s -> database(s);
      case RoleStatement s -> roleStatement(s);
      case TypeStatement s -> typeStatement(s);
      case RoutineStatement s -> routineStatement(s);
      case ExtensionStatement s -> extension(s);
      case ReplicationStatement s -> replication(s);
      case TransactionStatement s -> transaction(s);
      case SettingStatement s -> setting(s);
      case SessionStatement s -> session(s);
      case MaintenanceStatement s -> maintenance(s);
    }
    return this;
  }

  private void session(SessionStatement statement) {
    switch (statement) {
      case SessionStatement.PrepareStatement s -> {
        put("PREPARE ").name(s.name());
        if (!s.parameterTypes().isEmpty()) {
          put(" (");
          types(s.parameterTypes()).put(")");
        }
        put(" AS ");
        statement(s.statement());
      }
      case SessionStatement.ExecuteStatement s -> {
        put("EXECUTE ").name(s.name());
        if (!s.parameters().isEmpty()) {
          put("(");
          expressions(s.parameters()).put(")");
        }
      }
      case SessionStatement.DeallocateStatement s -> {
        put("DEALLOCATE ").putIf(s.name() == null, "ALL").nameAfter("", s.name());
      }
      case SessionStatement.DeclareCursorStatement s -> {
        put("DECLARE ").name(s.name());
        cursorOptions(s.options());
        put(" FOR ");
        query(s.query());
      }
      case FetchStatement s -> fetch(s);
      case SessionStatement.ClosePortalStatement s ->
          put("CLOSE ").putIf(s.name() == null, "ALL").nameAfter("", s.name());
      case SessionStatement.ListenStatement s -> put("LISTEN ").name(s.channel());
      case SessionStatement.NotifyStatement s -> {
        put("NOTIFY ").name(s.channel());
        if (s.payload() != null) {
          put(", ").string(s.payload());
        }
      }
      case SessionStatement.UnlistenStatement s ->
          put("UNLISTEN ").putIf(s.channel() == null, "*").nameAfter("", s.channel());
      case SessionStatement.LockStatement s -> {
        put("LOCK TABLE ");
        relations(s.relations());
        put(" IN ").words(s.mode()).put(" MODE").putIf(s.nowait(), " NOWAIT");
      }
      case SessionStatement.DiscardStatement s -> put("DISCARD ").words(s.target());
      case SessionStatement.LoadStatement s -> put("LOAD ").string(s.file());
    }
  }

  private void cursorOptions(CursorOptions options) {
    putIf(options.binary(), " BINARY");
    putIf(options.insensitive(), " INSENSITIVE").putIf(options.asensitive(), " ASENSITIVE");
    putIf(options.scroll(), " SCROLL").putIf(options.noScroll(), " NO SCROLL");
    put(" CURSOR").putIf(options.hold(), " WITH HOLD");
  }

  private void fetch(FetchStatement s) {
    put(s.move() ? "MOVE " : "FETCH ").words(s.direction()).put(" ");
    boolean all =
        s.count() == FetchStatement.ALL
            && (s.direction() == FetchDirection.FORWARD
                || s.direction() == FetchDirection.BACKWARD);
    put(all ? "ALL" : Long.toString(s.count())).put(" FROM ").name(s.cursor());
  }

  private void maintenance(MaintenanceStatement statement) {
    switch (statement) {
      case CopyStatement s -> copy(s);
      case MaintenanceStatement.ExplainStatement s -> {
        put("EXPLAIN");
        utilityOptions(s.options());
        put(" ");
        statement(s.statement());
      }
      case MaintenanceStatement.TruncateStatement s -> {
        put("TRUNCATE TABLE ");
        relations(s.relations());
        putIf(s.restartIdentity(), " RESTART IDENTITY");
        behavior(s.behavior());
      }
      case MaintenanceStatement.VacuumStatement s -> {
        put(s.vacuum() ? "VACUUM" : "ANALYZE");
        utilityOptions(s.options());
        putIf(!s.relations().isEmpty(), " ");
        list(
            s.relations(),
            relation -> {
              relation(relation.relation()).nameList(relation.columns());
            });
      }
      case MaintenanceStatement.ClusterStatement s -> {
        put("CLUSTER");
        utilityOptions(s.options());
        if (s.relation() != null) {
          put(" ").qualified(s.relation()).nameAfter(" USING ", s.index());
        }
      }
      case MaintenanceStatement.ReindexStatement s -> {
        put("REINDEX");
        utilityOptions(s.options());
        put(" ").words(s.kind());
        if (s.name() != null) {
          put(" ").qualified(s.name());
        }
      }
      case MaintenanceStatement.CheckpointStatement s -> put("CHECKPOINT");
    }
  }

  private void copy(CopyStatement s) {
    put("COPY ");
    if (s.relation() != null) {
      relation(s.relation()).nameList(s.columns());
    }
    if (s.query() != null) {
      put("(");
      statement(s.query()).put(")");
    }
    put(s.from() ? " FROM " : " TO ").putIf(s.program(), "PROGRAM ");
    if (s.file() == null) {
      put(s.from() ? "STDIN" : "STDOUT");
    } else {
      string(s.file());
    }
    copyOptions(s);
    where(s.where());
  }

  private void copyOptions(CopyStatement s) {
    if (s.options().isEmpty()) {
      return;
    }
    put(" WITH");
    utilityOptions(s.options());
  }
}
