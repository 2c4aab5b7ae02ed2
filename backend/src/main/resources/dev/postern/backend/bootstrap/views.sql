-- pg_catalog.pg_roles
SELECT a.rolname, a.rolsuper, a.rolinherit, a.rolcreaterole, a.rolcreatedb, a.rolcanlogin, a.rolreplication,
  a.rolconnlimit, '********'::text AS rolpassword, a.rolvaliduntil, a.rolbypassrls, s.setconfig AS rolconfig, a.oid
FROM pg_catalog.pg_authid a
LEFT JOIN pg_catalog.pg_db_role_setting s ON s.setrole = a.oid AND s.setdatabase = 0
-- pg_catalog.pg_shadow
SELECT a.rolname AS usename, a.oid AS usesysid, a.rolcreatedb AS usecreatedb, a.rolsuper AS usesuper,
  a.rolreplication AS userepl, a.rolbypassrls AS usebypassrls, a.rolpassword AS passwd,
  a.rolvaliduntil AS valuntil, s.setconfig AS useconfig
FROM pg_catalog.pg_authid a
LEFT JOIN pg_catalog.pg_db_role_setting s ON s.setrole = a.oid AND s.setdatabase = 0
WHERE a.rolcanlogin
-- pg_catalog.pg_group
SELECT a.rolname AS groname, a.oid AS grosysid,
  ARRAY(SELECT m.member FROM pg_catalog.pg_auth_members m WHERE m.roleid = a.oid) AS grolist
FROM pg_catalog.pg_authid a WHERE NOT a.rolcanlogin
-- pg_catalog.pg_user
SELECT a.rolname AS usename, a.oid AS usesysid, a.rolcreatedb AS usecreatedb, a.rolsuper AS usesuper,
  a.rolreplication AS userepl, a.rolbypassrls AS usebypassrls, '********'::text AS passwd,
  a.rolvaliduntil AS valuntil, s.setconfig AS useconfig
FROM pg_catalog.pg_authid a
LEFT JOIN pg_catalog.pg_db_role_setting s ON s.setrole = a.oid AND s.setdatabase = 0
WHERE a.rolcanlogin
-- pg_catalog.pg_tables
SELECT n.nspname AS schemaname, c.relname AS tablename, pg_catalog.pg_get_userbyid(c.relowner) AS tableowner,
  t.spcname AS tablespace, c.relhasindex AS hasindexes, c.relhasrules AS hasrules,
  c.relhastriggers AS hastriggers, c.relrowsecurity AS rowsecurity
FROM pg_catalog.pg_class c
LEFT JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
LEFT JOIN pg_catalog.pg_tablespace t ON t.oid = c.reltablespace
WHERE c.relkind IN ('r', 'p')
-- pg_catalog.pg_views
SELECT n.nspname AS schemaname, c.relname AS viewname, pg_catalog.pg_get_userbyid(c.relowner) AS viewowner,
  pg_catalog.pg_get_viewdef(c.oid) AS definition
FROM pg_catalog.pg_class c LEFT JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind = 'v'
-- pg_catalog.pg_matviews
SELECT n.nspname AS schemaname, c.relname AS matviewname, pg_catalog.pg_get_userbyid(c.relowner) AS matviewowner,
  t.spcname AS tablespace, c.relhasindex AS hasindexes, c.relispopulated AS ispopulated,
  pg_catalog.pg_get_viewdef(c.oid) AS definition
FROM pg_catalog.pg_class c
LEFT JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
LEFT JOIN pg_catalog.pg_tablespace t ON t.oid = c.reltablespace
WHERE c.relkind = 'm'
-- pg_catalog.pg_indexes
SELECT n.nspname AS schemaname, c.relname AS tablename, i.relname AS indexname, t.spcname AS tablespace,
  pg_catalog.pg_get_indexdef(i.oid) AS indexdef
FROM pg_catalog.pg_index x
JOIN pg_catalog.pg_class c ON c.oid = x.indrelid
JOIN pg_catalog.pg_class i ON i.oid = x.indexrelid
LEFT JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
LEFT JOIN pg_catalog.pg_tablespace t ON t.oid = i.reltablespace
WHERE c.relkind IN ('r', 'm', 'p') AND i.relkind IN ('i', 'I')
-- pg_catalog.pg_sequences
SELECT n.nspname AS schemaname, c.relname AS sequencename, pg_catalog.pg_get_userbyid(c.relowner) AS sequenceowner,
  s.seqtypid::pg_catalog.regtype AS data_type, s.seqstart AS start_value, s.seqmin AS min_value,
  s.seqmax AS max_value, s.seqincrement AS increment_by, s.seqcycle AS cycle, s.seqcache AS cache_size,
  pg_catalog.pg_sequence_last_value(c.oid::pg_catalog.regclass) AS last_value
FROM pg_catalog.pg_sequence s
JOIN pg_catalog.pg_class c ON c.oid = s.seqrelid
LEFT JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind = 'S'
-- pg_catalog.pg_settings
SELECT a.name, a.setting, a.unit, a.category, a.short_desc, a.extra_desc, a.context, a.vartype, a.source,
  a.min_val, a.max_val, a.enumvals, a.boot_val, a.reset_val, a.sourcefile, a.sourceline, a.pending_restart
FROM pg_catalog.pg_show_all_settings() a
-- pg_catalog.pg_locks
SELECT l.locktype, l.database, l.relation, l.page, l.tuple, l.virtualxid, l.transactionid, l.classid, l.objid,
  l.objsubid, l.virtualtransaction, l.pid, l.mode, l.granted, l.fastpath, l.waitstart
FROM pg_catalog.pg_lock_status() l
-- pg_catalog.pg_prepared_xacts
SELECT p.transaction, p.gid, p.prepared, u.rolname AS owner, d.datname AS database
FROM pg_catalog.pg_prepared_xact() p
LEFT JOIN pg_catalog.pg_authid u ON u.oid = p.ownerid
LEFT JOIN pg_catalog.pg_database d ON d.oid = p.dbid
-- pg_catalog.pg_prepared_statements
SELECT p.name, p.statement, p.prepare_time, p.parameter_types, p.result_types, p.from_sql, p.generic_plans, p.custom_plans
FROM pg_catalog.pg_prepared_statement() p
-- pg_catalog.pg_cursors
SELECT c.name, c.statement, c.is_holdable, c.is_binary, c.is_scrollable, c.creation_time
FROM pg_catalog.pg_cursor() c
-- pg_catalog.pg_stat_activity
SELECT s.datid, d.datname, s.pid, s.leader_pid, s.usesysid, u.rolname AS usename, s.application_name,
  s.client_addr, s.client_hostname, s.client_port, s.backend_start, s.xact_start, s.query_start,
  s.state_change, s.wait_event_type, s.wait_event, s.state, s.backend_xid, s.backend_xmin, s.query_id,
  s.query, s.backend_type
FROM pg_catalog.pg_stat_get_activity(NULL) s
LEFT JOIN pg_catalog.pg_database d ON d.oid = s.datid
LEFT JOIN pg_catalog.pg_authid u ON u.oid = s.usesysid
-- pg_catalog.pg_policies
SELECT n.nspname AS schemaname, c.relname AS tablename, p.polname AS policyname,
  CASE WHEN p.polpermissive THEN 'PERMISSIVE' ELSE 'RESTRICTIVE' END AS permissive,
  ARRAY(SELECT a.rolname FROM pg_catalog.pg_authid a WHERE a.oid = ANY (p.polroles)) AS roles,
  CASE p.polcmd WHEN 'r' THEN 'SELECT' WHEN 'a' THEN 'INSERT' WHEN 'w' THEN 'UPDATE' WHEN 'd' THEN 'DELETE' ELSE 'ALL' END AS cmd,
  pg_catalog.pg_get_expr(p.polqual, p.polrelid) AS qual,
  pg_catalog.pg_get_expr(p.polwithcheck, p.polrelid) AS with_check
