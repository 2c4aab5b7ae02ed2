package dev.postern.proxy.client;

import dev.postern.proxy.wire.BackendEncoder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The settings that one client is told of. Changes are told just before ReadyForQuery, and only
 * where the value then differs from the one told last, as PostgreSQL does.
 */
final class ReportedSettings {
  private static final int TYPICAL = 16;

  private String[] names = new String[TYPICAL];
  private String[] values = new String[TYPICAL];
  private @Nullable String[] told = new String[TYPICAL];
  private int count;
  private boolean changed;

  void set(String name, String value) {
    changed = true;
    for (int i = 0; i < count; i++) {
      if (names[i].equals(name)) {
        values[i] = value;
        return;
      }
    }
    if (count == names.length) {
      names = Arrays.copyOf(names, count * 2);
      values = Arrays.copyOf(values, count * 2);
      told = Arrays.copyOf(told, count * 2);
    }
    names[count] = name;
    values[count++] = value;
  }

  /** Writes ParameterStatus for what has changed. */
  void report(Output output) {
    if (!changed) {
      return;
    }
    changed = false;
    for (int i = 0; i < count; i++) {
      if (!values[i].equals(told[i])) {
        BackendEncoder.parameterStatus(output.buffer(), names[i], values[i]);
        told[i] = values[i];
      }
    }
  }
}
