package dev.postern.backend.session;

import dev.postern.backend.ResultSink;
import org.jspecify.annotations.Nullable;

/**
 * The command tag of the statement that has just run, until it is told: a commit that fails comes
 * before it. One a session.
 */
final class Completion {
  private @Nullable String tag;
  private String prefix = "";
  private long rows;

  void tag(String whole) {
    tag = whole;
  }

  /**
   * @param beforeCount the tag up to its count, with the space
   */
  void rows(String beforeCount, long count) {
    tag = null;
    prefix = beforeCount;
    rows = count;
  }

  void tell(ResultSink sink) {
    String whole = tag;
    if (whole == null) {
      sink.complete(prefix, rows);
    } else {
      sink.complete(whole);
    }
  }
}
