package dev.postern.backend.catalog;

import dev.postern.backend.bootstrap.CatalogFacts;
import dev.postern.backend.type.DisplayStyle;
import dev.postern.backend.type.ObjectNames;
import dev.postern.backend.type.ValueWriter;
import java.util.HashMap;
import java.util.Map;

/** The roles that a cluster is born with, for reading the ACLs of the initial rows. */
final class BootstrapRoles implements ObjectNames {
  private final Map<String, Integer> oids = new HashMap<>();

  BootstrapRoles() {
    CatalogFacts facts = CatalogFacts.of("pg_authid");
    for (int row = 0; row < facts.count(); row++) {
      oids.put(String.valueOf(facts.field(row, 1)), facts.integer(row, 0));
    }
  }

  @Override
  public int find(int type, String name, DisplayStyle style) {
    Integer oid = oids.get(name);
    if (oid == null) {
      throw new IllegalArgumentException("no initial role " + name);
    }
    return oid;
  }

  @Override
  public boolean write(int type, int oid, DisplayStyle style, ValueWriter writer) {
    return false;
  }
}
