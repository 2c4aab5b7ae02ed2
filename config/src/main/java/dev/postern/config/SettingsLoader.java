package dev.postern.config;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Puts the settings together from files, environment and command line. */
public final class SettingsLoader {
  private final Findings findings = new Findings();
  private final RecordReader reader = new RecordReader(findings);

  private SettingsLoader() {}

  /**
   * Loads settings; later sources win: defaults, files, environment, command line.
   *
   * @param file the settings file, or null for none
   * @param usersFile a file with {@code [[users]]}, or null for the {@code users.toml} beside the
   *     settings file, if there is one
   * @param environment variables such as {@code POSTERN_GENERAL_PORT}; others are not looked at
   * @param overrides values of the command line by key, {@code general.port}
   * @throws SettingsException with every problem found, when there is any
   */
  public static Loaded load(
      @Nullable Path file,
      @Nullable Path usersFile,
      Map<String, String> environment,
      Map<String, String> overrides)
      throws SettingsException {
    if (file == null && usersFile == null && overrides.isEmpty() && !Overrides.anyIn(environment)) {
      return new Loaded(Settings.defaults(), List.of());
    }
    return new SettingsLoader().loadAll(file, usersFile, environment, overrides);
  }

  private Loaded loadAll(
      @Nullable Path file,
      @Nullable Path usersFile,
      Map<String, String> environment,
      Map<String, String> overrides)
      throws SettingsException {
    Node.Table root =
        file == null ? Node.Table.empty(Location.of("settings")) : TomlFile.read(file, findings);
    Path users = usersFile == null && file != null ? usersFileBeside(file) : usersFile;
    if (users != null) {
      addUsers(root, TomlFile.read(users, findings));
    }
    Overrides.apply(root, environment, overrides, findings);
    warnOfUnknownSections(root);
    Settings settings = read(root);
    new SettingsValidation(settings, reader, findings).check();
    findings.throwIfAny();
    return new Loaded(settings, findings.warnings());
  }

  private static @Nullable Path usersFileBeside(Path file) {
    Path users = file.resolveSibling("users.toml");
    return !users.equals(file) && Files.isRegularFile(users) ? users : null;
  }

  /** Its users come after those of the settings file; its {@code [admin]} replaces the other. */
  private void addUsers(Node.Table root, Node.Table usersFile) {
    usersFile
        .entries()
        .forEach(
            (name, node) -> {
              Node present = root.entries().get(name);
              if (name.equals("users")
                  && present instanceof Node.Array array
                  && node instanceof Node.Array more) {
                array.elements().addAll(more.elements());
              } else if (name.equals("users") || name.equals("admin")) {
                root.entries().put(name, node);
              } else {
                findings.problem(
                    node.location(), name, "a users file holds [[users]] and [admin] only");
              }
            });
  }

  private void warnOfUnknownSections(Node.Table root) {
    Set<String> known = new LinkedHashSet<>(Section.UNREAD);
    Section.ALL.forEach(section -> known.add(section.name()));
    root.entries()
        .forEach(
            (name, node) -> {
              if (Section.UNREAD.contains(name)) {
                findings.warning(
                    Warning.Kind.NO_EFFECT, node.location(), name, RecordReader.NO_EFFECT);
              } else if (!known.contains(name)) {
                reader.reportUnknown(node, name, Spelling.nearest(name, known));
              }
            });
  }

  private Settings read(Node.Table root) {
    General general = section(root, "general", General.DEFAULTS);
    Admin admin = section(root, "admin", Admin.DEFAULTS);
    Tcp tcp = section(root, "tcp", Tcp.DEFAULTS);
    List<DatabaseEntry> databases = entries(root, "databases", DatabaseEntry.DEFAULTS);
    List<User> users = entries(root, "users", User.DEFAULTS);
    List<ShardedTable> shardedTables = entries(root, "sharded_tables", ShardedTable.DEFAULTS);
    List<ShardedMapping> mappings = entries(root, "sharded_mappings", ShardedMapping.DEFAULTS);
    List<OmnishardedTables> omnisharded =
        entries(root, "omnisharded_tables", OmnishardedTables.DEFAULTS);
    for (ShardedTable table : shardedTables) {
      if (table.omnisharded() && table.name() != null) {
        OmnishardedTables older =
            new OmnishardedTables(table.database(), List.of(table.name()), false);
        omnisharded.add(reader.derived(table, older));
      }
    }
    shardedTables.removeIf(ShardedTable::omnisharded);
    return new Settings(
        general, databases, users, withMappings(shardedTables, mappings), omnisharded, admin, tcp);
  }

  private <R extends Record> R section(Node.Table root, String name, R defaults) {
    Node node = root.entries().get(name);
    if (node == null) {
      return defaults;
    }
    if (node instanceof Node.Table table) {
      return reader.read(table, name, defaults, Section.named(name).unread());
    }
    findings.expected(node.location(), name, "a table, [" + name + "]", node.described());
    return defaults;
  }

  private <R extends Record> List<R> entries(Node.Table root, String name, R defaults) {
    Node node = root.entries().get(name);
    return node == null
        ? new ArrayList<>()
        : reader.readAll(node, name, defaults, Section.named(name).unread());
  }

  /** Moves the rules of {@code [[sharded_mappings]]} into the tables they are for. */
  private List<ShardedTable> withMappings(
      List<ShardedTable> tables, List<ShardedMapping> mappings) {
    List<ShardedTable> result = new ArrayList<>();
    for (ShardedTable table : tables) {
      List<ShardMapping> rules = new ArrayList<>(table.mapping());
      mappings.stream().filter(rule -> rule.isFor(table)).forEach(rule -> rules.add(rule.rule()));
      result.add(
          rules.size() == table.mapping().size()
              ? table
              : reader.derived(table, table.withMapping(rules)));
    }
    for (int index = 0; index < mappings.size(); index++) {
      ShardedMapping mapping = mappings.get(index);
      if (tables.stream().noneMatch(mapping::isFor)) {
        findings.problem(
            reader.locationOf(mapping, "column"),
            "sharded_mappings[" + index + "].column",
            "no [[sharded_tables]] entry has database "
                + mapping.database()
                + ", column "
                + mapping.column());
      }
    }
    return result;
  }
}
