package dev.postern.backend.session;

import dev.postern.backend.catalog.DatabaseCatalog;

/** One database of an engine: its branch with its catalogs, under its OID. Thread-safe. */
final class EmbeddedDatabase {
  private final int oid;
  private final DatabaseCatalog catalog;
  private volatile String name;

  EmbeddedDatabase(int oid, String name, DatabaseCatalog catalog) {
    this.oid = oid;
    this.name = name;
    this.catalog = catalog;
  }

  int oid() {
    return oid;
  }

  DatabaseCatalog catalog() {
    return catalog;
  }

  /** The name that it was last connected to under. */
  String name() {
    return name;
  }

  void name(String present) {
    name = present;
  }
}