FROM pg_catalog.pg_policy p
JOIN pg_catalog.pg_class c ON c.oid = p.polrelid
LEFT JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
-- pg_catalog.pg_rules
SELECT n.nspname AS schemaname, c.relname AS tablename, r.rulename, pg_catalog.pg_get_ruledef(r.oid) AS definition
FROM pg_catalog.pg_rewrite r
JOIN pg_catalog.pg_class c ON c.oid = r.ev_class
LEFT JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE r.rulename <> '_RETURN'
-- pg_catalog.pg_available_extensions
SELECT e.extname AS name, e.extversion AS default_version, e.extversion AS installed_version,
  pg_catalog.obj_description(e.oid, 'pg_extension') AS comment
FROM pg_catalog.pg_extension e
-- pg_catalog.pg_stat_all_tables
SELECT c.oid AS relid, n.nspname AS schemaname, c.relname, 0::int8 AS seq_scan, NULL::timestamptz AS last_seq_scan,
  0::int8 AS seq_tup_read, 0::int8 AS idx_scan, NULL::timestamptz AS last_idx_scan, 0::int8 AS idx_tup_fetch,
  0::int8 AS n_tup_ins, 0::int8 AS n_tup_upd, 0::int8 AS n_tup_del, 0::int8 AS n_tup_hot_upd,
  0::int8 AS n_tup_newpage_upd, GREATEST(c.reltuples, 0)::int8 AS n_live_tup, 0::int8 AS n_dead_tup,
  0::int8 AS n_mod_since_analyze, 0::int8 AS n_ins_since_vacuum, NULL::timestamptz AS last_vacuum,
  NULL::timestamptz AS last_autovacuum, NULL::timestamptz AS last_analyze, NULL::timestamptz AS last_autoanalyze,
  0::int8 AS vacuum_count, 0::int8 AS autovacuum_count, 0::int8 AS analyze_count, 0::int8 AS autoanalyze_count,
  0::float8 AS total_vacuum_time, 0::float8 AS total_autovacuum_time, 0::float8 AS total_analyze_time,
  0::float8 AS total_autoanalyze_time
FROM pg_catalog.pg_class c LEFT JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 't', 'm', 'p')
-- pg_catalog.pg_stat_user_tables
SELECT s.* FROM pg_catalog.pg_stat_all_tables s
WHERE s.schemaname NOT IN ('pg_catalog', 'information_schema') AND s.schemaname !~ '^pg_toast'
-- pg_catalog.pg_stat_sys_tables
SELECT s.* FROM pg_catalog.pg_stat_all_tables s
WHERE s.schemaname IN ('pg_catalog', 'information_schema') OR s.schemaname ~ '^pg_toast'
-- pg_catalog.pg_statio_all_tables
SELECT c.oid AS relid, n.nspname AS schemaname, c.relname, 0::int8 AS heap_blks_read, 0::int8 AS heap_blks_hit,
  0::int8 AS idx_blks_read, 0::int8 AS idx_blks_hit, 0::int8 AS toast_blks_read, 0::int8 AS toast_blks_hit,
  0::int8 AS tidx_blks_read, 0::int8 AS tidx_blks_hit
FROM pg_catalog.pg_class c LEFT JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 't', 'm')
-- pg_catalog.pg_statio_user_tables
SELECT s.* FROM pg_catalog.pg_statio_all_tables s
WHERE s.schemaname NOT IN ('pg_catalog', 'information_schema') AND s.schemaname !~ '^pg_toast'
-- information_schema.information_schema_catalog_name
SELECT pg_catalog.current_database() AS catalog_name
-- information_schema.schemata
SELECT pg_catalog.current_database() AS catalog_name, n.nspname AS schema_name, u.rolname AS schema_owner,
  NULL::name AS default_character_set_catalog, NULL::name AS default_character_set_schema,
  NULL::name AS default_character_set_name, NULL::varchar AS sql_path
FROM pg_catalog.pg_namespace n JOIN pg_catalog.pg_authid u ON u.oid = n.nspowner
-- information_schema.enabled_roles
SELECT a.rolname AS role_name FROM pg_catalog.pg_authid a WHERE pg_catalog.pg_has_role(a.oid, 'USAGE')
-- information_schema.applicable_roles
SELECT m.rolname AS grantee, g.rolname AS role_name,
  (CASE WHEN a.admin_option THEN 'YES' ELSE 'NO' END)::varchar AS is_grantable
FROM pg_catalog.pg_auth_members a
JOIN pg_catalog.pg_authid m ON m.oid = a.member
JOIN pg_catalog.pg_authid g ON g.oid = a.roleid
WHERE pg_catalog.pg_has_role(a.member, 'USAGE')
-- information_schema.tables
SELECT pg_catalog.current_database() AS table_catalog, n.nspname AS table_schema, c.relname AS table_name,
  (CASE WHEN c.relpersistence = 't' THEN 'LOCAL TEMPORARY' WHEN c.relkind IN ('r', 'p') THEN 'BASE TABLE'
     WHEN c.relkind = 'v' THEN 'VIEW' WHEN c.relkind = 'f' THEN 'FOREIGN' ELSE NULL END)::varchar AS table_type,
  NULL::name AS self_referencing_column_name, NULL::varchar AS reference_generation,
  NULL::name AS user_defined_type_catalog, NULL::name AS user_defined_type_schema, NULL::name AS user_defined_type_name,
  (CASE WHEN c.relkind IN ('r', 'p') THEN 'YES' ELSE 'NO' END)::varchar AS is_insertable_into,
  'NO'::varchar AS is_typed, NULL::varchar AS commit_action
