package dev.postern.backend.analyze;

import dev.postern.backend.analyze.FromAnalysis.Item;
import dev.postern.backend.analyze.Query.CommonTable;
import dev.postern.backend.analyze.Query.CommonTableScan;
import dev.postern.backend.analyze.Query.OutputColumn;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.DataStatement;
import dev.postern.backend.sql.QueryBody;
import dev.postern.backend.sql.QueryClause.Alias;
import dev.postern.backend.sql.QueryClause.CommonTableExpression;
import dev.postern.backend.sql.QueryClause.WithClause;
import dev.postern.backend.sql.SelectStatement;
import dev.postern.backend.sql.TableReference;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** WITH: its members and references to them (PostgreSQL's parse_cte). */
final class CommonTables {
  private final Analysis analysis;

  CommonTables(Analysis analysis) {
    this.analysis = analysis;
  }

  /** How far a member's analysis has come. */
  private enum State {
    PENDING,
    FIRST_TERM,
    RECURSIVE_TERM,
    DONE
  }

  /** A member of a WITH clause under analysis. */
  static final class Member {
    final CommonTableExpression syntax;
    final Scope scope;
    final int number;
    final boolean recursiveClause;
    private State state = State.PENDING;
    List<OutputColumn> output = List.of();
    @Nullable Query query;
    @Nullable Query recursiveTerm;
    boolean union;
    int references;
    int selfReferences;
    int lastReference = -1;
    boolean modifies;

    Member(CommonTableExpression syntax, Scope scope, int number, boolean recursiveClause) {
      this.syntax = syntax;
      this.scope = scope;
      this.number = number;
      this.recursiveClause = recursiveClause;
    }
  }

  /** Analyzes a WITH clause; its members are seen in the scope from then on. */
  void analyze(Scope scope, @Nullable WithClause with) {
    if (with == null) {
      return;
    }
    List<Member> members = new ArrayList<>();
    for (CommonTableExpression table : with.tables()) {
      for (Member earlier : members) {
        if (earlier.syntax.name().equals(table.name())) {
          throw analysis.error(
              SqlState.DUPLICATE_ALIAS,
              "WITH query name \"" + table.name() + "\" specified more than once",
              table.position());
        }
      }
      Member member = new Member(table, scope, analysis.numbering.commonTables++, with.recursive());
      member.modifies = table.statement() instanceof DataStatement;
      if (member.modifies && scope.parent != null) {
        throw analysis.error(
            SqlState.FEATURE_NOT_SUPPORTED,
            "WITH clause containing a data-modifying statement must be at the top level",
            table.position());
      }
      members.add(member);
    }
    if (with.recursive()) {
      scope.commonTables.addAll(members);
      for (Member member : members) {
        analyze(member);
      }
      return;
    }
    for (Member member : members) {
      scope.laterCommonTables.add(member.syntax.name());
    }
    for (Member member : members) {
      analyze(member);
      scope.commonTables.add(member);
      scope.laterCommonTables.remove(0);
    }
  }

  private void analyze(Member member) {
    if (member.state != State.PENDING) {
      return;
    }
    CommonTableExpression syntax = member.syntax;
    if (syntax.search() != null) {
      throw SqlError.notSupported("SEARCH");
    }
    if (syntax.cycle() != null) {
      throw SqlError.notSupported("CYCLE");
    }
    member.state = State.FIRST_TERM;
    if (syntax.statement() instanceof DataStatement statement) {
      Query query = analysis.queries.modification(statement, new Scope(member.scope));
      member.query = query;
      member.output = renamed(member, query.output());
    } else if (syntax.statement() instanceof SelectStatement select) {
      if (member.recursiveClause && isUnion(select)) {
        recursive(member, select);
      } else {
        Query query = analysis.queries.select(select, new Scope(member.scope));
        member.query = query;
        member.output = renamed(member, query.output());
      }
    } else {
      throw new IllegalStateException("WITH over " + syntax.statement());
    }
    member.state = State.DONE;
  }

  private static boolean isUnion(SelectStatement select) {
    return select.body() instanceof QueryBody.SetOperation set
        && set.operator() == QueryBody.SetOperator.UNION;
  }

  /** A member that may read itself: if it does not, it is analyzed again as a plain query. */
  private void recursive(Member member, SelectStatement select) {
    if (!(select.body() instanceof QueryBody.SetOperation body)) {
      throw new IllegalStateException("not a set operation");
    }
    if (select.with() != null) {
      throw SqlError.notSupported("WITH inside a query of WITH RECURSIVE");
    }
    Scope scope = new Scope(member.scope);
    Query first = analysis.queries.select(body.left(), new Scope(scope));
    member.output = renamed(member, first.output());
    member.state = State.RECURSIVE_TERM;
    Scope termScope = new Scope(scope);
    termScope.inRecursiveTerm = true;
    SetOperations operations = new SetOperations(analysis);
    QueryDraft term = operations.leaf(body.right(), termScope);
    if (member.selfReferences == 0) {
      member.state = State.FIRST_TERM;
      Query query = analysis.queries.select(select, new Scope(member.scope));
      member.query = query;
      member.output = renamed(member, query.output());
      return;
    }
    if (member.selfReferences > 1) {
      throw analysis.error(
          SqlState.INVALID_RECURSION,
          "recursive reference to query \""
              + member.syntax.name()
              + "\" must not appear more than once",
          member.lastReference);
    }
    refuseOnRecursion(select);
    Query recursiveTerm =
        operations.coercedTerm(member.syntax.name(), first, body.left(), term, body);
    List<OutputColumn> computed = new ArrayList<>();
    for (OutputColumn column : member.output) {
      computed.add(new OutputColumn(column.name(), column.type(), column.typmod(), 0, 0));
    }
    member.output = List.copyOf(computed);
    member.query = first;
    member.recursiveTerm = recursiveTerm;
    member.union = !body.all();
  }

  private void refuseOnRecursion(SelectStatement select) {
    String what = null;
    int position = -1;
    if (!select.orderBy().isEmpty()) {
      what = "ORDER BY";
      position = Positions.of(select.orderBy().get(0).value());
    } else if (select.limit() != null && select.limit().offset() != null) {
      what = "OFFSET";
      position = Positions.of(select.limit().offset());
    } else if (select.limit() != null && select.limit().count() != null) {
      what = "LIMIT";
      position = Positions.of(select.limit().count());
    } else if (!select.locking().isEmpty()) {
      what = "FOR UPDATE/SHARE";
    }
    if (what != null) {
      throw analysis.error(
          SqlState.FEATURE_NOT_SUPPORTED,
          what + " in a recursive query is not implemented",
          position);
    }
  }

  private List<OutputColumn> renamed(Member member, List<OutputColumn> output) {
    List<String> names = member.syntax.columns();
    if (names.size() > output.size()) {
      throw analysis.error(
          SqlState.INVALID_COLUMN_REFERENCE,
          "WITH query \""
              + member.syntax.name()
              + "\" has "
              + output.size()
              + " columns available but "
              + names.size()
              + " columns specified",
          member.syntax.position());
    }
    List<OutputColumn> renamed = new ArrayList<>();
    for (int i = 0; i < output.size(); i++) {
      OutputColumn column = output.get(i);
      renamed.add(
          i < names.size()
              ? new OutputColumn(
                  names.get(i),
                  column.type(),
                  column.typmod(),
                  column.originTable(),
                  column.originColumn())
              : column);
    }
    return List.copyOf(renamed);
  }

  /** The member of a name, from the innermost level out, or null. */
  private @Nullable Member find(Scope scope, String name) {
    for (Scope level = scope; level != null; level = level.parent) {
      for (Member member : level.commonTables) {
        if (member.syntax.name().equals(name)) {
          return member;
        }
      }
    }
    return null;
  }

  boolean isLater(Scope scope, String name) {
    for (Scope level = scope; level != null; level = level.parent) {
      if (level.laterCommonTables.contains(name)) {
        return true;
      }
    }
    return false;
  }

  /** A reference in FROM, or null where the name is no member of WITH. */
  @Nullable Item reference(Scope scope, TableReference.RelationReference reference) {
    String name = reference.name().name();
    Member member = find(scope, name);
    if (member == null) {
      return null;
    }
    int position = reference.name().position();
    boolean self = false;
    switch (member.state) {
      case PENDING -> analyze(member);
      case FIRST_TERM -> throw selfReference(member, name, position);
      case RECURSIVE_TERM -> {
        self = true;
        member.selfReferences++;
        member.lastReference = position;
      }
      case DONE -> {}
    }
    if (member.modifies && member.output.isEmpty()) {
      throw analysis.error(
          SqlState.FEATURE_NOT_SUPPORTED,
          "WITH query \"" + name + "\" does not have a RETURNING clause",
          position);
    }
    member.references++;
    Alias alias = reference.alias();
    ScopeEntry entry =
        new ScopeEntry(
            ScopeEntry.Kind.COMMON_TABLE,
            alias == null ? name : alias.name(),
            alias != null,
            null,
            scope.depth);
    entry.slot = analysis.newSlot(entry);
    entry.query = member.query;
    analysis.from.addOutput(entry, member.output);
    if (alias != null) {
      analysis.from.renameColumns(entry, alias, "table");
    }
    scope.rangeTable.add(entry);
    return new Item(
        new CommonTableScan(
            entry.slot, entry.name, member.number, FromAnalysis.layout(member.output), self),
        List.of(entry));
  }

  private SqlError selfReference(Member member, String name, int position) {
    if (member.syntax.statement() instanceof SelectStatement select && isUnion(select)) {
      return analysis.error(
          SqlState.INVALID_RECURSION,
          "recursive reference to query \""
              + name
              + "\" must not appear within its non-recursive term",
          position);
    }
    return analysis.error(
        SqlState.INVALID_RECURSION,
        member.modifies
            ? "recursive query \"" + name + "\" must not contain data-modifying statements"
            : "recursive query \""
                + name
                + "\" does not have the form non-recursive-term UNION [ALL] recursive-term",
        member.syntax.position());
  }

  /** The finished members of a scope's WITH, once everything that may refer to them is analyzed. */
  List<CommonTable> finish(Scope scope) {
    List<CommonTable> tables = new ArrayList<>();
    for (Member member : scope.commonTables) {
      if (member.query == null) {
        throw new IllegalStateException("WITH member " + member.syntax.name() + " not analyzed");
      }
      tables.add(
          new CommonTable(
              member.number,
              member.syntax.name(),
              member.query,
              member.recursiveTerm,
              member.union,
              member.syntax.materialization(),
              member.references - member.selfReferences));
    }
    return List.copyOf(tables);
  }
}
