package dev.postern.backend.sql;

import dev.postern.backend.sql.Expression.BooleanConstant;
import dev.postern.backend.sql.Expression.RowConstructor;
import dev.postern.backend.sql.Expression.StringConstant;
import dev.postern.backend.sql.Expression.TypeCast;
import dev.postern.backend.sql.RoutineStatement.CreateFunctionStatement;

/** Functions, procedures, languages and event triggers as SQL. */
abstract class RoutineDeparser extends RoleDeparser {
  final void routineStatement(RoutineStatement statement) {
    switch (statement) {
      case CreateFunctionStatement s -> createFunction(s);
      case RoutineStatement.AlterFunctionStatement s -> {
        put("ALTER ").put(s.objectType().words()).put(" ");
        routine(s.objectType(), s.routine());
        s.clauses().forEach(this::clause);
      }
      case RoutineStatement.DoStatement s -> {
        put("DO");
        for (String code : s.code()) {
          put(" ").string(code);
        }
        nameAfter(" LANGUAGE ", s.language());
      }
      case RoutineStatement.CallStatement s -> {
        put("CALL ");
        expression(s.call());
      }
      case RoutineStatement.CreateLanguageStatement s -> {
        put("CREATE ").putIf(s.orReplace(), "OR REPLACE ").putIf(s.trusted(), "TRUSTED ");
        put("LANGUAGE ").name(s.name());
        if (s.handler() != null) {
          put(" HANDLER ").qualified(s.handler());
        }
        if (s.inline() != null) {
          put(" INLINE ").qualified(s.inline());
        }
        if (s.validator() != null) {
          put(" VALIDATOR ").qualified(s.validator());
        }
      }
      case RoutineStatement.CreateEventTriggerStatement s -> {
        put("CREATE EVENT TRIGGER ").name(s.name()).put(" ON ").name(s.event());
        for (int i = 0; i < s.filters().size(); i++) {
          RoutineStatement.EventTriggerFilter filter = s.filters().get(i);
          put(i == 0 ? " WHEN " : " AND ").name(filter.variable());
          put(" IN (").strings(filter.values()).put(")");
        }
        put(" EXECUTE FUNCTION ").qualified(s.function()).put("()");
      }
      case RoutineStatement.AlterEventTriggerStatement s -> {
        put("ALTER EVENT TRIGGER ").name(s.name());
        put(" ").words(s.mode());
      }
    }
  }

  private void createFunction(CreateFunctionStatement s) {
    put("CREATE ").putIf(s.orReplace(), "OR REPLACE ");
    put(s.procedure() ? "PROCEDURE " : "FUNCTION ").qualified(s.name()).put("(");
    list(s.parameters(), this::parameter).put(")");
    if (s.returns() != null) {
      put(" RETURNS ");
      type(s.returns());
    }
    if (!s.returnsTable().isEmpty()) {
      put(" RETURNS TABLE (");
      list(s.returnsTable(), this::clause).put(")");
    }
    s.clauses().forEach(this::clause);
    if (s.body() != null) {
      clause(s.body());
    }
  }

  final void parameter(RoutineClause.RoutineParameter parameter) {
    mode(parameter.mode());
    parameterName(parameter.name());
    type(parameter.type());
    if (parameter.defaultValue() != null) {
      put(" DEFAULT ");
      expression(parameter.defaultValue());
    }
  }

  private void clause(RoutineClause clause) {
    switch (clause) {
      case RoutineClause.RoutineParameter c -> parameter(c);
      case RoutineClause.ReturnedColumn c -> {
        name(c.name()).put(" ");
        type(c.type());
      }
      case RoutineClause.AsClause c -> put(" AS ").strings(c.definition());
      case RoutineClause.FunctionSetting c -> {
        put(" ");
        setting(c.setting());
      }
      case RoutineClause.ReturnBody c -> {
        put(" RETURN ");
        expression(c.value());
      }
      case RoutineClause.AtomicBody c -> {
        put(" BEGIN ATOMIC ");
        for (Node node : c.statements()) {
          if (node instanceof Statement statement) {
            statement(statement);
          } else {
            clause((RoutineClause) node);
          }
          put("; ");
        }
        put("END");
      }
      case RoutineClause.Characteristic c -> characteristic(c.option());
    }
  }

  private void characteristic(Option option) {
    Node value = option.value();
    boolean flag = value instanceof BooleanConstant b && b.value();
    String word = value instanceof StringConstant s ? s.value() : "";
    switch (option.name()) {
      case "language" -> put(" LANGUAGE ").name(word);
      case "window" -> put(" WINDOW");
      case "strict" -> put(flag ? " STRICT" : " CALLED ON NULL INPUT");
      case "volatility" -> put(" ").put(word);
      case "security" -> put(flag ? " SECURITY DEFINER" : " SECURITY INVOKER");
      case "leakproof" -> put(flag ? " LEAKPROOF" : " NOT LEAKPROOF");
      case "parallel" -> put(" PARALLEL ").name(word);
      case "cost", "rows", "support" -> {
        put(" ").put(option.name()).put(" ");
        if (value != null) {
          value(value);
        }
      }
      case "transform" -> {
        put(" TRANSFORM ");
        if (value instanceof RowConstructor row) {
          list(
              row.elements(),
              element -> {
                put("FOR TYPE ");
                type(((TypeCast) element).type());
              });
        }
      }
      default -> throw new IllegalStateException(option.name());
    }
  }
}
