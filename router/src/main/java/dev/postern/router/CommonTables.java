package dev.postern.router;

import dev.postern.backend.sql.DataStatement;
import dev.postern.backend.sql.QualifiedName;
import dev.postern.backend.sql.QueryClause.CommonTableExpression;
import dev.postern.backend.sql.QueryClause.WithClause;
import dev.postern.backend.sql.SelectStatement;
import dev.postern.backend.sql.TableReference.RelationReference;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which names in a statement are WITH queries and not tables, by PostgreSQL's rules of scope: a
 * WITH query is seen by the statement it belongs to, by the WITH queries after it, and with
 * RECURSIVE by all of its clause. The target of a data-modifying statement is always a table.
 */
final class CommonTables {
  private record Identity(int position, QualifiedName name) {}

  private final Set<Object> references = new HashSet<>();

  private CommonTables() {}

  /** Those of a statement. */
  static CommonTables of(dev.postern.backend.sql.Statement tree) {
    CommonTables tables = new CommonTables();
    tables.visit(tree, Set.of());
    return tables;
  }

  /** Whether a reference is to a WITH query. */
  boolean contains(RelationReference reference) {
    return references.contains(identity(reference));
  }

  /** A reference by its place in the text. */
  static Object identity(RelationReference reference) {
    return new Identity(reference.position(), reference.name());
  }

  private void visit(@Nullable Object node, Set<String> scope) {
    TreeWalk.visit(
        node,
        inner -> {
          switch (inner) {
            case SelectStatement select when select.with() != null -> {
              scoped(select, select.with(), null, scope);
              return false;
            }
            case DataStatement data -> {
              scoped(data, withOf(data), targetOf(data), scope);
              return false;
            }
            case RelationReference reference -> {
              if (reference.name().schema() == null && scope.contains(reference.name().name())) {
                references.add(identity(reference));
              }
              return true;
            }
            default -> {
              return true;
            }
          }
        });
  }

  private static @Nullable WithClause withOf(DataStatement statement) {
    return switch (statement) {
      case DataStatement.InsertStatement insert -> insert.with();
      case DataStatement.UpdateStatement update -> update.with();
      case DataStatement.DeleteStatement delete -> delete.with();
      case DataStatement.MergeStatement merge -> merge.with();
    };
  }

  private static RelationReference targetOf(DataStatement statement) {
    return switch (statement) {
      case DataStatement.InsertStatement insert -> insert.target();
      case DataStatement.UpdateStatement update -> update.target();
      case DataStatement.DeleteStatement delete -> delete.target();
      case DataStatement.MergeStatement merge -> merge.target();
    };
  }

  /** A statement with what its WITH clause adds to the scope. */
  private void scoped(
      Object statement,
      @Nullable WithClause with,
      @Nullable RelationReference target,
      Set<String> outside) {
    Set<String> scope = new HashSet<>(outside);
    if (with != null) {
      List<CommonTableExpression> tables = with.tables();
      if (with.recursive()) {
        tables.forEach(table -> scope.add(table.name()));
      }
      for (CommonTableExpression table : tables) {
        visit(table.statement(), Set.copyOf(scope));
        scope.add(table.name());
      }
    }
    TreeWalk.visitBelow(
        statement,
        part -> {
          if (part != with && part != target) {
            visit(part, scope);
          }
        });
  }
}
