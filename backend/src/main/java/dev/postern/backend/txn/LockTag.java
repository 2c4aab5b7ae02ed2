package dev.postern.backend.txn;

/**
 * The name of something lockable, as {@code pg_locks} shows it.
 *
 * @param branch the branch it belongs to; 0 for what all databases share
 * @param kind what it is
 * @param classId the relation of a tuple, the catalog of an object, the high half of an advisory
 *     key
 * @param objectId the relation, row, object or low half of an advisory key
 * @param subId for advisory locks 1 (one bigint key) or 2 (two int keys), else 0
 */
public record LockTag(int branch, Kind kind, int classId, long objectId, int subId) {
  /** The values of {@code pg_locks.locktype} in use. */
  public enum Kind {
    RELATION,
    TUPLE,
    OBJECT,
    ADVISORY
  }

  /** As a deadlock's DETAIL names it; {@code database} is the OID of the branch's database. */
  String describe(int database) {
    String id = Long.toString(objectId);
    String db = Integer.toUnsignedString(database);
    String of = Integer.toUnsignedString(classId);
    return switch (kind) {
      case RELATION -> "relation " + id + " of database " + db;
      case TUPLE -> "tuple (0," + id + ") of relation " + of + " of database " + db;
      case OBJECT -> "object " + id + " of class " + of + " of database " + db;
      case ADVISORY -> "advisory lock [" + db + "," + of + "," + id + "," + subId + "]";
    };
  }
}
