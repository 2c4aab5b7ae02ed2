package dev.postern.backend.exec;

/**
 * Leaves an inline execution that would take long or must wait. The session undoes what the
 * statement did and answers NEEDS_THREAD. One object, no stack trace: it is control flow.
 */
@SuppressWarnings("serial")
public final class NeedsThread extends RuntimeException {
  public static final NeedsThread SIGNAL = new NeedsThread();

  private NeedsThread() {
    super("the statement needs a thread", null, false, false);
  }
}
