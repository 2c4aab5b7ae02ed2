package dev.postern.backend.exec;

import dev.postern.backend.function.ScalarFunction;
import dev.postern.backend.sql.Expression;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.SqlType;
import org.jspecify.annotations.Nullable;

/** Three-valued logic, tests and the conditional expressions. */
final class LogicEvaluators {
  private LogicEvaluators() {}

  static final class And extends Evaluator {
    private final Evaluator[] arguments;

    And(Evaluator[] arguments) {
      this.arguments = arguments;
    }

    @Override
    void evaluate(Frame frame, Datum result) {
      boolean unknown = false;
      for (Evaluator argument : arguments) {
        argument.evaluate(frame, result);
        if (result.isNull) {
          unknown = true;
        } else if (result.bits == 0) {
          return;
        }
      }
      if (unknown) {
        result.isNull = true;
      } else {
        result.setBoolean(true);
      }
    }
  }

  static final class Or extends Evaluator {
    private final Evaluator[] arguments;

    Or(Evaluator[] arguments) {
      this.arguments = arguments;
    }

    @Override
    void evaluate(Frame frame, Datum result) {
      boolean unknown = false;
      for (Evaluator argument : arguments) {
        argument.evaluate(frame, result);
        if (result.isNull) {
          unknown = true;
        } else if (result.bits != 0) {
          return;
        }
      }
      if (unknown) {
        result.isNull = true;
      } else {
        result.setBoolean(false);
      }
    }
  }

  static final class Not extends Evaluator {
    private final Evaluator argument;

    Not(Evaluator argument) {
      this.argument = argument;
    }

    @Override
    void evaluate(Frame frame, Datum result) {
      argument.evaluate(frame, result);
      if (!result.isNull) {
        result.bits ^= 1;
      }
    }
  }

  static final class NullTest extends Evaluator {
    private final Evaluator argument;
    private final boolean negated;

    NullTest(Evaluator argument, boolean negated) {
      this.argument = argument;
      this.negated = negated;
    }

    @Override
    void evaluate(Frame frame, Datum result) {
      argument.evaluate(frame, result);
      result.setBoolean(result.isNull != negated);
    }
  }

  static final class BooleanTest extends Evaluator {
    private final Evaluator argument;
    private final Expression.BooleanTest.Kind kind;
    private final boolean negated;

    BooleanTest(Evaluator argument, Expression.BooleanTest.Kind kind, boolean negated) {
      this.argument = argument;
      this.kind = kind;
      this.negated = negated;
    }

    @Override
    void evaluate(Frame frame, Datum result) {
      argument.evaluate(frame, result);
      boolean is =
          switch (kind) {
            case TRUE -> !result.isNull && result.bits != 0;
            case FALSE -> !result.isNull && result.bits == 0;
            case UNKNOWN -> result.isNull;
          };
      result.setBoolean(is != negated);
    }
  }

  static final class DistinctTest extends Evaluator {
    private final ScalarFunction equality;
    private final Evaluator left;
    private final Evaluator right;
    private final boolean negated;
    private final Datum[] values = CallEvaluators.datums(2);

    DistinctTest(ScalarFunction equality, Evaluator left, Evaluator right, boolean negated) {
      this.equality = equality;
      this.left = left;
      this.right = right;
      this.negated = negated;
    }

    @Override
    void evaluate(Frame frame, Datum result) {
      left.evaluate(frame, values[0]);
      right.evaluate(frame, values[1]);
      boolean distinct;
      if (values[0].isNull || values[1].isNull) {
        distinct = values[0].isNull != values[1].isNull;
      } else {
        equality.call(frame.context, values, result);
        distinct = result.isNull || result.bits == 0;
      }
      result.setBoolean(distinct != negated);
    }
  }

  static final class NullIf extends Evaluator {
    private final ScalarFunction equality;
    private final Evaluator left;
    private final Evaluator right;
    private final Datum[] values = CallEvaluators.datums(2);
    private final Datum equal = new Datum();

    NullIf(ScalarFunction equality, Evaluator left, Evaluator right) {
      this.equality = equality;
      this.left = left;
      this.right = right;
    }

    @Override
    void evaluate(Frame frame, Datum result) {
      left.evaluate(frame, values[0]);
      right.evaluate(frame, values[1]);
      if (!values[0].isNull && !values[1].isNull) {
        equality.call(frame.context, values, equal);
        if (!equal.isNull && equal.bits != 0) {
          result.isNull = true;
          return;
        }
      }
      result.set(values[0]);
    }
  }

  /** CASE; with an argument it is put where the conditions' {@code CaseValue} reads it. */
  static final class Case extends Evaluator {
    private final @Nullable Evaluator argument;
    private final int caseValue;
    private final Evaluator[] conditions;
    private final Evaluator[] results;
    private final @Nullable Evaluator otherwise;
    private final Datum condition = new Datum();

    Case(
        @Nullable Evaluator argument,
        int caseValue,
        Evaluator[] conditions,
        Evaluator[] results,
        @Nullable Evaluator otherwise) {
      this.argument = argument;
      this.caseValue = caseValue;
      this.conditions = conditions;
      this.results = results;
      this.otherwise = otherwise;
    }

    @Override
    void evaluate(Frame frame, Datum result) {
      if (argument != null) {
        argument.evaluate(frame, frame.caseValues[caseValue]);
      }
      for (int i = 0; i < conditions.length; i++) {
        if (conditions[i].holds(frame, condition)) {
          results[i].evaluate(frame, result);
          return;
        }
      }
      if (otherwise == null) {
        result.isNull = true;
      } else {
        otherwise.evaluate(frame, result);
      }
    }
  }

  static final class Coalesce extends Evaluator {
    private final Evaluator[] arguments;

    Coalesce(Evaluator[] arguments) {
      this.arguments = arguments;
    }

    @Override
    void evaluate(Frame frame, Datum result) {
      result.isNull = true;
      for (Evaluator argument : arguments) {
        argument.evaluate(frame, result);
        if (!result.isNull) {
          return;
        }
      }
    }
  }

  static final class MinMax extends Evaluator {
    private final boolean greatest;
    private final Evaluator[] arguments;
    private final SqlType type;
    private final Datum value = new Datum();

    MinMax(boolean greatest, Evaluator[] arguments, SqlType type) {
      this.greatest = greatest;
      this.arguments = arguments;
      this.type = type;
    }

    @Override
    void evaluate(Frame frame, Datum result) {
      result.isNull = true;
      for (Evaluator argument : arguments) {
        argument.evaluate(frame, value);
        if (value.isNull) {
          continue;
        }
        if (result.isNull) {
          result.set(value);
        } else {
          int order = type.compare(value, result);
          if (greatest ? order > 0 : order < 0) {
            result.set(value);
          }
        }
      }
    }
  }
}
