package dev.postern.backend.analyze;

import dev.postern.backend.analyze.Query.OutputColumn;
import dev.postern.backend.analyze.Query.Source;
import dev.postern.backend.analyze.Query.SubqueryScan;
import dev.postern.backend.analyze.Query.TableScan;
import dev.postern.backend.analyze.TypedExpression.Column;
import dev.postern.backend.catalog.DatabasePart;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.QualifiedName;
import dev.postern.backend.sql.QueryClause.Alias;
import dev.postern.backend.sql.TableReference;
import dev.postern.backend.type.SqlType;
import dev.postern.backend.type.TupleLayout;
import dev.postern.backend.type.TypeOids;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** FROM: tables, views, subqueries; functions and joins are next door (parse_clause). */
final class FromAnalysis {
  private final Analysis analysis;
  private final FunctionSources functions;
  private final Joins joins;

  FromAnalysis(Analysis analysis) {
    this.analysis = analysis;
    this.functions = new FunctionSources(analysis);
    this.joins = new Joins(analysis, this);
  }

  /**
   * An analyzed element of FROM.
   *
   * @param namespace the entries it shows
   */
  record Item(Source source, List<ScopeEntry> namespace) {}

  /** Analyzes a FROM or USING clause and adds what it shows to the scope's namespace. */
  List<Source> clause(Scope scope, List<TableReference> references) {
    List<Source> sources = new ArrayList<>();
    for (TableReference reference : references) {
      Item item = item(scope, reference);
      checkConflicts(scope.namespace, item.namespace);
      setLateral(item.namespace, true, true);
      scope.namespace.addAll(item.namespace);
      sources.add(item.source);
    }
    for (ScopeEntry entry : scope.namespace) {
      if (entry != scope.target) {
        entry.lateralOnly = false;
        entry.lateralAllowed = true;
      }
    }
    return sources;
  }

  static void setLateral(List<ScopeEntry> entries, boolean only, boolean allowed) {
    for (ScopeEntry entry : entries) {
      entry.lateralOnly = only;
      entry.lateralAllowed = allowed;
    }
  }

  /** 42712 where a name stands for two entries. */
  void checkConflicts(List<ScopeEntry> before, List<ScopeEntry> added) {
    for (ScopeEntry entry : added) {
      if (!entry.relationVisible) {
        continue;
      }
      for (ScopeEntry earlier : before) {
        boolean clash =
            earlier.relationVisible
                && earlier.name.equals(entry.name)
                && !(entry.relation != null
                    && !entry.aliased
                    && earlier.relation != null
                    && !earlier.aliased
                    && entry.relation.oid() != earlier.relation.oid());
        if (clash) {
          throw new SqlError(
              SqlState.DUPLICATE_ALIAS,
              "table name \"" + entry.name + "\" specified more than once");
        }
      }
    }
  }

  Item item(Scope scope, TableReference reference) {
    return switch (reference) {
      case TableReference.RelationReference r -> relation(scope, r);
      case TableReference.Subquery r -> subquery(scope, r);
      case TableReference.FunctionReference r -> functions.analyze(scope, r);
      case TableReference.Join r -> joins.analyze(scope, r);
      case TableReference.TableSample _ -> throw SqlError.notSupported("TABLESAMPLE");
      case TableReference.JsonTable _ -> throw SqlError.notSupported("JSON_TABLE");
      case TableReference.XmlTable _ -> throw SqlError.notSupported("XMLTABLE");
    };
  }

  private Item relation(Scope scope, TableReference.RelationReference reference) {
    QualifiedName name = reference.name();
    if (name.schema() == null) {
      Item common = analysis.commonTables.reference(scope, reference);
      if (common != null) {
        return common;
      }
    }
    RelationDescriptor relation = find(scope, name);
    checkReadable(relation, name.position());
    ScopeEntry entry = relationEntry(scope, relation, reference.alias());
    scope.rangeTable.add(entry);
    if (relation.kind() == 'v') {
      Query query = view(relation);
      return new Item(
          new SubqueryScan(entry.slot, entry.name, query, layout(query.output()), false),
          List.of(entry));
    }
    return new Item(new TableScan(entry.slot, entry.name, relation), List.of(entry));
  }

  /** A relation by name; 42P01 where there is none. */
  RelationDescriptor find(Scope scope, QualifiedName name) {
    analysis.refuse(
        DatabasePart.refusalOfRelation(analysis.catalog, name.parts()), name.position());
    String schema = name.schema();
    RelationDescriptor relation =
        schema == null
            ? analysis.catalog.relation(name.name())
            : analysis.catalog.schema(schema) == 0
                ? null
                : analysis.catalog.relation(schema, name.name());
    if (relation != null) {
      return relation;
    }
    String shown = schema == null ? name.name() : schema + "." + name.name();
    SqlError error =
        analysis.error(
            SqlState.UNDEFINED_TABLE, "relation \"" + shown + "\" does not exist", name.position());
    if (schema == null && analysis.commonTables.isLater(scope, name.name())) {
      error
          .detail(
              "There is a WITH item named \""
                  + name.name()
                  + "\", but it cannot be referenced from this part of the query.")
          .hint("Use WITH RECURSIVE, or re-order the WITH items to remove forward references.");
    }
    throw error;
  }

