package dev.postern.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SettingsReferenceTest {

  @Test
  void describesEveryKeyWithItsDefault() {
    String reference = SettingsReference.markdown();
    assertTrue(
        reference.contains(
            "| `port` | integer | `6432` | TCP port to listen on. 0 takes any free one; the ready"
                + " line says which. *restart* |"),
        reference);
    assertTrue(reference.contains("| `connect_timeout` | integer, ms | `5000` |"), reference);
    assertTrue(reference.contains("| `client_idle_timeout` | integer, ms | no limit |"), reference);
    assertTrue(reference.contains("## `[[sharded_tables.mapping]]`"), reference);
  }

  @Test
  void everyKeyIsDeclaredOnceAndDescribed() {
    for (Section section : Section.ALL) {
      Set<String> names = new HashSet<>(section.unread());
      for (KeyComponent key : KeyComponent.of(section.defaults())) {
        assertFalse(key.key().value().isBlank(), key.name());
        assertFalse(key.key().value().contains("|"), key.name());
        assertTrue(names.add(key.name()), section.name() + "." + key.name() + " is there twice");
        for (String also : key.key().also()) {
          assertTrue(names.add(also), section.name() + "." + also + " is there twice");
        }
        if (key.key().required()) {
          assertTrue(section.repeated(), "only entries of lists have required keys");
        }
      }
    }
  }

  @Test
  void changesNameKeysDatabasesAndUsers() throws Exception {
    Settings before = Settings.defaults();
    Settings after =
        SettingsLoader.load(
                null,
                null,
                Map.of(),
                Map.of(
                    "general.port", "1",
                    "general.log_level", "debug",
                    "databases.0.name", "a",
                    "databases.0.host", "embedded",
                    "users.0.name", "u"))
            .settings();
    SettingsChanges changes = SettingsChanges.between(before, after);
    assertEquals(
        List.of(
            new SettingsChanges.KeyChange("general.port", true),
            new SettingsChanges.KeyChange("general.log_level", false)),
        changes.keys());
    assertEquals(Set.of("a"), changes.databases());
    assertEquals(Set.of("u"), changes.users());
    assertTrue(SettingsChanges.between(after, after).isEmpty());
  }
}
