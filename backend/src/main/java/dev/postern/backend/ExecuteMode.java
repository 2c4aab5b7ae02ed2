package dev.postern.backend;

/** Whether a call may block its thread. */
public enum ExecuteMode {
  /** On an event loop: answer {@link Outcome#NEEDS_THREAD} rather than wait or work long. */
  INLINE,
  /** On a virtual thread of its own. */
  BLOCKING
}
