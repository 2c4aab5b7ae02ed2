package dev.postern.bench;

import java.util.List;
import java.util.Locale;

/** The statement shapes: what a client prepares once and then runs with these values. */
enum Shape {
  BEGIN("BEGIN"),
  SET("SET application_name TO 'bench'"),
  SELECT_BY_KEY("SELECT id, name FROM users WHERE id = $1", "42"),
  INSERT("INSERT INTO users (id, name) VALUES ($1, $2)", "42", "somebody");

  private final String sql;
  private final List<String> parameters;

  Shape(String sql, String... values) {
    this.sql = sql;
    this.parameters = List.of(values);
  }

  String sql() {
    return sql;
  }

  /** Text forms of the parameters. */
  List<String> parameters() {
    return parameters;
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The shape of a label; throws where there is none. */
  static Shape of(String label) {
    return valueOf(label.toUpperCase(Locale.ROOT));
  }
}
