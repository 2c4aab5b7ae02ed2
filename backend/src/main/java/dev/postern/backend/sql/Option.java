package dev.postern.backend.sql;

import org.jspecify.annotations.Nullable;

/**
 * A named setting inside a statement: {@code WITH (fillfactor = 70)}, {@code (FORMAT csv)}, a
 * sequence's {@code INCREMENT BY 2}, a role's {@code CONNECTION LIMIT 3}.
 *
 * @param namespace {@code toast} in {@code toast.autovacuum_enabled}, else null
 * @param name lower case where it was an unquoted word
 * @param value null where only the name was written; otherwise a constant, a {@link TypeName}, an
 *     {@link OperatorName}, a {@link QualifiedName}, or an {@link Expression.RowConstructor} for a
 *     list
 * @param action what to do with it in {@code ALTER … OPTIONS}
 */
public record Option(
    int position, @Nullable String namespace, String name, @Nullable Node value, Action action)
    implements Node {

  /** The verb of an element of {@code OPTIONS (ADD a 'x', SET b 'y', DROP c)}. */
  public enum Action {
    UNSPECIFIED,
    SET,
    ADD,
    DROP
  }

  public Option(int position, String name, @Nullable Node value) {
    this(position, null, name, value, Action.UNSPECIFIED);
  }
}
