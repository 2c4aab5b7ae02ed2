package dev.postern.backend.sql;

import dev.postern.backend.sql.DataStatement.DeleteStatement;
import dev.postern.backend.sql.DataStatement.InsertStatement;
import dev.postern.backend.sql.DataStatement.MergeStatement;
import dev.postern.backend.sql.DataStatement.UpdateStatement;
import dev.postern.backend.sql.QueryClause.Assignment;
import dev.postern.backend.sql.QueryClause.AssignmentTarget;
import dev.postern.backend.sql.QueryClause.ColumnAssignment;
import dev.postern.backend.sql.QueryClause.ConflictTarget;
import dev.postern.backend.sql.QueryClause.IndexElement;
import dev.postern.backend.sql.QueryClause.MergeAct;
import dev.postern.backend.sql.QueryClause.MergeWhen;
import dev.postern.backend.sql.QueryClause.MultipleAssignment;
import dev.postern.backend.sql.QueryClause.OnConflictClause;
import dev.postern.backend.sql.QueryClause.Overriding;
import dev.postern.backend.sql.QueryClause.ReturningClause;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** INSERT, UPDATE, DELETE and MERGE as SQL; index elements and lists of settings. */
abstract class DataDeparser extends QueryDeparser {
  final void data(DataStatement statement) {
    switch (statement) {
      case InsertStatement s -> insert(s);
      case UpdateStatement s -> {
        with(s.with());
        put("UPDATE ");
        tableReference(s.target());
        put(" SET ");
        assignments(s.assignments());
        if (!s.from().isEmpty()) {
          put(" FROM ");
          tableReferences(s.from());
        }
        where(s.where());
        returning(s.returning());
      }
      case DeleteStatement s -> {
        with(s.with());
        put("DELETE FROM ");
        tableReference(s.target());
        if (!s.using().isEmpty()) {
          put(" USING ");
          tableReferences(s.using());
        }
        where(s.where());
        returning(s.returning());
      }
      case MergeStatement s -> {
        with(s.with());
        put("MERGE INTO ");
        tableReference(s.target());
        put(" USING ");
        tableReference(s.source());
        put(" ON ");
        expression(s.on());
        s.whens().forEach(this::mergeWhen);
        returning(s.returning());
      }
    }
  }

  private void insert(InsertStatement s) {
    with(s.with());
    put("INSERT INTO ");
    tableReference(s.target());
    columns(s.columns());
    overriding(s.overriding());
    put(" ");
    if (s.source() == null) {
      put("DEFAULT VALUES");
    } else {
      query(s.source());
    }
    if (s.onConflict() != null) {
      onConflict(s.onConflict());
    }
    returning(s.returning());
  }

  private void columns(List<AssignmentTarget> columns) {
    if (!columns.isEmpty()) {
      put(" (");
      list(columns, this::target).put(")");
    }
  }

  private void target(AssignmentTarget target) {
    name(target.name());
    indirectionElements(target.indirection());
  }

  private void overriding(Overriding overriding) {
    putIf(overriding != Overriding.NONE, " OVERRIDING " + overriding + " VALUE");
  }

  private void onConflict(OnConflictClause clause) {
    put(" ON CONFLICT");
    ConflictTarget target = clause.target();
    if (target != null) {
      if (target.constraint() != null) {
        put(" ON CONSTRAINT ").name(target.constraint());
      } else {
        put(" (");
        indexElements(target.elements()).put(")");
        where(target.where());
      }
    }
    if (clause.doNothing()) {
      put(" DO NOTHING");
      return;
    }
    put(" DO UPDATE SET ");
    assignments(clause.assignments());
    where(clause.where());
  }

  private void assignments(List<Assignment> assignments) {
    list(
        assignments,
        assignment -> {
          switch (assignment) {
            case ColumnAssignment a -> {
              target(a.target());
              put(" = ");
              expression(a.value());
            }
            case MultipleAssignment a -> {
              put("(");
              list(a.targets(), this::target).put(") = ");
              expression(a.value());
            }
          }
        });
  }

