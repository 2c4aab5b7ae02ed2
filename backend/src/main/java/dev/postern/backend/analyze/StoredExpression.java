package dev.postern.backend.analyze;

import dev.postern.backend.analyze.TypedExpression.CallForm;
import dev.postern.backend.catalog.IndexDescriptor;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.catalog.RelationDescriptor.Attribute;
import dev.postern.backend.catalog.RelationDescriptor.CheckConstraint;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.function.CoercionContext;
import dev.postern.backend.function.TypeDescriptor;
import dev.postern.backend.sql.Expression;
import dev.postern.backend.sql.SqlParser;
import dev.postern.backend.type.SqlType;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Expressions that the catalog keeps as text: defaults, generated columns, checks, index keys and
 * predicates. Their columns are {@link TypedExpression.Column}s of the slot given.
 */
public final class StoredExpression {
  private StoredExpression() {}

  /**
   * The default of a column: its own, that of its identity, or that of its domain.
   *
   * @return of the column's type; null where it has none (NULL) or is generated
   */
  public static @Nullable TypedExpression columnDefault(
      AnalyzeContext context, Attribute attribute) {
    return columnDefault(context, attribute, new Analysis.Numbering(0));
  }

  static @Nullable TypedExpression columnDefault(
      AnalyzeContext context, Attribute attribute, Analysis.Numbering numbering) {
    if (attribute.generated() != 0) {
      return null;
    }
    if (attribute.identity() != 0) {
      return new TypedExpression.NextValue(attribute.sequenceOid(), attribute.type());
    }
    String text = attribute.defaultExpression();
    if (text == null) {
      text = domainDefault(context, attribute.type().oid());
    }
    if (text == null) {
      return nullOfDomain(context, attribute.type());
    }
    Analysis analysis = analysis(context, text, numbering);
    TypedExpression value =
        analysis.expressions.analyze(
            new Scope(null), SqlParser.parseExpression(text), ExpressionKind.COLUMN_DEFAULT);
    return assigned(analysis, value, attribute, -1, "default expression");
  }

  /** NULL has to be one of the domain's values; of other types it always is: null. */
  private static @Nullable TypedExpression nullOfDomain(AnalyzeContext context, SqlType type) {
    int base = context.catalog().baseType(type.oid());
    if (base == type.oid()) {
      return null;
    }
    TypedExpression value =
        new TypedExpression.Constant(context.catalog().valueType(base), -1, true, 0, null);
    return new TypedExpression.CoerceToDomain(
        value, type, -1, TypedExpression.CallForm.IMPLICIT_CAST);
  }

  private static @Nullable String domainDefault(AnalyzeContext context, int type) {
    TypeDescriptor described = context.catalog().type(type);
    while (described != null && described.isDomain()) {
      if (described.defaultText() != null) {
        return described.defaultText();
      }
      described = context.catalog().type(described.baseType());
    }
    return null;
  }

  /** The expression of a generated column, of the column's type. */
  public static TypedExpression generated(
      AnalyzeContext context, RelationDescriptor relation, Attribute attribute, int slot) {
    String text = attribute.defaultExpression();
    if (text == null) {
      throw new IllegalStateException("no expression for column " + attribute.name());
    }
    Analysis.Numbering numbering = new Analysis.Numbering(slot);
    Analysis analysis = analysis(context, text, numbering);
    Scope scope = scope(analysis, relation);
    TypedExpression value =
        analysis.expressions.analyze(
            scope, SqlParser.parseExpression(text), ExpressionKind.GENERATED_COLUMN);
    return assigned(analysis, value, attribute, -1, "default expression");
  }

  /** A check's condition. */
  public static TypedExpression check(
      AnalyzeContext context, RelationDescriptor relation, CheckConstraint check, int slot) {
    return condition(
        context, relation, check.expression(), slot, ExpressionKind.CHECK_CONSTRAINT, "CHECK");
  }

