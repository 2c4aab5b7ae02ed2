package dev.postern.backend.function;

import org.jspecify.annotations.Nullable;

/**
 * Defaults of built-in functions' last arguments, as SQL. pg_proc keeps them as parse trees, which
 * the facts leave out.
 */
final class FunctionDefaults {
  private FunctionDefaults() {}

  static @Nullable String of(FunctionDescriptor function, int argument) {
    int first = function.arguments() - function.defaults();
    if (argument < first || argument >= function.arguments()) {
      return null;
    }
    String[] defaults = defaults(function.oid());
    return argument - first < defaults.length ? defaults[argument - first] : null;
  }

  private static String[] defaults(int oid) {
    return switch (oid) {
      // jsonb_path_*: vars, silent
      case 1177, 1179, 1180, 2023, 2030, 4005, 4006, 4007, 4008, 4009 ->
          new String[] {"'{}'::jsonb", "false"};
      // parse_ident, pg_backup_stop, jsonb_set
      case 1268, 2739, 3305 -> new String[] {"true"};
      // pg_terminate_backend
      case 2096 -> new String[] {"0"};
      // pg_backup_start, json_strip_nulls, jsonb_strip_nulls, pg_logical_emit_message,
      // jsonb_insert, json_populate_record, json_populate_recordset
      case 2172, 3261, 3262, 3577, 3578, 3579, 3960, 3961 -> new String[] {"false"};
      // pg_stat_reset_slru, pg_stat_reset_shared
      case 2307, 3775 -> new String[] {"NULL::text"};
      // pg_promote
      case 3436 -> new String[] {"true", "60"};
      // make_interval
      case 3464 -> new String[] {"0", "0", "0", "0", "0", "0", "0.0"};
      // pg_create_physical_replication_slot
      case 3779 -> new String[] {"false", "false"};
      // pg_logical_slot_get_changes and its sisters
      case 3782, 3783, 3784, 3785 -> new String[] {"'{}'::text[]"};
      // pg_create_logical_replication_slot
      case 3786 -> new String[] {"false", "false", "false"};
      // normalize, is_normalized
      case 4350, 4351 -> new String[] {"'NFC'::text"};
      // jsonb_set_lax
      case 5054 -> new String[] {"true", "'use_json_null'::text"};
      // random_normal
      case 6212 -> new String[] {"0", "1"};
      default -> new String[0];
    };
  }
}
