package dev.postern.backend.analyze;

import dev.postern.backend.analyze.TypedExpression.ApplyTypmod;
import dev.postern.backend.analyze.TypedExpression.CallForm;
import dev.postern.backend.analyze.TypedExpression.CaseValue;
import dev.postern.backend.analyze.TypedExpression.CoerceArray;
import dev.postern.backend.analyze.TypedExpression.CoerceToDomain;
import dev.postern.backend.analyze.TypedExpression.CoerceViaText;
import dev.postern.backend.analyze.TypedExpression.Collate;
import dev.postern.backend.analyze.TypedExpression.Constant;
import dev.postern.backend.analyze.TypedExpression.FieldSelect;
import dev.postern.backend.analyze.TypedExpression.FunctionCall;
import dev.postern.backend.analyze.TypedExpression.Parameter;
import dev.postern.backend.analyze.TypedExpression.Relabel;
import dev.postern.backend.analyze.TypedExpression.RowConstructor;
import dev.postern.backend.analyze.TypedExpression.WholeRow;
import dev.postern.backend.catalog.Catalog;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.function.CastDescriptor;
import dev.postern.backend.function.Coercion;
import dev.postern.backend.function.CoercionContext;
import dev.postern.backend.function.Coercions;
import dev.postern.backend.function.CommonType;
import dev.postern.backend.function.FunctionDescriptor;
import dev.postern.backend.function.Polymorphism;
import dev.postern.backend.function.TypeDescriptor;
import dev.postern.backend.type.SqlType;
import dev.postern.backend.type.TypeOids;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes an expression one of a wanted type (manual chapter 10; PostgreSQL's parse_coerce). */
final class Coercer {
  private final Analysis analysis;

  Coercer(Analysis analysis) {
    this.analysis = analysis;
  }

  private Catalog catalog() {
    return analysis.catalog;
  }

  /**
   * Coerces to a type and its modifier, or gives null where the context allows no way.
   *
   * @param position of the expression, for errors of literals
   * @param castPosition of the cast itself, or -1
   */
  @Nullable TypedExpression toTarget(
      TypedExpression expression,
      SqlType target,
      int typmod,
      CoercionContext context,
      CallForm form,
      int position,
      int castPosition) {
    int source = expression.type().oid();
    if (!Coercions.possible(catalog(), source, target.oid(), context)) {
      return null;
    }
    if (expression instanceof Collate collate) {
      TypedExpression inner =
          toTarget(collate.argument(), target, typmod, context, form, position, castPosition);
      TypeDescriptor type = catalog().type(target.oid());
      return inner == null || type == null || type.collation() == 0
          ? inner
          : new Collate(inner, collate.collationOid());
    }
    TypedExpression result =
        toType(expression, target, typmod, context, form, position, castPosition);
    boolean hidden = result != expression && !(result instanceof Constant);
    return toTypmod(result, typmod, context, form, hidden);
  }

  /** Coerces to a type that {@link Coercions#possible} allows. */
  TypedExpression toType(
      TypedExpression expression,
      SqlType targetType,
      int typmod,
      CoercionContext context,
      CallForm form,
      int position,
      int castPosition) {
    int source = expression.type().oid();
    int target = targetType.oid();
    if (source == target || target == TypeOids.ANY) {
      return expression;
    }
    if (Polymorphism.isPolymorphic(target)) {
      int base = catalog().baseType(source);
      if (base != source) {
        return new Relabel(expression, analysis.type(base), -1, form);
      }
      return expression;
    }
    if (source == TypeOids.UNKNOWN) {
      TypedExpression typed = fromUnknown(expression, targetType, typmod, context, form, position);
      if (typed != null) {
        return typed;
      }
    }
    Coercion way = Coercions.find(catalog(), source, target, context);
    if (way != null) {
      int base = catalog().baseType(target);
      SqlType baseType = base == target ? targetType : analysis.type(base);
      TypedExpression value;
      if (way instanceof Coercion.Relabel) {
        if (base != target) {
          value = relabel(expression, baseType, -1, form);
        } else {
          return new Relabel(expression, targetType, -1, form);
        }
      } else {
        int baseTypmod = base == target ? typmod : domainTypmod(target);
        value = apply(way, expression, baseType, baseTypmod, context, form, castPosition);
      }
      return base == target ? value : toDomain(value, targetType, context, form);
    }
    if (source == TypeOids.RECORD && isComposite(target)) {
      return recordToRow(expression, targetType, context, form, position, castPosition);
    }
    if (target == TypeOids.RECORD && isComposite(source)
        || target == TypeOids.RECORD_ARRAY && isComposite(catalog().arrayElement(source))) {
      return expression;
    }
    throw SqlError.notSupported(
        "cast from " + analysis.name(source) + " to " + analysis.name(target));
  }

  private @Nullable TypedExpression fromUnknown(
      TypedExpression expression,
      SqlType targetType,
      int typmod,
      CoercionContext context,
      CallForm form,
      int position) {
    if (expression instanceof Parameter parameter) {
      return analysis.parameters.coerce(analysis, parameter, targetType.oid());
    }
    if (expression instanceof Collate collate) {
      return toType(collate.argument(), targetType, typmod, context, form, position, -1);
    }
    int base = catalog().baseType(targetType.oid());
    if (!(expression instanceof Constant constant)) {
      SqlType plain = base == targetType.oid() ? targetType : analysis.type(base);
      TypedExpression value = new CoerceViaText(position, expression, plain, -1, form);
      return plain == targetType ? value : toDomain(value, targetType, context, form);
    }
    if (base == targetType.oid()) {
      int inputTypmod = base == TypeOids.INTERVAL ? typmod : -1;
      return analysis.literals.typed(constant, targetType, inputTypmod, position);
    }
    int baseTypmod = domainTypmod(targetType.oid());
    SqlType baseType = analysis.type(base);
    TypedExpression value =
        analysis.literals.typed(
            constant, baseType, base == TypeOids.INTERVAL ? baseTypmod : -1, position);
    return toDomain(value, targetType, context, form);
  }

  /** Checks a value of a domain's base type, after applying the domain's own typmod. */
  private TypedExpression toDomain(
      TypedExpression value, SqlType domain, CoercionContext context, CallForm form) {
    TypedExpression fitted =
        toTypmod(value, domainTypmod(domain.oid()), context, CallForm.IMPLICIT_CAST, false);
    return new CoerceToDomain(fitted, domain, -1, form);
  }

  private int domainTypmod(int domain) {
    int oid = domain;
    for (TypeDescriptor type = catalog().type(oid);
        type != null && type.isDomain();
        type = catalog().type(oid)) {
      if (type.typmod() >= 0) {
        return type.typmod();
      }
      oid = type.baseType();
    }
    return -1;
  }

  private static TypedExpression relabel(
      TypedExpression expression, SqlType type, int typmod, CallForm form) {
    return expression.type().oid() == type.oid()
        ? expression
        : new Relabel(expression, type, typmod, form);
  }

  private TypedExpression apply(
      Coercion way,
      TypedExpression expression,
      SqlType target,
      int typmod,
      CoercionContext context,
      CallForm form,
      int position) {
    return switch (way) {
      case Coercion.Relabel _ -> new Relabel(expression, target, -1, form);
      case Coercion.ByText _ -> new CoerceViaText(position, expression, target, -1, form);
      case Coercion.ByFunction(FunctionDescriptor function) ->
          castCall(function, expression, target, typmod, context, form, position);
      case Coercion.ByElement _ -> elementwise(expression, target, typmod, context, form, position);
    };
  }

  private FunctionCall castCall(
      FunctionDescriptor function,
      TypedExpression expression,
      SqlType target,
      int typmod,
      CoercionContext context,
      CallForm form,
      int position) {
    List<TypedExpression> arguments = new ArrayList<>();
    SqlType wanted = analysis.type(function.argumentTypes()[0]);
    arguments.add(relabel(expression, wanted, -1, CallForm.IMPLICIT_CAST));
    if (function.arguments() >= 2) {
      arguments.add(analysis.literals.ofBits(analysis.int4Type, typmod));
    }
    if (function.arguments() == 3) {
      arguments.add(analysis.literals.ofBoolean(context == CoercionContext.EXPLICIT));
    }
    int given = function.arguments() >= 2 ? typmod : -1;
    return new FunctionCall(position, function, arguments, target, given, false, form);
  }

  private TypedExpression elementwise(
      TypedExpression expression,
      SqlType target,
      int typmod,
      CoercionContext context,
      CallForm form,
      int position) {
    int source = catalog().baseType(expression.type().oid());
    SqlType from = analysis.type(catalog().arrayElement(source));
    SqlType to = analysis.type(catalog().arrayElement(target.oid()));
    int number = analysis.caseValue();
    TypedExpression element = new CaseValue(number, from, expression.typmod());
    TypedExpression converted =
        toTarget(element, to, typmod, context, CallForm.IMPLICIT_CAST, -1, position);
    if (converted == null) {
      throw new IllegalStateException("no way from " + from + " to " + to);
    }
    return new CoerceArray(expression, number, converted, target, typmod, form);
  }

  /** Applies a length or precision, or at least shows the wanted one. */
  TypedExpression toTypmod(
      TypedExpression expression,
      int typmod,
      CoercionContext context,
      CallForm form,
      boolean hidden) {
    if (typmod == expression.typmod()) {
      return expression;
    }
    TypedExpression inner = hidden ? implicit(expression) : expression;
    SqlType type = expression.type();
    if (typmod < 0) {
      return new Relabel(inner, type, -1, CallForm.IMPLICIT_CAST);
    }
    if (hasLengthCoercion(type.oid())) {
      return new ApplyTypmod(inner, typmod, context == CoercionContext.EXPLICIT, form);
    }
    int element = catalog().arrayElement(type.oid());
    if (element != 0 && hasLengthCoercion(element)) {
      int number = analysis.caseValue();
      TypedExpression value = new CaseValue(number, analysis.type(element), expression.typmod());
      return new CoerceArray(
          inner,
          number,
          new ApplyTypmod(
              value, typmod, context == CoercionContext.EXPLICIT, CallForm.IMPLICIT_CAST),
          type,
          typmod,
          form);
    }
    return new Relabel(inner, type, typmod, form);
  }

  private boolean hasLengthCoercion(int type) {
    CastDescriptor cast = catalog().cast(type, type);
    return cast != null && cast.functionOid() != 0;
  }

  /** The same coercion, but not shown when the expression is turned into text. */
  private static TypedExpression implicit(TypedExpression expression) {
    return switch (expression) {
      case FunctionCall e ->
          new FunctionCall(
              e.position(),
              e.function(),
              e.arguments(),
              e.type(),
              e.typmod(),
              e.variadicArray(),
              CallForm.IMPLICIT_CAST);
      case Relabel e -> new Relabel(e.argument(), e.type(), e.typmod(), CallForm.IMPLICIT_CAST);
      case CoerceViaText e ->
          new CoerceViaText(
              e.position(), e.argument(), e.type(), e.typmod(), CallForm.IMPLICIT_CAST);
      case CoerceArray e ->
          new CoerceArray(
              e.argument(),
              e.elementNumber(),
              e.element(),
              e.type(),
              e.typmod(),
              CallForm.IMPLICIT_CAST);
      case CoerceToDomain e ->
          new CoerceToDomain(e.argument(), e.type(), e.typmod(), CallForm.IMPLICIT_CAST);
      default -> expression;
    };
  }

  boolean isComposite(int type) {
    TypeDescriptor described = catalog().type(catalog().baseType(type));
    return described != null && described.isComposite();
  }

  /** Whether values are rows: IS NULL looks at their fields. */
  boolean isRow(int type) {
    return type == TypeOids.RECORD || isComposite(type);
  }

  private TypedExpression recordToRow(
      TypedExpression expression,
      SqlType targetType,
      CoercionContext context,
      CallForm form,
      int position,
      int castPosition) {
    int base = catalog().baseType(targetType.oid());
    RelationDescriptor row = catalog().compositeType(base);
    List<TypedExpression> fields = fields(expression);
    if (row == null || fields == null) {
      throw cannotCast(expression.type().oid(), targetType.oid(), position, castPosition);
    }
    List<TypedExpression> values = new ArrayList<>();
    int given = 0;
    for (RelationDescriptor.Attribute attribute : row.attributes()) {
      if (attribute.dropped()) {
        continue;
      }
      if (given == fields.size()) {
        throw cannotCast(expression.type().oid(), targetType.oid(), position, castPosition)
            .detail("Input has too few columns.");
      }
      TypedExpression field = fields.get(given++);
      TypedExpression value =
          toTarget(
              field,
              attribute.type(),
              attribute.typmod(),
              context,
              CallForm.IMPLICIT_CAST,
              position,
              -1);
      if (value == null) {
        throw cannotCast(expression.type().oid(), targetType.oid(), position, castPosition)
            .detail(
                "Cannot cast type "
                    + analysis.name(field.type().oid())
                    + " to "
                    + analysis.name(attribute.type().oid())
                    + " in column "
                    + given
                    + ".");
      }
      values.add(value);
    }
    if (given != fields.size()) {
      throw cannotCast(expression.type().oid(), targetType.oid(), position, castPosition)
          .detail("Input has too many columns.");
    }
    SqlType rowType = base == targetType.oid() ? targetType : analysis.type(base);
    TypedExpression result = new RowConstructor(values, rowType);
    return base == targetType.oid() ? result : toDomain(result, targetType, context, form);
  }

  private @Nullable List<TypedExpression> fields(TypedExpression expression) {
    if (expression instanceof RowConstructor row) {
      return row.elements();
    }
    if (expression instanceof WholeRow whole) {
      List<TypedExpression> fields = new ArrayList<>();
      for (ScopeColumn column : analysis.entry(whole.slot()).columns) {
        if (!column.dropped()) {
          fields.add(column.value());
        }
      }
      return fields;
    }
    return null;
  }

  /** 42846 {@code cannot cast type x to y}. */
  SqlError cannotCast(int source, int target, int position, int castPosition) {
    return analysis.error(
        SqlState.CANNOT_COERCE,
        "cannot cast type " + analysis.name(source) + " to " + analysis.name(target),
        castPosition >= 0 ? castPosition : position);
  }

  boolean implicitlyPossible(int source, int target) {
    return Coercions.possible(catalog(), source, target, CoercionContext.IMPLICIT);
  }

  /** An implicit coercion to a type that was already found possible. */
  TypedExpression implicitly(TypedExpression expression, SqlType target, int position) {
    return toType(
        expression, target, -1, CoercionContext.IMPLICIT, CallForm.IMPLICIT_CAST, position, -1);
  }

  /** Coerces to the type that {@link #commonType} chose. */
  TypedExpression toCommon(
      TypedExpression expression, SqlType target, String construct, int position) {
    int source = expression.type().oid();
    if (source == target.oid()) {
      return expression;
    }
    if (!Coercions.possible(catalog(), source, target.oid(), CoercionContext.IMPLICIT)) {
      throw analysis.error(
          SqlState.CANNOT_COERCE,
          construct
              + " could not convert type "
              + analysis.name(source)
              + " to "
              + analysis.name(target.oid()),
          position);
    }
    return implicitly(expression, target, position);
  }

  /** The type to which all the expressions can be coerced; 42804 where there is none. */
  SqlType commonType(List<TypedExpression> expressions, String construct, int[] positions) {
    int[] types = new int[expressions.size()];
    int[] characters = new int[positions.length];
    for (int i = 0; i < types.length; i++) {
      types[i] = expressions.get(i).type().oid();
    }
    for (int i = 0; i < positions.length; i++) {
      characters[i] = analysis.character(positions[i]);
    }
    return analysis.type(CommonType.select(catalog(), types, construct, characters));
  }

  /** The typmod that all the expressions have, or -1. */
  static int commonTypmod(List<TypedExpression> expressions, SqlType type) {
    int typmod = Integer.MIN_VALUE;
    for (TypedExpression expression : expressions) {
      if (expression.type().oid() != type.oid()
          || typmod != Integer.MIN_VALUE && expression.typmod() != typmod) {
        return -1;
      }
      typmod = expression.typmod();
    }
    return typmod == Integer.MIN_VALUE ? -1 : typmod;
  }

  /** Coerces to boolean; the construct is what errors call the place ({@code WHERE}). */
  TypedExpression toBoolean(TypedExpression expression, String construct, int position) {
    return toSpecific(expression, analysis.booleanType, construct, position);
  }

  /** Coerces to a type that a construct demands; 42804 where it cannot be. */
  TypedExpression toSpecific(
      TypedExpression expression, SqlType target, String construct, int position) {
    TypedExpression result = expression;
    if (expression.type().oid() != target.oid()) {
      TypedExpression coerced =
          toTarget(
              expression,
              target,
              -1,
              CoercionContext.ASSIGNMENT,
              CallForm.IMPLICIT_CAST,
              position,
              -1);
      if (coerced == null) {
        throw analysis.error(
            SqlState.DATATYPE_MISMATCH,
            "argument of "
                + construct
                + " must be type "
                + analysis.name(target.oid())
                + ", not type "
                + analysis.name(expression.type().oid()),
            position);
      }
      result = coerced;
    }
    if (TypedTrees.returnsSet(result)) {
      throw analysis.error(
          SqlState.DATATYPE_MISMATCH,
          "argument of " + construct + " must not return a set",
          position);
    }
    return result;
  }

  /** An expression that stays untyped at the end becomes text. */
  TypedExpression unknownToText(TypedExpression expression, int position) {
    return expression.type().oid() == TypeOids.UNKNOWN
        ? implicitly(expression, analysis.textType, position)
        : expression;
  }

  /** A field of a row by its number, dropped columns left out. */
  TypedExpression field(TypedExpression row, int field, SqlType type, int typmod) {
    if (row instanceof RowConstructor constructor) {
      return constructor.elements().get(field);
    }
    return new FieldSelect(row, field, type, typmod);
  }
}
