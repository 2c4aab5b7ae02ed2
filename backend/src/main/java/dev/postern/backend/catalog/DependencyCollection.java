package dev.postern.backend.catalog;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What has to go when objects are dropped (manual section 5.15): everything that depends on them,
 * in an order in which nothing is missed. One collection serves one command.
 */
public final class DependencyCollection {
  private static final CatalogTable DEPEND = CatalogTable.named("pg_depend");
  private static final int MOST_REPORTED = 100;

  /** How an object came to be dropped. */
  private enum Reason {
    /** The command names it. */
    ORIGINAL,
    /** Something it needs goes, and it is not part of that. */
    NORMAL,
    /** It belongs to what goes. */
    PART
  }

  private static final class Found {
    Reason reason;
    @Nullable ObjectAddress needed;

    Found(Reason reason, @Nullable ObjectAddress needed) {
      this.reason = reason;
      this.needed = needed;
    }
  }

  private final CatalogStore store;
  private final ObjectDescriptions descriptions;
  private final Map<ObjectAddress, Found> found = new LinkedHashMap<>();
  private final Set<ObjectAddress> originals = new HashSet<>();
  private final Set<ObjectAddress> visiting = new HashSet<>();

  public DependencyCollection(CatalogReader catalog) {
    this.store = catalog.store();
    this.descriptions = new ObjectDescriptions(catalog);
  }

  /** Adds objects that a command drops, and all that depends on them. */
  public void add(List<ObjectAddress> objects) {
    originals.addAll(objects);
    for (ObjectAddress object : objects) {
      visit(object, Reason.ORIGINAL, null);
    }
  }

  /** What is to be removed, dependents before what they need. */
  public List<ObjectAddress> inOrder() {
    return new ArrayList<>(found.keySet());
  }

  private void visit(ObjectAddress object, Reason reason, @Nullable ObjectAddress needed) {
    if (visiting.contains(object)) {
      return;
    }
    Found known = found.get(object);
    if (known != null) {
      if (reason.ordinal() != Reason.NORMAL.ordinal() && known.reason == Reason.NORMAL) {
        known.reason = reason;
      }
      return;
    }
    if (object.subId() != 0) {
      ObjectAddress whole = new ObjectAddress(object.classOid(), object.oid());
      if (found.containsKey(whole) || visiting.contains(whole)) {
        return;
      }
    }
    ObjectAddress owner = owner(object);
    if (owner != null && !originals.contains(owner) && !isGoing(owner)) {
      if (reason == Reason.ORIGINAL) {
        throw ownedByAnother(object, owner);
      }
      visit(owner, reason, needed);
      return;
    }
    visiting.add(object);
    for (Dependent dependent : dependents(object)) {
      Reason why = dependent.type == 'n' ? Reason.NORMAL : Reason.PART;
      visit(dependent.object, why, object);
    }
    visiting.remove(object);
    found.put(object, new Found(reason, needed));
  }

  private boolean isGoing(ObjectAddress object) {
    ObjectAddress whole = new ObjectAddress(object.classOid(), object.oid());
    return found.containsKey(object)
        || visiting.contains(object)
        || found.containsKey(whole)
        || visiting.contains(whole);
  }

  private SqlError ownedByAnother(ObjectAddress object, ObjectAddress owner) {
    String what = descriptions.describe(object);
    String whose = descriptions.describe(owner);
    return new SqlError(
            SqlState.DEPENDENT_OBJECTS_STILL_EXIST,
            "cannot drop " + what + " because " + whose + " requires it")
        .hint("You can drop " + whose + " instead.");
  }

  /** The object that an object is an internal part of, or null. */
  private @Nullable ObjectAddress owner(ObjectAddress object) {
    for (CatalogRow row :
        store.find(
            DEPEND,
            DEPEND.index("classid", "objid", "objsubid"),
            object.classOid(),
            object.oid(),
            object.subId())) {
      char type = row.character("deptype");
      if (type == 'i' || type == 'e') {
        return new ObjectAddress(
            row.integer("refclassid"), row.integer("refobjid"), row.integer("refobjsubid"));
      }
    }
    return null;
  }

  private record Dependent(ObjectAddress object, char type) {}

  /** Newest first, as PostgreSQL goes through them. */
  private List<Dependent> dependents(ObjectAddress object) {
    List<Dependent> dependents = new ArrayList<>();
    for (CatalogRow row :
        store.find(
            DEPEND,
            DEPEND.index("refclassid", "refobjid", "refobjsubid"),
            object.classOid(),
            object.oid())) {
      if (object.subId() != 0 && row.integer("refobjsubid") != object.subId()) {
        continue;
      }
      ObjectAddress dependent =
          new ObjectAddress(row.integer("classid"), row.integer("objid"), row.integer("objsubid"));
      boolean self = dependent.classOid() == object.classOid() && dependent.oid() == object.oid();
      if (!self || object.subId() != 0 && dependent.subId() != object.subId()) {
        dependents.add(new Dependent(dependent, row.character("deptype")));
      }
    }
    Comparator<Dependent> newest =
        (a, b) -> Integer.compareUnsigned(b.object.oid(), a.object.oid());
    dependents.sort(newest);
    return dependents;
  }

  /** Refuses where something is in the way of RESTRICT: 2BP01. */
  public void checkRestrict(@Nullable ObjectAddress original) {
    List<String> lines = new ArrayList<>();
    for (Map.Entry<ObjectAddress, Found> entry : reversed()) {
      Found how = entry.getValue();
      ObjectAddress needed = how.needed;
      if (how.reason == Reason.NORMAL && needed != null) {
        lines.add(
            descriptions.describe(entry.getKey()) + " depends on " + descriptions.describe(needed));
      }
    }
    if (lines.isEmpty()) {
      return;
    }
    String message =
        original == null
            ? "cannot drop desired object(s) because other objects depend on them"
            : "cannot drop "
                + descriptions.describe(original)
                + " because other objects depend on it";
    throw new SqlError(SqlState.DEPENDENT_OBJECTS_STILL_EXIST, message)
        .detail(limited(lines))
        .hint("Use DROP ... CASCADE to drop the dependent objects too.");
  }

  /** The NOTICE of CASCADE, or null where nothing else goes. */
  public @Nullable SqlError cascadeNotice() {
    List<String> lines = new ArrayList<>();
    for (Map.Entry<ObjectAddress, Found> entry : reversed()) {
      if (entry.getValue().reason == Reason.NORMAL) {
        lines.add("drop cascades to " + descriptions.describe(entry.getKey()));
      }
    }
    if (lines.isEmpty()) {
      return null;
    }
    if (lines.size() == 1) {
      return new SqlError(SqlState.SUCCESSFUL_COMPLETION, lines.getFirst());
    }
    return new SqlError(
            SqlState.SUCCESSFUL_COMPLETION, "drop cascades to " + lines.size() + " other objects")
        .detail(limited(lines));
  }

  private List<Map.Entry<ObjectAddress, Found>> reversed() {
    return new ArrayList<>(found.entrySet()).reversed();
  }

  private static String limited(List<String> lines) {
    if (lines.size() <= MOST_REPORTED) {
      return String.join("\n", lines);
    }
    int more = lines.size() - MOST_REPORTED;
    return String.join("\n", lines.subList(0, MOST_REPORTED))
        + "\nand "
        + more
        + (more == 1
            ? " other object (see server log for list)"
            : " other objects (see server log for list)");
  }
}
