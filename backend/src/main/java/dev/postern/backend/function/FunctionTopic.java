package dev.postern.backend.function;

import org.jspecify.annotations.Nullable;

/**
 * A group of functions' code. Each method is a switch over the key; what is not of the topic is
 * null. Code is made when a call is analysed and not before, so a topic costs nothing at start-up.
 *
 * <p>A key is what {@link FunctionDescriptor#codeKey} gives: pg_proc.prosrc ({@code int4pl}), or
 * the signature of an aggregate ({@code sum(int4)}) or of a function that PostgreSQL wrote in SQL
 * ({@code lpad(text,int4)}).
 */
public interface FunctionTopic {
  default @Nullable ScalarFunction scalar(String key, CallSite site) {
    return null;
  }

  default @Nullable SetFunction set(String key, CallSite site) {
    return null;
  }

  default @Nullable AggregateFunction aggregate(String key, CallSite site) {
    return null;
  }

  default @Nullable WindowFunction window(String key, CallSite site) {
    return null;
  }
}
