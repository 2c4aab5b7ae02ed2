package dev.postern.backend.sql;

import dev.postern.backend.sql.QueryClause.SortItem;
import dev.postern.backend.sql.QueryClause.WindowSpecification;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A value expression (manual, chapter 4.2), before any name is resolved.
 *
 * <p>Positions are PostgreSQL's: an operator's is that of its symbol, a cast's that of {@code ::}
 * or {@code CAST}, everything else that of its first token. The analyzer finds the leftmost
 * position of a whole expression where it needs it.
 */
public sealed interface Expression extends Node
    permits Expression.Constant,
        Expression.ParameterReference,
        Expression.ColumnReference,
        Expression.StarReference,
        Expression.Indirection,
        Expression.FunctionCall,
        Expression.NamedArgument,
        Expression.TypeCast,
        Expression.BinaryOperation,
        Expression.PrefixOperation,
        Expression.BooleanExpression,
        Expression.NotExpression,
        Expression.QuantifiedComparison,
        Expression.QuantifiedSubquery,
        Expression.InList,
        Expression.InSubquery,
        Expression.ExistsSubquery,
        Expression.ScalarSubquery,
        Expression.ArraySubquery,
        Expression.Between,
        Expression.PatternMatch,
        Expression.NullTest,
        Expression.BooleanTest,
        Expression.DistinctTest,
        Expression.DocumentTest,
        Expression.CaseExpression,
        Expression.CaseWhen,
        Expression.Coalesce,
        Expression.NullIf,
        Expression.MinMax,
        Expression.ArrayConstructor,
        Expression.RowConstructor,
        Expression.Grouping,
        Expression.Collate,
        Expression.SqlValueFunction,
        Expression.DefaultValue,
        Expression.CurrentOf,
        Expression.MergeAction,
        JsonExpression,
        XmlExpression {

  /** A constant. */
  sealed interface Constant extends Expression {}

  /** A number without fraction or exponent that fits int4; negative where a sign was folded in. */
  record IntegerConstant(int position, int value) implements Constant {}

  /**
   * Any other number: what does not fit int4, has a fraction or an exponent.
   *
   * @param text as written, in decimal, hexadecimal, octal or binary, underscores removed; {@code
   *     -} first where a sign was folded in
   */
  record NumericConstant(int position, String text) implements Constant {}

  /** A string constant after its escapes were resolved; of type unknown. */
  record StringConstant(int position, String value) implements Constant {}

  /** {@code B'101'} or {@code X'1F'}; {@code digits} is what stood between the quotes. */
  record BitStringConstant(int position, boolean hexadecimal, String digits) implements Constant {}

  record BooleanConstant(int position, boolean value) implements Constant {}

  record NullConstant(int position) implements Constant {}

  /** {@code $number}, from 1 in a valid statement. */
  record ParameterReference(int position, int number) implements Expression {}

  /** {@code column}, {@code table.column}, {@code schema.table.column}, … */
  record ColumnReference(int position, List<String> names) implements Expression {
    /** The last name. */
    public String name() {
      return names.get(names.size() - 1);
    }
  }

  /** {@code *} or {@code qualifier.*}. */
  record StarReference(int position, List<String> qualifier) implements Expression {}

  /**
   * Subscripts, slices and fields taken of a value: {@code (x).y}, {@code a[1]}, {@code $1[2:3].z}.
   * For {@code t.a[1].b} the argument is the column reference {@code t.a}.
   */
  record Indirection(int position, Expression argument, List<IndirectionElement> elements)
      implements Expression {}

  /** How a call was written. */
  enum CallSyntax {
    /** {@code name(…)}. */
    EXPLICIT,
    /**
     * SQL's own syntax for it: EXTRACT, OVERLAY, POSITION, SUBSTRING, TRIM, NORMALIZE, AT TIME
     * ZONE, OVERLAPS, IS NORMALIZED, COLLATION FOR, XMLEXISTS, SYSTEM_USER. The name is then the
     * function of {@code pg_catalog} that stands behind it and the arguments are in that function's
     * order.
     */
    SQL
  }

  /**
   * A call of a function, an aggregate or a window function.
   *
   * @param arguments {@link NamedArgument} where {@code name => value} was written
   * @param variadic the last argument was marked {@code VARIADIC}
   * @param distinct {@code f(DISTINCT …)}
   * @param star {@code f(*)}
   * @param orderBy the order inside the parentheses, or that of {@code WITHIN GROUP}
   * @param filter the condition of {@code FILTER (WHERE …)}
   * @param over the window, named or in place
   */
  record FunctionCall(
      int position,
      QualifiedName name,
      List<Expression> arguments,
      boolean variadic,
      boolean distinct,
      boolean star,
      List<SortItem> orderBy,
      boolean withinGroup,
      @Nullable Expression filter,
      @Nullable WindowSpecification over,
      CallSyntax syntax)
      implements Expression {
    /** A plain call. */
    public FunctionCall(
        int position, QualifiedName name, List<Expression> arguments, CallSyntax syntax) {
      this(position, name, arguments, false, false, false, List.of(), false, null, null, syntax);
    }
  }

  /** {@code name => value} in a call. */
  record NamedArgument(int position, String name, Expression value) implements Expression {}

  /** {@code value::type}, {@code CAST(value AS type)}, {@code type 'text'}. */
  record TypeCast(int position, Expression argument, TypeName type) implements Expression {}

  record BinaryOperation(int position, OperatorName operator, Expression left, Expression right)
      implements Expression {}

  record PrefixOperation(int position, OperatorName operator, Expression operand)
      implements Expression {}

  /** {@code a AND b AND c} or {@code a OR b OR c}: a chain of one kind is one node. */
  record BooleanExpression(int position, Kind kind, List<Expression> arguments)
      implements Expression {
    /** The connective. */
    public enum Kind {
      AND,
      OR
    }
  }

  record NotExpression(int position, Expression argument) implements Expression {}

  /** {@code ANY} (also written {@code SOME}) or {@code ALL}. */
  enum Quantifier {
    ANY,
    ALL
  }

  /** {@code left operator ANY (array)}. */
  record QuantifiedComparison(
      int position, Expression left, OperatorName operator, Quantifier quantifier, Expression array)
      implements Expression {}

  /** {@code left operator ANY (SELECT …)}; the position is the operator's. */
  record QuantifiedSubquery(
      int position,
      Expression left,
      OperatorName operator,
      Quantifier quantifier,
      SelectStatement query)
      implements Expression {}

  /** {@code argument [NOT] IN (a, b)}; the position is that of {@code IN} or {@code NOT}. */
  record InList(int position, Expression argument, boolean negated, List<Expression> list)
      implements Expression {}

  /** {@code argument [NOT] IN (SELECT …)}. */
  record InSubquery(int position, Expression argument, boolean negated, SelectStatement query)
      implements Expression {}

  record ExistsSubquery(int position, SelectStatement query) implements Expression {}

  /** {@code (SELECT …)} as a value. */
  record ScalarSubquery(int position, SelectStatement query) implements Expression {}

  /** {@code ARRAY(SELECT …)}. */
  record ArraySubquery(int position, SelectStatement query) implements Expression {}

  record Between(
      int position,
      Expression argument,
      boolean negated,
      boolean symmetric,
      Expression lower,
      Expression upper)
      implements Expression {}

  /**
   * {@code argument [NOT] LIKE pattern [ESCAPE escape]} and its sisters. PostgreSQL runs them as an
   * operator ({@link #operator}) over the pattern, which with an escape, and always for SIMILAR TO,
   * first goes through {@code pg_catalog.like_escape} or {@code similar_to_escape}.
   */
  record PatternMatch(
      int position,
      Kind kind,
      boolean negated,
      Expression argument,
      Expression pattern,
      @Nullable Expression escape)
      implements Expression {
    /** The three forms. */
    public enum Kind {
      LIKE,
      ILIKE,
      SIMILAR
    }

    /** The operator's symbol in {@code pg_operator}. */
    public String operator() {
      return switch (kind) {
        case LIKE -> negated ? "!~~" : "~~";
        case ILIKE -> negated ? "!~~*" : "~~*";
        case SIMILAR -> negated ? "!~" : "~";
      };
    }
  }

  /** {@code argument IS [NOT] NULL}; the position is that of IS, ISNULL or NOTNULL. */
  record NullTest(int position, Expression argument, boolean negated) implements Expression {}

  /** {@code argument IS [NOT] TRUE | FALSE | UNKNOWN}. */
  record BooleanTest(int position, Expression argument, Kind kind, boolean negated)
      implements Expression {
    /** What is tested for. */
    public enum Kind {
      TRUE,
      FALSE,
      UNKNOWN
    }
  }

  /** {@code left IS [NOT] DISTINCT FROM right}. */
  record DistinctTest(int position, Expression left, Expression right, boolean negated)
      implements Expression {}

  /** {@code argument IS [NOT] DOCUMENT}. */
  record DocumentTest(int position, Expression argument, boolean negated) implements Expression {}

  /** {@code CASE [argument] WHEN … THEN … [ELSE otherwise] END}. */
  record CaseExpression(
      int position,
      @Nullable Expression argument,
      List<CaseWhen> whens,
      @Nullable Expression otherwise)
      implements Expression {}

  record CaseWhen(int position, Expression condition, Expression result) implements Expression {}

  record Coalesce(int position, List<Expression> arguments) implements Expression {}

  record NullIf(int position, Expression left, Expression right) implements Expression {}

  /** GREATEST or LEAST. */
  record MinMax(int position, boolean greatest, List<Expression> arguments) implements Expression {}

  /** {@code ARRAY[a, b]}; inner dimensions may leave out the word. */
  record ArrayConstructor(int position, List<Expression> elements) implements Expression {}

  /** {@code ROW(a, b)}, or {@code (a, b)} when not explicit. */
  record RowConstructor(int position, List<Expression> elements, boolean explicit)
      implements Expression {}

  /** {@code GROUPING(a, b)}. */
  record Grouping(int position, List<Expression> arguments) implements Expression {}

  record Collate(int position, Expression argument, QualifiedName collation)
      implements Expression {}

  /**
   * CURRENT_DATE and its sisters.
   *
   * @param precision what stood in parentheses, or -1
   */
  record SqlValueFunction(int position, Kind kind, int precision) implements Expression {
    /** The functions without parentheses. */
    public enum Kind {
      CURRENT_DATE,
      CURRENT_TIME,
      CURRENT_TIMESTAMP,
      LOCALTIME,
      LOCALTIMESTAMP,
      CURRENT_ROLE,
      CURRENT_USER,
      USER,
      SESSION_USER,
      CURRENT_CATALOG,
      CURRENT_SCHEMA
    }
  }

  /** {@code DEFAULT} in VALUES or SET. */
  record DefaultValue(int position) implements Expression {}

  /** {@code WHERE CURRENT OF cursor}. */
  record CurrentOf(int position, String cursor) implements Expression {}

  /** {@code merge_action()}. */
  record MergeAction(int position) implements Expression {}
}
