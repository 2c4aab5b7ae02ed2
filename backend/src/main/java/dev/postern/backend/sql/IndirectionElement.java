package dev.postern.backend.sql;

import org.jspecify.annotations.Nullable;

/**
 * One step after an expression or a target column: {@code .name}, {@code .*}, {@code [1]}, {@code
 * [1:2]}.
 */
public sealed interface IndirectionElement extends Node {
  /** {@code .name}. */
  record FieldSelection(int position, String name) implements IndirectionElement {}

  /** {@code .*}. */
  record AllFields(int position) implements IndirectionElement {}

  /** {@code [index]}. */
  record Subscript(int position, Expression index) implements IndirectionElement {}

  /** {@code [lower:upper]}; a bound that was left out is null. */
  record Slice(int position, @Nullable Expression lower, @Nullable Expression upper)
      implements IndirectionElement {}
}
