package dev.postern.backend.function;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which function a call means (manual section 10.3). */
public final class FunctionResolution {
  private static final int UNKNOWN = 705;
  private static final int ANY = 2276;
  private static final int RECORD = 2249;

  private FunctionResolution() {}

  /**
   * A call as it is written.
   *
   * @param schema null for the search path
   * @param argumentTypes types of the arguments, 705 for unknown literals
   * @param argumentNames names of the last arguments, where they are given by name
   * @param variadic whether VARIADIC stands before the last argument
   */
  public record Call(
      @Nullable String schema,
      String name,
      int[] argumentTypes,
      String[] argumentNames,
      boolean variadic) {
    public Call(String name, int... argumentTypes) {
      this(null, name, argumentTypes, new String[0], false);
    }

    String displayName() {
      return schema == null ? name : schema + "." + name;
    }
  }

  /** What a call means. */
  public sealed interface Resolution {}

  /**
   * A function, aggregate, window function or procedure.
   *
   * @param argumentTypes what to coerce each argument to, by parameter (variadic ones expanded);
   *     polymorphic types are replaced, {@code "any"} is not
   * @param argumentOrder for each parameter: which argument of the call, or -1 for its default
   * @param variadicArguments how many of the last parameters are to be gathered into an array of
   *     {@code arrayType(their type)}; 0 where there are none or they are passed singly ("any")
   * @param resultType the actual result type
   */
  public record ResolvedFunction(
      FunctionDescriptor function,
      int[] argumentTypes,
      int[] argumentOrder,
      int variadicArguments,
      int resultType)
      implements Resolution {}

  /** An explicit cast of the one argument, written like a call: {@code float8(x)}. */
  public record FunctionLikeCast(int targetType) implements Resolution {}

  /**
   * Finds what a call means.
   *
   * @throws SqlError 42883 where nothing fits, 42725 where several fit equally; without a position
   */
  public static Resolution resolve(FunctionSource catalog, Call call) {
    Resolution found = find(catalog, call);
    if (found == null) {
      throw new SqlError(
              SqlState.UNDEFINED_FUNCTION, "function " + text(catalog, call) + " does not exist")
          .hint(
              "No function matches the given name and argument types. You might need to add"
                  + " explicit type casts.");
    }
    return found;
  }

  /** As {@link #resolve}, but null where nothing fits. */
  public static @Nullable Resolution find(FunctionSource catalog, Call call) {
    int[] inputs = call.argumentTypes();
    List<FunctionCandidates.Usage> usages =
        FunctionCandidates.of(
            catalog.functions(call.schema(), call.name()),
            inputs.length,
            call.argumentNames(),
            !call.variadic());
    for (FunctionCandidates.Usage usage : usages) {
      if (Arrays.equals(usage.types(), 0, inputs.length, inputs, 0, inputs.length)) {
        return resolved(catalog, call, usage);
      }
    }
    if (inputs.length == 1 && call.argumentNames().length == 0) {
      int target = catalog.typeNamed(call.schema(), call.name());
      if (target != 0 && isCast(catalog, inputs[0], target)) {
        return new FunctionLikeCast(target);
      }
    }
    List<CandidateSelection.Candidate<FunctionCandidates.Usage>> candidates = new ArrayList<>();
    for (FunctionCandidates.Usage usage : usages) {
      candidates.add(new CandidateSelection.Candidate<>(usage.types(), usage));
    }
    candidates = CandidateSelection.applicable(catalog, inputs, candidates);
    if (candidates.isEmpty()) {
      return null;
    }
    CandidateSelection.Candidate<FunctionCandidates.Usage> best =
        candidates.size() == 1
            ? candidates.get(0)
            : CandidateSelection.best(catalog, inputs, candidates);
    if (best == null) {
      throw ambiguous(catalog, call);
    }
    return resolved(catalog, call, best.choice());
  }

  /** Whether {@code type(x)} is a cast that needs no function of its own (func_get_detail). */
  private static boolean isCast(FunctionSource catalog, int source, int target) {
    if (source == UNKNOWN) {
      return true;
    }
    Coercion path = Coercions.find(catalog, source, target, CoercionContext.EXPLICIT);
    if (path instanceof Coercion.ByText) {
      TypeDescriptor type = catalog.type(source);
      boolean row = source == RECORD || type != null && type.isComposite();
      return !row || catalog.category(target) != 'S';
    }
    return path instanceof Coercion.Relabel;
  }

  private static ResolvedFunction resolved(
      FunctionSource catalog, Call call, FunctionCandidates.Usage usage) {
    FunctionDescriptor function = usage.function();
    if (function == null) {
      throw ambiguous(catalog, call);
    }
    int[] inputs = call.argumentTypes();
    int[] declared = usage.types().clone();
    int[] actual = Arrays.copyOf(inputs, declared.length);
    System.arraycopy(
        declared, inputs.length, actual, inputs.length, declared.length - inputs.length);
    int result = Polymorphism.resolve(catalog, actual, declared, function.returnType());
    int[] byParameter = new int[declared.length];
    int defaulted = inputs.length;
    for (int i = 0; i < byParameter.length; i++) {
      int argument = usage.order()[i];
      byParameter[i] = declared[argument >= 0 ? argument : defaulted++];
    }
    return new ResolvedFunction(
        function,
        byParameter,
        usage.order(),
        function.variadicElement() == ANY ? 0 : usage.variadics(),
        result);
  }

  private static SqlError ambiguous(FunctionSource catalog, Call call) {
    return new SqlError(
            SqlState.AMBIGUOUS_FUNCTION, "function " + text(catalog, call) + " is not unique")
        .hint(
            "Could not choose a best candidate function. You might need to add explicit type"
                + " casts.");
  }

  private static String text(FunctionSource catalog, Call call) {
    return Signatures.text(catalog, call.displayName(), call.argumentTypes(), call.argumentNames());
  }
}
