package dev.postern.backend.exec;

import dev.postern.backend.type.ByteArrayWriter;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.SqlType;

/** Casts that are not function calls. */
final class CoercionEvaluators {
  private CoercionEvaluators() {}

  /** By the text forms of both types. */
  static final class ViaText extends Evaluator {
    private final Evaluator argument;
    private final SqlType from;
    private final SqlType to;
    private final int typmod;
    private final Datum value = new Datum();

    ViaText(Evaluator argument, SqlType from, SqlType to, int typmod) {
      this.argument = argument;
      this.from = from;
      this.to = to;
      this.typmod = typmod;
    }

    @Override
    void evaluate(Frame frame, Datum result) {
      argument.evaluate(frame, value);
      if (value.isNull) {
        result.isNull = true;
        return;
      }
      ByteArrayWriter text = new ByteArrayWriter();
      from.output(value, frame.context.style(), text);
      to.input(text.array(), 0, text.size(), typmod, frame.context.style(), result);
    }
  }

  /** Length coercion. */
  static final class Typmod extends Evaluator {
    private final Evaluator argument;
    private final SqlType type;
    private final int typmod;
    private final boolean explicit;

    Typmod(Evaluator argument, SqlType type, int typmod, boolean explicit) {
      this.argument = argument;
      this.type = type;
      this.typmod = typmod;
      this.explicit = explicit;
    }

    @Override
    void evaluate(Frame frame, Datum result) {
      argument.evaluate(frame, result);
      if (!result.isNull) {
        type.applyTypmod(result, typmod, explicit);
      }
    }
  }
}
