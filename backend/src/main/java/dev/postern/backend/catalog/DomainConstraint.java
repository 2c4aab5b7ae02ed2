package dev.postern.backend.catalog;

import org.jspecify.annotations.Nullable;

/**
 * A constraint of a domain, a row of pg_constraint.
 *
 * @param expression of CHECK, where the value is called VALUE; null for NOT NULL
 */
public record DomainConstraint(
    int oid, String name, @Nullable String expression, boolean validated) {
  public boolean isNotNull() {
    return expression == null;
  }
}
