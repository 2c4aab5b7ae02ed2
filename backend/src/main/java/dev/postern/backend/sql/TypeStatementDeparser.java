package dev.postern.backend.sql;

import dev.postern.backend.sql.TypeStatement.AggregateArguments;
import dev.postern.backend.sql.TypeStatement.CastContext;
import dev.postern.backend.sql.TypeStatement.DefineStatement;
import dev.postern.backend.sql.TypeStatement.DomainAction;
import dev.postern.backend.sql.TypeStatement.OperatorClassItem;
import java.util.List;

/** Types, domains, operators, casts and text search as SQL. */
abstract class TypeStatementDeparser extends RoutineDeparser {
  final void typeStatement(TypeStatement statement) {
    switch (statement) {
      case TypeStatement.CreateEnumStatement s ->
          put("CREATE TYPE ").qualified(s.name()).put(" AS ENUM (").strings(s.labels()).put(")");
      case TypeStatement.CreateCompositeTypeStatement s -> {
        put("CREATE TYPE ").qualified(s.name()).put(" AS (");
        list(s.attributes(), this::column).put(")");
      }
      case TypeStatement.CreateRangeStatement s -> {
        put("CREATE TYPE ").qualified(s.name()).put(" AS RANGE ");
        definition(s.options());
      }
      case DefineStatement s -> define(s);
      case TypeStatement.CreateDomainStatement s -> {
        put("CREATE DOMAIN ").qualified(s.name()).put(" AS ");
        type(s.type());
        collation(s.collation());
        s.constraints().forEach(this::columnConstraint);
      }
      case TypeStatement.AlterDomainStatement s -> {
        put("ALTER DOMAIN ").qualified(s.name()).put(" ");
        domainAction(s.action());
      }
      case TypeStatement.AlterEnumStatement s -> alterEnum(s);
      case TypeStatement.AlterTypeStatement s -> {
        put("ALTER TYPE ").qualified(s.name()).put(" SET ");
        operatorDefinition(s.options());
      }
      case TypeStatement.AlterOperatorStatement s -> {
        put("ALTER OPERATOR ");
        object(ObjectType.OPERATOR, s.operator()).put(" SET ");
        operatorDefinition(s.options());
      }
      case TypeStatement.CreateOperatorClassStatement s -> {
        put("CREATE OPERATOR CLASS ").qualified(s.name()).putIf(s.isDefault(), " DEFAULT");
        put(" FOR TYPE ");
        type(s.type()).put(" USING ").name(s.accessMethod());
        if (s.family() != null) {
          put(" FAMILY ").qualified(s.family());
        }
        put(" AS ");
        list(s.items(), this::operatorItem);
      }
      case TypeStatement.CreateOperatorFamilyStatement s ->
          put("CREATE OPERATOR FAMILY ").qualified(s.name()).put(" USING ").name(s.accessMethod());
      case TypeStatement.AlterOperatorFamilyStatement s -> {
        put("ALTER OPERATOR FAMILY ").qualified(s.name()).put(" USING ").name(s.accessMethod());
        put(s.drop() ? " DROP " : " ADD ");
        list(s.items(), this::operatorItem);
      }
      default -> conversionStatement(statement);
    }
  }

  private void conversionStatement(TypeStatement statement) {
    switch (statement) {
      case TypeStatement.CreateCollationFromStatement s ->
          put("CREATE COLLATION ")
              .putIf(s.ifNotExists(), "IF NOT EXISTS ")
              .qualified(s.name())
              .put(" FROM ")
              .qualified(s.from());
      case TypeStatement.AlterCollationRefreshStatement s ->
          put("ALTER COLLATION ").qualified(s.name()).put(" REFRESH VERSION");
      case TypeStatement.AlterTextSearchDictionaryStatement s -> {
        put("ALTER TEXT SEARCH DICTIONARY ").qualified(s.name()).put(" ");
        definition(s.options());
      }
      case TypeStatement.AlterTextSearchConfigurationStatement s -> mapping(s);
      case TypeStatement.CreateConversionStatement s -> {
        put("CREATE ").putIf(s.isDefault(), "DEFAULT ").put("CONVERSION ").qualified(s.name());
        put(" FOR ").string(s.sourceEncoding()).put(" TO ").string(s.targetEncoding());
        put(" FROM ").qualified(s.function());
      }
      case TypeStatement.CreateCastStatement s -> {
        put("CREATE CAST (");
        type(s.source()).put(" AS ");
        type(s.target()).put(")");
        if (s.function() != null) {
          put(" WITH FUNCTION ");
          routine(ObjectType.FUNCTION, s.function());
        } else {
          put(s.inout() ? " WITH INOUT" : " WITHOUT FUNCTION");
        }
        putIf(s.context() != CastContext.EXPLICIT, " AS " + s.context());
      }
      case TypeStatement.CreateTransformStatement s -> {
        put("CREATE ").putIf(s.orReplace(), "OR REPLACE ").put("TRANSFORM FOR ");
        type(s.type()).put(" LANGUAGE ").name(s.language()).put(" (");
        if (s.fromSql() != null) {
          put("FROM SQL WITH FUNCTION ");
          routine(ObjectType.FUNCTION, s.fromSql()).putIf(s.toSql() != null, ", ");
        }
        if (s.toSql() != null) {
          put("TO SQL WITH FUNCTION ");
          routine(ObjectType.FUNCTION, s.toSql());
        }
        put(")");
      }
      default -> throw new IllegalStateException(statement.getClass().getName());
    }
  }

