package dev.postern.backend.function;

import dev.postern.backend.type.DisplayStyle;
import org.jspecify.annotations.Nullable;

/** What a function may know of the session that calls it. */
public interface FunctionContext {
  DisplayStyle style();

  /** Microseconds since 2000-01-01 UTC. */
  long transactionStartMicros();

  /** Microseconds since 2000-01-01 UTC. */
  long statementStartMicros();

  String currentUser();

  String sessionUser();

  String databaseName();

  int processId();

  /** Value of a run-time setting in SHOW's form, or null where there is none of that name. */
  @Nullable String setting(String name);

  /** set_config(): changes a setting for the session or the transaction; gives its new value. */
  String changeSetting(String name, @Nullable String value, boolean transactionOnly);

  /** The session's generator for random(). */
  java.util.random.RandomGenerator random();

  /** The seed of the session's generator (setseed). */
  void seedRandom(long seed);

  /** Throws 57014 where the statement was cancelled: called inside long loops. */
  void checkCancelled();
}
