package dev.postern.backend.setting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.type.DisplayStyle;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values as PostgreSQL 18 showed them for the same SET. */
class SessionSettingsTest {
  private final DisplayStyle style = new DisplayStyle();
  private final SessionSettings settings = new SessionSettings(style, Map.of());

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "work_mem|4.5MB|4608kB",
        "work_mem|1 GB|1GB",
        "work_mem|0x100|256kB",
        "work_mem|1e3kB|1000kB",
        "statement_timeout|1.5s|1500ms",
        "statement_timeout|90min|90min",
        "idle_in_transaction_session_timeout|2d|2d",
        "vacuum_cost_delay|1.5ms|1500us",
        "vacuum_cost_delay|2000us|2ms",
        "random_page_cost|1e10|1e+10",
        "random_page_cost|1.10|1.1",
        "extra_float_digits|1.5|2",
        "jit|ye|on",
        "synchronous_commit|yes|on",
        "client_min_messages|debug|debug2",
        "DateStyle|german|German, DMY",
        "DateStyle|ymd|ISO, YMD",
        "TimeZone|5.5|<+05:30>-05:30",
        "TimeZone|-3|<-03>+03",
        "TimeZone|europe/berlin|Europe/Berlin",
        "TimeZone|<foo>-2|<FOO>-2",
        "foo.bar|1|1",
      })
  void valuesAreShownInTheirOwnUnits(String name, String value, String shown) {
    settings.set(name, value, false);
    assertEquals(shown, settings.show(name));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "foo|1|42704|unrecognized configuration parameter \"foo\"",
        "port|1|55P02|parameter \"port\" cannot be changed without restarting the server",
        "server_version|1|55P02|parameter \"server_version\" cannot be changed",
        "log_rotation_age|1|55P02|parameter \"log_rotation_age\" cannot be changed now",
        "enable_sort|maybe|22023|parameter \"enable_sort\" requires a Boolean value",
        "work_mem|1xB|22023|invalid value for parameter \"work_mem\": \"1xB\"",
        "work_mem|10|22023|10 kB is outside the valid range for parameter \"work_mem\""
            + " (64 kB .. 2147483647 kB)",
        "geqo_seed|2|22023|2 is outside the valid range for parameter \"geqo_seed\" (0 .. 1)",
        "TimeZone|Foo/Bar|22023|invalid value for parameter \"TimeZone\": \"Foo/Bar\"",
      })
  void refusalsAreWordedAsInPostgres(String name, String value, String state, String message) {
    SqlError error = assertThrows(SqlError.class, () -> settings.set(name, value, false));
    assertEquals(state, error.sqlState());
    assertEquals(message, error.message());
  }

  @Test
  void aRolledBackChangeIsUndone() {
    settings.set("work_mem", "1MB", false);
    settings.endTransaction(false);
    assertEquals("4MB", settings.show("work_mem"));
    settings.set("work_mem", "1MB", false);
    settings.endTransaction(true);
    assertEquals("1MB", settings.show("work_mem"));
  }

  @Test
  void aLocalChangeEndsWithItsTransactionAndUncoversTheOneBelow() {
    settings.set("work_mem", "1MB", false);
    settings.set("work_mem", "2MB", true);
    assertEquals("2MB", settings.show("work_mem"));
    settings.endTransaction(true);
    assertEquals("1MB", settings.show("work_mem"));
  }

  @Test
  void aSavepointUndoesItsOwnChangesOnly() {
    settings.set("work_mem", "1MB", false);
    settings.enterLevel();
    settings.set("work_mem", "2MB", false);
    settings.leaveLevel(false);
    assertEquals("1MB", settings.show("work_mem"));
    settings.enterLevel();
    settings.set("work_mem", "3MB", false);
    settings.leaveLevel(true);
    settings.endTransaction(true);
    assertEquals("3MB", settings.show("work_mem"));
  }

  @Test
  void identifiersOfTheSearchPathAreQuoted() {
    settings.set("search_path", List.of("a", "B c", "public"), false);
    assertEquals("a, \"B c\", public", settings.show("search_path"));
    assertEquals(List.of("a", "B c", "public"), settings.effects().searchPath());
  }
}