  private void checkReadable(RelationDescriptor relation, int position) {
    String what =
        switch (relation.kind()) {
          case 'i', 'I' -> "indexes";
          case 'c' -> "composite types";
          default -> null;
        };
    if (what != null) {
      throw analysis
          .error(
              SqlState.WRONG_OBJECT_TYPE,
              "cannot open relation \"" + relation.name() + "\"",
              position)
          .detail("This operation is not supported for " + what + ".");
    }
  }

  /** An entry for a relation: every attribute in order, dropped ones too. */
  ScopeEntry relationEntry(Scope scope, RelationDescriptor relation, @Nullable Alias alias) {
    ScopeEntry entry =
        new ScopeEntry(
            ScopeEntry.Kind.RELATION,
            alias == null ? relation.name() : alias.name(),
            alias != null,
            relation,
            scope.depth);
    entry.slot = analysis.newSlot(entry);
    entry.systemColumns = relation.kind() != 'v';
    entry.rowType = analysis.type(rowType(relation));
    addRelationColumns(entry, relation);
    if (alias != null) {
      renameColumns(entry, alias, "table");
    }
    return entry;
  }

  private static int rowType(RelationDescriptor relation) {
    return relation.rowTypeOid() == 0 ? TypeOids.RECORD : relation.rowTypeOid();
  }

  private static void addRelationColumns(ScopeEntry entry, RelationDescriptor relation) {
    for (RelationDescriptor.Attribute attribute : relation.attributes()) {
      int column = attribute.number() - 1;
      entry.columns.add(
          new ScopeColumn(
              attribute.dropped() ? "" : attribute.name(),
              new Column(entry.slot, column, attribute.type(), attribute.typmod()),
              relation.oid(),
              attribute.number()));
    }
  }

  /** Gives the first columns the aliases in parentheses. */
  void renameColumns(ScopeEntry entry, Alias alias, String what) {
    List<String> aliases = alias.columns();
    int next = 0;
    for (int i = 0; i < entry.columns.size() && next < aliases.size(); i++) {
      ScopeColumn column = entry.columns.get(i);
      if (!column.dropped()) {
        entry.columns.set(i, column.renamed(aliases.get(next++)));
      }
    }
    if (next < aliases.size()) {
      throw new SqlError(
          SqlState.INVALID_COLUMN_REFERENCE,
          what
              + " \""
              + entry.name
              + "\" has "
              + next
              + " columns available but "
              + aliases.size()
              + " columns specified");
    }
  }

  /** Analyzes a view's definition, which has a text of its own. */
  Query view(RelationDescriptor view) {
    return ViewExpansion.query(analysis, view);
  }

  private Item subquery(Scope scope, TableReference.Subquery reference) {
    Scope inner = new Scope(scope);
    boolean lateral = scope.lateralActive;
    scope.lateralActive = reference.lateral();
    Query query = analysis.queries.select(reference.query(), inner);
    scope.lateralActive = lateral;
    Alias alias = reference.alias();
    ScopeEntry entry =
        new ScopeEntry(
            ScopeEntry.Kind.SUBQUERY,
            alias == null ? "unnamed_subquery" : alias.name(),
            alias != null,
            null,
            scope.depth);
    entry.slot = analysis.newSlot(entry);
    entry.relationVisible = alias != null;
    entry.query = query;
    addOutput(entry, query.output());
    if (alias != null) {
      renameColumns(entry, alias, "table");
    }
    scope.rangeTable.add(entry);
    return new Item(
        new SubqueryScan(
            entry.slot, entry.name, query, layout(query.output()), reference.lateral()),
        List.of(entry));
  }

  /** The columns of a query's result as an entry's columns. */
  void addOutput(ScopeEntry entry, List<OutputColumn> output) {
    entry.rowType = analysis.type(TypeOids.RECORD);
    for (int i = 0; i < output.size(); i++) {
      OutputColumn column = output.get(i);
      entry.columns.add(
          new ScopeColumn(
              column.name(),
              new Column(entry.slot, i, column.type(), column.typmod()),
              column.originTable(),
              column.originColumn()));
    }
  }

  static TupleLayout layout(List<OutputColumn> output) {
    SqlType[] types = new SqlType[output.size()];
    for (int i = 0; i < types.length; i++) {
      types[i] = output.get(i).type();
    }
    return new TupleLayout(types);
  }
}
