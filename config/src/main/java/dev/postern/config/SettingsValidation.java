package dev.postern.config;

import dev.postern.config.DatabaseEntry.Role;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;

/** Checks that hold between keys. Each key by itself has been checked when it was read. */
final class SettingsValidation {
  private final Settings settings;
  private final RecordReader reader;
  private final Findings findings;

  SettingsValidation(Settings settings, RecordReader reader, Findings findings) {
    this.settings = settings;
    this.reader = reader;
    this.findings = findings;
  }

  void check() {
    checkGeneral();
    checkHosts();
    checkDuplicateServers();
    checkDuplicateShards();
    checkShardNumbers();
    checkShardedTables();
    checkUsers();
  }

  private void problem(Record read, String path, String key, String message) {
    findings.problem(reader.locationOf(read, key), path + "." + key, message);
  }

  private void checkGeneral() {
    General general = settings.general();
    Integer metricsPort = general.openMetrics().openmetricsPort();
    int port = general.listening().port();
    if (metricsPort != null && metricsPort == port && port != 0) {
      problem(
          general,
          "general",
          "openmetrics_port",
          "expected another port than general.port, " + port);
    }
    int size = general.pooling().defaultPoolSize();
    if (general.pooling().minPoolSize() > size) {
      problem(
          general,
          "general",
          "min_pool_size",
          "expected at most general.default_pool_size, "
              + size
              + ", found "
              + general.pooling().minPoolSize());
    }
    Tls tls = general.tls();
    if ((tls.tlsCertificate() == null) != (tls.tlsPrivateKey() == null)) {
      String given = tls.tlsCertificate() == null ? "tls_private_key" : "tls_certificate";
      problem(general, "general", given, "expected tls_certificate and tls_private_key together");
    }
    // To carry on unencrypted where encryption was demanded would be worse than not to start.
    if (tls.tlsClientRequired()) {
      problem(general, "general", "tls_client_required", "TLS is not supported yet");
    }
    if (tls.tlsVerify() == Tls.Verify.VERIFY_CA || tls.tlsVerify() == Tls.Verify.VERIFY_FULL) {
      problem(general, "general", "tls_verify", "TLS is not supported yet");
    }
  }

  private void checkHosts() {
    for (int index = 0; index < settings.databases().size(); index++) {
      DatabaseEntry entry = settings.databases().get(index);
      String path = "databases[" + index + "]";
      if (entry.host().isEmpty() && !entry.isEmbedded() && !reader.isGiven(entry, "host")) {
        problem(entry, path, "host", "this key is required");
      }
      if (entry.isEmbedded() && entry.role() == Role.REPLICA) {
        problem(entry, path, "role", "an embedded database has no replicas");
      }
      if (entry.kind() == DatabaseEntry.Kind.UPSTREAM && entry.host().equals("embedded")) {
        problem(entry, path, "kind", "expected embedded for the host embedded, found upstream");
      }
    }
  }

  private record Shard(String database, int number) {}

  private record Server(Shard shard, String host, int port, String database) {}

  private void checkDuplicateServers() {
    Map<Shard, DatabaseEntry> primaries = new HashMap<>();
    Map<Server, DatabaseEntry> replicas = new HashMap<>();
    for (int index = 0; index < settings.databases().size(); index++) {
      DatabaseEntry entry = settings.databases().get(index);
      String path = "databases[" + index + "]";
      Shard shard = new Shard(entry.name(), entry.shard());
      if (entry.name().isEmpty()) {
        continue;
      }
      String which = "database " + entry.name() + ", shard " + entry.shard();
      if (entry.role() == Role.PRIMARY) {
        DatabaseEntry first = primaries.putIfAbsent(shard, entry);
        if (first != null) {
          problem(
              entry,
              path,
              "role",
              "expected one primary for " + which + "; the first is at " + start(first));
        }
      } else {
        Server server = new Server(shard, entry.host(), entry.port(), entry.nameOnServer());
        DatabaseEntry first = replicas.putIfAbsent(server, entry);
        if (first != null) {
          problem(entry, path, "host", "the same server for " + which + " as at " + start(first));
        }
      }
    }
  }

  private record Place(String name, String host, int port, String database) {}

