/**
 * Run-time settings (manual chapter 19): what there is, how values are read and shown, and one
 * session's values with their undoing at the end of transactions and savepoints.
 *
 * <p>Facts of every setting come from {@code bootstrap}'s {@code pg_settings}. What a setting does
 * is elsewhere: those who act on one read it here, or are told through a {@link
 * dev.postern.backend.setting.SettingHook}. Below {@code catalog}; calls {@code type}, {@code
 * error} and {@code bootstrap} only.
 */
@NullMarked
package dev.postern.backend.setting;

import org.jspecify.annotations.NullMarked;
