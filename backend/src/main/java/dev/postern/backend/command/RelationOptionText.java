package dev.postern.backend.command;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.Expression.BooleanConstant;
import dev.postern.backend.sql.Expression.IntegerConstant;
import dev.postern.backend.sql.Expression.NumericConstant;
import dev.postern.backend.sql.Expression.StringConstant;
import dev.postern.backend.sql.Node;
import dev.postern.backend.sql.Option;
import dev.postern.backend.sql.QualifiedName;
import dev.postern.backend.sql.TypeName;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Storage parameters of relations (WITH …) as pg_class.reloptions keeps them. */
final class RelationOptionText {
  private static final Set<String> TABLE =
      Set.of(
          "fillfactor",
          "toast_tuple_target",
          "parallel_workers",
          "autovacuum_enabled",
          "user_catalog_table",
          "vacuum_index_cleanup",
          "vacuum_truncate",
          "vacuum_max_eager_freeze_failure_rate",
          "autovacuum_vacuum_threshold",
          "autovacuum_vacuum_max_threshold",
          "autovacuum_vacuum_scale_factor",
          "autovacuum_vacuum_insert_threshold",
          "autovacuum_vacuum_insert_scale_factor",
          "autovacuum_analyze_threshold",
          "autovacuum_analyze_scale_factor",
          "autovacuum_vacuum_cost_delay",
          "autovacuum_vacuum_cost_limit",
          "autovacuum_freeze_min_age",
          "autovacuum_freeze_max_age",
          "autovacuum_freeze_table_age",
          "autovacuum_multixact_freeze_min_age",
          "autovacuum_multixact_freeze_max_age",
          "autovacuum_multixact_freeze_table_age",
          "log_autovacuum_min_duration");

  private static final Set<String> INDEX = Set.of("fillfactor", "deduplicate_items");
  private static final Set<String> VIEW =
      Set.of("check_option", "security_barrier", "security_invoker");

  private RelationOptionText() {}

  /** The new options after SET or RESET; null for none. */
  static @Nullable List<String> changed(
      List<String> before, List<Option> options, boolean reset, char kind) {
    List<String> after = new ArrayList<>(before);
    for (Option option : options) {
      if (option.namespace() != null) {
        if (!option.namespace().equals("toast")) {
          throw new SqlError(
              SqlState.INVALID_PARAMETER_VALUE,
              "unrecognized parameter namespace \"" + option.namespace() + "\"");
        }
        continue;
      }
      if (option.name().equals("oids")) {
        if (value(option).equals("true")) {
          throw new SqlError(
              SqlState.FEATURE_NOT_SUPPORTED, "tables declared WITH OIDS are not supported");
        }
        continue;
      }
      after.removeIf(each -> each.startsWith(option.name() + "="));
      if (!reset) {
        check(option, kind);
        after.add(option.name() + "=" + value(option));
      }
    }
    return after.isEmpty() ? null : after;
  }

  private static void check(Option option, char kind) {
    Set<String> known = kind == 'i' ? INDEX : kind == 'v' ? VIEW : TABLE;
    if (!known.contains(option.name())) {
      throw new SqlError(
          SqlState.INVALID_PARAMETER_VALUE, "unrecognized parameter \"" + option.name() + "\"");
    }
    if (option.name().equals("fillfactor")) {
      String text = value(option);
      int number;
      try {
        number = Integer.parseInt(text);
      } catch (NumberFormatException e) {
        throw new SqlError(
            SqlState.INVALID_PARAMETER_VALUE,
            "invalid value for integer option \"fillfactor\": " + text);
      }
      int least = kind == 'i' ? 50 : 10;
      if (number < least && kind == 'r' || number < 10 || number > 100) {
        throw new SqlError(
                SqlState.INVALID_PARAMETER_VALUE,
                "value " + text + " out of bounds for option \"fillfactor\"")
            .detail("Valid values are between \"10\" and \"100\".");
      }
    }
  }

  /** An option's value as text; a name alone is true. */
  static String value(Option option) {
    Node value = option.value();
    return switch (value) {
      case null -> "true";
      case StringConstant text -> text.value();
      case IntegerConstant number -> Integer.toString(number.value());
      case NumericConstant number -> number.text();
      case BooleanConstant truth -> truth.value() ? "true" : "false";
      case TypeName name -> name.name();
      case QualifiedName name -> name.name();
      default -> throw new SqlError(SqlState.SYNTAX_ERROR, option.name() + " requires a parameter");
    };
  }
}
