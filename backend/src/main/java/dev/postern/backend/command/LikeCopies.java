package dev.postern.backend.command;

import dev.postern.backend.catalog.CatalogRow;
import dev.postern.backend.catalog.CatalogTable;
import dev.postern.backend.catalog.ClassOids;
import dev.postern.backend.catalog.IndexDescriptor;
import dev.postern.backend.catalog.ObjectAddress;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.catalog.RelationDescriptor.Attribute;
import dev.postern.backend.catalog.RelationDescriptor.CheckConstraint;
import dev.postern.backend.command.TableDefinition.Column;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.SqlParser;
import dev.postern.backend.sql.TableElement;
import dev.postern.backend.sql.TableElement.ConstraintAttributes;
import dev.postern.backend.sql.TableElement.LikeClause;
import dev.postern.backend.sql.TableElement.LikeOption;
import dev.postern.backend.txn.TableLockMode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** LIKE in CREATE TABLE: columns at once, the rest when the table exists. */
final class LikeCopies {
  private static final CatalogTable DESCRIPTION = CatalogTable.named("pg_description");
  private static final CatalogTable SEQUENCE = SequenceDefinition.SEQUENCE;

  private record Copy(LikeClause clause, RelationDescriptor source) {}

  private final CommandContext context;
  private final TableDefinition definition;
  private final List<Copy> copies = new ArrayList<>();

  LikeCopies(CommandContext context, TableDefinition definition) {
    this.context = context;
    this.definition = definition;
  }

  void columns(LikeClause like) {
    RelationDescriptor source;
    try {
      source = new Targets(context).relation(like.source());
    } catch (SqlError e) {
      throw e.at(context.character(like.source().position()));
    }
    if (source.kind() == 'i' || source.kind() == 'S') {
      throw new SqlError(
              SqlState.WRONG_OBJECT_TYPE,
              "relation \"" + source.name() + "\" is invalid in LIKE clause")
          .detail(IndexCommands.notSupportedFor(source.kind()))
          .at(context.character(like.source().position()));
    }
    context.lockRelation(source.oid(), source.name(), TableLockMode.ACCESS_SHARE, false);
    copies.add(new Copy(like, source));
    for (Attribute attribute : source.attributes()) {
      if (!attribute.dropped()) {
        definition.columns.add(column(attribute, like));
      }
    }
    if (like.including().contains(LikeOption.CONSTRAINTS)) {
      for (CheckConstraint check : source.checks()) {
        definition.checks.add(
            new TableElement.CheckConstraint(
                -1,
                check.name(),
                SqlParser.parseExpression(check.expression()),
                ConstraintAttributes.NONE));
      }
    }
  }

  private Column column(Attribute attribute, LikeClause like) {
    Column column =
        new Column(
            attribute.name(),
            attribute.type().oid(),
            attribute.typmod(),
            attribute.collationOid(),
            like.position());
    column.notNull = attribute.notNull();
    String text = attribute.defaultExpression();
    if (attribute.generated() != 0) {
      if (like.including().contains(LikeOption.GENERATED) && text != null) {
        column.generated = SqlParser.parseExpression(text);
      }
    } else if (text != null && like.including().contains(LikeOption.DEFAULTS)) {
      column.defaultText = text;
    }
    if (attribute.identity() != 0 && like.including().contains(LikeOption.IDENTITY)) {
      column.identity = attribute.identity();
      column.copiedSequence = sequence(attribute.sequenceOid());
    }
    return column;
  }

  private @Nullable CatalogRow sequence(int oid) {
    return context.catalog().store().first(SEQUENCE, SEQUENCE.index("seqrelid"), oid);
  }

  /** Indexes and comments. */
  void rest(int table, GeneratedNames names) {
    for (Copy copy : copies) {
      if (copy.clause.including().contains(LikeOption.INDEXES)) {
        for (IndexDescriptor index : copy.source.indexes()) {
          new IndexCreation(context, names).copy(table, copy.source, index);
        }
      }
      if (copy.clause.including().contains(LikeOption.COMMENTS)) {
        comments(table, copy.source);
      }
    }
  }

  private void comments(int table, RelationDescriptor source) {
    RelationDescriptor target = context.catalog().relation(table);
    for (CatalogRow row :
        context
            .catalog()
            .store()
            .find(
                DESCRIPTION,
                DESCRIPTION.index("objoid", "classoid", "objsubid"),
                source.oid(),
                ClassOids.PG_CLASS)) {
      int number = row.integer("objsubid");
      if (number == 0 || target == null) {
        continue;
      }
      Attribute same = target.attribute(source.attributes().get(number - 1).name());
      if (same != null) {
        context
            .catalogWriter()
            .comment(ObjectAddress.column(table, same.number()), row.text("description"));
      }
    }
  }
}
