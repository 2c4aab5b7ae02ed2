package dev.postern.backend.setting;

/**
 * What a setting does beyond being remembered. Registered with {@link SessionSettings#hook}; called
 * on the session's thread.
 */
public interface SettingHook {
  /**
   * Looks at a value before it is taken; throws where it may not be set now.
   *
   * @return the value to keep
   */
  default String check(String value) {
    return value;
  }

  /** The setting has this value now: set, reset, or back after a rollback. Does not throw. */
  default void assign(String value) {}

  /** What SHOW prints. */
  default String show(String value) {
    return value;
  }
}
