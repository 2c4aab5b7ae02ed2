package dev.postern.config;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The sections of the settings: which record holds each, and which of PgDog's keys are known there
 * without being read.
 *
 * @param defaults an instance of the section's record whose values are the defaults
 * @param repeated true for {@code [[name]]}, a list of entries
 * @param unread PgDog's keys that are accepted without effect
 */
record Section(String name, Record defaults, boolean repeated, Set<String> unread) {

  private static final Set<String> UNREAD_GENERAL =
      Set.of(
          "ban_replica_lag",
          "ban_replica_lag_bytes",
          "broadcast_address",
          "broadcast_port",
          "canonicalize_type_information",
          "client_connection_recovery",
          "connection_recovery",
          "cutover_last_transaction_delay",
          "cutover_replication_lag_threshold",
          "cutover_save_config",
          "cutover_timeout",
          "cutover_timeout_action",
          "cutover_traffic_stop_threshold",
          "dry_run",
          "expanded_explain",
          "healthcheck_port",
          "load_schema",
          "log_dedup_threshold",
          "log_dedup_window",
          "log_min_duration_parse",
          "log_query_sample_length",
          "lsn_check_delay",
          "lsn_check_interval",
          "lsn_check_timeout",
          "mirror_exposure",
          "mirror_queue",
          "omnisharded_sticky",
          "prepared_statements_ttl",
          "prepared_statements_ttl_jitter",
          "pub_sub_channel_size",
          "query_cache_limit",
          "query_log",
          "query_log_stdout",
          "query_parser",
          "query_parser_enabled",
          "query_parser_engine",
          "query_size_limit_action",
          "regex_parser_limit",
          "reload_schema_on_ddl",
          "require_healthcheck_on_discovery",
          "resharding_copy_format",
          "resharding_copy_retry_max_attempts",
          "resharding_copy_retry_min_delay",
          "resharding_parallel_copies",
          "resharding_replication_retry_max_attempts",
          "resharding_replication_retry_min_delay",
          "sharding_lookup_cache_size",
          "sharding_lookup_timeout",
          "stats_period",
          "system_catalogs",
          "tls_server_certificate",
          "tls_server_private_key",
          "two_phase_commit",
          "two_phase_commit_auto",
          "two_phase_commit_wal_checkpoint_interval",
          "two_phase_commit_wal_dir",
          "two_phase_commit_wal_fsync_interval",
          "two_phase_commit_wal_segment_size",
          "unique_id_function",
          "unique_id_min");

  private static final Set<String> UNREAD_DATABASE =
      Set.of(
          "idle_timeout_primary",
          "idle_timeout_replica",
          "min_pool_size_primary",
          "min_pool_size_replica",
          "pool_size_primary",
          "pool_size_replica",
          "resharding_only",
          "server_lifetime_jitter");

  private static final Set<String> UNREAD_USER =
      Set.of(
          "cross_shard_disabled",
          "identity",
          "idle_timeout_primary",
          "idle_timeout_replica",
          "min_pool_size_primary",
          "min_pool_size_replica",
          "password_hash",
          "pool_size_primary",
          "pool_size_replica",
          "replication_mode",
          "replication_sharding",
          "schema_admin",
          "server_auth",
          "server_iam_region",
          "server_lifetime_jitter",
          "server_vault_path",
          "tls_client_certificate_required",
          "two_phase_commit",
          "two_phase_commit_auto",
          "vault_path",
          "vault_refresh_percent");

  private static final Set<String> UNREAD_SHARDED_TABLE =
      Set.of("centroid_probes", "centroids", "centroids_path", "lookup_result");

  /** The sections that are read, in the order of the reference. */
  static final List<Section> ALL =
      List.of(
          new Section("general", General.DEFAULTS, false, UNREAD_GENERAL),
          new Section("databases", DatabaseEntry.DEFAULTS, true, UNREAD_DATABASE),
          new Section("users", User.DEFAULTS, true, UNREAD_USER),
          new Section("sharded_tables", ShardedTable.DEFAULTS, true, UNREAD_SHARDED_TABLE),
          new Section("sharded_mappings", ShardedMapping.DEFAULTS, true, Set.of()),
          new Section("omnisharded_tables", OmnishardedTables.DEFAULTS, true, Set.of()),
          new Section("admin", Admin.DEFAULTS, false, Set.of()),
          new Section("tcp", Tcp.DEFAULTS, false, Set.of()));

  /** PgDog's sections that are accepted as a whole without effect. */
  static final Set<String> UNREAD =
      Set.of(
          "memory",
          "mirroring",
          "multi_tenant",
          "otel",
          "plugins",
          "query_parsers",
          "replica_lag",
          "replication",
          "rewrite",
          "sharded_schemas",
          "vault");

  private static final Map<String, Section> BY_NAME =
      Map.copyOf(ALL.stream().collect(Collectors.toMap(Section::name, section -> section)));

  /** A section that is read. */
  static Section named(String name) {
    return Objects.requireNonNull(BY_NAME.get(name), name);
  }
}