FROM pg_catalog.pg_namespace n JOIN pg_catalog.pg_class c ON c.relnamespace = n.oid
WHERE c.relkind IN ('r', 'v', 'f', 'p')
-- information_schema.columns
SELECT pg_catalog.current_database() AS table_catalog, nc.nspname AS table_schema, c.relname AS table_name,
  a.attname AS column_name, a.attnum::int4 AS ordinal_position,
  (CASE WHEN a.attgenerated = '' THEN pg_catalog.pg_get_expr(ad.adbin, ad.adrelid) ELSE NULL END)::varchar AS column_default,
  (CASE WHEN a.attnotnull OR (t.typtype = 'd' AND t.typnotnull) THEN 'NO' ELSE 'YES' END)::varchar AS is_nullable,
  (CASE WHEN t.typtype = 'd' THEN
     CASE WHEN bt.typelem <> 0 AND bt.typlen = -1 THEN 'ARRAY'
       WHEN nbt.nspname = 'pg_catalog' THEN pg_catalog.format_type(t.typbasetype, NULL) ELSE 'USER-DEFINED' END
   ELSE CASE WHEN t.typelem <> 0 AND t.typlen = -1 THEN 'ARRAY'
       WHEN nt.nspname = 'pg_catalog' THEN pg_catalog.format_type(a.atttypid, NULL) ELSE 'USER-DEFINED' END
   END)::varchar AS data_type,
  (CASE WHEN COALESCE(bt.oid, t.oid) IN (1042, 1043) AND (CASE WHEN t.typtype = 'd' THEN t.typtypmod ELSE a.atttypmod END) >= 4
       THEN (CASE WHEN t.typtype = 'd' THEN t.typtypmod ELSE a.atttypmod END) - 4
     WHEN COALESCE(bt.oid, t.oid) IN (1560, 1562) AND a.atttypmod >= 0 THEN a.atttypmod ELSE NULL END)::int4 AS character_maximum_length,
  (CASE WHEN COALESCE(bt.oid, t.oid) IN (25, 1042, 1043) THEN
     CASE WHEN COALESCE(bt.oid, t.oid) = 25 OR (CASE WHEN t.typtype = 'd' THEN t.typtypmod ELSE a.atttypmod END) < 4 THEN 1073741824
       ELSE 4 * ((CASE WHEN t.typtype = 'd' THEN t.typtypmod ELSE a.atttypmod END) - 4) END ELSE NULL END)::int4 AS character_octet_length,
  (CASE COALESCE(bt.oid, t.oid) WHEN 21 THEN 16 WHEN 23 THEN 32 WHEN 20 THEN 64 WHEN 700 THEN 24 WHEN 701 THEN 53
     WHEN 1700 THEN CASE WHEN (CASE WHEN t.typtype = 'd' THEN t.typtypmod ELSE a.atttypmod END) = -1 THEN NULL
       ELSE (((CASE WHEN t.typtype = 'd' THEN t.typtypmod ELSE a.atttypmod END) - 4) >> 16) & 65535 END ELSE NULL END)::int4 AS numeric_precision,
  (CASE WHEN COALESCE(bt.oid, t.oid) IN (21, 23, 20, 700, 701) THEN 2 WHEN COALESCE(bt.oid, t.oid) = 1700 THEN 10 ELSE NULL END)::int4 AS numeric_precision_radix,
  (CASE WHEN COALESCE(bt.oid, t.oid) IN (21, 23, 20) THEN 0
     WHEN COALESCE(bt.oid, t.oid) = 1700 THEN CASE WHEN (CASE WHEN t.typtype = 'd' THEN t.typtypmod ELSE a.atttypmod END) = -1 THEN NULL
       ELSE (((CASE WHEN t.typtype = 'd' THEN t.typtypmod ELSE a.atttypmod END) - 4) & 2047) END ELSE NULL END)::int4 AS numeric_scale,
  (CASE WHEN COALESCE(bt.oid, t.oid) = 1082 THEN 0
     WHEN COALESCE(bt.oid, t.oid) IN (1083, 1114, 1184, 1266) THEN CASE WHEN a.atttypmod < 0 THEN 6 ELSE a.atttypmod END
     WHEN COALESCE(bt.oid, t.oid) = 1186 THEN CASE WHEN a.atttypmod < 0 OR (a.atttypmod & 65535) = 65535 THEN 6 ELSE a.atttypmod & 65535 END
     ELSE NULL END)::int4 AS datetime_precision,
  NULL::varchar AS interval_type, NULL::int4 AS interval_precision,
  NULL::name AS character_set_catalog, NULL::name AS character_set_schema, NULL::name AS character_set_name,
  (CASE WHEN nco.nspname IS NOT NULL THEN pg_catalog.current_database() ELSE NULL END)::name AS collation_catalog,
  nco.nspname AS collation_schema, co.collname AS collation_name,
  (CASE WHEN t.typtype = 'd' THEN pg_catalog.current_database() ELSE NULL END)::name AS domain_catalog,
  (CASE WHEN t.typtype = 'd' THEN nt.nspname ELSE NULL END)::name AS domain_schema,
  (CASE WHEN t.typtype = 'd' THEN t.typname ELSE NULL END)::name AS domain_name,
  pg_catalog.current_database() AS udt_catalog, COALESCE(nbt.nspname, nt.nspname) AS udt_schema,
  COALESCE(bt.typname, t.typname) AS udt_name,
  NULL::name AS scope_catalog, NULL::name AS scope_schema, NULL::name AS scope_name,
  NULL::int4 AS maximum_cardinality, a.attnum::text::name AS dtd_identifier, 'NO'::varchar AS is_self_referencing,
  (CASE WHEN a.attidentity IN ('a', 'd') THEN 'YES' ELSE 'NO' END)::varchar AS is_identity,
  (CASE a.attidentity WHEN 'a' THEN 'ALWAYS' WHEN 'd' THEN 'BY DEFAULT' ELSE NULL END)::varchar AS identity_generation,
  seq.seqstart::text::varchar AS identity_start, seq.seqincrement::text::varchar AS identity_increment,
  seq.seqmax::text::varchar AS identity_maximum, seq.seqmin::text::varchar AS identity_minimum,
  (CASE WHEN seq.seqcycle THEN 'YES' ELSE 'NO' END)::varchar AS identity_cycle,
  (CASE WHEN a.attgenerated <> '' THEN 'ALWAYS' ELSE 'NEVER' END)::varchar AS is_generated,
  (CASE WHEN a.attgenerated <> '' THEN pg_catalog.pg_get_expr(ad.adbin, ad.adrelid) ELSE NULL END)::varchar AS generation_expression,
  (CASE WHEN c.relkind IN ('r', 'p') THEN 'YES' ELSE 'NO' END)::varchar AS is_updatable
FROM pg_catalog.pg_attribute a
LEFT JOIN pg_catalog.pg_attrdef ad ON a.attrelid = ad.adrelid AND a.attnum = ad.adnum
JOIN pg_catalog.pg_class c ON a.attrelid = c.oid
JOIN pg_catalog.pg_namespace nc ON c.relnamespace = nc.oid
JOIN pg_catalog.pg_type t ON a.atttypid = t.oid
JOIN pg_catalog.pg_namespace nt ON t.typnamespace = nt.oid
LEFT JOIN pg_catalog.pg_type bt ON t.typtype = 'd' AND t.typbasetype = bt.oid
LEFT JOIN pg_catalog.pg_namespace nbt ON bt.typnamespace = nbt.oid
LEFT JOIN pg_catalog.pg_collation co ON a.attcollation = co.oid AND co.oid <> 100
LEFT JOIN pg_catalog.pg_namespace nco ON co.collnamespace = nco.oid
LEFT JOIN pg_catalog.pg_depend dep ON dep.refclassid = 1259 AND dep.refobjid = c.oid AND dep.refobjsubid = a.attnum
  AND dep.classid = 1259 AND dep.deptype = 'i'
LEFT JOIN pg_catalog.pg_sequence seq ON dep.objid = seq.seqrelid
WHERE a.attnum > 0 AND NOT a.attisdropped AND c.relkind IN ('r', 'v', 'f', 'p')
-- information_schema.table_constraints
SELECT pg_catalog.current_database() AS constraint_catalog, nc.nspname AS constraint_schema, k.conname AS constraint_name,
  pg_catalog.current_database() AS table_catalog, nr.nspname AS table_schema, r.relname AS table_name,
  (CASE k.contype WHEN 'c' THEN 'CHECK' WHEN 'n' THEN 'CHECK' WHEN 'f' THEN 'FOREIGN KEY' WHEN 'p' THEN 'PRIMARY KEY'
     WHEN 'u' THEN 'UNIQUE' ELSE NULL END)::varchar AS constraint_type,
  (CASE WHEN k.condeferrable THEN 'YES' ELSE 'NO' END)::varchar AS is_deferrable,
  (CASE WHEN k.condeferred THEN 'YES' ELSE 'NO' END)::varchar AS initially_deferred,
  (CASE WHEN k.conenforced THEN 'YES' ELSE 'NO' END)::varchar AS enforced,
  (CASE WHEN k.contype = 'u' THEN CASE WHEN (SELECT NOT x.indnullsnotdistinct FROM pg_catalog.pg_index x WHERE x.indexrelid = k.conindid)
     THEN 'YES' ELSE 'NO' END ELSE NULL END)::varchar AS nulls_distinct
