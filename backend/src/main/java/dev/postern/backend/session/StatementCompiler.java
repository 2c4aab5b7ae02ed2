package dev.postern.backend.session;

import dev.postern.backend.ResultColumn;
import dev.postern.backend.analyze.AnalyzeContext;
import dev.postern.backend.analyze.AnalyzedStatement;
import dev.postern.backend.analyze.Analyzer;
import dev.postern.backend.analyze.Query;
import dev.postern.backend.catalog.CatalogReader;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.exec.ConstantFolder;
import dev.postern.backend.exec.Execution;
import dev.postern.backend.exec.IndexKeysFactory;
import dev.postern.backend.exec.Instruments;
import dev.postern.backend.function.TypeDescriptor;
import dev.postern.backend.plan.Planner;
import dev.postern.backend.plan.StatementPlan;
import dev.postern.backend.plan.StatementRelations;
import dev.postern.backend.sql.Statement;
import dev.postern.backend.txn.LockOwner;
import dev.postern.backend.txn.LockTable;
import dev.postern.backend.txn.LockTarget;
import dev.postern.backend.txn.TableLockMode;
import dev.postern.backend.type.SqlType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** From a syntax tree to a {@link CompiledStatement}, for one session. */
final class StatementCompiler {
  /** OIDs below this are system tables': nothing takes a lock that would be in their way. */
  private static final int FIRST_USER_OID = 16384;

  /** What is assumed of the catalogs that all databases share. */
  private static final double SHARED_ROWS = 20;

  private final SessionContext context;

  StatementCompiler(SessionContext context) {
    this.context = context;
  }

  /** Under what a statement was analyzed; it stays good while nothing of it changes. */
  record Validity(long catalogVersion, int searchPathChanges, int role) {}

  private Validity present() {
    return new Validity(
        context.reader().version(),
        context.settings().effects().searchPathChanges(),
        context.currentRole());
  }

  AnalyzeContext analyzeContext() {
    return new AnalyzeContext(context.reader(), context.style());
  }

  /** Whether a statement made earlier means the same now. */
  boolean isValid(Validity validity) {
    return validity.catalogVersion == context.reader().version()
        && validity.searchPathChanges == context.settings().effects().searchPathChanges()
        && validity.role == context.currentRole();
  }

  /**
   * Analyzes and plans.
   *
   * @param text what the tree's positions count in
   * @param declaredTypes of parameters, 0 where open; null where there can be none
   */
  CompiledStatement compile(byte[] text, Statement tree, int @Nullable [] declaredTypes) {
    Validity validity = present();
    CatalogReader catalog = context.reader();
    AnalyzedStatement analyzed = Analyzer.analyze(tree, text, declaredTypes, analyzeContext());
    SqlError planningError = null;
    try {
      analyzed = ConstantFolder.fold(analyzed, context, context.functionCode(), catalog);
    } catch (SqlError error) {
      // Parse and Describe do not plan: whoever runs or binds the statement is told.
      planningError = error;
    }
    StatementPlan plan = Planner.plan(analyzed, this::rows);
    List<Query.OutputColumn> output = analyzed.query().output();
    StatementRelations relations = StatementRelations.of(analyzed.query());
    refuseSystemTables(relations.written());
    List<LockTarget> targets = new ArrayList<>();
    List<TableLockMode> modes = new ArrayList<>();
    lock(relations.written(), TableLockMode.ROW_EXCLUSIVE, targets, modes);
    lock(relations.rowLocked(), TableLockMode.ROW_SHARE, targets, modes);
    lock(relations.read(), TableLockMode.ACCESS_SHARE, targets, modes);
    Execution execution = compile(plan);
    boolean returnsRows = !execution.modifies() || !output.isEmpty() || plan.query() != null;
    return new CompiledStatement(
        this,
        analyzed,
        plan,
        validity,
        returnsRows ? columns(output, catalog) : null,
        targets.toArray(LockTarget[]::new),
        modes.toArray(TableLockMode[]::new),
        readOnlyRefusal(relations, execution),
        execution.modifies() && InlineGuard.isNeeded(analyzed.query(), execution),
        execution,
        planningError);
  }

