package dev.postern.backend.analyze;

import dev.postern.backend.analyze.Query.Join;
import dev.postern.backend.analyze.Query.JoinKind;
import dev.postern.backend.analyze.Query.RowLock;
import dev.postern.backend.analyze.Query.Source;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.QualifiedName;
import dev.postern.backend.sql.QueryBody.Distinctness;
import dev.postern.backend.sql.QueryBody.SelectBody;
import dev.postern.backend.sql.QueryClause.LockStrength;
import dev.postern.backend.sql.QueryClause.LockingClause;
import dev.postern.backend.sql.SelectStatement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** FOR UPDATE and its sisters (PostgreSQL's transformLockingClause). */
final class RowLocks {
  private final Analysis analysis;

  RowLocks(Analysis analysis) {
    this.analysis = analysis;
  }

  /** The clause as it is written: {@code FOR NO KEY UPDATE}. */
  static String name(LockStrength strength) {
    return switch (strength) {
      case KEY_SHARE -> "FOR KEY SHARE";
      case SHARE -> "FOR SHARE";
      case NO_KEY_UPDATE -> "FOR NO KEY UPDATE";
      case UPDATE -> "FOR UPDATE";
    };
  }

  List<RowLock> analyze(
      Scope scope,
      SelectStatement statement,
      SelectBody body,
      List<Source> from,
      boolean aggregated) {
    List<RowLock> locks = new ArrayList<>();
    for (LockingClause clause : statement.locking()) {
      String name = name(clause.strength());
      refuse(scope, body, aggregated, name);
      if (clause.tables().isEmpty()) {
        for (Source source : from) {
          lockAll(source, clause, locks, false);
        }
      } else {
        for (QualifiedName table : clause.tables()) {
          lockNamed(table, from, clause, locks);
        }
      }
    }
    return List.copyOf(locks);
  }

  private void refuse(Scope scope, SelectBody body, boolean aggregated, String name) {
    String what = null;
    if (body.distinctness() != Distinctness.ALL) {
      what = "DISTINCT clause";
    } else if (body.groupBy() != null) {
      what = "GROUP BY clause";
    } else if (body.having() != null) {
      what = "HAVING clause";
    } else if (aggregated) {
      what = "aggregate functions";
    } else if (scope.hasWindowCalls) {
      what = "window functions";
    } else if (scope.hasSets) {
      what = "set-returning functions in the target list";
    }
    if (what != null) {
      throw new SqlError(SqlState.FEATURE_NOT_SUPPORTED, name + " is not allowed with " + what);
    }
  }

  private void lockAll(Source source, LockingClause clause, List<RowLock> locks, boolean nullable) {
    switch (source) {
      case Query.TableScan scan -> {
        refuseNullable(clause, nullable);
        add(locks, new RowLock(scan.slot(), clause.strength(), clause.lockWait()));
      }
      case Query.SubqueryScan _ ->
          throw SqlError.notSupported(name(clause.strength()) + " of a subquery or view");
      case Query.CommonTableScan _, Query.FunctionScan _, Query.ValuesScan _ -> {}
      case Join join -> {
        lockAll(join.left(), clause, locks, nullable || leftIsNullable(join));
        lockAll(join.right(), clause, locks, nullable || rightIsNullable(join));
      }
    }
  }

  private static boolean leftIsNullable(Join join) {
    return join.kind() == JoinKind.RIGHT || join.kind() == JoinKind.FULL;
  }

  private static boolean rightIsNullable(Join join) {
    return join.kind() == JoinKind.LEFT || join.kind() == JoinKind.FULL;
  }

  private static void refuseNullable(LockingClause clause, boolean nullable) {
    if (nullable) {
      throw new SqlError(
          SqlState.FEATURE_NOT_SUPPORTED,
          name(clause.strength()) + " cannot be applied to the nullable side of an outer join");
    }
  }

  /** The strongest lock on an entry is the one taken. */
  private static void add(List<RowLock> locks, RowLock lock) {
    for (int i = 0; i < locks.size(); i++) {
      RowLock earlier = locks.get(i);
      if (earlier.slot() == lock.slot()) {
        LockStrength strength =
            earlier.strength().compareTo(lock.strength()) >= 0
                ? earlier.strength()
                : lock.strength();
        locks.set(
            i,
            new RowLock(
                lock.slot(),
                strength,
                earlier.lockWait().compareTo(lock.lockWait()) >= 0
                    ? earlier.lockWait()
                    : lock.lockWait()));
        return;
      }
    }
    locks.add(lock);
  }

  private void lockNamed(
      QualifiedName table, List<Source> from, LockingClause clause, List<RowLock> locks) {
    if (table.schema() != null) {
      throw analysis.error(
          SqlState.SYNTAX_ERROR,
          name(clause.strength()) + " must specify unqualified relation names",
          table.position());
    }
    for (Source source : from) {
      if (lockNamed(table, source, clause, locks, false)) {
        return;
      }
    }
    throw analysis.error(
        SqlState.UNDEFINED_TABLE,
        "relation \""
            + table.name()
            + "\" in "
            + name(clause.strength())
            + " clause not found in FROM clause",
        table.position());
  }

  private boolean lockNamed(
      QualifiedName table,
      Source source,
      LockingClause clause,
      List<RowLock> locks,
      boolean nullable) {
    String name = table.name();
    @Nullable String refused = null;
    switch (source) {
      case Query.TableScan scan -> {
        if (scan.alias().equals(name)) {
          lockAll(scan, clause, locks, nullable);
          return true;
        }
      }
      case Query.SubqueryScan scan -> {
        if (scan.alias().equals(name)) {
          lockAll(scan, clause, locks, nullable);
          return true;
        }
      }
      case Query.CommonTableScan scan ->
          refused = scan.alias().equals(name) ? "a WITH query" : null;
      case Query.FunctionScan scan -> refused = scan.alias().equals(name) ? "a function" : null;
      case Query.ValuesScan scan -> refused = scan.alias().equals(name) ? "VALUES" : null;
      case Join join -> {
        return lockNamed(table, join.left(), clause, locks, nullable || leftIsNullable(join))
            || lockNamed(table, join.right(), clause, locks, nullable || rightIsNullable(join));
      }
    }
    if (refused != null) {
      throw analysis.error(
          SqlState.FEATURE_NOT_SUPPORTED,
          name(clause.strength()) + " cannot be applied to " + refused,
          table.position());
    }
    return false;
  }
}
