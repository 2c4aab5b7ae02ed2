package dev.postern.backend.analyze;

import dev.postern.backend.analyze.TypedExpression.ArrayConstructor;
import dev.postern.backend.analyze.TypedExpression.CallForm;
import dev.postern.backend.analyze.TypedExpression.RowConstructor;
import dev.postern.backend.analyze.TypedExpression.Subscript;
import dev.postern.backend.analyze.TypedExpression.WholeRow;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.function.CoercionContext;
import dev.postern.backend.function.TypeDescriptor;
import dev.postern.backend.sql.Expression;
import dev.postern.backend.sql.IndirectionElement;
import dev.postern.backend.type.SqlType;
import dev.postern.backend.type.TypeOids;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** ARRAY[…], ROW(…), and what is taken out of arrays and rows: subscripts and fields. */
final class ConstructorExpressions {
  private static final int MAX_COLUMNS = 1664;
  private static final int MAX_DIMENSIONS = 6;

  private final Analysis analysis;

  ConstructorExpressions(Analysis analysis) {
    this.analysis = analysis;
  }

  TypedExpression array(Scope scope, Expression.ArrayConstructor array) {
    return arrayOf(scope, array, null, null, -1);
  }

  /**
   * An array constructor.
   *
   * @param arrayType the type it is cast to, or null where its elements decide
   */
  TypedExpression arrayOf(
      Scope scope,
      Expression.ArrayConstructor array,
      @Nullable SqlType arrayType,
      @Nullable SqlType elementType,
      int typmod) {
    List<TypedExpression> elements = new ArrayList<>();
    int[] positions = new int[array.elements().size()];
    boolean nested = false;
    for (int i = 0; i < positions.length; i++) {
      Expression element = array.elements().get(i);
      positions[i] = Positions.of(element);
      if (element instanceof Expression.ArrayConstructor inner) {
        elements.add(arrayOf(scope, inner, arrayType, elementType, typmod));
        nested = true;
      } else {
        TypedExpression value = analysis.expressions.expression(scope, element);
        elements.add(value);
        nested |= isArray(value.type().oid());
      }
    }
    if (arrayType != null && elementType != null) {
      return cast(elements, positions, nested, arrayType, elementType, typmod);
    }
    if (elements.isEmpty()) {
      throw analysis
          .error(
              SqlState.INDETERMINATE_DATATYPE,
              "cannot determine type of empty array",
              array.position())
          .hint("Explicitly cast to the desired type, for example ARRAY[]::integer[].");
    }
    SqlType common = analysis.coercer.commonType(elements, "ARRAY", positions);
    int of = nested ? analysis.catalog.arrayElement(common.oid()) : common.oid();
    int whole = nested ? common.oid() : analysis.catalog.arrayType(common.oid());
    if (of == 0 || whole == 0) {
      throw analysis.error(
          SqlState.UNDEFINED_OBJECT,
          (nested
                  ? "could not find element type for data type "
                  : "could not find array type for data type ")
              + analysis.name(common.oid()),
          array.position());
    }
    for (int i = 0; i < positions.length; i++) {
      elements.set(i, analysis.coercer.toCommon(elements.get(i), common, "ARRAY", positions[i]));
    }
    return new ArrayConstructor(
        List.copyOf(elements), nested, analysis.type(whole), analysis.type(of));
  }

  private boolean isArray(int type) {
    return type != TypeOids.INT2VECTOR
        && type != TypeOids.OIDVECTOR
        && analysis.catalog.arrayElement(type) != 0;
  }

  private TypedExpression cast(
      List<TypedExpression> elements,
      int[] positions,
      boolean nested,
      SqlType arrayType,
      SqlType elementType,
      int typmod) {
    SqlType wanted = nested ? arrayType : elementType;
    List<TypedExpression> coerced = new ArrayList<>();
    for (int i = 0; i < positions.length; i++) {
      TypedExpression element = elements.get(i);
      TypedExpression value =
          analysis.coercer.toTarget(
              element,
              wanted,
              typmod,
              CoercionContext.EXPLICIT,
              CallForm.EXPLICIT_CAST,
              positions[i],
              -1);
      if (value == null) {
        throw analysis.coercer.cannotCast(element.type().oid(), wanted.oid(), positions[i], -1);
      }
      coerced.add(value);
    }
    return new ArrayConstructor(List.copyOf(coerced), nested, arrayType, elementType);
  }

  TypedExpression row(Scope scope, Expression.RowConstructor row) {
    List<Integer> positions = new ArrayList<>();
    List<TypedExpression> elements = analysis.expressions.list(scope, row.elements(), positions);
    for (int i = 0; i < positions.size(); i++) {
      analysis.note(elements.get(i), positions.get(i));
    }
    if (elements.size() > MAX_COLUMNS) {
      throw analysis.error(
          SqlState.TOO_MANY_COLUMNS,
          "ROW expressions can have at most " + MAX_COLUMNS + " entries",
          row.position());
    }
    return new RowConstructor(List.copyOf(elements), analysis.type(TypeOids.RECORD));
  }

  /** {@code a[1].b[2:3]}: subscripts that follow each other are one step. */
  TypedExpression indirection(Scope scope, Expression.Indirection indirection) {
    return steps(
        scope,
        analysis.expressions.expression(scope, indirection.argument()),
        indirection.elements(),
        Positions.of(indirection.argument()),
        indirection.position());
  }

