package dev.postern.backend.sql;

import dev.postern.backend.sql.QueryClause.SortItem;
import dev.postern.backend.sql.QueryClause.WindowSpecification;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** SQL/JSON: constructors, query functions and the IS JSON test (manual, chapter 9.16). */
public sealed interface JsonExpression extends Expression {
  /** {@code FORMAT JSON [ENCODING encoding]}. */
  record Format(int position, @Nullable String encoding) {}

  /** {@code RETURNING type [FORMAT …]}. */
  record Output(TypeName type, @Nullable Format format) {}

  /** A value with an optional format: {@code value FORMAT JSON}. */
  record FormattedValue(int position, Expression value, @Nullable Format format)
      implements JsonExpression {}

  /** {@code key : value} or {@code key VALUE value}. */
  record KeyValue(int position, Expression key, FormattedValue value) implements JsonExpression {}

  /** {@code NULL ON NULL} or {@code ABSENT ON NULL}, or what the function does unasked. */
  enum NullHandling {
    UNSPECIFIED,
    NULL_ON_NULL,
    ABSENT_ON_NULL
  }

  /** {@code WITH UNIQUE KEYS}, {@code WITHOUT UNIQUE KEYS}, or neither. */
  enum UniqueKeys {
    UNSPECIFIED,
    WITH,
    WITHOUT
  }

  /** {@code JSON_OBJECT(k : v, …)}. */
  record ObjectConstructor(
      int position,
      List<KeyValue> members,
      NullHandling nulls,
      UniqueKeys unique,
      @Nullable Output output)
      implements JsonExpression {}

  /** {@code JSON_ARRAY(a, b)}. */
  record ArrayConstructor(
      int position, List<FormattedValue> elements, NullHandling nulls, @Nullable Output output)
      implements JsonExpression {}

  /** {@code JSON_ARRAY(SELECT …)}. */
  record ArrayQueryConstructor(
      int position, SelectStatement query, @Nullable Format format, @Nullable Output output)
      implements JsonExpression {}

  /** {@code JSON_OBJECTAGG(k : v)}. */
  record ObjectAggregate(
      int position,
      KeyValue member,
      NullHandling nulls,
      UniqueKeys unique,
      @Nullable Output output,
      @Nullable Expression filter,
      @Nullable WindowSpecification over)
      implements JsonExpression {}

  /** {@code JSON_ARRAYAGG(v ORDER BY …)}. */
  record ArrayAggregate(
      int position,
      FormattedValue element,
      List<SortItem> orderBy,
      NullHandling nulls,
      @Nullable Output output,
      @Nullable Expression filter,
      @Nullable WindowSpecification over)
      implements JsonExpression {}

  /** {@code JSON(value)}. */
  record ParseCall(int position, FormattedValue value, UniqueKeys unique)
      implements JsonExpression {}

  /** {@code JSON_SCALAR(value)}. */
  record ScalarCall(int position, Expression value) implements JsonExpression {}

  /** {@code JSON_SERIALIZE(value)}. */
  record SerializeCall(int position, FormattedValue value, @Nullable Output output)
      implements JsonExpression {}

  /** {@code argument IS [NOT] JSON [kind] [WITH UNIQUE KEYS]}. */
  record Predicate(
      int position,
      Expression argument,
      @Nullable Format format,
      Kind kind,
      UniqueKeys unique,
      boolean negated)
      implements JsonExpression {
    /** What kind of JSON is tested for. */
    public enum Kind {
      ANY,
      OBJECT,
      ARRAY,
      SCALAR
    }
  }

  /** What {@code ON EMPTY} or {@code ON ERROR} does. */
  enum BehaviorKind {
    NULL,
    ERROR,
    EMPTY,
    TRUE,
    FALSE,
    UNKNOWN,
    EMPTY_ARRAY,
    EMPTY_OBJECT,
    DEFAULT
  }

  /** {@code ERROR ON EMPTY}, {@code DEFAULT value ON ERROR}, …; {@code value} only for DEFAULT. */
  record Behavior(int position, BehaviorKind kind, @Nullable Expression value) {}

  /** How JSON_QUERY wraps its result. */
  enum Wrapper {
    UNSPECIFIED,
    WITHOUT,
    CONDITIONAL,
    UNCONDITIONAL
  }

  /** {@code KEEP QUOTES}, {@code OMIT QUOTES}, or neither. */
  enum Quotes {
    UNSPECIFIED,
    KEEP,
    OMIT
  }

  /** {@code value AS name} of PASSING. */
  record PassingArgument(FormattedValue value, String name) {}

  /** {@code JSON_QUERY}, {@code JSON_VALUE} or {@code JSON_EXISTS}. */
  record QueryFunction(
      int position,
      Kind kind,
      FormattedValue context,
      Expression path,
      List<PassingArgument> passing,
      @Nullable Output output,
      Wrapper wrapper,
      Quotes quotes,
      @Nullable Behavior onEmpty,
      @Nullable Behavior onError)
      implements JsonExpression {
    /** Which function. */
    public enum Kind {
      QUERY,
      VALUE,
      EXISTS
    }
  }
}
