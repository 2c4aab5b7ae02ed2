package dev.postern.backend.function;

import dev.postern.backend.type.DisplayStyle;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** A session's surroundings for tests. */
final class TestContext implements FunctionContext {
  private final DisplayStyle style = new DisplayStyle();
  private final Random random = new Random(1);

  @Override
  public DisplayStyle style() {
    return style;
  }

  @Override
  public long transactionStartMicros() {
    return 850_000_000_000_000L;
  }

  @Override
  public long statementStartMicros() {
    return transactionStartMicros() + 1;
  }

  @Override
  public String currentUser() {
    return "postgres";
  }

  @Override
  public String sessionUser() {
    return "postgres";
  }

  @Override
  public String databaseName() {
    return "postgres";
  }

  @Override
  public int processId() {
    return 42;
  }

  @Override
  public @Nullable String setting(String name) {
    return name.equals("search_path") ? "\"$user\", public" : null;
  }

  @Override
  public String changeSetting(String name, @Nullable String value, boolean transactionOnly) {
    return String.valueOf(value);
  }

  @Override
  public RandomGenerator random() {
    return random;
  }

  @Override
  public void seedRandom(long seed) {
    random.setSeed(seed);
  }

  @Override
  public void checkCancelled() {}
}
