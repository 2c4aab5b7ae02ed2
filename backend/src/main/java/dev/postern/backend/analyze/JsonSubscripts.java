package dev.postern.backend.analyze;

import dev.postern.backend.analyze.TypedExpression.ArrayConstructor;
import dev.postern.backend.analyze.TypedExpression.CallForm;
import dev.postern.backend.analyze.TypedExpression.FunctionCall;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.function.CoercionContext;
import dev.postern.backend.function.FunctionResolution;
import dev.postern.backend.function.FunctionResolution.ResolvedFunction;
import dev.postern.backend.sql.Expression;
import dev.postern.backend.sql.IndirectionElement;
import dev.postern.backend.type.TypeOids;
import java.util.ArrayList;
import java.util.List;

/** Subscripts of jsonb: {@code data['a'][1]} reads what {@code data #> '{a,1}'} does. */
final class JsonSubscripts {
  private final Analysis analysis;

  JsonSubscripts(Analysis analysis) {
    this.analysis = analysis;
  }

  TypedExpression extract(Scope scope, TypedExpression value, List<IndirectionElement> subscripts) {
    List<TypedExpression> path = new ArrayList<>();
    for (IndirectionElement subscript : subscripts) {
      switch (subscript) {
        case IndirectionElement.Subscript(int _, Expression index) -> path.add(step(scope, index));
        case IndirectionElement.Slice slice ->
            throw analysis.error(
                SqlState.DATATYPE_MISMATCH,
                "jsonb subscript does not support slices",
                slicePosition(slice));
        case IndirectionElement.FieldSelection _, IndirectionElement.AllFields _ ->
            throw new IllegalStateException("not a subscript");
      }
    }
    TypedExpression array =
        new ArrayConstructor(
            List.copyOf(path), false, analysis.type(TypeOids.TEXT_ARRAY), analysis.textType);
    FunctionResolution.Resolution found =
        FunctionResolution.resolve(
            analysis.catalog,
            new FunctionResolution.Call(
                "pg_catalog",
                "jsonb_extract_path",
                new int[] {TypeOids.JSONB, TypeOids.TEXT_ARRAY},
                new String[0],
                true));
    if (!(found instanceof ResolvedFunction resolved)) {
      throw new IllegalStateException("jsonb_extract_path is no function");
    }
    return new FunctionCall(
        -1,
        resolved.function(),
        List.of(value, array),
        value.type(),
        -1,
        true,
        CallForm.EXPLICIT_CALL);
  }

  private static int slicePosition(IndirectionElement.Slice slice) {
    if (slice.upper() != null) {
      return Positions.of(slice.upper());
    }
    return slice.lower() == null ? slice.position() : Positions.of(slice.lower());
  }

  /** A subscript as text: a number is an array's element, text is an object's member. */
  private TypedExpression step(Scope scope, Expression index) {
    TypedExpression value = analysis.expressions.expression(scope, index);
    int position = Positions.of(index);
    int type = value.type().oid();
    boolean text =
        type == TypeOids.UNKNOWN || analysis.coercer.implicitlyPossible(type, TypeOids.TEXT);
    boolean number =
        type != TypeOids.UNKNOWN && analysis.coercer.implicitlyPossible(type, TypeOids.INT4);
    if (text == number) {
      throw analysis
          .error(
              SqlState.DATATYPE_MISMATCH,
              "subscript type " + analysis.name(type) + " is not supported",
              position)
          .hint(
              number
                  ? "jsonb subscript must be coercible to only one type, integer or text."
                  : "jsonb subscript must be coercible to either integer or text.");
    }
    TypedExpression wanted =
        analysis.coercer.implicitly(
            value, number ? analysis.int4Type : analysis.textType, position);
    TypedExpression step =
        analysis.coercer.toTarget(
            wanted,
            analysis.textType,
            -1,
            CoercionContext.ASSIGNMENT,
            CallForm.IMPLICIT_CAST,
            position,
            -1);
    if (step == null) {
      throw new IllegalStateException("no text for a subscript");
    }
    return step;
  }
}
