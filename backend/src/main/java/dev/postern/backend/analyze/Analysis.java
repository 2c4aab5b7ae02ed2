package dev.postern.backend.analyze;

import dev.postern.backend.analyze.TypedExpression.Column;
import dev.postern.backend.analyze.TypedExpression.WholeRow;
import dev.postern.backend.catalog.Catalog;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.function.FunctionDescriptor;
import dev.postern.backend.sql.SelectStatement;
import dev.postern.backend.sql.SourcePosition;
import dev.postern.backend.type.DisplayStyle;
import dev.postern.backend.type.SqlType;
import dev.postern.backend.type.TypeOids;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The analysis of one text: what its parts share. A view's definition is analyzed by an analysis of
 * its own (for its text) that shares the numbering. Used by one thread, once.
 */
final class Analysis {
  /** Numbers given out over a whole statement, its views included. */
  static final class Numbering {
    final List<ScopeEntry> entries = new ArrayList<>();
    final int firstSlot;
    int commonTables;
    int highestCaseValue;

    /** Views being expanded, to refuse one that contains itself. */
    int viewDepth;

    Numbering(int firstSlot) {
      this.firstSlot = firstSlot;
    }

    /** Slots given out, counted from slot 0. */
    int slots() {
      return firstSlot + entries.size();
    }
  }

  final AnalyzeContext context;
  final Catalog catalog;
  final Numbering numbering;
  final Parameters parameters;
  private final byte[] text;

  final SqlType booleanType;
  final SqlType int4Type;
  final SqlType int8Type;
  final SqlType textType;
  final SqlType unknownType;

  final Literals literals = new Literals(this);
  final Coercer coercer = new Coercer(this);
  final TypeReferences typeNames = new TypeReferences(this);
  final ColumnLookup columns = new ColumnLookup(this);
  final ExpressionAnalyzer expressions = new ExpressionAnalyzer(this);
  final FromAnalysis from = new FromAnalysis(this);
  final TargetLists targets = new TargetLists(this);
  final SortClauses sorts = new SortClauses(this);
  final CommonTables commonTables = new CommonTables(this);
  final QueryAnalyzer queries = new QueryAnalyzer(this);

  /** Where references stand in the text; expressions made by the analyzer itself have none. */
  private final Map<TypedExpression, Integer> positions = new IdentityHashMap<>();

  /** Columns of OLD or NEW that are always NULL: they are constants, but have an origin. */
  final Map<TypedExpression, ScopeColumn> origins = new IdentityHashMap<>();

  /** Name of the first column of the subqueries met: what a scalar subquery is called. */
  final Map<SelectStatement, String> firstColumnNames = new IdentityHashMap<>();

  /** Greatest number of a CASE inside the expression being analyzed: see {@link #caseValue}. */
  int caseHeight;

  Analysis(AnalyzeContext context, byte[] text, Parameters parameters, Numbering numbering) {
    this.context = context;
    this.catalog = context.catalog();
    this.text = text;
    this.parameters = parameters;
    this.numbering = numbering;
    booleanType = catalog.valueType(TypeOids.BOOL);
    int4Type = catalog.valueType(TypeOids.INT4);
    int8Type = catalog.valueType(TypeOids.INT8);
    textType = catalog.valueType(TypeOids.TEXT);
    unknownType = catalog.valueType(TypeOids.UNKNOWN);
  }

  DisplayStyle style() {
    return context.style();
  }

  SqlType type(int oid) {
    return catalog.valueType(oid);
  }

  /** A type's name as messages show it. */
  String name(int type) {
    return catalog.displayName(type);
  }

  FunctionDescriptor function(int oid) {
    FunctionDescriptor function = catalog.function(oid);
    if (function == null) {
      throw new SqlError(
          SqlState.INTERNAL_ERROR,
          "cache lookup failed for function " + Integer.toUnsignedString(oid));
    }
    return function;
  }

  SqlError error(String state, String message, int position) {
    return at(new SqlError(state, message), position);
  }

  /** Adds a node's position to an error that has none yet. */
  SqlError at(SqlError error, int position) {
    return error.at(SourcePosition.character(text, 0, position));
  }

  /** Throws what was found wrong, if anything, with its place. */
  void refuse(@Nullable SqlError refusal, int position) {
    if (refusal != null) {
      throw at(refusal, position);
    }
  }

  /** A node's position as errors carry it. */
  int character(int position) {
    return SourcePosition.character(text, 0, position);
  }

  /** A reference of its own, whose position is remembered for errors. */
  TypedExpression marked(TypedExpression reference, int position) {
    TypedExpression own =
        switch (reference) {
          case Column c -> new Column(c.slot(), c.column(), c.type(), c.typmod());
          case WholeRow w -> new WholeRow(w.slot(), w.type(), w.columnNames());
          default -> reference;
        };
    positions.put(own, position);
    return own;
  }

  /** Remembers where an expression begins, for errors about it alone. */
  void note(TypedExpression expression, int position) {
    positions.putIfAbsent(expression, position);
  }

  /** The position given to {@link #marked} or {@link #note}, or -1. */
  int position(TypedExpression reference) {
    return positions.getOrDefault(reference, -1);
  }

  /** Gives a range table entry the next slot. */
  int newSlot(ScopeEntry entry) {
    numbering.entries.add(entry);
    return numbering.slots() - 1;
  }

  ScopeEntry entry(int slot) {
    return numbering.entries.get(slot - numbering.firstSlot);
  }

  ScopeEntry entry(Column column) {
    return entry(column.slot());
  }

  /** Depth of the query level that a slot belongs to. */
  int depth(int slot) {
    return entry(slot).depth;
  }

  /**
   * A number for a construct's {@link TypedExpression.CaseValue}: one more than that of any
   * construct inside it, so that equal expressions get equal numbers wherever they stand.
   */
  int caseValue() {
    caseHeight++;
    numbering.highestCaseValue = Math.max(numbering.highestCaseValue, caseHeight);
    return caseHeight;
  }
}