FROM pg_catalog.pg_constraint k
JOIN pg_catalog.pg_namespace nc ON nc.oid = k.connamespace
JOIN pg_catalog.pg_class r ON r.oid = k.conrelid
JOIN pg_catalog.pg_namespace nr ON nr.oid = r.relnamespace
WHERE k.contype NOT IN ('t', 'x') AND r.relkind IN ('r', 'p')
-- information_schema.key_column_usage
SELECT pg_catalog.current_database() AS constraint_catalog, nc.nspname AS constraint_schema, k.conname AS constraint_name,
  pg_catalog.current_database() AS table_catalog, nr.nspname AS table_schema, r.relname AS table_name,
  a.attname AS column_name, k.n::int4 AS ordinal_position,
  (CASE WHEN k.contype = 'f' THEN pg_catalog.array_position(
     ARRAY(SELECT u.u FROM pg_catalog.pg_index x, LATERAL pg_catalog.unnest(x.indkey) AS u(u) WHERE x.indexrelid = k.conindid),
     k.confkey[k.n]) ELSE NULL END)::int4 AS position_in_unique_constraint
FROM (SELECT c.conname, c.connamespace, c.conrelid, c.contype, c.conindid, c.conkey, c.confkey,
        pg_catalog.generate_subscripts(c.conkey, 1) AS n
      FROM pg_catalog.pg_constraint c WHERE c.contype IN ('p', 'u', 'f')) k
JOIN pg_catalog.pg_namespace nc ON nc.oid = k.connamespace
JOIN pg_catalog.pg_class r ON r.oid = k.conrelid
JOIN pg_catalog.pg_namespace nr ON nr.oid = r.relnamespace
JOIN pg_catalog.pg_attribute a ON a.attrelid = r.oid AND a.attnum = k.conkey[k.n]
WHERE r.relkind IN ('r', 'p') AND NOT a.attisdropped
-- information_schema.constraint_column_usage
SELECT pg_catalog.current_database() AS table_catalog, nr.nspname AS table_schema, r.relname AS table_name,
  a.attname AS column_name, pg_catalog.current_database() AS constraint_catalog, nc.nspname AS constraint_schema,
  k.conname AS constraint_name
FROM pg_catalog.pg_constraint k
JOIN pg_catalog.pg_namespace nc ON nc.oid = k.connamespace
JOIN pg_catalog.pg_class r ON r.oid = CASE k.contype WHEN 'f' THEN k.confrelid ELSE k.conrelid END
JOIN pg_catalog.pg_namespace nr ON nr.oid = r.relnamespace
JOIN pg_catalog.pg_attribute a ON a.attrelid = r.oid
  AND a.attnum = ANY (CASE k.contype WHEN 'f' THEN k.confkey ELSE k.conkey END)
WHERE k.contype IN ('c', 'n', 'p', 'u', 'f') AND r.relkind IN ('r', 'p') AND NOT a.attisdropped
-- information_schema.constraint_table_usage
SELECT pg_catalog.current_database() AS table_catalog, nr.nspname AS table_schema, r.relname AS table_name,
  pg_catalog.current_database() AS constraint_catalog, nc.nspname AS constraint_schema, k.conname AS constraint_name
FROM pg_catalog.pg_constraint k
JOIN pg_catalog.pg_namespace nc ON nc.oid = k.connamespace
JOIN pg_catalog.pg_class r ON r.oid = CASE k.contype WHEN 'f' THEN k.confrelid ELSE k.conrelid END
JOIN pg_catalog.pg_namespace nr ON nr.oid = r.relnamespace
WHERE k.contype IN ('p', 'u', 'f') AND r.relkind IN ('r', 'p')
-- information_schema.referential_constraints
SELECT pg_catalog.current_database() AS constraint_catalog, nc.nspname AS constraint_schema, k.conname AS constraint_name,
  (CASE WHEN un.nspname IS NULL THEN NULL ELSE pg_catalog.current_database() END)::name AS unique_constraint_catalog,
  un.nspname AS unique_constraint_schema, u.conname AS unique_constraint_name,
  (CASE k.confmatchtype WHEN 'f' THEN 'FULL' WHEN 'p' THEN 'PARTIAL' WHEN 's' THEN 'NONE' ELSE NULL END)::varchar AS match_option,
  (CASE k.confupdtype WHEN 'c' THEN 'CASCADE' WHEN 'n' THEN 'SET NULL' WHEN 'd' THEN 'SET DEFAULT' WHEN 'r' THEN 'RESTRICT'
     WHEN 'a' THEN 'NO ACTION' ELSE NULL END)::varchar AS update_rule,
  (CASE k.confdeltype WHEN 'c' THEN 'CASCADE' WHEN 'n' THEN 'SET NULL' WHEN 'd' THEN 'SET DEFAULT' WHEN 'r' THEN 'RESTRICT'
     WHEN 'a' THEN 'NO ACTION' ELSE NULL END)::varchar AS delete_rule
FROM pg_catalog.pg_constraint k
JOIN pg_catalog.pg_namespace nc ON nc.oid = k.connamespace
LEFT JOIN pg_catalog.pg_constraint u ON u.conindid = k.conindid AND u.contype IN ('p', 'u') AND u.conrelid = k.confrelid
LEFT JOIN pg_catalog.pg_namespace un ON un.oid = u.connamespace
WHERE k.contype = 'f'
-- information_schema.check_constraints
SELECT pg_catalog.current_database() AS constraint_catalog, n.nspname AS constraint_schema, k.conname AS constraint_name,
  (CASE WHEN k.contype = 'n' THEN a.attname || ' IS NOT NULL'
     ELSE pg_catalog.pg_get_expr(k.conbin, k.conrelid) END)::varchar AS check_clause
FROM pg_catalog.pg_constraint k
LEFT JOIN pg_catalog.pg_namespace n ON n.oid = k.connamespace
LEFT JOIN pg_catalog.pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1] AND k.contype = 'n'
WHERE k.contype IN ('c', 'n')
-- information_schema.views
SELECT pg_catalog.current_database() AS table_catalog, n.nspname AS table_schema, c.relname AS table_name,
  pg_catalog.pg_get_viewdef(c.oid)::varchar AS view_definition, 'NONE'::varchar AS check_option,
  'NO'::varchar AS is_updatable, 'NO'::varchar AS is_insertable_into, 'NO'::varchar AS is_trigger_updatable,
  'NO'::varchar AS is_trigger_deletable, 'NO'::varchar AS is_trigger_insertable_into
FROM pg_catalog.pg_namespace n JOIN pg_catalog.pg_class c ON c.relnamespace = n.oid
WHERE c.relkind = 'v'
-- information_schema.sequences
SELECT pg_catalog.current_database() AS sequence_catalog, n.nspname AS sequence_schema, c.relname AS sequence_name,
  pg_catalog.format_type(s.seqtypid, NULL)::varchar AS data_type,
  (CASE s.seqtypid WHEN 21 THEN 16 WHEN 23 THEN 32 ELSE 64 END)::int4 AS numeric_precision,
  2::int4 AS numeric_precision_radix, 0::int4 AS numeric_scale,
  s.seqstart::text::varchar AS start_value, s.seqmin::text::varchar AS minimum_value,
  s.seqmax::text::varchar AS maximum_value, s.seqincrement::text::varchar AS increment,
  (CASE WHEN s.seqcycle THEN 'YES' ELSE 'NO' END)::varchar AS cycle_option
