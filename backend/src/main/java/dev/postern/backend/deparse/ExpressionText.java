package dev.postern.backend.deparse;

import dev.postern.backend.analyze.TypedExpression;
import dev.postern.backend.analyze.TypedExpression.Aggregate;
import dev.postern.backend.analyze.TypedExpression.ApplyTypmod;
import dev.postern.backend.analyze.TypedExpression.ArrayComparison;
import dev.postern.backend.analyze.TypedExpression.ArrayConstructor;
import dev.postern.backend.analyze.TypedExpression.BooleanOperation;
import dev.postern.backend.analyze.TypedExpression.BooleanTest;
import dev.postern.backend.analyze.TypedExpression.CallForm;
import dev.postern.backend.analyze.TypedExpression.Case;
import dev.postern.backend.analyze.TypedExpression.CaseValue;
import dev.postern.backend.analyze.TypedExpression.Coalesce;
import dev.postern.backend.analyze.TypedExpression.CoerceArray;
import dev.postern.backend.analyze.TypedExpression.CoerceToDomain;
import dev.postern.backend.analyze.TypedExpression.CoerceViaText;
import dev.postern.backend.analyze.TypedExpression.Collate;
import dev.postern.backend.analyze.TypedExpression.Column;
import dev.postern.backend.analyze.TypedExpression.Constant;
import dev.postern.backend.analyze.TypedExpression.CurrentOf;
import dev.postern.backend.analyze.TypedExpression.DistinctTest;
import dev.postern.backend.analyze.TypedExpression.FieldSelect;
import dev.postern.backend.analyze.TypedExpression.FieldStore;
import dev.postern.backend.analyze.TypedExpression.FunctionCall;
import dev.postern.backend.analyze.TypedExpression.Grouping;
import dev.postern.backend.analyze.TypedExpression.MinMax;
import dev.postern.backend.analyze.TypedExpression.NextValue;
import dev.postern.backend.analyze.TypedExpression.NullIf;
import dev.postern.backend.analyze.TypedExpression.NullTest;
import dev.postern.backend.analyze.TypedExpression.Operation;
import dev.postern.backend.analyze.TypedExpression.Parameter;
import dev.postern.backend.analyze.TypedExpression.Relabel;
import dev.postern.backend.analyze.TypedExpression.RowComparison;
import dev.postern.backend.analyze.TypedExpression.RowConstructor;
import dev.postern.backend.analyze.TypedExpression.SortKey;
import dev.postern.backend.analyze.TypedExpression.SqlValue;
import dev.postern.backend.analyze.TypedExpression.Subquery;
import dev.postern.backend.analyze.TypedExpression.Subscript;
import dev.postern.backend.analyze.TypedExpression.SubscriptAssignment;
import dev.postern.backend.analyze.TypedExpression.WholeRow;
import dev.postern.backend.analyze.TypedExpression.WindowCall;
import dev.postern.backend.catalog.CatalogReader;
import dev.postern.backend.catalog.ClassOids;
import dev.postern.backend.catalog.ObjectAddress;
import dev.postern.backend.catalog.ObjectDescriptions;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.catalog.TypeText;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.function.FunctionDescriptor;
import dev.postern.backend.function.OperatorDescriptor;
import dev.postern.backend.setting.IdentifierList;
import dev.postern.backend.type.ByteArrayWriter;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.DisplayStyle;
import dev.postern.backend.type.SqlType;
import dev.postern.backend.type.TypeOids;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes an expression as PostgreSQL's get_rule_expr does. In the pretty form parentheses that
 * precedence makes superfluous are left out ({@link Parentheses}). One use each.
 */
public final class ExpressionText {
  /** Names the columns of what stands in slots. */
  @FunctionalInterface
  public interface ColumnNames {
    /**
     * @param column from 0
     */
    String name(int slot, int column);

    /** The whole row of a slot; 0A000 where that cannot be shown. */
    default String row(int slot) {
      throw SqlError.notSupported("the text of an expression with a whole row");
    }

