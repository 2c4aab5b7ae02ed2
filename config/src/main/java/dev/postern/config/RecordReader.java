package dev.postern.config;

import dev.postern.config.Warning.Kind;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes records out of a tree of values: every key is looked up by its declaration, checked for
 * type and range, and reported where it does not fit. Remembers where each record and key came
 * from, so that checks across keys can name the line too.
 */
final class RecordReader {
  static final String NO_EFFECT = "accepted, has no effect yet";

  private final Findings findings;
  private final Map<Record, Node.Table> origins = new IdentityHashMap<>();

  RecordReader(Findings findings) {
    this.findings = findings;
  }

  /** Where a key of a record read here was given; where the record was, if the key was not. */
  Location locationOf(Record read, String key) {
    Node.Table origin = origins.get(read);
    if (origin == null) {
      return Location.of("settings");
    }
    Node given = origin.entries().get(key);
    return given == null ? origin.location() : given.location();
  }

  /** Remembers that a record was made from one that was read; returns it. */
  <R extends Record> R derived(Record read, R made) {
    Node.Table origin = origins.get(read);
    if (origin != null) {
      origins.put(made, origin);
    }
    return made;
  }

  /** True if the key was given for a record read here. */
  boolean isGiven(Record read, String key) {
    Node.Table origin = origins.get(read);
    return origin != null && origin.entries().containsKey(key);
  }

  /** One table as a record like {@code defaults}; a value that does not fit leaves the default. */
  <R extends Record> R read(Node.Table table, String path, R defaults, Set<String> unread) {
    return read(table, path, defaults, unread, false);
  }

  private <R extends Record> R read(
      Node.Table table, String path, R defaults, Set<String> unread, boolean repeated) {
    Map<String, KeyComponent> known = new LinkedHashMap<>();
    for (KeyComponent key : KeyComponent.of(defaults)) {
      known.put(key.name(), key);
    }
    Map<String, GivenValue> given = new HashMap<>();
    for (Map.Entry<String, Node> entry : table.entries().entrySet()) {
      String fullName = path + "." + entry.getKey();
      Node node = entry.getValue();
      KeyComponent key = known.get(entry.getKey());
      if (key == null) {
        key = alsoCalled(entry.getKey(), known.values());
      }
      if (key != null) {
        GivenValue value = new GivenValue(fullName, node);
        GivenValue earlier = given.putIfAbsent(key.name(), value);
        if (earlier != null) {
          findings.problem(node.location(), fullName, "given before as " + earlier.fullName);
        }
      } else if (unread.contains(entry.getKey())) {
        findings.warning(Kind.NO_EFFECT, node.location(), fullName, NO_EFFECT);
      } else {
        Set<String> names = new LinkedHashSet<>(known.keySet());
        names.addAll(unread);
        reportUnknown(node, fullName, Spelling.nearest(entry.getKey(), names));
      }
    }
    R read = construct(new Source(table, path, repeated, given), defaults);
    origins.put(read, table);
    return read;
  }

  private static @Nullable KeyComponent alsoCalled(String name, Collection<KeyComponent> keys) {
    for (KeyComponent key : keys) {
      if (List.of(key.key().also()).contains(name)) {
        return key;
      }
    }
    return null;
  }

  /** A value with the name it was given under, which may be another name of the key. */
  private record GivenValue(String fullName, Node node) {}

  /** One table with its values by key. */
  private record Source(
      Node.Table table, String path, boolean repeated, Map<String, GivenValue> given) {}

