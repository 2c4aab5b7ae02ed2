package dev.postern.backend.plan;

import dev.postern.backend.catalog.RelationDescriptor;

/** What the planner may ask about the size of tables. */
@FunctionalInterface
public interface Statistics {
  /** About how many rows a table has. */
  double rows(RelationDescriptor table);
}