    /** A subquery; 0A000 where that cannot be shown. */
    default String subquery(Subquery subquery) {
      throw SqlError.notSupported("the text of an expression with a subquery");
    }

    /** The window that a call refers to by its number. */
    default String window(int number) {
      throw SqlError.notSupported("the text of an expression with a window function");
    }

    /** A group key by its number, for GROUPING. */
    default String groupKey(int number) {
      throw SqlError.notSupported("the text of an expression with GROUPING");
    }
  }

  private final CatalogReader catalog;
  private final ColumnNames columns;
  private final boolean pretty;
  private final boolean stored;
  private final StringBuilder out = new StringBuilder();

  /**
   * @param pretty fewer parentheses
   * @param stored for keeping: constants of reg types are written as OIDs, so that they survive
   *     renaming; otherwise they are names
   */
  public ExpressionText(
      CatalogReader catalog, ColumnNames columns, boolean pretty, boolean stored) {
    this.catalog = catalog;
    this.columns = columns;
    this.pretty = pretty;
    this.stored = stored;
  }

  /** The text of an expression. */
  public String of(TypedExpression expression) {
    out.setLength(0);
    write(expression, false);
    return out.toString();
  }

  private void operand(TypedExpression node, boolean implicit, TypedExpression parent) {
    boolean parentheses = pretty && !Parentheses.isSimple(node, parent);
    if (parentheses) {
      out.append('(');
    }
    write(node, implicit);
    if (parentheses) {
      out.append(')');
    }
  }

  private void open() {
    if (!pretty) {
      out.append('(');
    }
  }

  private void close() {
    if (!pretty) {
      out.append(')');
    }
  }

  private void list(List<TypedExpression> expressions) {
    for (int i = 0; i < expressions.size(); i++) {
      out.append(i == 0 ? "" : ", ");
      write(expressions.get(i), true);
    }
  }

  private void write(TypedExpression node, boolean implicit) {
    switch (node) {
      case Column column -> out.append(columns.name(column.slot(), column.column()));
      case Constant constant -> constant(constant, true);
      case CaseValue value -> out.append("VALUE");
      case Operation operation -> operation(operation);
      case FunctionCall call -> call(call, implicit);
      case Relabel cast ->
          cast(cast, cast.argument(), cast.type(), cast.typmod(), cast.form(), implicit);
      case CoerceViaText cast ->
          cast(cast, cast.argument(), cast.type(), cast.typmod(), cast.form(), implicit);
      case CoerceArray cast ->
          cast(cast, cast.argument(), cast.type(), cast.typmod(), cast.form(), implicit);
      case CoerceToDomain cast ->
          cast(cast, cast.argument(), cast.type(), cast.typmod(), cast.form(), implicit);
      case ApplyTypmod cast -> {
        TypedExpression inner = withoutCast(cast.argument());
        cast(cast, inner, cast.type(), cast.typmod(), cast.form(), implicit);
      }
      case BooleanOperation operation -> booleanOperation(operation);
      case NullTest test -> {
        open();
        operand(test.argument(), true, test);
        out.append(test.negated() ? " IS NOT NULL" : " IS NULL");
        close();
      }
      case BooleanTest test -> {
        open();
        operand(test.argument(), false, test);
        out.append(test.negated() ? " IS NOT " : " IS ").append(test.kind());
        close();
      }
      case DistinctTest test -> {
        open();
        operand(test.left(), true, test);
        out.append(test.negated() ? " IS NOT DISTINCT FROM " : " IS DISTINCT FROM ");
        operand(test.right(), true, test);
        close();
      }
      case NullIf nullIf -> {
        out.append("NULLIF(");
        list(List.of(nullIf.left(), nullIf.right()));
        out.append(')');
      }
      case ArrayComparison comparison -> {
        open();
        operand(comparison.left(), true, comparison);
        out.append(' ').append(operator(comparison.operator()));
        out.append(comparison.any() ? " ANY (" : " ALL (");
        operand(comparison.array(), true, comparison);
        out.append(')');
        close();
      }
      case Case value -> caseExpression(value);
      case Coalesce coalesce -> {
        out.append("COALESCE(");
        list(coalesce.arguments());
        out.append(')');
      }
      case MinMax minMax -> {
        out.append(minMax.greatest() ? "GREATEST(" : "LEAST(");
        list(minMax.arguments());
        out.append(')');
      }
      case ArrayConstructor array -> array(array);
      case RowConstructor row -> {
        out.append("ROW(");
        list(row.elements());
        out.append(')');
      }
      case Collate collate -> {
        open();
        operand(collate.argument(), implicit, collate);
        out.append(" COLLATE ").append(collation(collate.collationOid()));
        close();
      }
      case SqlValue value -> sqlValue(value);
      case NextValue next ->
          out.append("nextval('").append(relation(next.sequenceOid())).append("'::regclass)");
      case Subscript subscript -> subscript(subscript);
      case Parameter parameter -> out.append('$').append(parameter.number());
      case WholeRow row -> out.append(columns.row(row.slot()));
      case Subquery subquery -> out.append(columns.subquery(subquery));
      case CurrentOf current -> out.append("CURRENT OF ").append(quoted(current.cursor()));
      case RowComparison comparison -> {
        open();
        row(comparison.left());
        out.append(' ').append(comparison.operator()).append(' ');
        row(comparison.right());
        close();
      }
      case FieldSelect select -> {
        out.append('(');
        write(select.argument(), false);
        out.append(").").append(fieldName(select));
      }
      case Aggregate aggregate -> aggregate(aggregate);
      case WindowCall call -> {
        out.append(functionName(call.function())).append('(');
        arguments(call.star(), call.arguments());
        out.append(')');
        filter(call.filter());
        out.append(" OVER ").append(columns.window(call.window()));
      }
      case Grouping grouping -> {
        out.append("GROUPING(");
        for (int i = 0; i < grouping.references().size(); i++) {
          out.append(i == 0 ? "" : ", ").append(columns.groupKey(grouping.references().get(i)));
        }
        out.append(')');
      }
      case SubscriptAssignment assignment ->
          throw SqlError.notSupported("the text of an expression with SubscriptAssignment");
      case FieldStore store ->
          throw SqlError.notSupported("the text of an expression with FieldStore");
    }
  }