  /** A key expression of an index. */
  public static TypedExpression indexKey(
      AnalyzeContext context, RelationDescriptor relation, IndexDescriptor.Key key, int slot) {
    String text = key.expression();
    if (text == null) {
      Attribute attribute = relation.attributes().get(key.attributeNumber() - 1);
      return new TypedExpression.Column(
          slot, key.attributeNumber() - 1, attribute.type(), attribute.typmod());
    }
    Analysis analysis = analysis(context, text, new Analysis.Numbering(slot));
    Scope scope = scope(analysis, relation);
    TypedExpression value =
        analysis.expressions.analyze(
            scope, SqlParser.parseExpression(text), ExpressionKind.INDEX_EXPRESSION);
    return analysis.coercer.unknownToText(value, -1);
  }

  /** The condition of a partial index. */
  public static TypedExpression indexPredicate(
      AnalyzeContext context, RelationDescriptor relation, String predicate, int slot) {
    return condition(context, relation, predicate, slot, ExpressionKind.INDEX_PREDICATE, "WHERE");
  }

  private static TypedExpression condition(
      AnalyzeContext context,
      RelationDescriptor relation,
      String text,
      int slot,
      ExpressionKind kind,
      String construct) {
    Analysis analysis = analysis(context, text, new Analysis.Numbering(slot));
    Scope scope = scope(analysis, relation);
    return analysis.expressions.condition(scope, SqlParser.parseExpression(text), kind, construct);
  }

  /**
   * Any expression over a table's columns (none where {@code relation} is null).
   *
   * @param slot of the table's row
   */
  public static TypedExpression analyze(
      AnalyzeContext context, String text, @Nullable RelationDescriptor relation, int slot) {
    Analysis analysis = analysis(context, text, new Analysis.Numbering(slot));
    Scope scope = relation == null ? new Scope(null) : scope(analysis, relation);
    TypedExpression value =
        analysis.expressions.analyze(
            scope, SqlParser.parseExpression(text), ExpressionKind.SELECT_TARGET);
    return analysis.coercer.unknownToText(value, -1);
  }

  /** An expression without columns, not yet coerced. */
  static TypedExpression analyzePlain(
      AnalyzeContext context, String text, Analysis.Numbering numbering) {
    Analysis analysis = analysis(context, text, numbering);
    return analysis.expressions.analyze(
        new Scope(null), SqlParser.parseExpression(text), ExpressionKind.COLUMN_DEFAULT);
  }

  private static Analysis analysis(
      AnalyzeContext context, String text, Analysis.Numbering numbering) {
    return new Analysis(
        context, text.getBytes(StandardCharsets.UTF_8), Parameters.none(), numbering);
  }

  static Scope scope(Analysis analysis, RelationDescriptor relation) {
    Scope scope = new Scope(null);
    ScopeEntry entry = analysis.from.relationEntry(scope, relation, null);
    scope.namespace.add(entry);
    scope.rangeTable.add(entry);
    return scope;
  }

  /**
   * A column's value as one of another type, as an assignment would make it; 42804 where there is
   * no way.
   *
   * @param slot of the table's row
   */
  public static TypedExpression converted(
      AnalyzeContext context, int slot, Attribute column, SqlType type) {
    Analysis analysis = analysis(context, "", new Analysis.Numbering(0));
    TypedExpression value =
        new TypedExpression.Column(slot, column.number() - 1, column.type(), column.typmod());
    return assigned(analysis, value, column.name(), type, -1, -1, "expression");
  }

  /** A value coerced to a column's type; 42804 where that cannot be. */
  static TypedExpression assigned(
      Analysis analysis, TypedExpression value, Attribute attribute, int position, String what) {
    return assigned(
        analysis, value, attribute.name(), attribute.type(), attribute.typmod(), position, what);
  }

  static TypedExpression assigned(
      Analysis analysis,
      TypedExpression value,
      String column,
      SqlType type,
      int typmod,
      int position,
      String what) {
    TypedExpression coerced =
        analysis.coercer.toTarget(
            value, type, typmod, CoercionContext.ASSIGNMENT, CallForm.IMPLICIT_CAST, position, -1);
    if (coerced == null) {
      throw analysis
          .error(
              SqlState.DATATYPE_MISMATCH,
              "column \""
                  + column
                  + "\" is of type "
                  + analysis.name(type.oid())
                  + " but "
                  + what
                  + " is of type "
                  + analysis.name(value.type().oid()),
              position)
          .hint("You will need to rewrite or cast the expression.");
    }
    return coerced;
  }

