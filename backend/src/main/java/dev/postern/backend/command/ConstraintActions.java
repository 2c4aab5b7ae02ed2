package dev.postern.backend.command;

import dev.postern.backend.catalog.CatalogReader;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.catalog.RelationDescriptor.Attribute;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.sql.TableElement.CheckConstraint;
import dev.postern.backend.sql.TableElement.ExclusionConstraint;
import dev.postern.backend.sql.TableElement.ForeignKeyConstraint;
import dev.postern.backend.sql.TableElement.KeyConstraint;
import dev.postern.backend.sql.TableElement.TableConstraint;
import dev.postern.backend.sql.TableElement.TableNotNullConstraint;
import org.jspecify.annotations.Nullable;

/** ALTER TABLE … ADD CONSTRAINT, over the rows that are there. */
final class ConstraintActions {
  private final CommandContext context;
  private final GeneratedNames names;

  ConstraintActions(CommandContext context, GeneratedNames names) {
    this.context = context;
    this.names = names;
  }

  void add(RelationDescriptor table, TableConstraint constraint) {
    Constraints constraints = new Constraints(context, names);
    switch (constraint) {
      case CheckConstraint check -> constraints.check(table, check, true);
      case KeyConstraint key -> {
        if (key.primary() && key.usingIndex() == null) {
          Constraints.checkNoPrimaryKey(table);
          for (String column : key.columns()) {
            Attribute attribute = table.attribute(column);
            if (attribute != null && !attribute.notNull()) {
              notNull(attribute, table, null, false);
            }
          }
        }
        constraints.key(now(table), key);
      }
      case ForeignKeyConstraint key -> constraints.foreignKey(table, key, true);
      case TableNotNullConstraint notNull -> {
        Attribute attribute = AlterColumns.column(table, notNull.column());
        if (!attribute.notNull()) {
          notNull(attribute, table, notNull.name(), notNull.attributes().noInherit());
        }
      }
      case ExclusionConstraint exclusion -> throw SqlError.notSupported("EXCLUDE constraint");
    }
  }

  /** Checks the rows and makes the constraint. */
  void notNull(
      Attribute attribute, RelationDescriptor table, @Nullable String name, boolean noInherit) {
    context.services().checkNoNulls(now(table), attribute);
    new Constraints(context, names).notNull(now(table), attribute.number(), name, noInherit, false);
  }

  private RelationDescriptor now(RelationDescriptor table) {
    CatalogReader catalog = context.catalog();
    RelationDescriptor relation = catalog.relation(table.oid());
    return relation == null ? table : relation;
  }
}
