package dev.postern.backend.exec;

import dev.postern.backend.function.ScalarFunction;
import dev.postern.backend.type.Datum;

/** Calls of functions and operators. */
final class CallEvaluators {
  private CallEvaluators() {}

  static Datum[] datums(int count) {
    Datum[] datums = new Datum[count];
    for (int i = 0; i < count; i++) {
      datums[i] = new Datum();
    }
    return datums;
  }

  /** A call of a strict function: null where an argument is null. */
  static final class Strict extends Evaluator {
    private final ScalarFunction code;
    private final Evaluator[] arguments;
    private final Datum[] values;

    Strict(ScalarFunction code, Evaluator[] arguments) {
      this.code = code;
      this.arguments = arguments;
      values = datums(arguments.length);
    }

    @Override
    void evaluate(Frame frame, Datum result) {
      for (int i = 0; i < arguments.length; i++) {
        arguments[i].evaluate(frame, values[i]);
        if (values[i].isNull) {
          result.isNull = true;
          return;
        }
      }
      code.call(frame.context, values, result);
    }
  }

  /** A call of a function that takes nulls. */
  static final class NonStrict extends Evaluator {
    private final ScalarFunction code;
    private final Evaluator[] arguments;
    private final Datum[] values;

    NonStrict(ScalarFunction code, Evaluator[] arguments) {
      this.code = code;
      this.arguments = arguments;
      values = datums(arguments.length);
    }

    @Override
    void evaluate(Frame frame, Datum result) {
      for (int i = 0; i < arguments.length; i++) {
        arguments[i].evaluate(frame, values[i]);
      }
      code.call(frame.context, values, result);
    }
  }

  /** A strict function of two arguments, the commonest form. */
  static final class StrictTwo extends Evaluator {
    private final ScalarFunction code;
    private final Evaluator left;
    private final Evaluator right;
    private final Datum[] values = datums(2);

    StrictTwo(ScalarFunction code, Evaluator left, Evaluator right) {
      this.code = code;
      this.left = left;
      this.right = right;
    }

    @Override
    void evaluate(Frame frame, Datum result) {
      Datum[] arguments = values;
      left.evaluate(frame, arguments[0]);
      if (arguments[0].isNull) {
        result.isNull = true;
        return;
      }
      right.evaluate(frame, arguments[1]);
      if (arguments[1].isNull) {
        result.isNull = true;
        return;
      }
      code.call(frame.context, arguments, result);
    }
  }
}
