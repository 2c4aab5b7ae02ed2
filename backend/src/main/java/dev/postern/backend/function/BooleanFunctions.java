package dev.postern.backend.function;

import dev.postern.backend.type.Datum;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Functions of boolean, and those that count nulls among their arguments. */
final class BooleanFunctions implements FunctionTopic {
  private static final byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);

  @Override
  public @Nullable ScalarFunction scalar(String key, CallSite site) {
    return switch (key) {
      case "booland_statefunc" -> (c, a, r) -> r.setLong(a[0].bits & a[1].bits);
      case "boolor_statefunc" -> (c, a, r) -> r.setLong(a[0].bits | a[1].bits);
      case "booltext" -> (c, a, r) -> r.setBytes(a[0].booleanValue() ? TRUE : FALSE);
      case "pg_num_nulls" ->
          site.variadicArray() ? null : (c, a, r) -> r.setLong(nulls(a, site.arguments()));
      case "pg_num_nonnulls" ->
          site.variadicArray()
              ? null
              : (c, a, r) -> r.setLong(site.arguments() - nulls(a, site.arguments()));
      default -> null;
    };
  }

  private static int nulls(Datum[] arguments, int count) {
    int nulls = 0;
    for (int i = 0; i < count; i++) {
      if (arguments[i].isNull) {
        nulls++;
      }
    }
    return nulls;
  }
}
