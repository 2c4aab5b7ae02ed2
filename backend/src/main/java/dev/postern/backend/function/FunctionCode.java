package dev.postern.backend.function;

import dev.postern.backend.error.SqlError;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the code of functions in a list of topics. An engine makes one: the topics of this package
 * and those of the packages above it. Immutable.
 */
public final class FunctionCode {
  private static final FunctionCode STANDARD = new FunctionCode(StandardTopics.all());

  private final List<FunctionTopic> topics;

  public FunctionCode(List<FunctionTopic> topics) {
    this.topics = List.copyOf(topics);
  }

  /** The functions that need no catalog. */
  public static FunctionCode standard() {
    return STANDARD;
  }

  /** The same with more topics, which are asked first. */
  public FunctionCode with(FunctionTopic... more) {
    List<FunctionTopic> all = new ArrayList<>(List.of(more));
    all.addAll(topics);
    return new FunctionCode(all);
  }

  /** The function's code for this call, or null where there is none. */
  public @Nullable ScalarFunction scalar(FunctionDescriptor function, CallSite site) {
    String key = function.codeKey(site.types());
    for (FunctionTopic topic : topics) {
      ScalarFunction code = topic.scalar(key, site);
      if (code != null) {
        return code;
      }
    }
    return null;
  }

  /** The set-returning function's code for this call, or null where there is none. */
  public @Nullable SetFunction set(FunctionDescriptor function, CallSite site) {
    String key = function.codeKey(site.types());
    for (FunctionTopic topic : topics) {
      SetFunction code = topic.set(key, site);
      if (code != null) {
        return code;
      }
    }
    return null;
  }

  /** The aggregate's code for this call, or null where there is none. */
  public @Nullable AggregateFunction aggregate(FunctionDescriptor function, CallSite site) {
    String key = function.codeKey(site.types());
    for (FunctionTopic topic : topics) {
      AggregateFunction code = topic.aggregate(key, site);
      if (code != null) {
        return code;
      }
    }
    return null;
  }

  /** The window function's code for this call, or null where there is none. */
  public @Nullable WindowFunction window(FunctionDescriptor function, CallSite site) {
    String key = function.codeKey(site.types());
    for (FunctionTopic topic : topics) {
      WindowFunction code = topic.window(key, site);
      if (code != null) {
        return code;
      }
    }
    return null;
  }

  /**
   * The refusal of a function without code: 0A000 {@code function NAME(types) is not supported}.
   */
  public static SqlError notSupported(FunctionDescriptor function, TypeFacts types) {
    return SqlError.notSupported(
        "function "
            + Signatures.text(types, function.name(), function.argumentTypes(), new String[0]));
  }
}
