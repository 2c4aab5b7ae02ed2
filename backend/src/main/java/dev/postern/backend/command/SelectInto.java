package dev.postern.backend.command;

import dev.postern.backend.sql.QueryBody;
import dev.postern.backend.sql.QueryBody.SelectBody;
import dev.postern.backend.sql.QueryBody.SetOperation;
import dev.postern.backend.sql.QueryClause.IntoClause;
import dev.postern.backend.sql.SelectStatement;
import dev.postern.backend.sql.Statement;
import dev.postern.backend.sql.TableStatement.CreateTableAsStatement;
import dev.postern.backend.sql.TableStatement.OnCommit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code SELECT … INTO table} as a statement of its own: another way to write CREATE TABLE AS
 * (manual page "SELECT INTO"). Anywhere else the analyzer refuses INTO.
 */
public final class SelectInto {
  private SelectInto() {}

  /** The CREATE TABLE AS that a statement means, or the statement itself. */
  public static Statement asCreation(Statement tree) {
    if (!(tree instanceof SelectStatement select)) {
      return tree;
    }
    IntoClause into = into(select);
    return into == null
        ? tree
        : new CreateTableAsStatement(
            into.position(),
            false,
            into.persistence(),
            false,
            into.name(),
            List.of(),
            null,
            List.of(),
            OnCommit.UNSPECIFIED,
            null,
            without(select),
            true);
  }

  /** Whether a statement is one. */
  public static boolean isOne(Statement tree) {
    return tree instanceof SelectStatement select && into(select) != null;
  }

  /** INTO stands in the first SELECT of a set operation. */
  private static @Nullable IntoClause into(SelectStatement select) {
    return switch (select.body()) {
      case SelectBody body -> body.into();
      case SetOperation operation -> into(operation.left());
      case QueryBody.ValuesBody values -> null;
    };
  }

  private static SelectStatement without(SelectStatement select) {
    QueryBody body =
        switch (select.body()) {
          case SelectBody n ->
              new SelectBody(
                  n.position(),
                  n.distinctness(),
                  n.distinctOn(),
                  n.targets(),
                  null,
                  n.from(),
                  n.where(),
                  n.groupBy(),
                  n.having(),
                  n.windows());
          case SetOperation n ->
              new SetOperation(n.position(), n.operator(), n.all(), without(n.left()), n.right());
          case QueryBody.ValuesBody n -> n;
        };
    return new SelectStatement(
        select.position(), select.with(), body, select.orderBy(), select.limit(), select.locking());
  }
}