  private void returning(@Nullable ReturningClause returning) {
    if (returning == null) {
      return;
    }
    put(" RETURNING ");
    String oldName = returning.oldName();
    String newName = returning.newName();
    if (oldName != null || newName != null) {
      put("WITH (").nameAfter("OLD AS ", oldName);
      nameAfter(oldName == null ? "NEW AS " : ", NEW AS ", newName).put(") ");
    }
    targets(returning.targets());
  }

  private void mergeWhen(MergeWhen when) {
    put(" WHEN ").words(when.kind());
    if (when.condition() != null) {
      put(" AND ");
      expression(when.condition());
    }
    put(" THEN ");
    mergeAct(when.act());
  }

  private void mergeAct(MergeAct act) {
    switch (act) {
      case QueryClause.MergeUpdate u -> {
        put("UPDATE SET ");
        assignments(u.assignments());
      }
      case QueryClause.MergeDelete d -> put("DELETE");
      case QueryClause.MergeDoNothing n -> put("DO NOTHING");
      case QueryClause.MergeInsert i -> {
        put("INSERT");
        columns(i.columns());
        overriding(i.overriding());
        if (i.values().isEmpty()) {
          put(" DEFAULT VALUES");
        } else {
          put(" VALUES (");
          expressions(i.values()).put(")");
        }
      }
    }
  }

  // Index elements.

  final SqlWriter indexElements(List<IndexElement> elements) {
    return list(elements, this::indexElement);
  }

  final void indexElement(IndexElement element) {
    nameAfter("", element.name());
    if (element.expression() != null) {
      put("(");
      expression(element.expression()).put(")");
    }
    collation(element.collation());
    if (element.operatorClass() != null) {
      put(" ").qualified(element.operatorClass());
      options(element.operatorClassOptions());
    }
    direction(element.direction(), element.nulls());
  }

  // Lists of settings.

  /** {@code (name = value, name)} with a space before it, or nothing. */
  final void options(List<Option> options) {
    if (!options.isEmpty()) {
      put(" ");
      definition(options);
    }
  }

  /** {@code WITH (name = value)}, or nothing. */
  final void withOptions(List<Option> options) {
    if (!options.isEmpty()) {
      put(" WITH ");
      definition(options);
    }
  }

  /** {@code (name = value, name)}. */
  final void definition(List<Option> options) {
    put("(");
    list(
        options,
        option -> {
          if (option.namespace() != null) {
            name(option.namespace()).put(".");
          }
          name(option.name());
          if (option.value() != null) {
            put(" = ");
            value(option.value());
          }
        });
    put(")");
  }

  /** {@code (name value, name)} of EXPLAIN, VACUUM, COPY and others, or nothing. */
  final void utilityOptions(List<Option> options) {
    if (options.isEmpty()) {
      return;
    }
    put(" (");
    list(
        options,
        option -> {
          name(option.name());
          if (option.value() != null) {
            put(" ");
            value(option.value());
          }
        });
    put(")");
  }

  /** {@code OPTIONS (name 'value')} of foreign data, or nothing. */
  final void foreignOptions(List<Option> options) {
    if (options.isEmpty()) {
      return;
    }
    put(" OPTIONS (");
    list(
        options,
        option -> {
          putIf(option.action() != Option.Action.UNSPECIFIED, option.action() + " ");
          name(option.name());
          if (option.value() != null) {
            put(" ");
            value(option.value());
          }
        });
    put(")");
  }

  /** The value of a setting. */
  final void value(Node value) {
    switch (value) {
      case Expression e -> expression(e);
      case TypeName t -> type(t);
      case OperatorName o -> operator(o);
      case QualifiedName n -> qualified(n);
      default -> throw new IllegalStateException(value.getClass().getName());
    }
  }
}
