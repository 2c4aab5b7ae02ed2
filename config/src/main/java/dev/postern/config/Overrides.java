package dev.postern.config;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Lays environment and command line over the tree that came from files.
 *
 * <p>A key is {@code section.key}; an entry of a list is named by its number from 0, {@code
 * databases.0.host}, and the number after the last one adds an entry. In the environment that is
 * {@code POSTERN_DATABASES_0_HOST}. Variables that begin with {@code POSTERN_} but name no section
 * are somebody else's: the launcher has some, and so has Kubernetes for a service of that name.
 */
final class Overrides {
  private static final String PREFIX = "POSTERN_";
  private static final Pattern NUMBER = Pattern.compile("(^|_)(\\d+)(_|$)");

  private final Node.Table root;
  private final Findings findings;

  private Overrides(Node.Table root, Findings findings) {
    this.root = root;
    this.findings = findings;
  }

  /** True if a variable is one of ours, so that anything has to be read at all. */
  static boolean anyIn(Map<String, String> environment) {
    for (String name : environment.keySet()) {
      if (!keyOf(name).isEmpty()) {
        return true;
      }
    }
    return false;
  }

  /** The command line wins over the environment, which wins over files. */
  static void apply(
      Node.Table root,
      Map<String, String> environment,
      Map<String, String> commandLine,
      Findings findings) {
    Overrides overrides = new Overrides(root, findings);
    // Sorted, so that entry 0 of a list is there before entry 1.
    new TreeMap<>(environment)
        .forEach(
            (name, value) -> {
              String key = keyOf(name);
              if (!key.isEmpty()) {
                overrides.set(key, value, Location.of("environment variable " + name));
              }
            });
    new TreeMap<>(commandLine)
        .forEach((key, value) -> overrides.set(key, value, Location.ofCommandLine(key)));
  }

  /** The key an environment variable is for, or an empty text. */
  private static String keyOf(String variable) {
    if (!variable.startsWith(PREFIX)) {
      return "";
    }
    String name = variable.substring(PREFIX.length()).toLowerCase(Locale.ROOT);
    for (Section section : Section.ALL) {
      if (name.startsWith(section.name() + "_")) {
        String rest = name.substring(section.name().length() + 1);
        return section.name() + "." + NUMBER.matcher(rest).replaceAll(Overrides::dotted);
      }
    }
    return "";
  }

  private static String dotted(MatchResult number) {
    String before = number.group(1).isEmpty() ? "" : ".";
    String after = number.group(3).isEmpty() ? "" : ".";
    return before + number.group(2) + after;
  }

  private void set(String key, String value, Location location) {
    String[] parts = key.split("\\.", -1);
    Node holder = root;
    for (int index = 0; index < parts.length; index++) {
      boolean last = index == parts.length - 1;
      boolean listNext = !last && isNumber(parts[index + 1]);
      Node fresh =
          last
              ? new Node.Untyped(location, value)
              : listNext ? Node.Array.empty(location) : Node.Table.empty(location);
      Node next = child(holder, parts[index], fresh, last);
      if (next == null) {
        findings.problem(location, key, notThere(holder, parts[index]));
        return;
      }
      holder = next;
    }
  }

  /** The child of that name, made if need be; null if there can be none. */
  private static @Nullable Node child(Node holder, String name, Node fresh, boolean replace) {
    // Not a switch over patterns: its first use costs more than all the rest of this class.
    if (holder instanceof Node.Table table) {
      if (replace) {
        table.entries().put(name, fresh);
      }
      Node present = table.entries().putIfAbsent(name, fresh);
      return present == null ? fresh : present;
    }
    if (!(holder instanceof Node.Array array)) {
      return null;
    }
    int index = isNumber(name) ? Integer.parseInt(name) : -1;
    if (index < 0 || index > array.elements().size()) {
      return null;
    }
    if (index == array.elements().size()) {
      array.elements().add(fresh);
    } else if (replace) {
      array.elements().set(index, fresh);
    }
    return array.elements().get(index);
  }

  private static String notThere(Node holder, String name) {
    return holder instanceof Node.Array array
        ? "expected the number of an entry, 0 to " + array.elements().size() + ", found " + name
        : "no such key";
  }

  private static boolean isNumber(String part) {
    return part.length() < 6 && !part.isEmpty() && part.chars().allMatch(Character::isDigit);
  }
}
