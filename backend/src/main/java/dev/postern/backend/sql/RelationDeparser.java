package dev.postern.backend.sql;

import dev.postern.backend.sql.RelationStatement.CheckOption;
import dev.postern.backend.sql.RelationStatement.CreateIndexStatement;
import dev.postern.backend.sql.RelationStatement.CreatePolicyStatement;
import dev.postern.backend.sql.RelationStatement.CreateRuleStatement;
import dev.postern.backend.sql.RelationStatement.CreateTriggerStatement;
import dev.postern.backend.sql.RelationStatement.CreateViewStatement;
import org.jspecify.annotations.Nullable;

/** Indexes, sequences, views, schemas, triggers, rules and policies as SQL. */
abstract class RelationDeparser extends ObjectDeparser {
  final void relationStatement(RelationStatement statement) {
    switch (statement) {
      case CreateIndexStatement s -> createIndex(s);
      case RelationStatement.CreateSequenceStatement s -> {
        put("CREATE ");
        persistence(s.persistence());
        put("SEQUENCE ").putIf(s.ifNotExists(), "IF NOT EXISTS ").qualified(s.name()).put(" ");
        sequenceOptions(s.options());
      }
      case RelationStatement.AlterSequenceStatement s -> {
        put("ALTER SEQUENCE ").putIf(s.ifExists(), "IF EXISTS ").qualified(s.name()).put(" ");
        sequenceOptions(s.options());
      }
      case RelationStatement.CreateSchemaStatement s -> {
        put("CREATE SCHEMA ").putIf(s.ifNotExists(), "IF NOT EXISTS ").nameAfter("", s.name());
        if (s.authorization() != null) {
          put(" AUTHORIZATION ").role(s.authorization());
        }
        for (Statement element : s.elements()) {
          put(" ");
          statement(element);
        }
      }
      case CreateViewStatement s -> createView(s);
      case RelationStatement.RefreshMaterializedViewStatement s ->
          put("REFRESH MATERIALIZED VIEW ")
              .putIf(s.concurrently(), "CONCURRENTLY ")
              .qualified(s.name())
              .putIf(!s.withData(), " WITH NO DATA");
      case RelationStatement.CreateStatisticsStatement s -> {
        put("CREATE STATISTICS ").putIf(s.ifNotExists(), "IF NOT EXISTS ");
        if (s.name() != null) {
          qualified(s.name());
        }
        nameList(s.kinds()).put(" ON ");
        indexElements(s.expressions()).put(" FROM ");
        tableReferences(s.from());
      }
      case RelationStatement.AlterStatisticsStatement s -> {
        put("ALTER STATISTICS ").putIf(s.ifExists(), "IF EXISTS ").qualified(s.name());
        put(" SET STATISTICS ");
        numberOrDefault(s.target());
      }
      case CreateTriggerStatement s -> createTrigger(s);
      case CreateRuleStatement s -> createRule(s);
      case CreatePolicyStatement s -> {
        put("CREATE POLICY ").name(s.name()).put(" ON ").qualified(s.relation());
        put(s.permissive() ? " AS PERMISSIVE FOR " : " AS RESTRICTIVE FOR ").put(s.command());
        put(" TO ").roles(s.roles());
        policyConditions(s.using(), s.withCheck());
      }
      case RelationStatement.AlterPolicyStatement s -> {
        put("ALTER POLICY ").name(s.name()).put(" ON ").qualified(s.relation());
        if (!s.roles().isEmpty()) {
          put(" TO ").roles(s.roles());
        }
        policyConditions(s.using(), s.withCheck());
      }
    }
  }

  private void policyConditions(@Nullable Expression using, @Nullable Expression check) {
    if (using != null) {
      put(" USING (");
      expression(using).put(")");
    }
    if (check != null) {
      put(" WITH CHECK (");
      expression(check).put(")");
    }
  }

  private void createIndex(CreateIndexStatement s) {
    put("CREATE ").putIf(s.unique(), "UNIQUE ").put("INDEX ");
    putIf(s.concurrently(), "CONCURRENTLY ").putIf(s.ifNotExists(), "IF NOT EXISTS ");
    nameAfter("", s.name()).put(" ON ");
    relation(s.relation()).nameAfter(" USING ", s.accessMethod()).put(" (");
    indexElements(s.elements()).put(")");
    if (!s.include().isEmpty()) {
      put(" INCLUDE (");
      indexElements(s.include()).put(")");
    }
    putIf(s.nullsNotDistinct(), " NULLS NOT DISTINCT");
    withOptions(s.options());
    nameAfter(" TABLESPACE ", s.tablespace());
    where(s.where());
  }

  private void createView(CreateViewStatement s) {
    put("CREATE ").putIf(s.orReplace(), "OR REPLACE ");
    persistence(s.persistence());
    putIf(s.recursive(), "RECURSIVE ").put("VIEW ").qualified(s.name()).nameList(s.columns());
    withOptions(s.options());
    put(" AS ");
    query(s.query());
    if (s.checkOption() != CheckOption.NONE) {
      put(" WITH ").words(s.checkOption()).put(" CHECK OPTION");
    }
  }

  private void createTrigger(CreateTriggerStatement s) {
    put("CREATE ").putIf(s.orReplace(), "OR REPLACE ").putIf(s.constraint(), "CONSTRAINT ");
    put("TRIGGER ").name(s.name()).put(" ").words(s.timing()).put(" ");
    for (int i = 0; i < s.events().size(); i++) {
      RelationStatement.Event event = s.events().get(i);
      putIf(i > 0, " OR ").words(event);
      if (event == RelationStatement.Event.UPDATE && !s.updateColumns().isEmpty()) {
        put(" OF ").names(s.updateColumns());
      }
    }
    put(" ON ").qualified(s.relation());
    if (s.constraintFrom() != null) {
      put(" FROM ").qualified(s.constraintFrom());
    }
    attributes(s.attributes());
    putIf(!s.transitionTables().isEmpty(), " REFERENCING");
    for (RelationStatement.TransitionTable t : s.transitionTables()) {
      put(t.isNew() ? " NEW" : " OLD").put(t.isTable() ? " TABLE AS " : " ROW AS ").name(t.name());
    }
    put(s.forEachRow() ? " FOR EACH ROW" : " FOR EACH STATEMENT");
    if (s.when() != null) {
      put(" WHEN (");
      expression(s.when()).put(")");
    }
    put(" EXECUTE FUNCTION ").qualified(s.function()).put("(").strings(s.arguments()).put(")");
  }

  private void createRule(CreateRuleStatement s) {
    put("CREATE ").putIf(s.orReplace(), "OR REPLACE ").put("RULE ").name(s.name());
    put(" AS ON ").words(s.event()).put(" TO ").qualified(s.relation());
    where(s.where());
    put(s.instead() ? " DO INSTEAD " : " DO ALSO ");
    if (s.actions().isEmpty()) {
      put("NOTHING");
      return;
    }
    boolean several = s.actions().size() > 1;
    putIf(several, "(");
    for (int i = 0; i < s.actions().size(); i++) {
      putIf(i > 0, "; ");
      statement(s.actions().get(i));
    }
    putIf(several, ")");
  }
}
