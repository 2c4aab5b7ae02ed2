package dev.postern.backend.sql;

/**
 * A role where a statement wants one.
 *
 * @param name the role's name for {@link Kind#NAMED}, else the key word in lower case
 */
public record RoleName(int position, Kind kind, String name) implements Node {
  /** A named role or one of the words that stand for one. */
  public enum Kind {
    NAMED,
    CURRENT_ROLE,
    CURRENT_USER,
    SESSION_USER,
    PUBLIC
  }
}
