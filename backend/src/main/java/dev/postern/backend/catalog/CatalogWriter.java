package dev.postern.backend.catalog;

import java.util.Collection;
import java.util.LinkedHashSet;
import org.jspecify.annotations.Nullable;

/**
 * Changes catalogs for one session, under its transaction: rows with their indexes, OIDs,
 * dependencies, comments. What it changes is seen by the session's {@link CatalogReader} at once.
 */
public final class CatalogWriter {
  private static final CatalogTable DEPEND = CatalogTable.named("pg_depend");
  private static final CatalogTable SHDEPEND = CatalogTable.named("pg_shdepend");
  private static final CatalogTable DESCRIPTION = CatalogTable.named("pg_description");
  private static final CatalogTable SHDESCRIPTION = CatalogTable.named("pg_shdescription");

  private final CatalogSession session;
  private final CatalogReader reader;
  private final CatalogStore store;
  private final OidAllocator oids;

  public CatalogWriter(CatalogSession session, CatalogReader reader, OidAllocator oids) {
    this.session = session;
    this.reader = reader;
    this.store = reader.store();
    this.oids = oids;
  }

  public int newOid() {
    return oids.next();
  }

  public void insert(RowValues values) {
    store.insert(values);
    reader.changed(values.table().shared());
  }

  public void update(CatalogRow row, RowValues values) {
    store.update(row, values);
    reader.changed(row.table().shared());
  }

  public void delete(CatalogRow row) {
    store.delete(row);
    reader.changed(row.table().shared());
  }

  /** Removes all that an index finds. */
  public void deleteAll(CatalogTable table, CatalogTable.CatalogIndex index, Object... values) {
    for (CatalogRow row : store.find(table, index, values)) {
      delete(row);
    }
  }

  // --- dependencies

  /**
   * Notes that an object needs another; nothing is noted of what cannot be dropped.
   *
   * @param type pg_depend.deptype: n normal, a auto, i internal
   */
  public void depend(ObjectAddress dependent, ObjectAddress referenced, char type) {
    if (referenced.isPinned()) {
      return;
    }
    insert(
        new RowValues(DEPEND)
            .set("classid", dependent.classOid())
            .set("objid", dependent.oid())
            .set("objsubid", dependent.subId())
            .set("refclassid", referenced.classOid())
            .set("refobjid", referenced.oid())
            .set("refobjsubid", referenced.subId())
            .set("deptype", type));
  }

  /** As {@link #depend} for many; each once. */
  public void dependOnAll(
      ObjectAddress dependent, Collection<ObjectAddress> referenced, char type) {
    for (ObjectAddress each : new LinkedHashSet<>(referenced)) {
      depend(dependent, each, type);
    }
  }

  /** Notes that a role owns an object, for DROP ROLE. */
  public void dependOnOwner(ObjectAddress object, int role) {
    dependOnRole(object, role, 'o');
  }

  /**
   * Notes that an object mentions a role.
   *
   * @param type pg_shdepend.deptype: o owner, a in an ACL
   */
  public void dependOnRole(ObjectAddress object, int role, char type) {
    if (role < 12_000 && role > 0) {
      return;
    }
    boolean global =
        object.classOid() == ClassOids.PG_DATABASE || object.classOid() == ClassOids.PG_TABLESPACE;
    insert(
        new RowValues(SHDEPEND)
            .set("dbid", global ? 0 : session.databaseOid())
            .set("classid", object.classOid())
            .set("objid", object.oid())
            .set("objsubid", object.subId())
            .set("refclassid", ClassOids.PG_AUTHID)
            .set("refobjid", role)
            .set("deptype", type));
  }

  /** Forgets on what an object depends, and its owner's and ACL's roles. */
  public void forgetDependencies(ObjectAddress object) {
    for (CatalogRow row :
        store.find(
            DEPEND,
            DEPEND.index("classid", "objid", "objsubid"),
            object.classOid(),
            object.oid())) {
      if (object.subId() == 0 || row.integer("objsubid") == object.subId()) {
        delete(row);
      }
    }
    forgetRoles(object, (char) 0);
  }

  /** Forgets the roles that an object mentions; {@code type} 0 is all. */
  public void forgetRoles(ObjectAddress object, char type) {
    if (!mayMentionRoles()) {
      return;
    }
    for (CatalogRow row :
        store.find(
            SHDEPEND,
            SHDEPEND.index("dbid", "classid", "objid", "objsubid"),
            object.classOid() == ClassOids.PG_DATABASE ? 0 : session.databaseOid(),
            object.classOid(),
            object.oid())) {
      boolean same = object.subId() == 0 || row.integer("objsubid") == object.subId();
      if (same && (type == 0 || row.character("deptype") == type)) {
        delete(row);
      }
    }
  }

  private boolean mayMentionRoles() {
    return session.shared().branch().rowTree(SHDEPEND.fileNode()).rowEstimate() > 0;
  }

  // --- comments

  /** COMMENT ON; null removes it. */
  public void comment(ObjectAddress object, @Nullable String text) {
    CatalogRow row =
        store.first(
            DESCRIPTION,
            DESCRIPTION.index("objoid", "classoid", "objsubid"),
            object.oid(),
            object.classOid(),
            object.subId());
    if (row != null) {
      if (text == null || text.isEmpty()) {
        delete(row);
      } else {
        update(row, RowValues.of(row).set("description", text));
      }
    } else if (text != null && !text.isEmpty()) {
      insert(
          new RowValues(DESCRIPTION)
              .set("objoid", object.oid())
              .set("classoid", object.classOid())
              .set("objsubid", object.subId())
              .set("description", text));
    }
  }

  /** COMMENT ON a database, role or tablespace. */
  public void commentShared(ObjectAddress object, @Nullable String text) {
    CatalogRow row =
        store.first(
            SHDESCRIPTION,
            SHDESCRIPTION.index("objoid", "classoid"),
            object.oid(),
            object.classOid());
    if (row != null) {
      if (text == null || text.isEmpty()) {
        delete(row);
      } else {
        update(row, RowValues.of(row).set("description", text));
      }
    } else if (text != null && !text.isEmpty()) {
      insert(
          new RowValues(SHDESCRIPTION)
              .set("objoid", object.oid())
              .set("classoid", object.classOid())
              .set("description", text));
    }
  }

  /** Removes the comments of an object and of its columns. */
  public void forgetComments(ObjectAddress object) {
    for (CatalogRow row :
        store.find(
            DESCRIPTION,
            DESCRIPTION.index("objoid", "classoid", "objsubid"),
            object.oid(),
            object.classOid())) {
      if (object.subId() == 0 || row.integer("objsubid") == object.subId()) {
        delete(row);
      }
    }
  }
}
