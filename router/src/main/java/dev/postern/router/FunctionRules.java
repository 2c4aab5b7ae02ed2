package dev.postern.router;

import dev.postern.backend.sql.Expression.FunctionCall;
import dev.postern.backend.sql.Statement;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Functions that reach further than the rows a statement names. What a sequence or a lock says is
 * one shard's; what a function of the user reads is not known, so that it needs a key to say whose
 * shard it is to be run on.
 */
final class FunctionRules {
  /** Their state is one connection's or one server's, or they run SQL that is in a value. */
  private static final Set<String> NEVER =
      Set.of(
          "set_config",
          "setseed",
          "pg_notify",
          "pg_export_snapshot",
          "ts_stat",
          "ts_rewrite",
          "query_to_xml",
          "query_to_xmlschema",
          "query_to_xml_and_xmlschema",
          "cursor_to_xml",
          "cursor_to_xmlschema",
          "table_to_xml",
          "table_to_xmlschema",
          "table_to_xml_and_xmlschema",
          "schema_to_xml",
          "schema_to_xmlschema",
          "schema_to_xml_and_xmlschema",
          "database_to_xml",
          "database_to_xmlschema",
          "database_to_xml_and_xmlschema",
          "loread",
          "lowrite");

  /** What reads or moves a sequence: with a key it is the sequence of the key's shard. */
  private static final Set<String> WITH_A_KEY = Set.of("nextval", "currval", "lastval", "setval");

  private FunctionRules() {}

  /**
   * @param refuse takes a reason and a hint, or null
   */
  static void check(Statement tree, boolean hasKey, BiConsumer<String, @Nullable String> refuse) {
    TreeWalk.visit(
        tree,
        node -> {
          if (node instanceof FunctionCall call) {
            check(call, hasKey, refuse);
          }
          return true;
        });
  }

  private static void check(
      FunctionCall call, boolean hasKey, BiConsumer<String, @Nullable String> refuse) {
    String name = call.name().name();
    boolean own = SystemNames.isFunction(call.name());
    if (own && (NEVER.contains(name) || isLockOrLargeObject(name))) {
      refuse.accept(
          "function " + name + " in a sharded database",
          name.equals("set_config") ? "Use SET or SET LOCAL." : null);
    } else if (!hasKey && (!own || WITH_A_KEY.contains(name))) {
      refuse.accept(
          "function " + name + " without a sharding key in a sharded database",
          "Call it on a shard by itself, or in a statement on rows of one key.");
    }
  }

  private static boolean isLockOrLargeObject(String name) {
    return name.startsWith("pg_advisory_")
        || name.startsWith("pg_try_advisory_")
        || name.startsWith("lo_")
        || name.startsWith("pg_logical_")
        || name.startsWith("pg_replication_");
  }
}