  private void define(DefineStatement s) {
    put("CREATE ").putIf(s.orReplace(), "OR REPLACE ").put(s.objectType().words()).put(" ");
    putIf(s.ifNotExists(), "IF NOT EXISTS ");
    List<String> parts = s.name().parts();
    if (s.objectType() == ObjectType.OPERATOR) {
      int last = parts.size() - 1;
      qualified(parts.subList(0, last)).putIf(last > 0, ".").put(parts.get(last));
    } else {
      qualified(parts);
    }
    AggregateArguments arguments = s.arguments();
    if (arguments != null) {
      put(" (").putIf(arguments.star(), "*");
      list(arguments.direct(), this::parameter);
      if (arguments.orderBy() != null) {
        putIf(!arguments.direct().isEmpty(), " ").put("ORDER BY ");
        list(arguments.orderBy(), this::parameter);
      }
      put(")");
    }
    if (s.definition()) {
      put(" ");
      definition(s.options());
    }
  }

  private void operatorDefinition(List<Option> options) {
    put("(");
    list(
        options,
        option -> {
          name(option.name()).put(" = ");
          if (option.value() == null) {
            put("NONE");
          } else {
            value(option.value());
          }
        });
    put(")");
  }

  private void domainAction(DomainAction action) {
    switch (action) {
      case TypeStatement.DomainDefault a -> {
        put(a.value() == null ? "DROP DEFAULT" : "SET DEFAULT ");
        if (a.value() != null) {
          expression(a.value());
        }
      }
      case TypeStatement.DomainNotNull a -> put(a.set() ? "SET NOT NULL" : "DROP NOT NULL");
      case TypeStatement.AddDomainConstraint a -> {
        put("ADD ");
        tableConstraint(a.constraint());
      }
      case TypeStatement.DropDomainConstraint a -> {
        put("DROP CONSTRAINT ").putIf(a.ifExists(), "IF EXISTS ").name(a.name());
        behavior(a.behavior());
      }
      case TypeStatement.ValidateDomainConstraint a -> put("VALIDATE CONSTRAINT ").name(a.name());
    }
  }

  private void alterEnum(TypeStatement.AlterEnumStatement s) {
    put("ALTER TYPE ").qualified(s.name());
    if (s.oldLabel() != null) {
      put(" RENAME VALUE ").string(s.oldLabel()).put(" TO ").string(s.newLabel());
      return;
    }
    put(s.ifNotExists() ? " ADD VALUE IF NOT EXISTS " : " ADD VALUE ").string(s.newLabel());
    if (s.neighbour() != null) {
      put(s.after() ? " AFTER " : " BEFORE ").string(s.neighbour());
    }
  }

  private void operatorItem(OperatorClassItem item) {
    switch (item) {
      case TypeStatement.OperatorItem i -> {
        put("OPERATOR ").put(i.number()).put(" ");
        dottedOperator(i.operator());
        if (i.types() != null) {
          put(" (");
          typeOrNone(i.types().get(0)).put(", ");
          typeOrNone(i.types().get(1)).put(")");
        }
        if (i.orderByFamily() != null) {
          put(" FOR ORDER BY ").qualified(i.orderByFamily());
        }
      }
      case TypeStatement.FunctionItem i -> {
        put("FUNCTION ").put(i.number());
        if (!i.types().isEmpty()) {
          put(" (");
          types(i.types()).put(")");
        }
        if (i.routine() != null) {
          put(" ");
          routine(ObjectType.FUNCTION, i.routine());
        }
      }
      case TypeStatement.DroppedOperatorItem i -> {
        put("OPERATOR ").put(i.number()).put(" (");
        types(i.types()).put(")");
      }
      case TypeStatement.StorageItem i -> {
        put("STORAGE ");
        type(i.type());
      }
    }
  }

  private void mapping(TypeStatement.AlterTextSearchConfigurationStatement s) {
    put("ALTER TEXT SEARCH CONFIGURATION ").qualified(s.name());
    switch (s.change()) {
      case ADD -> put(" ADD MAPPING");
      case ALTER, REPLACE -> put(" ALTER MAPPING");
      case DROP -> put(" DROP MAPPING").putIf(s.ifExists(), " IF EXISTS");
    }
    if (!s.tokenTypes().isEmpty()) {
      put(" FOR ").names(s.tokenTypes());
    }
    if (s.oldDictionary() != null) {
      put(" REPLACE ").qualified(s.oldDictionary());
    }
    if (!s.dictionaries().isEmpty()) {
      put(" WITH ").qualifiedNames(s.dictionaries());
    }
  }
}
