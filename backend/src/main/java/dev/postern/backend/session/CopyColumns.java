package dev.postern.backend.session;

import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.catalog.RelationDescriptor.Attribute;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.session.CopyOptions.Columns;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which columns a COPY is about. */
final class CopyColumns {
  private CopyColumns() {}

  /** The columns named, or all that are not generated. */
  static List<Attribute> of(RelationDescriptor table, List<String> names) {
    List<Attribute> columns = new ArrayList<>();
    if (names.isEmpty()) {
      for (Attribute attribute : table.attributes()) {
        if (!attribute.dropped() && attribute.generated() == 0) {
          columns.add(attribute);
        }
      }
      return columns;
    }
    for (String name : names) {
      Attribute attribute = table.attribute(name);
      if (attribute == null) {
        throw new SqlError(
            SqlState.UNDEFINED_COLUMN,
            "column \"" + name + "\" of relation \"" + table.name() + "\" does not exist");
      }
      if (attribute.generated() != 0) {
        throw new SqlError(
                SqlState.INVALID_COLUMN_REFERENCE, "column \"" + name + "\" is a generated column")
            .detail("Generated columns cannot be used in COPY.");
      }
      if (columns.contains(attribute)) {
        throw new SqlError(
            SqlState.DUPLICATE_COLUMN, "column \"" + name + "\" specified more than once");
      }
      columns.add(attribute);
    }
    return columns;
  }

  /** Fails where an option names a column that is not copied. */
  static void require(
      Columns wanted, String option, List<String> copied, @Nullable RelationDescriptor table) {
    for (String name : wanted.names()) {
      if (table == null ? !copied.contains(name) : table.attribute(name) == null) {
        throw new SqlError(
            SqlState.UNDEFINED_COLUMN,
            table == null
                ? "column \"" + name + "\" does not exist"
                : "column \"" + name + "\" of relation \"" + table.name() + "\" does not exist");
      }
      if (!copied.contains(name)) {
        throw new SqlError(
            SqlState.INVALID_COLUMN_REFERENCE,
            option + " column \"" + name + "\" not referenced by COPY");
      }
    }
  }

  static List<String> names(List<Attribute> columns) {
    return columns.stream().map(Attribute::name).toList();
  }
}
