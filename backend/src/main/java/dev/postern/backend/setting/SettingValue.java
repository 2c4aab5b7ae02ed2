package dev.postern.backend.setting;

import org.jspecify.annotations.Nullable;

/** One setting in one session: its value, what RESET gives, and what a rollback brings back. */
final class SettingValue {
  /** What was done to a setting at one nest level. */
  enum Action {
    SET,
    LOCAL,
    SET_THEN_LOCAL,
    /** A function's SET clause: undone at the end in any case. */
    SAVE
  }

  /** A value with its source; the value is null for a custom setting that is not set. */
  record Held(@Nullable String value, SettingSource source) {}

  /** What a transaction level has to restore. */
  static final class Saved {
    int level;
    Action action;
    final Held prior;
    @Nullable Held masked;
    @Nullable Saved outer;

    Saved(int level, Action action, Held prior, @Nullable Saved outer) {
      this.level = level;
      this.action = action;
      this.prior = prior;
      this.outer = outer;
    }
  }

  final Setting setting;
  Held current;
  Held reset;
  @Nullable Saved saved;

  SettingValue(Setting setting, Held initial) {
    this.setting = setting;
    current = initial;
    reset = initial;
  }

  /** Notes, before a change at a nest level, what it has to restore. */
  void remember(int level, Action action) {
    Saved top = saved;
    if (top == null || top.level < level) {
      saved = new Saved(level, action, current, top);
      return;
    }
    if (action == Action.SET) {
      top.masked = null;
      top.action = Action.SET;
    } else if (action == Action.LOCAL && top.action == Action.SET) {
      top.masked = current;
      top.action = Action.SET_THEN_LOCAL;
    }
  }

  /** Ends one nest level; gives whether the setting still has something to restore. */
  boolean end(int level, boolean commit) {
    Saved top = saved;
    while (top != null && top.level >= level) {
      if (!commit || top.action == Action.SAVE) {
        current = top.prior;
      } else if (top.level == 1) {
        switch (top.action) {
          case LOCAL -> current = top.prior;
          case SET_THEN_LOCAL -> current = top.masked == null ? top.prior : top.masked;
          case SET, SAVE -> {}
        }
      } else {
        Saved outer = top.outer;
        if (outer == null || outer.level < top.level - 1) {
          top.level--;
          return true;
        }
        merge(top, outer);
      }
      top = top.outer;
      saved = top;
    }
    return saved != null;
  }

  private static void merge(Saved inner, Saved outer) {
    switch (inner.action) {
      case SET -> {
        outer.masked = null;
        outer.action = Action.SET;
      }
      case LOCAL -> {
        if (outer.action == Action.SET) {
          outer.masked = inner.prior;
          outer.action = Action.SET_THEN_LOCAL;
        }
      }
      case SET_THEN_LOCAL -> {
        outer.masked = inner.masked;
        outer.action = Action.SET_THEN_LOCAL;
      }
      case SAVE -> {}
    }
  }
}
