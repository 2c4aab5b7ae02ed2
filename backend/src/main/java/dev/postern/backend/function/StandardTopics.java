package dev.postern.backend.function;

import java.util.List;

/** The topics of this package, the most called first. */
final class StandardTopics {
  private StandardTopics() {}

  static List<FunctionTopic> all() {
    return List.of();
  }
}