  /**
   * Checks a default as a statement defines it.
   *
   * @param statementText what the expression was parsed from
   * @return of the column's type
   */
  public static TypedExpression defineDefault(
      AnalyzeContext context,
      byte[] statementText,
      Expression expression,
      String column,
      SqlType type,
      int typmod) {
    Analysis analysis =
        new Analysis(context, statementText, Parameters.none(), new Analysis.Numbering(0));
    TypedExpression value =
        analysis.expressions.analyze(new Scope(null), expression, ExpressionKind.COLUMN_DEFAULT);
    return assigned(
        analysis, value, column, type, typmod, Positions.of(expression), "default expression");
  }

  /** Checks a check constraint's condition as a statement defines it. */
  public static TypedExpression defineCheck(
      AnalyzeContext context,
      byte[] statementText,
      Expression expression,
      RelationDescriptor relation) {
    return define(
        context, statementText, expression, relation, ExpressionKind.CHECK_CONSTRAINT, "CHECK");
  }

  /** Checks the condition of a partial index as a statement defines it. */
  public static TypedExpression definePredicate(
      AnalyzeContext context,
      byte[] statementText,
      Expression expression,
      RelationDescriptor relation) {
    return define(
        context, statementText, expression, relation, ExpressionKind.INDEX_PREDICATE, "WHERE");
  }

  private static TypedExpression define(
      AnalyzeContext context,
      byte[] statementText,
      Expression expression,
      RelationDescriptor relation,
      ExpressionKind kind,
      String construct) {
    Analysis analysis =
        new Analysis(context, statementText, Parameters.none(), new Analysis.Numbering(0));
    return analysis.expressions.condition(scope(analysis, relation), expression, kind, construct);
  }

  /** The number of the {@link TypedExpression.CaseValue} that a domain's check calls VALUE. */
  public static final int DOMAIN_VALUE = 1;

  /**
   * The condition of a domain's check.
   *
   * @param type what the domain is over
   */
  public static TypedExpression domainCheck(AnalyzeContext context, SqlType type, String text) {
    Analysis analysis = analysis(context, text, new Analysis.Numbering(0));
    return domainCheck(analysis, type, SqlParser.parseExpression(text));
  }

  /** Checks a domain's check as a statement defines it. */
  public static TypedExpression defineDomainCheck(
      AnalyzeContext context, byte[] statementText, Expression expression, SqlType type) {
    Analysis analysis =
        new Analysis(context, statementText, Parameters.none(), new Analysis.Numbering(0));
    return domainCheck(analysis, type, expression);
  }

  private static TypedExpression domainCheck(
      Analysis analysis, SqlType type, Expression expression) {
    analysis.numbering.highestCaseValue = DOMAIN_VALUE;
    Scope scope = new Scope(null);
    ScopeEntry entry = new ScopeEntry(ScopeEntry.Kind.SUBQUERY, "", false, null, scope.depth);
    entry.columns.add(
        new ScopeColumn("value", new TypedExpression.CaseValue(DOMAIN_VALUE, type, -1), 0, 0));
    scope.namespace.add(entry);
    return analysis.expressions.condition(
        scope, expression, ExpressionKind.CHECK_CONSTRAINT, "CHECK");
  }

  /** Checks an index's key expression as a statement defines it. */
  public static TypedExpression defineIndexKey(
      AnalyzeContext context,
      byte[] statementText,
      Expression expression,
      RelationDescriptor relation) {
    Analysis analysis =
        new Analysis(context, statementText, Parameters.none(), new Analysis.Numbering(0));
    TypedExpression value =
        analysis.expressions.analyze(
            scope(analysis, relation), expression, ExpressionKind.INDEX_EXPRESSION);
    return analysis.coercer.unknownToText(value, Positions.of(expression));
  }

  /** Checks a generated column's expression as a statement defines it. */
  public static TypedExpression defineGenerated(
      AnalyzeContext context,
      byte[] statementText,
      Expression expression,
      RelationDescriptor relation,
      Attribute attribute) {
    Analysis analysis =
        new Analysis(context, statementText, Parameters.none(), new Analysis.Numbering(0));
    TypedExpression value =
        analysis.expressions.analyze(
            scope(analysis, relation), expression, ExpressionKind.GENERATED_COLUMN);
    return assigned(analysis, value, attribute, Positions.of(expression), "default expression");
  }
}