  private void row(List<TypedExpression> elements) {
    out.append("ROW(");
    list(elements);
    out.append(')');
  }

  private static String quoted(String name) {
    return IdentifierList.quote(name);
  }

  private String fieldName(FieldSelect select) {
    RelationDescriptor composite = catalog.compositeType(select.argument().type().oid());
    if (composite == null) {
      return "f" + (select.field() + 1);
    }
    int field = 0;
    for (RelationDescriptor.Attribute attribute : composite.attributes()) {
      if (!attribute.dropped() && field++ == select.field()) {
        return quoted(attribute.name());
      }
    }
    throw new IllegalStateException("no field " + select.field());
  }

  private void arguments(boolean star, List<TypedExpression> arguments) {
    if (star) {
      out.append('*');
    } else {
      list(arguments);
    }
  }

  private void filter(@Nullable TypedExpression filter) {
    if (filter != null) {
      out.append(" FILTER (WHERE ");
      write(filter, false);
      out.append(')');
    }
  }

  private void aggregate(Aggregate aggregate) {
    out.append(functionName(aggregate.function())).append('(');
    out.append(aggregate.distinct() ? "DISTINCT " : "");
    boolean orderedSet = !aggregate.directArguments().isEmpty();
    if (orderedSet) {
      list(aggregate.directArguments());
      out.append(") WITHIN GROUP (ORDER BY ");
    } else {
      arguments(aggregate.star(), aggregate.arguments());
      out.append(aggregate.orderBy().isEmpty() ? "" : " ORDER BY ");
    }
    for (int i = 0; i < aggregate.orderBy().size(); i++) {
      out.append(i == 0 ? "" : ", ");
      sortKey(aggregate.orderBy().get(i));
    }
    out.append(')');
    filter(aggregate.filter());
  }

