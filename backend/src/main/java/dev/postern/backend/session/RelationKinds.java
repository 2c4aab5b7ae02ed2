package dev.postern.backend.session;

/** How errors speak of relations by their kind. */
final class RelationKinds {
  private RelationKinds() {}

  /** PostgreSQL's errdetail_relkind_not_supported. */
  static String notSupported(char kind) {
    String plural =
        switch (kind) {
          case 'r' -> "tables";
          case 'i' -> "indexes";
          case 'S' -> "sequences";
          case 'v' -> "views";
          case 'm' -> "materialized views";
          case 'c' -> "composite types";
          case 'f' -> "foreign tables";
          case 'p' -> "partitioned tables";
          case 'I' -> "partitioned indexes";
          case 't' -> "TOAST tables";
          default -> throw new IllegalArgumentException("no relation kind " + kind);
        };
    return "This operation is not supported for " + plural + ".";
  }

  /** The kind in the singular. */
  static String name(char kind) {
    return switch (kind) {
      case 'r' -> "table";
      case 'i', 'I' -> "index";
      case 'S' -> "sequence";
      case 'v' -> "view";
      case 'm' -> "materialized view";
      case 'c' -> "composite type";
      case 'f' -> "foreign table";
      case 'p' -> "partitioned table";
      default -> "relation";
    };
  }
}