  /**
   * A statement's plan, made again where it is out of date; 0A000 where its result would have
   * another shape than its client knows.
   */
  CompiledStatement revalidated(StoredStatement statement) {
    CompiledStatement known = statement.compiled();
    if (known != null && isValid(known.validity)) {
      return known;
    }
    Statement tree = statement.tree;
    if (tree == null) {
      throw new IllegalStateException("an empty statement has no plan");
    }
    CompiledStatement made = compile(statement.text, tree, statement.declaredTypes());
    if (known != null && !sameShape(known.columns, made.columns)) {
      throw new SqlError(SqlState.FEATURE_NOT_SUPPORTED, "cached plan must not change result type");
    }
    statement.compiled(made);
    return made;
  }

  private static boolean sameShape(
      ResultColumn @Nullable [] before, ResultColumn @Nullable [] after) {
    if (before == null || after == null) {
      return before == after;
    }
    boolean same = before.length == after.length;
    for (int i = 0; same && i < before.length; i++) {
      same =
          before[i].name().equals(after[i].name())
              && before[i].type().oid() == after[i].type().oid()
              && before[i].typmod() == after[i].typmod();
    }
    return same;
  }

  private double rows(RelationDescriptor table) {
    if (table.shared()) {
      return SHARED_ROWS;
    }
    return switch (table.kind()) {
      case 'r', 'm', 't' -> context.branch().rowTree(table.fileNode()).rowEstimate();
      case 'S' -> 1;
      // Refused when it is compiled.
      default -> 0;
    };
  }

  Execution compile(StatementPlan plan) {
    return compile(plan, null);
  }

  /**
   * @param instruments to measure the execution with, or null
   */
  Execution compile(StatementPlan plan, @Nullable Instruments instruments) {
    CatalogReader catalog = context.reader();
    return Execution.compile(
        plan,
        context.functionCode(),
        new IndexKeysFactory(catalog, catalog, context.functionCode()),
        instruments);
  }

  /** Catalogs are changed by commands only, which keep what is made of them up to date. */
  private static void refuseSystemTables(List<RelationDescriptor> written) {
    for (RelationDescriptor table : written) {
      if (table.shared() || table.schema().equals("pg_catalog")) {
        throw SqlError.notSupported("changing system table " + table.name());
      }
    }
  }

  private void lock(
      List<RelationDescriptor> relations,
      TableLockMode mode,
      List<LockTarget> targets,
      List<TableLockMode> modes) {
    LockTable locks = context.locks();
    for (RelationDescriptor relation : relations) {
      if (Integer.compareUnsigned(relation.oid(), FIRST_USER_OID) < 0) {
        continue;
      }
      LockTarget target = locks.relation(context.branch().id(), relation.oid());
      if (!targets.contains(target)) {
        targets.add(target);
        modes.add(mode);
      }
    }
  }

  static ResultColumn[] columns(List<Query.OutputColumn> output, CatalogReader catalog) {
    ResultColumn[] columns = new ResultColumn[output.size()];
    for (int i = 0; i < columns.length; i++) {
      Query.OutputColumn column = output.get(i);
      SqlType shown = column.type();
      int typmod = column.typmod();
      TypeDescriptor type = catalog.type(shown.oid());
      while (type != null && type.isDomain()) {
        // Clients are told of the type under a domain.
        shown = catalog.valueType(type.baseType());
        typmod = type.typmod();
        type = catalog.type(shown.oid());
      }
      columns[i] =
          new ResultColumn(
              column.name(),
              column.originTable(),
              column.originColumn(),
              shown,
              type == null ? shown.width() : type.length(),
              typmod);
    }
    return columns;
  }

  private static @Nullable String readOnlyRefusal(
      StatementRelations relations, Execution execution) {
    for (RelationDescriptor table : relations.written()) {
      if (table.persistence() != 't') {
        return execution.tagPrefix().split(" ", 2)[0];
      }
    }
    return relations.rowLocked().isEmpty() ? null : "SELECT FOR UPDATE";
  }

  /** Takes the statement's table locks; inline, leaves where one must be waited for. */
  void lock(CompiledStatement statement) {
    LockTarget[] targets = statement.lockTargets;
    LockTable locks = context.locks();
    LockOwner owner = context.lockOwner();
    for (int i = 0; i < targets.length; i++) {
      TableLockMode mode = statement.lockModes[i];
      if (!locks.tryLock(owner, targets[i], mode)) {
        context.needThread();
        locks.lock(
            owner,
            targets[i],
            mode,
            context.settings().effects().lockTimeoutMillis(),
            context.cancelFlag());
      }
    }
  }
}