FROM pg_catalog.pg_sequence s
JOIN pg_catalog.pg_class c ON c.oid = s.seqrelid
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind = 'S' AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_depend d
  WHERE d.classid = 1259 AND d.objid = c.oid AND d.deptype = 'i' AND d.refclassid = 1259)
-- information_schema.triggers
SELECT pg_catalog.current_database() AS trigger_catalog, n.nspname AS trigger_schema, t.tgname AS trigger_name,
  (CASE WHEN t.tgtype & 4 <> 0 THEN 'INSERT' WHEN t.tgtype & 8 <> 0 THEN 'DELETE' ELSE 'UPDATE' END)::varchar AS event_manipulation,
  pg_catalog.current_database() AS event_object_catalog, n.nspname AS event_object_schema, c.relname AS event_object_table,
  1::int4 AS action_order, NULL::varchar AS action_condition, pg_catalog.pg_get_triggerdef(t.oid)::varchar AS action_statement,
  (CASE WHEN t.tgtype & 1 <> 0 THEN 'ROW' ELSE 'STATEMENT' END)::varchar AS action_orientation,
  (CASE WHEN t.tgtype & 2 <> 0 THEN 'BEFORE' WHEN t.tgtype & 64 <> 0 THEN 'INSTEAD OF' ELSE 'AFTER' END)::varchar AS action_timing,
  t.tgoldtable AS action_reference_old_table, t.tgnewtable AS action_reference_new_table,
  NULL::name AS action_reference_old_row, NULL::name AS action_reference_new_row, NULL::timestamptz AS created
FROM pg_catalog.pg_trigger t
JOIN pg_catalog.pg_class c ON c.oid = t.tgrelid
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE NOT t.tgisinternal
-- information_schema.domains
SELECT pg_catalog.current_database() AS domain_catalog, nt.nspname AS domain_schema, t.typname AS domain_name,
  (CASE WHEN bt.typelem <> 0 AND bt.typlen = -1 THEN 'ARRAY' WHEN nbt.nspname = 'pg_catalog'
     THEN pg_catalog.format_type(t.typbasetype, NULL) ELSE 'USER-DEFINED' END)::varchar AS data_type,
  (CASE WHEN bt.oid IN (1042, 1043) AND t.typtypmod >= 4 THEN t.typtypmod - 4 ELSE NULL END)::int4 AS character_maximum_length,
  (CASE WHEN bt.oid IN (25, 1042, 1043) THEN CASE WHEN t.typtypmod < 4 THEN 1073741824 ELSE 4 * (t.typtypmod - 4) END ELSE NULL END)::int4 AS character_octet_length,
  NULL::name AS character_set_catalog, NULL::name AS character_set_schema, NULL::name AS character_set_name,
  NULL::name AS collation_catalog, NULL::name AS collation_schema, NULL::name AS collation_name,
  (CASE bt.oid WHEN 21 THEN 16 WHEN 23 THEN 32 WHEN 20 THEN 64 WHEN 700 THEN 24 WHEN 701 THEN 53 ELSE NULL END)::int4 AS numeric_precision,
  (CASE WHEN bt.oid IN (21, 23, 20, 700, 701) THEN 2 WHEN bt.oid = 1700 THEN 10 ELSE NULL END)::int4 AS numeric_precision_radix,
  (CASE WHEN bt.oid IN (21, 23, 20) THEN 0 ELSE NULL END)::int4 AS numeric_scale,
  (CASE WHEN bt.oid IN (1083, 1114, 1184, 1266) THEN CASE WHEN t.typtypmod < 0 THEN 6 ELSE t.typtypmod END
     WHEN bt.oid = 1082 THEN 0 ELSE NULL END)::int4 AS datetime_precision,
  NULL::varchar AS interval_type, NULL::int4 AS interval_precision, t.typdefault::varchar AS domain_default,
  pg_catalog.current_database() AS udt_catalog, nbt.nspname AS udt_schema, bt.typname AS udt_name,
  NULL::name AS scope_catalog, NULL::name AS scope_schema, NULL::name AS scope_name,
  NULL::int4 AS maximum_cardinality, '1'::name AS dtd_identifier
FROM pg_catalog.pg_type t
JOIN pg_catalog.pg_namespace nt ON nt.oid = t.typnamespace
JOIN pg_catalog.pg_type bt ON bt.oid = t.typbasetype
JOIN pg_catalog.pg_namespace nbt ON nbt.oid = bt.typnamespace
WHERE t.typtype = 'd'
-- pg_catalog.pg_user_mappings
SELECT NULL::oid AS umid, NULL::oid AS srvid, NULL::name AS srvname, NULL::oid AS umuser, NULL::name AS
  usename, NULL::text[] AS umoptions WHERE false
-- pg_catalog.pg_stats_ext
SELECT NULL::name AS schemaname, NULL::name AS tablename, NULL::name AS statistics_schemaname, NULL::name
  AS statistics_name, NULL::name AS statistics_owner, NULL::name[] AS attnames, NULL::text[] AS exprs,
  NULL::char[] AS kinds, NULL::boolean AS inherited, NULL::pg_ndistinct AS n_distinct, NULL::pg_dependencies
  AS dependencies, NULL::text[] AS most_common_vals, NULL::bool[] AS most_common_val_nulls, NULL::float8[] AS
  most_common_freqs, NULL::float8[] AS most_common_base_freqs WHERE false
-- pg_catalog.pg_stats_ext_exprs
SELECT NULL::name AS schemaname, NULL::name AS tablename, NULL::name AS statistics_schemaname, NULL::name
  AS statistics_name, NULL::name AS statistics_owner, NULL::text AS expr, NULL::boolean AS inherited,
  NULL::float4 AS null_frac, NULL::int4 AS avg_width, NULL::float4 AS n_distinct, NULL::anyarray AS
  most_common_vals, NULL::float4[] AS most_common_freqs, NULL::anyarray AS histogram_bounds, NULL::float4 AS
  correlation, NULL::anyarray AS most_common_elems, NULL::float4[] AS most_common_elem_freqs, NULL::float4[]
  AS elem_count_histogram WHERE false
-- pg_catalog.pg_stat_wal_receiver
SELECT NULL::int4 AS pid, NULL::text AS status, NULL::pg_lsn AS receive_start_lsn, NULL::int4 AS
  receive_start_tli, NULL::pg_lsn AS written_lsn, NULL::pg_lsn AS flushed_lsn, NULL::int4 AS received_tli,
  NULL::timestamptz AS last_msg_send_time, NULL::timestamptz AS last_msg_receipt_time, NULL::pg_lsn AS
  latest_end_lsn, NULL::timestamptz AS latest_end_time, NULL::text AS slot_name, NULL::text AS sender_host,
  NULL::int4 AS sender_port, NULL::text AS conninfo WHERE false
-- pg_catalog.pg_stat_subscription
SELECT NULL::oid AS subid, NULL::name AS subname, NULL::text AS worker_type, NULL::int4 AS pid, NULL::int4
  AS leader_pid, NULL::oid AS relid, NULL::pg_lsn AS received_lsn, NULL::timestamptz AS last_msg_send_time,
  NULL::timestamptz AS last_msg_receipt_time, NULL::pg_lsn AS latest_end_lsn, NULL::timestamptz AS
  latest_end_time WHERE false
