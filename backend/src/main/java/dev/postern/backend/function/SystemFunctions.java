package dev.postern.backend.function;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.Numeric;
import dev.postern.backend.type.SqlType;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** What a session says of itself, its settings and the server; UUIDs; sizes as text. */
final class SystemFunctions implements FunctionTopic {
  /** Shown by version(); drivers read the number after the first word. */
  static final String VERSION = "PostgreSQL 18.6 (Postern 0.1.0) on the Java platform, 64-bit";

  /** The number of the only encoding (pg_database.encoding). */
  private static final int UTF8 = 6;

  @Override
  public @Nullable ScalarFunction scalar(String key, CallSite site) {
    return switch (key) {
      case "pgsql_version" -> (c, a, r) -> r.setText(VERSION);
      case "current_database" -> (c, a, r) -> r.setText(c.databaseName());
      case "current_user" -> (c, a, r) -> r.setText(c.currentUser());
      case "session_user" -> (c, a, r) -> r.setText(c.sessionUser());
      case "pg_backend_pid" -> (c, a, r) -> r.setLong(c.processId());
      case "pg_typeof" -> {
        int type = site.argumentType(0);
        yield (c, a, r) -> r.setLong(type);
      }
      case "show_config_by_name" -> (c, a, r) -> r.setText(setting(c, a[0].text()));
      case "show_config_by_name_missing_ok" ->
          (c, a, r) -> {
            String name = a[0].text();
            String value = a[1].booleanValue() ? c.setting(name) : setting(c, name);
            if (value == null) {
              r.setNull();
            } else {
              r.setText(value);
            }
          };
      case "set_config_by_name" ->
          (c, a, r) -> {
            if (a[0].isNull) {
              throw new SqlError(SqlState.NULL_VALUE_NOT_ALLOWED, "SET requires parameter name");
            }
            boolean local = !a[2].isNull && a[2].booleanValue();
            r.setText(c.changeSetting(a[0].text(), a[1].isNull ? null : a[1].text(), local));
          };
      case "pg_is_in_recovery" -> (c, a, r) -> r.setBoolean(false);
      case "PG_encoding_to_char" ->
          (c, a, r) -> r.setText(a[0].bits == UTF8 ? "UTF8" : a[0].bits == 0 ? "SQL_ASCII" : "");
      case "PG_char_to_encoding" ->
          (c, a, r) ->
              r.setLong(
                  switch (a[0].text().toUpperCase(Locale.ROOT)) {
                    case "UTF8", "UTF-8", "UNICODE" -> UTF8;
                    case "SQL_ASCII" -> 0;
                    default -> -1;
                  });
      case "pg_jit_available" -> (c, a, r) -> r.setBoolean(false);
      case "pg_client_encoding" -> (c, a, r) -> r.setText("UTF8");
      case "getdatabaseencoding" -> (c, a, r) -> r.setText("UTF8");
      case "pg_column_size" -> {
        SqlType type = site.types().valueType(site.argumentType(0));
        yield (c, a, r) -> {
          if (a[0].isNull) {
            r.setNull();
          } else if (type.width() > 0) {
            r.setLong(type.width());
          } else {
            r.setLong(a[0].length + (a[0].length < 127 ? 1 : 4));
          }
        };
      }
      case "pg_sleep" -> (c, a, r) -> sleep(c, a[0].doubleValue(), r);
      case "pg_size_pretty" ->
          (c, a, r) -> r.setText(ByteSizes.shown(BigDecimal.valueOf(a[0].bits)));
      case "pg_size_pretty_numeric" ->
          (c, a, r) ->
              r.setText(
                  Numeric.isFinite(a[0])
                      ? ByteSizes.shown(Numeric.toBigDecimal(a[0]))
                      : "NaN bytes");
      case "pg_size_bytes" -> (c, a, r) -> r.setLong(ByteSizes.bytes(a[0].text()));
      default -> uuids(key);
    };
  }

  private static String setting(FunctionContext context, String name) {
    String value = context.setting(name);
    if (value == null) {
      throw new SqlError(
          SqlState.UNDEFINED_OBJECT, "unrecognized configuration parameter \"" + name + "\"");
    }
    return value;
  }

  private static void sleep(FunctionContext context, double seconds, Datum result) {
    long end = System.nanoTime() + (long) Math.clamp(seconds * 1e9, 0, 9e18);
    while (true) {
      context.checkCancelled();
      long left = end - System.nanoTime();
      if (left <= 0) {
        result.setBytes(new byte[0]);
        return;
      }
      LockSupport.parkNanos(Math.min(left, 50_000_000L));
    }
  }

  private static @Nullable ScalarFunction uuids(String key) {
    return switch (key) {
      case "gen_random_uuid" -> (c, a, r) -> r.setBytes(Uuids.random());
      case "uuidv7" -> (c, a, r) -> r.setBytes(Uuids.ordered(0));
      case "uuid_extract_version" ->
          (c, a, r) -> {
            if ((a[0].bytes[a[0].offset + 8] & 0xc0) == 0x80) {
              r.setLong(a[0].bytes[a[0].offset + 6] >> 4 & 15);
            } else {
              r.setNull();
            }
          };
      case "uuid_extract_timestamp" -> (c, a, r) -> Uuids.timestamp(a[0], r);
      default -> null;
    };
  }
}
