package dev.postern.backend.type;

/** What the types regclass, regtype and so on ask the catalogs of a session's database. */
public interface ObjectNames {
  /**
   * The OID of the named object; throws PostgreSQL's error where there is none.
   *
   * @param type OID of the reg type, such as {@link TypeOids#REGCLASS}
   * @param name text that is not a number and not {@code -}
   */
  int find(int type, String name, DisplayStyle style);

  /**
   * Writes the name that the reg type's output shows.
   *
   * @return false where there is no such object, and nothing was written
   */
  boolean write(int type, int oid, DisplayStyle style, ValueWriter writer);
}