-- pg_catalog.pg_stat_subscription_stats
SELECT NULL::oid AS subid, NULL::name AS subname, NULL::int8 AS apply_error_count, NULL::int8 AS
  sync_error_count, NULL::int8 AS confl_insert_exists, NULL::int8 AS confl_update_origin_differs, NULL::int8
  AS confl_update_exists, NULL::int8 AS confl_update_missing, NULL::int8 AS confl_delete_origin_differs,
  NULL::int8 AS confl_delete_missing, NULL::int8 AS confl_multiple_unique_conflicts, NULL::timestamptz AS
  stats_reset WHERE false
-- pg_catalog.pg_stat_replication
SELECT NULL::int4 AS pid, NULL::oid AS usesysid, NULL::name AS usename, NULL::text AS application_name,
  NULL::inet AS client_addr, NULL::text AS client_hostname, NULL::int4 AS client_port, NULL::timestamptz AS
  backend_start, NULL::xid AS backend_xmin, NULL::text AS state, NULL::pg_lsn AS sent_lsn, NULL::pg_lsn AS
  write_lsn, NULL::pg_lsn AS flush_lsn, NULL::pg_lsn AS replay_lsn, NULL::interval AS write_lag,
  NULL::interval AS flush_lag, NULL::interval AS replay_lag, NULL::int4 AS sync_priority, NULL::text AS
  sync_state, NULL::timestamptz AS reply_time WHERE false
-- pg_catalog.pg_stat_replication_slots
SELECT NULL::text AS slot_name, NULL::int8 AS spill_txns, NULL::int8 AS spill_count, NULL::int8 AS
  spill_bytes, NULL::int8 AS stream_txns, NULL::int8 AS stream_count, NULL::int8 AS stream_bytes, NULL::int8
  AS total_txns, NULL::int8 AS total_bytes, NULL::timestamptz AS stats_reset WHERE false
-- pg_catalog.pg_stat_recovery_prefetch
SELECT NULL::timestamptz AS stats_reset, NULL::int8 AS prefetch, NULL::int8 AS hit, NULL::int8 AS
  skip_init, NULL::int8 AS skip_new, NULL::int8 AS skip_fpw, NULL::int8 AS skip_rep, NULL::int4 AS
  wal_distance, NULL::int4 AS block_distance, NULL::int4 AS io_depth WHERE false
-- pg_catalog.pg_stat_progress_vacuum
SELECT NULL::int4 AS pid, NULL::oid AS datid, NULL::name AS datname, NULL::oid AS relid, NULL::text AS
  phase, NULL::int8 AS heap_blks_total, NULL::int8 AS heap_blks_scanned, NULL::int8 AS heap_blks_vacuumed,
  NULL::int8 AS index_vacuum_count, NULL::int8 AS max_dead_tuple_bytes, NULL::int8 AS dead_tuple_bytes,
  NULL::int8 AS num_dead_item_ids, NULL::int8 AS indexes_total, NULL::int8 AS indexes_processed, NULL::float8
  AS delay_time WHERE false
-- pg_catalog.pg_stat_progress_create_index
SELECT NULL::int4 AS pid, NULL::oid AS datid, NULL::name AS datname, NULL::oid AS relid, NULL::oid AS
  index_relid, NULL::text AS command, NULL::text AS phase, NULL::int8 AS lockers_total, NULL::int8 AS
  lockers_done, NULL::int8 AS current_locker_pid, NULL::int8 AS blocks_total, NULL::int8 AS blocks_done,
  NULL::int8 AS tuples_total, NULL::int8 AS tuples_done, NULL::int8 AS partitions_total, NULL::int8 AS
  partitions_done WHERE false
-- pg_catalog.pg_stat_progress_copy
SELECT NULL::int4 AS pid, NULL::oid AS datid, NULL::name AS datname, NULL::oid AS relid, NULL::text AS
  command, NULL::text AS type, NULL::int8 AS bytes_processed, NULL::int8 AS bytes_total, NULL::int8 AS
  tuples_processed, NULL::int8 AS tuples_excluded, NULL::int8 AS tuples_skipped WHERE false
-- pg_catalog.pg_stat_progress_cluster
SELECT NULL::int4 AS pid, NULL::oid AS datid, NULL::name AS datname, NULL::oid AS relid, NULL::text AS
  command, NULL::text AS phase, NULL::oid AS cluster_index_relid, NULL::int8 AS heap_tuples_scanned,
  NULL::int8 AS heap_tuples_written, NULL::int8 AS heap_blks_total, NULL::int8 AS heap_blks_scanned,
  NULL::int8 AS index_rebuild_count WHERE false
-- pg_catalog.pg_stat_progress_basebackup
SELECT NULL::int4 AS pid, NULL::text AS phase, NULL::int8 AS backup_total, NULL::int8 AS backup_streamed,
  NULL::int8 AS tablespaces_total, NULL::int8 AS tablespaces_streamed WHERE false
-- pg_catalog.pg_stat_progress_analyze
SELECT NULL::int4 AS pid, NULL::oid AS datid, NULL::name AS datname, NULL::oid AS relid, NULL::text AS
  phase, NULL::int8 AS sample_blks_total, NULL::int8 AS sample_blks_scanned, NULL::int8 AS ext_stats_total,
  NULL::int8 AS ext_stats_computed, NULL::int8 AS child_tables_total, NULL::int8 AS child_tables_done,
  NULL::oid AS current_child_table_relid, NULL::float8 AS delay_time WHERE false
-- pg_catalog.pg_replication_slots
SELECT NULL::name AS slot_name, NULL::name AS plugin, NULL::text AS slot_type, NULL::oid AS datoid,
  NULL::name AS database, NULL::boolean AS temporary, NULL::boolean AS active, NULL::int4 AS active_pid,
  NULL::xid AS xmin, NULL::xid AS catalog_xmin, NULL::pg_lsn AS restart_lsn, NULL::pg_lsn AS
  confirmed_flush_lsn, NULL::text AS wal_status, NULL::int8 AS safe_wal_size, NULL::boolean AS two_phase,
  NULL::pg_lsn AS two_phase_at, NULL::timestamptz AS inactive_since, NULL::boolean AS conflicting, NULL::text
  AS invalidation_reason, NULL::boolean AS failover, NULL::boolean AS synced WHERE false
-- pg_catalog.pg_replication_origin_status
SELECT NULL::oid AS local_id, NULL::text AS external_id, NULL::pg_lsn AS remote_lsn, NULL::pg_lsn AS
  local_lsn WHERE false
-- pg_catalog.pg_publication_tables
SELECT NULL::name AS pubname, NULL::name AS schemaname, NULL::name AS tablename, NULL::name[] AS attnames,
  NULL::text AS rowfilter WHERE false
-- pg_catalog.pg_seclabels
SELECT NULL::oid AS objoid, NULL::oid AS classoid, NULL::int4 AS objsubid, NULL::text AS objtype, NULL::oid
  AS objnamespace, NULL::text AS objname, NULL::text AS provider, NULL::text AS label WHERE false
-- pg_catalog.pg_file_settings
SELECT NULL::text AS sourcefile, NULL::int4 AS sourceline, NULL::int4 AS seqno, NULL::text AS name,
  NULL::text AS setting, NULL::boolean AS applied, NULL::text AS error WHERE false
-- pg_catalog.pg_hba_file_rules
SELECT NULL::int4 AS rule_number, NULL::text AS file_name, NULL::int4 AS line_number, NULL::text AS type,
  NULL::text[] AS database, NULL::text[] AS user_name, NULL::text AS address, NULL::text AS netmask,
  NULL::text AS auth_method, NULL::text[] AS options, NULL::text AS error WHERE false