  TypedExpression steps(
      Scope scope,
      TypedExpression start,
      List<IndirectionElement> elements,
      int startPosition,
      int position) {
    TypedExpression value = start;
    List<IndirectionElement> subscripts = new ArrayList<>();
    for (IndirectionElement element : elements) {
      switch (element) {
        case IndirectionElement.Subscript _, IndirectionElement.Slice _ -> subscripts.add(element);
        case IndirectionElement.AllFields _ ->
            throw analysis.error(
                SqlState.FEATURE_NOT_SUPPORTED,
                "row expansion via \"*\" is not supported here",
                position);
        case IndirectionElement.FieldSelection field -> {
          if (!subscripts.isEmpty()) {
            value = subscript(scope, value, subscripts, startPosition);
            subscripts.clear();
          }
          value = field(scope, value, field.name(), position);
        }
      }
    }
    return subscripts.isEmpty() ? value : subscript(scope, value, subscripts, startPosition);
  }

  /** {@code value.name}: a field of a row, or a function of one argument. */
  private TypedExpression field(Scope scope, TypedExpression value, String name, int position) {
    TypedExpression found = analysis.expressions.calls.fieldFunction(scope, value, name, position);
    if (found != null) {
      return found;
    }
    throw unknownField(value, name, position);
  }

  SqlError unknownField(TypedExpression value, String name, int position) {
    int type = value.type().oid();
    if (value instanceof WholeRow row) {
      return analysis.error(
          SqlState.UNDEFINED_COLUMN,
          "column " + analysis.entry(row.slot()).name + "." + name + " does not exist",
          position);
    }
    if (analysis.coercer.isComposite(type)) {
      return analysis.error(
          SqlState.UNDEFINED_COLUMN,
          "column \"" + name + "\" not found in data type " + analysis.name(type),
          position);
    }
    if (type == TypeOids.RECORD) {
      return analysis.error(
          SqlState.UNDEFINED_COLUMN,
          "could not identify column \"" + name + "\" in record data type",
          position);
    }
    return analysis.error(
        SqlState.WRONG_OBJECT_TYPE,
        "column notation ."
            + name
            + " applied to type "
            + analysis.name(type)
            + ", which is not a composite type",
        position);
  }

  /** The bounds of subscripts that follow each other. */
  record Bounds(
      List<@Nullable TypedExpression> lower,
      List<@Nullable TypedExpression> upper,
      boolean slice) {}

  private TypedExpression subscript(
      Scope scope, TypedExpression value, List<IndirectionElement> subscripts, int position) {
    int container = analysis.catalog.baseType(value.type().oid());
    if (container == TypeOids.JSONB) {
      return new JsonSubscripts(analysis).extract(scope, value, subscripts);
    }
    SqlType element = element(container, value.type().oid(), position);
    Bounds bounds = bounds(scope, subscripts);
    TypedExpression argument =
        container == value.type().oid()
            ? value
            : new TypedExpression.Relabel(
                value, analysis.type(container), -1, CallForm.IMPLICIT_CAST);
    return new Subscript(
        argument,
        bounds.lower,
        bounds.upper,
        bounds.slice,
        bounds.slice ? analysis.type(container) : element);
  }

  /** The element type of what is subscripted. */
  SqlType element(int container, int shownType, int position) {
    TypeDescriptor type = analysis.catalog.type(container);
    if (type == null || type.subscriptHandler() == 0) {
      throw analysis.error(
          SqlState.DATATYPE_MISMATCH,
          "cannot subscript type "
              + analysis.name(shownType)
              + " because it does not support subscripting",
          position);
    }
    if (type.element() == 0) {
      throw SqlError.notSupported("subscripting of type " + analysis.name(shownType));
    }
    return analysis.type(type.element());
  }

  Bounds bounds(Scope scope, List<IndirectionElement> subscripts) {
    boolean slice = false;
    for (IndirectionElement subscript : subscripts) {
      slice |= subscript instanceof IndirectionElement.Slice;
    }
    List<@Nullable TypedExpression> lower = new ArrayList<>();
    List<@Nullable TypedExpression> upper = new ArrayList<>();
    for (IndirectionElement subscript : subscripts) {
      switch (subscript) {
        case IndirectionElement.Subscript(int _, Expression index) -> {
          if (slice) {
            lower.add(analysis.literals.ofBits(analysis.int4Type, 1));
          }
          upper.add(index(scope, index));
        }
        case IndirectionElement.Slice(int _, Expression from, Expression to) -> {
          lower.add(from == null ? null : index(scope, from));
          upper.add(to == null ? null : index(scope, to));
        }
        case IndirectionElement.FieldSelection _, IndirectionElement.AllFields _ ->
            throw new IllegalStateException("not a subscript");
      }
    }
    if (upper.size() > MAX_DIMENSIONS) {
      throw new SqlError(
          SqlState.PROGRAM_LIMIT_EXCEEDED,
          "number of array dimensions ("
              + upper.size()
              + ") exceeds the maximum allowed ("
              + MAX_DIMENSIONS
              + ")");
    }
    return new Bounds(lower, upper, slice);
  }

  private TypedExpression index(Scope scope, Expression expression) {
    TypedExpression value = analysis.expressions.expression(scope, expression);
    int position = Positions.of(expression);
    TypedExpression index =
        analysis.coercer.toTarget(
            value,
            analysis.int4Type,
            -1,
            CoercionContext.ASSIGNMENT,
            CallForm.IMPLICIT_CAST,
            position,
            -1);
    if (index == null) {
      throw analysis.error(
          SqlState.DATATYPE_MISMATCH, "array subscript must have type integer", position);
    }
    return index;
  }
}
