package dev.postern.backend.function;

/** In which circumstances a coercion is wanted; each allows what those before it allow. */
public enum CoercionContext {
  /** In any expression. */
  IMPLICIT,
  /** To a column, in INSERT and UPDATE. */
  ASSIGNMENT,
  /** As ASSIGNMENT, and where nothing else is possible by text: PL/pgSQL assignments. */
  PLPGSQL,
  /** CAST and {@code ::}. */
  EXPLICIT;

  /** Whether a cast with this pg_cast.castcontext may be used. */
  boolean allows(char castContext) {
    return switch (castContext) {
      case 'i' -> true;
      case 'a' -> this != IMPLICIT;
      case 'e' -> this == EXPLICIT;
      default -> throw new IllegalArgumentException("cast context " + castContext);
    };
  }
}