-- pg_catalog.pg_ident_file_mappings
SELECT NULL::int4 AS map_number, NULL::text AS file_name, NULL::int4 AS line_number, NULL::text AS
  map_name, NULL::text AS sys_name, NULL::text AS pg_username, NULL::text AS error WHERE false
-- pg_catalog.pg_aios
SELECT NULL::int4 AS pid, NULL::int4 AS io_id, NULL::int8 AS io_generation, NULL::text AS state, NULL::text
  AS operation, NULL::int8 AS off, NULL::int8 AS length, NULL::text AS target, NULL::int2 AS handle_data_len,
  NULL::int4 AS raw_result, NULL::text AS result, NULL::text AS target_desc, NULL::boolean AS f_sync,
  NULL::boolean AS f_localmem, NULL::boolean AS f_buffered WHERE false
-- information_schema.foreign_data_wrapper_options
SELECT NULL::name AS foreign_data_wrapper_catalog, NULL::name AS foreign_data_wrapper_name, NULL::name AS
  option_name, NULL::varchar AS option_value WHERE false
-- information_schema.foreign_data_wrappers
SELECT NULL::name AS foreign_data_wrapper_catalog, NULL::name AS foreign_data_wrapper_name, NULL::name AS
  authorization_identifier, NULL::varchar AS library_name, NULL::varchar AS foreign_data_wrapper_language
  WHERE false
-- information_schema.foreign_server_options
SELECT NULL::name AS foreign_server_catalog, NULL::name AS foreign_server_name, NULL::name AS option_name,
  NULL::varchar AS option_value WHERE false
-- information_schema.foreign_servers
SELECT NULL::name AS foreign_server_catalog, NULL::name AS foreign_server_name, NULL::name AS
  foreign_data_wrapper_catalog, NULL::name AS foreign_data_wrapper_name, NULL::varchar AS
  foreign_server_type, NULL::varchar AS foreign_server_version, NULL::name AS authorization_identifier WHERE
  false
-- information_schema.foreign_table_options
SELECT NULL::name AS foreign_table_catalog, NULL::name AS foreign_table_schema, NULL::name AS
  foreign_table_name, NULL::name AS option_name, NULL::varchar AS option_value WHERE false
-- information_schema.foreign_tables
SELECT NULL::name AS foreign_table_catalog, NULL::name AS foreign_table_schema, NULL::name AS
  foreign_table_name, NULL::name AS foreign_server_catalog, NULL::name AS foreign_server_name WHERE false
-- information_schema.user_mapping_options
SELECT NULL::name AS authorization_identifier, NULL::name AS foreign_server_catalog, NULL::name AS
  foreign_server_name, NULL::name AS option_name, NULL::varchar AS option_value WHERE false
-- information_schema.user_mappings
SELECT NULL::name AS authorization_identifier, NULL::name AS foreign_server_catalog, NULL::name AS
  foreign_server_name WHERE false
-- information_schema.column_options
SELECT NULL::name AS table_catalog, NULL::name AS table_schema, NULL::name AS table_name, NULL::name AS
  column_name, NULL::name AS option_name, NULL::varchar AS option_value WHERE false
-- pg_catalog.pg_stat_ssl
SELECT s.pid, s.ssl, s.sslversion AS version, s.sslcipher AS cipher, s.sslbits AS bits,
  s.ssl_client_dn AS client_dn, s.ssl_client_serial AS client_serial, s.ssl_issuer_dn AS issuer_dn
FROM pg_catalog.pg_stat_get_activity(NULL) s WHERE s.client_port IS NOT NULL
-- pg_catalog.pg_stat_gssapi
SELECT s.pid, s.gss_auth AS gss_authenticated, s.gss_princ AS principal, s.gss_enc AS encrypted,
  s.gss_delegation AS credentials_delegated
FROM pg_catalog.pg_stat_get_activity(NULL) s WHERE s.client_port IS NOT NULL
-- pg_catalog.pg_stat_all_indexes
SELECT c.oid AS relid, i.oid AS indexrelid, n.nspname AS schemaname, c.relname, i.relname AS indexrelname,
  0::int8 AS idx_scan, NULL::timestamptz AS last_idx_scan, 0::int8 AS idx_tup_read, 0::int8 AS idx_tup_fetch
FROM pg_catalog.pg_class c
JOIN pg_catalog.pg_index x ON x.indrelid = c.oid
JOIN pg_catalog.pg_class i ON i.oid = x.indexrelid
LEFT JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 't', 'm')
-- pg_catalog.pg_stat_user_indexes
SELECT s.* FROM pg_catalog.pg_stat_all_indexes s
WHERE s.schemaname NOT IN ('pg_catalog', 'information_schema') AND s.schemaname !~ '^pg_toast'
-- pg_catalog.pg_stat_sys_indexes
SELECT s.* FROM pg_catalog.pg_stat_all_indexes s
WHERE s.schemaname IN ('pg_catalog', 'information_schema') OR s.schemaname ~ '^pg_toast'
-- pg_catalog.pg_statio_all_indexes
SELECT c.oid AS relid, i.oid AS indexrelid, n.nspname AS schemaname, c.relname, i.relname AS indexrelname,
  0::int8 AS idx_blks_read, 0::int8 AS idx_blks_hit
FROM pg_catalog.pg_class c
JOIN pg_catalog.pg_index x ON x.indrelid = c.oid
JOIN pg_catalog.pg_class i ON i.oid = x.indexrelid
LEFT JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 't', 'm')
-- pg_catalog.pg_statio_user_indexes
SELECT s.* FROM pg_catalog.pg_statio_all_indexes s
WHERE s.schemaname NOT IN ('pg_catalog', 'information_schema') AND s.schemaname !~ '^pg_toast'
-- pg_catalog.pg_statio_sys_indexes
SELECT s.* FROM pg_catalog.pg_statio_all_indexes s
WHERE s.schemaname IN ('pg_catalog', 'information_schema') OR s.schemaname ~ '^pg_toast'
-- pg_catalog.pg_statio_sys_tables
SELECT s.* FROM pg_catalog.pg_statio_all_tables s
WHERE s.schemaname IN ('pg_catalog', 'information_schema') OR s.schemaname ~ '^pg_toast'
-- pg_catalog.pg_statio_all_sequences
SELECT c.oid AS relid, n.nspname AS schemaname, c.relname, 0::int8 AS blks_read, 0::int8 AS blks_hit
FROM pg_catalog.pg_class c LEFT JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind = 'S'
-- pg_catalog.pg_statio_user_sequences
SELECT s.* FROM pg_catalog.pg_statio_all_sequences s
WHERE s.schemaname NOT IN ('pg_catalog', 'information_schema') AND s.schemaname !~ '^pg_toast'
-- pg_catalog.pg_statio_sys_sequences
SELECT s.* FROM pg_catalog.pg_statio_all_sequences s
WHERE s.schemaname IN ('pg_catalog', 'information_schema') OR s.schemaname ~ '^pg_toast'
-- pg_catalog.pg_available_extension_versions
SELECT e.extname AS name, e.extversion AS version, true AS installed, e.extname = 'plpgsql' AS superuser,
  e.extname = 'plpgsql' AS trusted, e.extrelocatable AS relocatable, n.nspname AS schema,
  NULL::name[] AS requires, d.description AS comment