  private void sortKey(SortKey key) {
    write(key.value(), true);
    out.append(key.descending() ? " DESC" : "");
    if (key.nullsFirst() != key.descending()) {
      out.append(key.nullsFirst() ? " NULLS FIRST" : " NULLS LAST");
    }
  }

  /** A length coercion over a cast to the same type is shown as one cast. */
  private static TypedExpression withoutCast(TypedExpression node) {
    return switch (node) {
      case Relabel cast when cast.typmod() < 0 -> cast.argument();
      case CoerceViaText cast when cast.typmod() < 0 -> cast.argument();
      case FunctionCall call
          when call.form() != CallForm.EXPLICIT_CALL
              && call.form() != CallForm.SQL_SYNTAX
              && !call.arguments().isEmpty() ->
          call.arguments().getFirst();
      default -> node;
    };
  }

  // --- constants

  private void constant(Constant constant, boolean label) {
    SqlType type = constant.type();
    int oid = type.oid();
    if (constant.isNull()) {
      out.append("NULL");
      if (label && oid != TypeOids.UNKNOWN) {
        out.append("::").append(typeName(oid, constant.typmod()));
      }
      return;
    }
    String text = valueText(constant);
    boolean needsLabel = oid != TypeOids.UNKNOWN && oid != TypeOids.BOOL;
    switch (oid) {
      case TypeOids.BOOL -> out.append(text.equals("t") ? "true" : "false");
      case TypeOids.INT4 -> {
        needsLabel = text.startsWith("-");
        out.append(needsLabel ? "'" + text + "'" : text);
      }
      case TypeOids.NUMERIC -> {
        boolean plain = Character.isDigit(text.charAt(0)) && text.matches("[0-9.eE+-]+");
        boolean fraction = text.indexOf('.') >= 0 || text.indexOf('e') >= 0;
        out.append(plain ? text : "'" + text + "'");
        needsLabel = !plain || !fraction || constant.typmod() >= 0;
      }
      default -> out.append(literal(text));
    }
    if (needsLabel && label) {
      out.append("::").append(typeName(oid, constant.typmod()));
    }
  }

  static String literal(String text) {
    boolean backslash = text.indexOf('\\') >= 0;
    String quoted = text.replace("'", "''");
    return backslash ? "E'" + quoted.replace("\\", "\\\\") + "'" : "'" + quoted + "'";
  }

  private String valueText(Constant constant) {
    Datum value = new Datum();
    byte[] bytes = constant.bytes();
    if (bytes == null) {
      value.setLong(constant.bits());
    } else {
      value.setBytes(bytes);
    }
    int oid = constant.type().oid();
    if (oid == TypeOids.REGCLASS) {
      return relation((int) constant.bits());
    }
    ByteArrayWriter text = new ByteArrayWriter();
    constant.type().output(value, new DisplayStyle(), text);
    return text.text();
  }

  private String relation(int oid) {
    return stored
        ? Integer.toUnsignedString(oid)
        : new ObjectDescriptions(catalog).relationName(oid);
  }

  private String typeName(int oid, int typmod) {
    return TypeText.format(catalog, oid, typmod, true);
  }

  private String collation(int oid) {
    return oid == 950 ? "\"C\"" : IdentifierList.quote(collationName(oid));
  }

  private String collationName(int oid) {
    String described =
        new ObjectDescriptions(catalog).describe(new ObjectAddress(ClassOids.PG_COLLATION, oid));
    return described == null ? "???" : described.substring("collation ".length());
  }

  // --- operators and calls

  private static String operator(OperatorDescriptor operator) {
    return operator.name();
  }

  private void operation(Operation operation) {
    open();
    TypedExpression left = operation.left();
    if (left != null) {
      operand(left, true, operation);
      out.append(' ').append(operator(operation.operator())).append(' ');
    } else {
      out.append(operator(operation.operator())).append(' ');
    }
    operand(operation.right(), true, operation);
    close();
  }

  private void booleanOperation(BooleanOperation operation) {
    open();
    if (operation.kind() == BooleanOperation.Kind.NOT) {
      out.append("NOT ");
      operand(operation.arguments().getFirst(), false, operation);
    } else {
      for (int i = 0; i < operation.arguments().size(); i++) {
        out.append(i == 0 ? "" : " " + operation.kind() + " ");
        operand(operation.arguments().get(i), false, operation);
      }
    }
    close();
  }

