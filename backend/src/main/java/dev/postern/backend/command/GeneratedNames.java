package dev.postern.backend.command;

import dev.postern.backend.catalog.CatalogReader;
import dev.postern.backend.catalog.CatalogTable;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Names that PostgreSQL makes up for constraints, indexes and sequences. */
final class GeneratedNames {
  private static final int LONGEST = 63;
  private static final CatalogTable CONSTRAINT = CatalogTable.named("pg_constraint");

  private final CatalogReader catalog;

  /** Constraint names given in the running command, not yet in the catalogs. */
  private final Set<String> taken = new HashSet<>();

  GeneratedNames(CatalogReader catalog) {
    this.catalog = catalog;
  }

  /** A constraint's name that the command has chosen. */
  void take(String name) {
    taken.add(name);
  }

  /** Joins the parts with underscores, shortened to fit. */
  static String join(String first, @Nullable String second, String label) {
    int room = LONGEST - bytes(label) - 1 - (second == null ? 0 : 1);
    int firstBytes = bytes(first);
    int secondBytes = second == null ? 0 : bytes(second);
    while (firstBytes + secondBytes > room) {
      if (firstBytes > secondBytes) {
        firstBytes--;
      } else {
        secondBytes--;
      }
    }
    String name = cut(first, firstBytes);
    return second == null
        ? name + "_" + label
        : name + "_" + cut(second, secondBytes) + "_" + label;
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  /** At most so many bytes, whole characters. */
  static String cut(String text, int most) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (bytes.length <= most) {
      return text;
    }
    int end = most;
    while (end > 0 && (bytes[end] & 0xc0) == 0x80) {
      end--;
    }
    return new String(Arrays.copyOf(bytes, end), StandardCharsets.UTF_8);
  }

  /** A free name for a relation. */
  String relation(
      String first, @Nullable String second, String label, int schema, boolean isConstraint) {
    for (int pass = 0; ; pass++) {
      String name = join(first, second, pass == 0 ? label : label + pass);
      if (catalog.relationOid(schema, name) == 0
          && !taken.contains(name)
          && !(isConstraint && constraintExists(schema, name))) {
        return name;
      }
    }
  }

  /** A free name for a constraint; it counts as taken from now on. */
  String constraint(String first, @Nullable String second, String label, int schema) {
    for (int pass = 0; ; pass++) {
      String name = join(first, second, pass == 0 ? label : label + pass);
      if (!taken.contains(name) && !constraintExists(schema, name)) {
        taken.add(name);
        return name;
      }
    }
  }

  private boolean constraintExists(int schema, String name) {
    return !catalog
        .store()
        .find(CONSTRAINT, CONSTRAINT.index("conname", "connamespace"), name, schema)
        .isEmpty();
  }

  /** The columns' names joined, as they stand in the names of keys. */
  static String columns(List<String> names) {
    StringBuilder joined = new StringBuilder();
    for (String name : names) {
      if (!joined.isEmpty()) {
        joined.append('_');
      }
      joined.append(name);
      if (joined.length() >= LONGEST) {
        break;
      }
    }
    return cut(joined.toString(), LONGEST);
  }
}
