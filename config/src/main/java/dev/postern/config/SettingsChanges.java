package dev.postern.config;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/**
 * What a reload changes.
 *
 * @param keys changed keys of the single sections, such as {@code general.log_level}
 * @param databases names of databases added, removed or changed; a change to a database's sharded
 *     tables is one to the database
 * @param users names of users added, removed or changed
 */
public record SettingsChanges(List<KeyChange> keys, Set<String> databases, Set<String> users) {

  /**
   * One changed key.
   *
   * @param needsRestart true if the new value does not apply to a running process
   */
  public record KeyChange(String key, boolean needsRestart) {}

  /** The changes from one state of the settings to another. */
  public static SettingsChanges between(Settings before, Settings after) {
    List<KeyChange> keys = new ArrayList<>();
    addChanged(keys, "general", before.general(), after.general());
    addChanged(keys, "admin", before.admin(), after.admin());
    addChanged(keys, "tcp", before.tcp(), after.tcp());
    Set<String> databases = new LinkedHashSet<>();
    addDiffering(databases, before.databases(), after.databases(), DatabaseEntry::name);
    addDiffering(databases, before.shardedTables(), after.shardedTables(), ShardedTable::database);
    addDiffering(
        databases,
        before.omnishardedTables(),
        after.omnishardedTables(),
        OmnishardedTables::database);
    Set<String> users = new LinkedHashSet<>();
    addDiffering(users, before.users(), after.users(), User::name);
    return new SettingsChanges(keys, databases, users);
  }

  /** True when nothing changed. */
  public boolean isEmpty() {
    return keys.isEmpty() && databases.isEmpty() && users.isEmpty();
  }

  private static void addChanged(
      List<KeyChange> changes, String section, Record before, Record after) {
    List<KeyComponent> old = KeyComponent.of(before);
    List<KeyComponent> current = KeyComponent.of(after);
    for (int index = 0; index < old.size(); index++) {
      KeyComponent key = old.get(index);
      if (!Objects.equals(key.value(), current.get(index).value())) {
        changes.add(new KeyChange(section + "." + key.name(), key.key().restart()));
      }
    }
  }

  /** Adds the names whose entries, in their order, are not the same on both sides. */
  private static <E> void addDiffering(
      Set<String> names, List<E> before, List<E> after, Function<E, String> nameOf) {
    Set<String> all = new LinkedHashSet<>();
    before.forEach(entry -> all.add(nameOf.apply(entry)));
    after.forEach(entry -> all.add(nameOf.apply(entry)));
    for (String name : all) {
      List<E> old = before.stream().filter(entry -> nameOf.apply(entry).equals(name)).toList();
      List<E> current = after.stream().filter(entry -> nameOf.apply(entry).equals(name)).toList();
      if (!old.equals(current)) {
        names.add(name);
      }
    }
  }
}