FROM pg_catalog.pg_extension e
JOIN pg_catalog.pg_namespace n ON n.oid = e.extnamespace
LEFT JOIN pg_catalog.pg_description d ON d.objoid = e.oid AND d.classoid = 'pg_catalog.pg_extension'::pg_catalog.regclass
-- information_schema.character_sets
SELECT NULL::name AS character_set_catalog, NULL::name AS character_set_schema,
  pg_catalog.getdatabaseencoding() AS character_set_name,
  (CASE WHEN pg_catalog.getdatabaseencoding() = 'UTF8' THEN 'UCS' ELSE pg_catalog.getdatabaseencoding() END)::name AS character_repertoire,
  pg_catalog.getdatabaseencoding() AS form_of_use, pg_catalog.current_database() AS default_collate_catalog,
  n.nspname AS default_collate_schema, c.collname AS default_collate_name
FROM pg_catalog.pg_database d
LEFT JOIN (pg_catalog.pg_collation c JOIN pg_catalog.pg_namespace n ON n.oid = c.collnamespace)
  ON d.datcollate = c.collcollate AND d.datctype = c.collctype
WHERE d.datname = pg_catalog.current_database() ORDER BY length(c.collname) DESC, c.collname LIMIT 1
-- information_schema.collations
SELECT pg_catalog.current_database() AS collation_catalog, n.nspname AS collation_schema,
  c.collname AS collation_name, 'NO PAD'::varchar AS pad_attribute
FROM pg_catalog.pg_collation c JOIN pg_catalog.pg_namespace n ON n.oid = c.collnamespace
WHERE c.collencoding IN (-1, 6)
-- information_schema.collation_character_set_applicability
SELECT pg_catalog.current_database() AS collation_catalog, n.nspname AS collation_schema,
  c.collname AS collation_name, NULL::name AS character_set_catalog, NULL::name AS character_set_schema,
  pg_catalog.getdatabaseencoding() AS character_set_name
FROM pg_catalog.pg_collation c JOIN pg_catalog.pg_namespace n ON n.oid = c.collnamespace
WHERE c.collencoding IN (-1, 6)
-- information_schema.administrable_role_authorizations
SELECT r.grantee, r.role_name, r.is_grantable FROM information_schema.applicable_roles r WHERE r.is_grantable = 'YES'
-- information_schema.routines
SELECT pg_catalog.current_database() AS specific_catalog, n.nspname AS specific_schema,
  (p.proname || '_' || p.oid)::name AS specific_name, pg_catalog.current_database() AS routine_catalog,
  n.nspname AS routine_schema, p.proname AS routine_name,
  (CASE p.prokind WHEN 'f' THEN 'FUNCTION' WHEN 'p' THEN 'PROCEDURE' END)::varchar AS routine_type,
  NULL::name AS module_catalog, NULL::name AS module_schema, NULL::name AS module_name,
  NULL::name AS udt_catalog, NULL::name AS udt_schema, NULL::name AS udt_name,
  (CASE WHEN p.prokind = 'p' THEN NULL WHEN t.typelem <> 0 AND t.typlen = -1 THEN 'ARRAY'
     WHEN nt.nspname = 'pg_catalog' THEN pg_catalog.format_type(t.oid, NULL) ELSE 'USER-DEFINED' END)::varchar AS data_type,
  NULL::int4 AS character_maximum_length, NULL::int4 AS character_octet_length,
  NULL::name AS character_set_catalog, NULL::name AS character_set_schema, NULL::name AS character_set_name,
  NULL::name AS collation_catalog, NULL::name AS collation_schema, NULL::name AS collation_name,
  NULL::int4 AS numeric_precision, NULL::int4 AS numeric_precision_radix, NULL::int4 AS numeric_scale,
  NULL::int4 AS datetime_precision, NULL::varchar AS interval_type, NULL::int4 AS interval_precision,
  (CASE WHEN p.prokind <> 'p' THEN pg_catalog.current_database() END) AS type_udt_catalog,
  (CASE WHEN p.prokind <> 'p' THEN nt.nspname END) AS type_udt_schema,
  (CASE WHEN p.prokind <> 'p' THEN t.typname END) AS type_udt_name,
  NULL::name AS scope_catalog, NULL::name AS scope_schema, NULL::name AS scope_name,
  NULL::int4 AS maximum_cardinality, (CASE WHEN p.prokind <> 'p' THEN '0' END)::name AS dtd_identifier,
  (CASE WHEN l.lanname = 'sql' THEN 'SQL' ELSE 'EXTERNAL' END)::varchar AS routine_body,
  (CASE WHEN pg_catalog.pg_has_role(p.proowner, 'USAGE') THEN p.prosrc END)::varchar AS routine_definition,
  (CASE WHEN l.lanname = 'c' THEN p.prosrc END)::varchar AS external_name,
  pg_catalog.upper(l.lanname)::varchar AS external_language, 'GENERAL'::varchar AS parameter_style,
  (CASE WHEN p.provolatile = 'i' THEN 'YES' ELSE 'NO' END)::varchar AS is_deterministic,
  'MODIFIES'::varchar AS sql_data_access,
  (CASE WHEN p.prokind <> 'p' THEN CASE WHEN p.proisstrict THEN 'YES' ELSE 'NO' END END)::varchar AS is_null_call,
  NULL::varchar AS sql_path, 'YES'::varchar AS schema_level_routine, 0::int4 AS max_dynamic_result_sets,
  NULL::varchar AS is_user_defined_cast, NULL::varchar AS is_implicitly_invocable,
  (CASE WHEN p.prosecdef THEN 'DEFINER' ELSE 'INVOKER' END)::varchar AS security_type,
  NULL::name AS to_sql_specific_catalog, NULL::name AS to_sql_specific_schema, NULL::name AS to_sql_specific_name,
  'NO'::varchar AS as_locator, NULL::timestamptz AS created, NULL::timestamptz AS last_altered,
  NULL::varchar AS new_savepoint_level, 'NO'::varchar AS is_udt_dependent,
  NULL::varchar AS result_cast_from_data_type, NULL::varchar AS result_cast_as_locator,
  NULL::int4 AS result_cast_char_max_length, NULL::int4 AS result_cast_char_octet_length,
  NULL::name AS result_cast_char_set_catalog, NULL::name AS result_cast_char_set_schema,
  NULL::name AS result_cast_char_set_name, NULL::name AS result_cast_collation_catalog,
  NULL::name AS result_cast_collation_schema, NULL::name AS result_cast_collation_name,
  NULL::int4 AS result_cast_numeric_precision, NULL::int4 AS result_cast_numeric_precision_radix,
  NULL::int4 AS result_cast_numeric_scale, NULL::int4 AS result_cast_datetime_precision,
  NULL::varchar AS result_cast_interval_type, NULL::int4 AS result_cast_interval_precision,
  NULL::name AS result_cast_type_udt_catalog, NULL::name AS result_cast_type_udt_schema,
  NULL::name AS result_cast_type_udt_name, NULL::name AS result_cast_scope_catalog,
  NULL::name AS result_cast_scope_schema, NULL::name AS result_cast_scope_name,
  NULL::int4 AS result_cast_maximum_cardinality, NULL::name AS result_cast_dtd_identifier
FROM pg_catalog.pg_proc p
JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
JOIN pg_catalog.pg_language l ON l.oid = p.prolang
LEFT JOIN (pg_catalog.pg_type t JOIN pg_catalog.pg_namespace nt ON nt.oid = t.typnamespace)
  ON t.oid = p.prorettype AND p.prokind <> 'p'
WHERE pg_catalog.pg_has_role(p.proowner, 'USAGE') OR pg_catalog.has_function_privilege(p.oid, 'EXECUTE')