  private <R extends Record> R construct(Source source, R defaults) {
    RecordComponent[] components = defaults.getClass().getRecordComponents();
    @Nullable Object[] arguments = new @Nullable Object[components.length];
    Class<?>[] types = new Class<?>[components.length];
    for (int index = 0; index < components.length; index++) {
      RecordComponent component = components[index];
      types[index] = component.getType();
      if (KeyComponent.valueIn(defaults, component) instanceof Record group) {
        arguments[index] = construct(source, group);
      } else {
        String name = Spelling.keyOf(component.getName());
        arguments[index] = valueOf(source, new KeyComponent(name, component, defaults));
      }
    }
    try {
      @SuppressWarnings("unchecked")
      Constructor<R> canonical = (Constructor<R>) defaults.getClass().getDeclaredConstructor(types);
      return canonical.newInstance(arguments);
    } catch (ReflectiveOperationException failure) {
      throw new IllegalStateException("cannot make " + defaults.getClass(), failure);
    }
  }

  private @Nullable Object valueOf(Source source, KeyComponent key) {
    GivenValue given = source.given.get(key.name());
    Object defaultValue = key.value();
    if (given == null) {
      // A section that stands once has no required keys, and its annotations need not be read.
      if (source.repeated && key.key().required()) {
        findings.problem(
            source.table.location(), source.path + "." + key.name(), "this key is required");
      }
      return defaultValue;
    }
    Node node = given.node;
    if (!key.key().effective()) {
      findings.warning(Kind.NO_EFFECT, node.location(), given.fullName, NO_EFFECT);
    }
    if (defaultValue == null && node instanceof Node.Untyped untyped && untyped.text().isEmpty()) {
      return null;
    }
    Object value =
        key.isListOfTables()
            ? tables(node, given.fullName, key)
            : values(node, given.fullName, key);
    return value == null ? defaultValue : value;
  }

  private List<Record> tables(Node given, String path, KeyComponent key) {
    if (!(key.elementType() instanceof Class<?> element)) {
      throw new IllegalStateException(path + " is no list of tables");
    }
    Record defaults;
    try {
      defaults = (Record) element.getField("DEFAULTS").get(null);
    } catch (ReflectiveOperationException failure) {
      throw new IllegalStateException(element + " has no DEFAULTS", failure);
    }
    return readAll(given, path, defaults, Set.of());
  }

  /** A {@code [[path]]} array as records like {@code defaults}. */
  <R extends Record> List<R> readAll(Node given, String path, R defaults, Set<String> unread) {
    List<R> read = new ArrayList<>();
    if (!(given instanceof Node.Array array)) {
      findings.expected(
          given.location(), path, "an array of tables, [[" + path + "]]", given.described());
      return read;
    }
    for (int index = 0; index < array.elements().size(); index++) {
      String elementPath = path + "[" + index + "]";
      Node element = array.elements().get(index);
      if (element instanceof Node.Table table) {
        read.add(read(table, elementPath, defaults, unread, true));
      } else {
        findings.expected(element.location(), elementPath, "a table", element.described());
      }
    }
    return read;
  }

  private @Nullable Object values(Node given, String path, KeyComponent key) {
    if (key.elementType() == null) {
      return new ValueReader(findings, path, key.key()).read(given, key.component().getType());
    }
    List<Node> elements =
        switch (given) {
          case Node.Array array -> array.elements();
          case Node.Untyped untyped -> untyped.commaSeparated();
          case Node.Scalar ignored -> null;
          case Node.Table ignored -> null;
        };
    if (elements == null) {
      findings.expected(given.location(), path, "an array", given.described());
      return null;
    }
    List<Object> values = new ArrayList<>();
    for (int index = 0; index < elements.size(); index++) {
      Object value =
          new ValueReader(findings, path + "[" + index + "]", key.key())
              .read(elements.get(index), String.class);
      if (value != null) {
        values.add(value);
      }
    }
    return values;
  }

  /**
   * Reports a key or section nobody knows. The command line is just being typed: there it is
   * refused.
   */
  void reportUnknown(Node given, String key, @Nullable String nearest) {
    String hint = nearest == null ? "" : "; did you mean " + nearest + "?";
    if (given.location().isCommandLine()) {
      findings.problem(given.location(), key, "unknown key" + hint);
    } else {
      findings.warning(Kind.UNKNOWN, given.location(), key, "unknown key, ignored" + hint);
    }
  }
}
