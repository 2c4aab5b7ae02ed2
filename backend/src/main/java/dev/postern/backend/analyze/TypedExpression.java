package dev.postern.backend.analyze;

import dev.postern.backend.function.FunctionDescriptor;
import dev.postern.backend.function.OperatorDescriptor;
import dev.postern.backend.type.SqlType;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A value expression whose every part has a type. {@code position} is the byte offset in the
 * statement text for run-time errors that carry one, or -1.
 *
 * <p>Two expressions are equal where they compute the same: positions and {@linkplain CallForm
 * forms} do not count. That is how a grouped query's targets find the group keys in themselves, and
 * how ORDER BY finds a target.
 */
public sealed interface TypedExpression {
  /** The type of the value. */
  SqlType type();

  /** The type modifier, or -1. */
  default int typmod() {
    return -1;
  }

  /**
   * A constant.
   *
   * @param bits the value of a by-value type
   * @param bytes the send form of any other type, null for a by-value type or NULL
   */
  record Constant(SqlType type, int typmod, boolean isNull, long bits, byte @Nullable [] bytes)
      implements TypedExpression {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Constant that
          && type.oid() == that.type.oid()
          && typmod == that.typmod
          && isNull == that.isNull
          && (isNull || bits == that.bits && Arrays.equals(bytes, that.bytes));
    }

