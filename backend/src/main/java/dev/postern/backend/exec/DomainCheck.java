package dev.postern.backend.exec;

import dev.postern.backend.analyze.StoredExpression;
import dev.postern.backend.catalog.Catalog;
import dev.postern.backend.catalog.DomainConstraint;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.function.TypeDescriptor;
import dev.postern.backend.type.Datum;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The constraints of a domain and of the domains under it: NOT NULL first, then the checks of the
 * lowest domain by name, and so on upwards (load_domaintype_info). One thread at a time; good for
 * one catalog version.
 */
public final class DomainCheck {
  /** No CASE in a check nests deeper than this. */
  private static final int CASE_VALUES = 64;

  private record Check(String name, Evaluator condition) {}

  private final String displayName;
  private final String schema;
  private final String name;
  private final boolean notNull;
  private final List<Check> checks = new ArrayList<>();
  private final Frame frame =
      new Frame(DetachedContext.INSTANCE, 1, CASE_VALUES, new CommonTables());
  private final Datum holds = new Datum();

  DomainCheck(int domain, Catalog catalog, IndexKeysFactory factory) {
    displayName = catalog.displayName(domain);
    TypeDescriptor top = catalog.type(domain);
    if (top == null || !top.isDomain()) {
      throw new IllegalStateException("type " + domain + " is no domain");
    }
    name = top.name();
    schema = String.valueOf(catalog.schemaName(top.namespace()));
    boolean required = false;
    for (TypeDescriptor type = top;
        type != null && type.isDomain();
        type = catalog.type(type.baseType())) {
      List<Check> own = new ArrayList<>();
      List<DomainConstraint> constraints = new ArrayList<>(catalog.domainConstraints(type.oid()));
      constraints.sort(Comparator.comparing(DomainConstraint::name));
      for (DomainConstraint constraint : constraints) {
        String text = constraint.expression();
        if (text == null) {
          required = true;
        } else {
          own.add(
              new Check(
                  constraint.name(),
                  factory
                      .compiler()
                      .compile(
                          StoredExpression.domainCheck(
                              factory.context(), catalog.valueType(type.baseType()), text))));
        }
      }
      checks.addAll(0, own);
    }
    notNull = required;
  }

  /** 23502 or 23514 where the value is none of the domain's. */
  public void check(ExecutionContext context, Datum value) {
    if (value.isNull && notNull) {
      throw new SqlError(
              SqlState.NOT_NULL_VIOLATION, "domain " + displayName + " does not allow null values")
          .table(schema, null)
          .dataType(name);
    }
    if (checks.isEmpty()) {
      return;
    }
    frame.context = context;
    frame.caseValues[StoredExpression.DOMAIN_VALUE].set(value);
    for (Check check : checks) {
      check.condition.evaluate(frame, holds);
      if (!holds.isNull && holds.bits == 0) {
        throw new SqlError(
                SqlState.CHECK_VIOLATION,
                "value for domain "
                    + displayName
                    + " violates check constraint \""
                    + check.name
                    + "\"")
            .table(schema, null)
            .dataType(name)
            .constraint(check.name);
      }
    }
  }

  /** Whether a value meets one of the checks. */
  public boolean meets(ExecutionContext context, Datum value, String constraint) {
    frame.context = context;
    frame.caseValues[StoredExpression.DOMAIN_VALUE].set(value);
    for (Check check : checks) {
      if (check.name.equals(constraint)) {
        check.condition.evaluate(frame, holds);
        return holds.isNull || holds.bits != 0;
      }
    }
    return true;
  }

  /** Checks what an expression gives. */
  static final class Checked extends Evaluator {
    private final Evaluator argument;
    private final DomainCheck check;

    Checked(Evaluator argument, DomainCheck check) {
      this.argument = argument;
      this.check = check;
    }

    @Override
    void evaluate(Frame frame, Datum result) {
      argument.evaluate(frame, result);
      check.check(frame.context, result);
    }
  }
}
