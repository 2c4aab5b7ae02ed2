package dev.postern.backend.analyze;

import dev.postern.backend.analyze.TypedExpression.CallForm;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.function.CoercionContext;
import dev.postern.backend.sql.Expression;
import dev.postern.backend.sql.TypeName;
import dev.postern.backend.type.SqlType;
import java.util.ArrayList;
import java.util.List;

/** Types and expressions that stand in utility statements, outside of any query. */
public final class StandaloneExpressions {
  private StandaloneExpressions() {}

  /** A type with its modifier, -1 where it has none. */
  public record ModifiedType(SqlType type, int typmod) {}

  /**
   * Resolves a type; 42704 at its position where there is none.
   *
   * @param text what positions count in
   */
  public static ModifiedType type(AnalyzeContext context, byte[] text, TypeName name) {
    TypeReferences.ModifiedType found = analysis(context, text).typeNames.resolve(name);
    return new ModifiedType(found.type(), found.typmod());
  }

  /** The values of EXECUTE, each of its parameter's type. */
  public static List<TypedExpression> executeParameters(
      AnalyzeContext context, byte[] text, List<Expression> values, SqlType[] types) {
    Analysis analysis = analysis(context, text);
    List<TypedExpression> typed = new ArrayList<>(values.size());
    for (int i = 0; i < types.length; i++) {
      Expression value = values.get(i);
      int position = Positions.of(value);
      TypedExpression found =
          analysis.expressions.analyze(new Scope(null), value, ExpressionKind.EXECUTE_PARAMETER);
      TypedExpression coerced =
          analysis.coercer.toTarget(
              found,
              types[i],
              -1,
              CoercionContext.ASSIGNMENT,
              CallForm.IMPLICIT_CAST,
              position,
              -1);
      if (coerced == null) {
        throw analysis
            .error(
                SqlState.DATATYPE_MISMATCH,
                "parameter $"
                    + (i + 1)
                    + " of type "
                    + analysis.name(found.type().oid())
                    + " cannot be coerced to the expected type "
                    + analysis.name(types[i].oid()),
                position)
            .hint("You will need to rewrite or cast the expression.");
      }
      typed.add(coerced);
    }
    return typed;
  }

  /** The condition of COPY … FROM … WHERE over the table's row in slot 0. */
  public static TypedExpression copyCondition(
      AnalyzeContext context, byte[] text, Expression condition, RelationDescriptor table) {
    Analysis analysis = analysis(context, text);
    return analysis.expressions.condition(
        StoredExpression.scope(analysis, table), condition, ExpressionKind.COPY_WHERE, "WHERE");
  }

  private static Analysis analysis(AnalyzeContext context, byte[] text) {
    return new Analysis(context, text, Parameters.none(), new Analysis.Numbering(0));
  }
}