    @Override
    public int hashCode() {
      return type.oid() * 31 + (isNull ? 0 : Long.hashCode(bits) + Arrays.hashCode(bytes));
    }
  }

  /** {@code $number}, counted from 1. */
  record Parameter(int number, SqlType type) implements TypedExpression {}

  /**
   * A column of a range table entry.
   *
   * @param slot the entry's number, unique in the statement
   * @param column from 0; negative for system columns as pg_attribute numbers them (ctid -1, xmin
   *     -2, cmin -3, xmax -4, cmax -5, tableoid -6)
   */
  record Column(int slot, int column, SqlType type, int typmod) implements TypedExpression {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Column that && slot == that.slot && column == that.column;
    }

    @Override
    public int hashCode() {
      return slot * 1009 + column;
    }
  }

  /**
   * The whole row of a range table entry as a composite value.
   *
   * @param type the table's row type, or record
   * @param columnNames names of the fields, for what shows them ({@code row_to_json})
   */
  record WholeRow(int slot, SqlType type, List<String> columnNames) implements TypedExpression {}

  /**
   * A call of a function (also one that came from a cast), arguments already coerced and defaults
   * filled in.
   *
   * @param variadicArray whether the last argument is an array made of (or given as) VARIADIC
   */
  record FunctionCall(
      int position,
      FunctionDescriptor function,
      List<TypedExpression> arguments,
      SqlType type,
      int typmod,
      boolean variadicArray,
      CallForm form)
      implements TypedExpression {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof FunctionCall that
          && function.equals(that.function)
          && type.oid() == that.type.oid()
          && variadicArray == that.variadicArray
          && arguments.equals(that.arguments);
    }

    @Override
    public int hashCode() {
      return function.hashCode() * 31 + arguments.hashCode();
    }
  }

  /** How a call is shown when an expression is turned into text again. */
  enum CallForm {
    EXPLICIT_CALL,
    EXPLICIT_CAST,
    IMPLICIT_CAST,
    SQL_SYNTAX
  }

  /** An operator; {@code left} is null for a prefix operator. */
  record Operation(
      int position,
      OperatorDescriptor operator,
      FunctionDescriptor function,
      @Nullable TypedExpression left,
      TypedExpression right,
      SqlType type)
      implements TypedExpression {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Operation that
          && operator.oid() == that.operator.oid()
          && Objects.equals(left, that.left)
          && right.equals(that.right);
    }

    @Override
    public int hashCode() {
      return operator.oid() * 31 + Objects.hashCode(left) * 7 + right.hashCode();
    }
  }

  /** A cast that changes nothing but the type's name (binary coercible), or a typmod is claimed. */
  record Relabel(TypedExpression argument, SqlType type, int typmod, CallForm form)
      implements TypedExpression {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Relabel that
          && type.oid() == that.type.oid()
          && typmod == that.typmod
          && argument.equals(that.argument);
    }

    @Override
    public int hashCode() {
      return type.oid() * 31 + argument.hashCode();
    }
  }

  /** A cast by the text forms of both types. */
  record CoerceViaText(
      int position, TypedExpression argument, SqlType type, int typmod, CallForm form)
      implements TypedExpression {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof CoerceViaText that
          && type.oid() == that.type.oid()
          && typmod == that.typmod
          && argument.equals(that.argument);
    }

    @Override
    public int hashCode() {
      return type.oid() * 31 + argument.hashCode();
    }
  }

  /**
   * A cast of an array, element by element.
   *
   * @param elementNumber the {@link CaseValue} that {@code element} reads
   */
  record CoerceArray(
      TypedExpression argument,
      int elementNumber,
      TypedExpression element,
      SqlType type,
      int typmod,
      CallForm form)
      implements TypedExpression {}

  /** Length coercion by {@link SqlType#applyTypmod}. */
  record ApplyTypmod(TypedExpression argument, int typmod, boolean explicit, CallForm form)
      implements TypedExpression {
    @Override
    public SqlType type() {
      return argument.type();
    }
  }

  /** AND, OR over two and more, NOT over one. */
  record BooleanOperation(Kind kind, List<TypedExpression> arguments, SqlType type)
      implements TypedExpression {
    /** The connective. */
    public enum Kind {
      AND,
      OR,
      NOT
    }
  }

  /**
   * IS [NOT] NULL.
   *
   * @param row the argument is a row: all (or none) of its fields are tested
   */
  record NullTest(TypedExpression argument, boolean negated, boolean row, SqlType type)
      implements TypedExpression {}

  /** IS [NOT] TRUE, FALSE, UNKNOWN. */
  record BooleanTest(
      TypedExpression argument,
      dev.postern.backend.sql.Expression.BooleanTest.Kind kind,
      boolean negated,
      SqlType type)
      implements TypedExpression {}

  /** IS [NOT] DISTINCT FROM, by the equality function. */
  record DistinctTest(
      OperatorDescriptor equality,
      FunctionDescriptor function,
      TypedExpression left,
      TypedExpression right,
      boolean negated,
      SqlType type)
      implements TypedExpression {}

  /** NULLIF, by the equality function; the value is {@code left}, coerced for the comparison. */
  record NullIf(
      OperatorDescriptor equality,
      FunctionDescriptor function,
      TypedExpression left,
      TypedExpression right)
      implements TypedExpression {
    @Override
    public SqlType type() {
      return left.type();
    }
  }

  /**
   * {@code left op ANY (array)} or ALL; also IN over a list of equal types.
   *
   * @param any true for ANY
   */
  record ArrayComparison(
      int position,
      OperatorDescriptor operator,
      FunctionDescriptor function,
      boolean any,
      TypedExpression left,
      TypedExpression array,
      SqlType type)
      implements TypedExpression {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof ArrayComparison that
          && operator.oid() == that.operator.oid()
          && any == that.any
          && left.equals(that.left)
          && array.equals(that.array);
    }

    @Override
    public int hashCode() {
      return operator.oid() * 31 + left.hashCode() * 7 + array.hashCode();
    }
  }

  /**
   * CASE.
   *
   * @param caseValue with an argument: the number of the {@link CaseValue} that the conditions
   *     compare; else 0
   */
  record Case(
      @Nullable TypedExpression argument,
      int caseValue,
      List<When> whens,
      @Nullable TypedExpression otherwise,
      SqlType type,
      int typmod)
      implements TypedExpression {}

  /** One branch of CASE. */
  record When(TypedExpression condition, TypedExpression result) {}

  /**
   * The value that an enclosing construct holds while its parts run: CASE's argument, an array's
   * element, a domain's value. Constructs nested in each other have different {@code number}s, from
   * 1; equal constructs side by side may have the same.
   */
  record CaseValue(int number, SqlType type, int typmod) implements TypedExpression {}

  record Coalesce(List<TypedExpression> arguments, SqlType type) implements TypedExpression {}

  /** GREATEST or LEAST. */
  record MinMax(boolean greatest, List<TypedExpression> arguments, SqlType type)
      implements TypedExpression {}

  /**
   * ARRAY[…].
   *
   * @param nested the elements are arrays of the result's type: one dimension more
   */
  record ArrayConstructor(
      List<TypedExpression> elements, boolean nested, SqlType type, SqlType elementType)
      implements TypedExpression {}

  /** ROW(…). */
  record RowConstructor(List<TypedExpression> elements, SqlType type) implements TypedExpression {}

  /**
   * Comparison of two rows column by column: {@code (a, b) < (c, d)}.
   *
   * @param operator one of {@code = <> < <= > >=}
   * @param equalities per column; @param comparisons per column the operator to decide by
   */
  record RowComparison(
      String operator,
      List<FunctionDescriptor> equalities,
      List<FunctionDescriptor> comparisons,
      List<TypedExpression> left,
      List<TypedExpression> right,
      SqlType type)
      implements TypedExpression {}

  /** {@code array[i]}, {@code array[i:j]}: upper[i] null means the bound is left out. */
  record Subscript(
      TypedExpression argument,
      List<@Nullable TypedExpression> lower,
      List<@Nullable TypedExpression> upper,
      boolean slice,
      SqlType type)
      implements TypedExpression {}

  /**
   * A copy of an array with an element or a slice replaced: {@code SET a[i] = value}.
   *
   * @param argument the array before, possibly NULL; of type {@code type}
   */
  record SubscriptAssignment(
      TypedExpression argument,
      List<@Nullable TypedExpression> lower,
      List<@Nullable TypedExpression> upper,
      boolean slice,
      TypedExpression value,
      SqlType type)
      implements TypedExpression {}

  /**
   * A copy of a row with a field replaced (from 0, dropped columns left out): {@code SET c.f =
   * value}.
   */
  record FieldStore(TypedExpression argument, int field, TypedExpression value, SqlType type)
      implements TypedExpression {}

  /** {@code value COLLATE name}. */
  record Collate(TypedExpression argument, int collationOid) implements TypedExpression {
    @Override
    public SqlType type() {
      return argument.type();
    }

    @Override
    public int typmod() {
      return argument.typmod();
    }
  }

  /** {@code WHERE CURRENT OF cursor}: whether the row of {@code slot} is the cursor's. */
  record CurrentOf(int slot, String cursor, SqlType type) implements TypedExpression {}

  /** {@code (row).field}; {@code field} from 0, dropped columns left out. */
  record FieldSelect(TypedExpression argument, int field, SqlType type, int typmod)
      implements TypedExpression {}

  /** What a subquery in an expression gives. */
  enum SubqueryKind {
    EXISTS,
    SCALAR,
    ARRAY,
    /** {@code test} holds the comparison with {@link Column}s of {@code slot}. */
    ANY,
    ALL,
    /** {@code (a, b) = (SELECT …)}: {@code test} on the only row; NULL where there is none. */
    ROW
  }

  /**
   * A subquery in an expression.
   *
   * @param slot where the subquery's current row stands while {@code test} runs
   * @param test for ANY, ALL and ROW only
   */
  record Subquery(
      SubqueryKind kind, Query query, int slot, @Nullable TypedExpression test, SqlType type)
      implements TypedExpression {}

  /**
   * An aggregate call of the query it belongs to.
   *
   * @param level 0: this query's; the analyzer puts each into the query whose rows it collects
   * @param directArguments of ordered-set aggregates
   * @param orderBy sort keys over the arguments
   */
  record Aggregate(
      int position,
      FunctionDescriptor function,
      List<TypedExpression> arguments,
      List<TypedExpression> directArguments,
      List<SortKey> orderBy,
      boolean distinct,
      @Nullable TypedExpression filter,
      boolean star,
      int level,
      SqlType type)
      implements TypedExpression {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Aggregate that
          && function.equals(that.function)
          && arguments.equals(that.arguments)
          && directArguments.equals(that.directArguments)
          && orderBy.equals(that.orderBy)
          && distinct == that.distinct
          && Objects.equals(filter, that.filter)
          && star == that.star
          && level == that.level
          && type.oid() == that.type.oid();
    }

    @Override
    public int hashCode() {
      return function.hashCode() * 31 + arguments.hashCode();
    }
  }

  /** A window function or an aggregate used as one; {@code window} indexes the query's windows. */
  record WindowCall(
      int position,
      FunctionDescriptor function,
      List<TypedExpression> arguments,
      @Nullable TypedExpression filter,
      boolean star,
      int window,
      SqlType type)
      implements TypedExpression {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof WindowCall that
          && function.equals(that.function)
          && arguments.equals(that.arguments)
          && Objects.equals(filter, that.filter)
          && star == that.star
          && window == that.window
          && type.oid() == that.type.oid();
    }

    @Override
    public int hashCode() {
      return function.hashCode() * 31 + arguments.hashCode();
    }
  }

  /** GROUPING(…): {@code references} are indexes into the query's group keys. */
  record Grouping(List<Integer> references, SqlType type) implements TypedExpression {}

  /** CURRENT_DATE and its sisters. */
  record SqlValue(
      dev.postern.backend.sql.Expression.SqlValueFunction.Kind kind, SqlType type, int typmod)
      implements TypedExpression {}

  /** nextval of an identity or serial column without a look-up by name. */
  record NextValue(int sequenceOid, SqlType type) implements TypedExpression {}

  /** Checks a domain's constraints; {@code argument} is of the base type. */
  record CoerceToDomain(TypedExpression argument, SqlType type, int typmod, CallForm form)
      implements TypedExpression {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof CoerceToDomain that
          && type.oid() == that.type.oid()
          && typmod == that.typmod
          && argument.equals(that.argument);
    }

    @Override
    public int hashCode() {
      return type.oid() * 31 + argument.hashCode();
    }
  }

  /** One key of a sort: {@code equality} and {@code less} are of the value's type. */
  record SortKey(
      TypedExpression value, boolean descending, boolean nullsFirst, OperatorDescriptor operator) {}
}