  private void call(FunctionCall call, boolean implicit) {
    if (call.form() == CallForm.IMPLICIT_CAST && !implicit) {
      operand(call.arguments().getFirst(), false, call);
      return;
    }
    if (call.form() == CallForm.IMPLICIT_CAST || call.form() == CallForm.EXPLICIT_CAST) {
      castText(call, call.arguments().getFirst(), call.type(), call.typmod());
      return;
    }
    if (call.form() == CallForm.SQL_SYNTAX && SqlSyntaxCalls.isKnown(call.function().name())) {
      SqlSyntaxCalls.write(call, out, argument -> write(argument, false));
      return;
    }
    out.append(functionName(call.function())).append('(');
    for (int i = 0; i < call.arguments().size(); i++) {
      out.append(i == 0 ? "" : ", ");
      if (call.variadicArray() && i == call.arguments().size() - 1) {
        out.append("VARIADIC ");
      }
      write(call.arguments().get(i), true);
    }
    out.append(')');
  }

  private String functionName(FunctionDescriptor function) {
    String signature = new ObjectDescriptions(catalog).functionSignature(function);
    return signature.substring(0, signature.indexOf('('));
  }

  private void cast(
      TypedExpression node,
      TypedExpression argument,
      SqlType type,
      int typmod,
      CallForm form,
      boolean implicit) {
    if (form == CallForm.IMPLICIT_CAST && !implicit) {
      write(argument, false);
    } else {
      castText(node, argument, type, typmod);
    }
  }

  private void castText(TypedExpression node, TypedExpression argument, SqlType type, int typmod) {
    if (argument instanceof Constant constant
        && constant.type().oid() == type.oid()
        && constant.typmod() == -1) {
      constant(constant, false);
    } else {
      if (!pretty) {
        out.append('(');
      }
      operand(argument, false, node);
      if (!pretty) {
        out.append(')');
      }
    }
    out.append("::").append(typeName(type.oid(), typmod));
  }

  // --- the rest

  private void caseExpression(Case value) {
    out.append("CASE");
    TypedExpression argument = value.argument();
    if (argument != null) {
      out.append(' ');
      write(argument, true);
    }
    for (TypedExpression.When when : value.whens()) {
      out.append(pretty ? "\n    WHEN " : " WHEN ");
      TypedExpression condition = when.condition();
      if (argument != null && condition instanceof Operation operation) {
        write(operation.right(), false);
      } else {
        write(condition, false);
      }
      out.append(" THEN ");
      write(when.result(), true);
    }
    TypedExpression otherwise = value.otherwise();
    out.append(pretty ? "\n    ELSE " : " ELSE ");
    if (otherwise == null) {
      out.append("NULL::").append(typeName(value.type().oid(), -1));
    } else {
      write(otherwise, true);
    }
    out.append(pretty ? "\nEND" : " END");
  }

  private void array(ArrayConstructor array) {
    out.append("ARRAY[");
    list(array.elements());
    out.append(']');
    if (array.elements().isEmpty()) {
      out.append("::").append(typeName(array.type().oid(), -1));
    }
  }

  private void subscript(Subscript subscript) {
    boolean simple = subscript.argument() instanceof Column;
    out.append(simple ? "" : "(");
    write(subscript.argument(), false);
    out.append(simple ? "" : ")");
    for (int i = 0; i < subscript.upper().size(); i++) {
      out.append('[');
      if (subscript.slice()) {
        bound(subscript.lower().get(i));
        out.append(':');
      }
      bound(subscript.upper().get(i));
      out.append(']');
    }
  }

  private void bound(@Nullable TypedExpression bound) {
    if (bound != null) {
      write(bound, false);
    }
  }

  private void sqlValue(SqlValue value) {
    out.append(value.kind().name());
    if (value.typmod() >= 0) {
      out.append('(').append(value.typmod()).append(')');
    }
  }
}
