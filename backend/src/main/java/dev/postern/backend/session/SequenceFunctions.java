package dev.postern.backend.session;

import dev.postern.backend.function.CallSite;
import dev.postern.backend.function.FunctionContext;
import dev.postern.backend.function.FunctionTopic;
import dev.postern.backend.function.ScalarFunction;
import org.jspecify.annotations.Nullable;

/** Sequence manipulation functions (manual section 9.17). */
final class SequenceFunctions implements FunctionTopic {
  @Override
  public @Nullable ScalarFunction scalar(String key, CallSite site) {
    return switch (key) {
      case "nextval_oid" -> (c, a, r) -> r.setLong(sequences(c).next((int) a[0].bits));
      case "currval_oid" -> (c, a, r) -> r.setLong(sequences(c).current((int) a[0].bits));
      case "lastval" -> (c, a, r) -> r.setLong(sequences(c).last());
      case "setval_oid" ->
          (c, a, r) -> r.setLong(sequences(c).set((int) a[0].bits, a[1].bits, true));
      case "setval3_oid" ->
          (c, a, r) -> r.setLong(sequences(c).set((int) a[0].bits, a[1].bits, a[2].booleanValue()));
      case "pg_sequence_last_value" ->
          (c, a, r) -> {
            Long value = sequences(c).lastValue((int) a[0].bits);
            if (value == null) {
              r.setNull();
            } else {
              r.setLong(value);
            }
          };
      default -> null;
    };
  }

  private static SequenceValues sequences(FunctionContext context) {
    return ((SessionContext) context).sequenceValues();
  }
}