  /** Two shards in one place would each see the other's rows as their own. */
  private void checkDuplicateShards() {
    Map<Place, DatabaseEntry> places = new HashMap<>();
    for (int index = 0; index < settings.databases().size(); index++) {
      DatabaseEntry entry = settings.databases().get(index);
      if (entry.name().isEmpty() || entry.host().isEmpty() && !entry.isEmbedded()) {
        continue;
      }
      Place place =
          entry.isEmbedded()
              ? new Place(entry.name(), "embedded", 0, entry.nameOnServer())
              : new Place(entry.name(), entry.host(), entry.port(), entry.nameOnServer());
      DatabaseEntry first = places.putIfAbsent(place, entry);
      if (first != null && first.shard() != entry.shard()) {
        problem(
            entry,
            "databases[" + index + "]",
            "database_name",
            "expected another database than that of shard "
                + first.shard()
                + " at "
                + start(first));
      }
    }
  }

  private Location start(DatabaseEntry entry) {
    return reader.locationOf(entry, "");
  }

  private void checkShardNumbers() {
    Map<String, TreeSet<Integer>> numbers = new HashMap<>();
    settings
        .databases()
        .forEach(
            entry ->
                numbers.computeIfAbsent(entry.name(), name -> new TreeSet<>()).add(entry.shard()));
    for (int index = 0; index < settings.databases().size(); index++) {
      DatabaseEntry entry = settings.databases().get(index);
      TreeSet<Integer> present = Objects.requireNonNull(numbers.get(entry.name()));
      // Said once, at the first entry beyond the gap.
      if (entry.shard() > 0 && !present.contains(entry.shard() - 1)) {
        problem(
            entry,
            "databases[" + index + "]",
            "shard",
            "expected shard numbers from 0 without gaps: database "
                + entry.name()
                + " has a shard "
                + entry.shard()
                + ", but no shard "
                + (entry.shard() - 1));
      }
    }
  }

  private void checkShardedTables() {
    List<ShardedTable> tables = settings.shardedTables();
    for (int index = 0; index < tables.size(); index++) {
      ShardedTable table = tables.get(index);
      String path = "sharded_tables[" + index + "]";
      if (table.column().isEmpty() && !reader.isGiven(table, "column")) {
        problem(table, path, "column", "this key is required");
      }
      int shards = settings.shardCount(table.database());
      if (!table.database().isEmpty() && shards == 0) {
        problem(table, path, "database", noSuchDatabase(table.database()));
        continue;
      }
      for (ShardMapping rule : table.mapping()) {
        if (shards > 0 && rule.shard() >= shards) {
          findings.expected(
              reader.locationOf(rule, "shard"),
              path + ".mapping.shard",
              "a shard of database " + table.database() + ", 0 to " + (shards - 1),
              String.valueOf(rule.shard()));
        }
      }
      if (!table.isHashed()) {
        findings.warning(
            Warning.Kind.QUESTIONABLE,
            reader.locationOf(table, "column"),
            path,
            "only PostgreSQL's hash is built yet: statements on this table are refused");
      }
    }
    for (int index = 0; index < settings.omnishardedTables().size(); index++) {
      OmnishardedTables entry = settings.omnishardedTables().get(index);
      if (!entry.database().isEmpty() && settings.shardCount(entry.database()) == 0) {
        problem(
            entry,
            "omnisharded_tables[" + index + "]",
            "database",
            noSuchDatabase(entry.database()));
      }
    }
  }

  private record Login(String user, String database) {}

  private void checkUsers() {
    Map<Login, User> seen = new HashMap<>();
    for (int index = 0; index < settings.users().size(); index++) {
      User user = settings.users().get(index);
      String path = "users[" + index + "]";
      String database = user.database() == null ? "" : user.database();
      if (!settings.databases().isEmpty()
          && !database.isEmpty()
          && settings.shardCount(database) == 0) {
        findings.warning(
            Warning.Kind.QUESTIONABLE,
            reader.locationOf(user, "database"),
            path + ".database",
            noSuchDatabase(database));
      }
      User first = seen.putIfAbsent(new Login(user.name(), database), user);
      if (first != null && !user.name().isEmpty()) {
        problem(
            user,
            path,
            "name",
            "user "
                + user.name()
                + " is given twice for the same database; the first is at "
                + reader.locationOf(first, "name"));
      }
    }
  }

  private String noSuchDatabase(String name) {
    List<String> names = settings.databases().stream().map(DatabaseEntry::name).distinct().toList();
    String nearest = Spelling.nearest(name, names);
    return "no [[databases]] entry is named "
        + name
        + (nearest == null ? "" : "; did you mean " + nearest + "?");
  }
}
