package dev.postern.backend.analyze;

import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The errors for names that FROM does not have, with PostgreSQL's guesses at what was meant. */
final class MissingNames {
  private static final int MAX_DISTANCE = 3;

  private final Analysis analysis;
  private final ColumnLookup lookup;

  MissingNames(Analysis analysis, ColumnLookup lookup) {
    this.analysis = analysis;
    this.lookup = lookup;
  }

  /** A column that could have been meant. */
  private record Guess(ScopeEntry entry, String column) {}

  /** What a search of all range tables found (FuzzyAttrMatchState). */
  private static final class Search {
    int distance = MAX_DISTANCE + 1;
    @Nullable Guess first;
    @Nullable Guess second;
    @Nullable ScopeEntry exact;
    boolean severalExact;

    void consider(ScopeEntry entry, int penalty, String actual, String wanted) {
      if (penalty > distance || actual.isEmpty()) {
        return;
      }
      int columnDistance = EditDistance.between(actual, wanted, distance + 1 - penalty);
      if (columnDistance > wanted.getBytes(StandardCharsets.UTF_8).length / 2) {
        return;
      }
      int total = columnDistance + penalty;
      if (total < distance) {
        distance = total;
        first = new Guess(entry, actual);
        second = null;
      } else if (total == distance) {
        if (second != null) {
          first = null;
          second = null;
          distance = total - 1;
        } else if (first != null) {
          second = new Guess(entry, actual);
        } else if (distance <= MAX_DISTANCE) {
          first = new Guess(entry, actual);
        }
      }
    }
  }

  /** 42703 for a column. */
  SqlError column(Scope scope, @Nullable String table, String column, int position) {
    SqlError error =
        analysis.error(
            SqlState.UNDEFINED_COLUMN,
            table == null
                ? "column \"" + column + "\" does not exist"
                : "column " + table + "." + column + " does not exist",
            position);
    Search search = search(scope, table, column);
    if (search.exact != null) {
      return hidden(scope, table, column, search, search.exact, error);
    }
    Guess first = search.first;
    if (first == null) {
      return error;
    }
    String hint = "Perhaps you meant to reference the column " + quoted(first);
    return error.hint(
        search.second == null
            ? hint + "."
            : hint + " or the column " + quoted(search.second) + ".");
  }

  private static String quoted(Guess guess) {
    return "\"" + guess.entry.name + "." + guess.column + "\"";
  }

  private SqlError hidden(
      Scope scope,
      @Nullable String table,
      String column,
      Search search,
      ScopeEntry exact,
      SqlError error) {
    if (search.severalExact) {
      error.detail(
          "There are columns named \""
              + column
              + "\", but they are in tables that cannot be referenced from this part of the"
              + " query.");
      return table == null ? error.hint("Try using a table-qualified name.") : error;
    }
    error.detail(
        "There is a column named \""
            + column
            + "\" in table \""
            + exact.name
            + "\", but it cannot be referenced from this part of the query.");
    if (visibleIfLateral(scope, exact)) {
      error.hint("To reference that column, you must mark this subquery with LATERAL.");
    } else if (table == null && visibleIfQualified(scope, exact)) {
      error.hint("To reference that column, you must use a table-qualified name.");
    }
    return error;
  }

  private Search search(Scope scope, @Nullable String table, String column) {
    Search search = new Search();
    for (Scope level = scope; level != null; level = level.parent) {
      for (ScopeEntry entry : level.rangeTable) {
        if (entry.kind == ScopeEntry.Kind.JOIN) {
          continue;
        }
        int penalty = table == null ? 0 : EditDistance.between(table, entry.name, MAX_DISTANCE + 1);
        boolean exact = false;
        for (ScopeColumn candidate : entry.columns) {
          exact |= candidate.name().equals(column);
          search.consider(entry, penalty, candidate.name(), column);
        }
        if (exact && penalty == 0) {
          if (search.exact == null) {
            search.exact = entry;
          } else {
            search.severalExact = true;
          }
        }
      }
    }
    return search;
  }

  private static boolean visibleIfLateral(Scope scope, ScopeEntry wanted) {
    for (Scope level = scope; level != null; level = level.parent) {
      if (level.lateralActive) {
        continue;
      }
      for (ScopeEntry entry : level.namespace) {
        if (entry == wanted) {
          return entry.lateralOnly && entry.lateralAllowed;
        }
      }
    }
    return false;
  }

  private static boolean visibleIfQualified(Scope scope, ScopeEntry wanted) {
    for (Scope level = scope; level != null; level = level.parent) {
      for (ScopeEntry entry : level.namespace) {
        if (entry == wanted) {
          return entry.relationVisible && !(entry.lateralOnly && !level.lateralActive);
        }
      }
    }
    return false;
  }

  /** 42P01 for a qualifier. */
  SqlError entry(Scope scope, @Nullable String schema, String name, int position) {
    ScopeEntry found = relation(scope, schema, name);
    if (found != null && found.aliased && !found.name.equals(name)) {
      ScopeEntry visible = lookup.entry(scope, null, found.name, position);
      if (visible == found) {
        return invalid(name, position)
            .hint("Perhaps you meant to reference the table alias \"" + found.name + "\".");
      }
    }
    if (found != null) {
      SqlError error =
          invalid(name, position)
              .detail(
                  "There is an entry for table \""
                      + found.name
                      + "\", but it cannot be referenced from this part of the query.");
      return visibleIfLateral(scope, found)
          ? error.hint("To reference that table, you must mark this subquery with LATERAL.")
          : error;
    }
    return analysis.error(
        SqlState.UNDEFINED_TABLE, "missing FROM-clause entry for table \"" + name + "\"", position);
  }

  private SqlError invalid(String name, int position) {
    return analysis.error(
        SqlState.UNDEFINED_TABLE,
        "invalid reference to FROM-clause entry for table \"" + name + "\"",
        position);
  }

  private @Nullable ScopeEntry relation(Scope scope, @Nullable String schema, String name) {
    RelationDescriptor relation =
        schema == null
            ? analysis.catalog.relation(name)
            : analysis.catalog.schema(schema) == 0 ? null : analysis.catalog.relation(schema, name);
    for (Scope level = scope; level != null; level = level.parent) {
      for (ScopeEntry entry : level.rangeTable) {
        if (relation != null && entry.relation != null && entry.relation.oid() == relation.oid()) {
          return entry;
        }
        if (entry.name.equals(name)) {
          return entry;
        }
      }
    }
    return null;
  }
}
