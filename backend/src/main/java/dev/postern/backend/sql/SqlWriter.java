package dev.postern.backend.sql;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The lowest layer of {@link Deparser}: a text that grows, names and constants as SQL writes them.
 * Like the parser, the deparser is one object built from layers, each an abstract class over the
 * one below. Used by one thread for one tree.
 */
abstract class SqlWriter {
  final StringBuilder out = new StringBuilder();

  /** Appends SQL as it is. */
  final SqlWriter put(String sql) {
    out.append(sql);
    return this;
  }

  /** Appends SQL if the condition holds. */
  final SqlWriter putIf(boolean condition, String sql) {
    if (condition) {
      out.append(sql);
    }
    return this;
  }

  final SqlWriter put(int number) {
    out.append(number);
    return this;
  }

  /** A name, in double quotes where it needs them. */
  final SqlWriter name(String name) {
    if (isPlain(name)) {
      out.append(name);
    } else {
      out.append('"').append(name.replace("\"", "\"\"")).append('"');
    }
    return this;
  }

  /** Appends words and a name where there is one. */
  final SqlWriter nameAfter(String before, @Nullable String name) {
    if (name != null) {
      put(before).name(name);
    }
    return this;
  }

  /**
   * Whether a name reads back as itself without quotes, wherever a name may stand. Key words do not
   * count as such, unreserved ones either: many mean something else in some places.
   */
  private static boolean isPlain(String name) {
    if (name.isEmpty()) {
      return false;
    }
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean letter = c >= 'a' && c <= 'z' || c == '_';
      if (!letter && (i == 0 || !(c >= '0' && c <= '9' || c == '$'))) {
        return false;
      }
    }
    return switch (name) {
      case "name", "text", "data" -> true;
      default -> Keywords.find(name) == null;
    };
  }

  final SqlWriter qualified(List<String> parts) {
    for (int i = 0; i < parts.size(); i++) {
      putIf(i > 0, ".").name(parts.get(i));
    }
    return this;
  }

  final SqlWriter qualified(QualifiedName name) {
    return qualified(name.parts());
  }

  /** {@code a, b}. */
  final SqlWriter names(List<String> names) {
    return list(names, this::name);
  }

  /** {@code (a, b)}, or nothing for no names. */
  final SqlWriter nameList(List<String> names) {
    if (!names.isEmpty()) {
      put(" (").names(names).put(")");
    }
    return this;
  }

  final SqlWriter qualifiedNames(List<QualifiedName> names) {
    return list(names, this::qualified);
  }

  /** Elements with commas between them. */
  final <T> SqlWriter list(List<T> elements, Consumer<? super T> element) {
    for (int i = 0; i < elements.size(); i++) {
      putIf(i > 0, ", ");
      element.accept(elements.get(i));
    }
    return this;
  }

  /** A string constant. */
  final SqlWriter string(String value) {
    if (value.indexOf('\\') >= 0) {
      out.append("E'").append(value.replace("\\", "\\\\").replace("'", "''")).append('\'');
    } else {
      out.append('\'').append(value.replace("'", "''")).append('\'');
    }
    return this;
  }

  final SqlWriter stringOrNull(@Nullable String value) {
    return value == null ? put("NULL") : string(value);
  }

  final SqlWriter strings(List<String> values) {
    return list(values, this::string);
  }

  /** {@code symbol}, or {@code OPERATOR(schema.symbol)}. */
  final SqlWriter operator(OperatorName operator) {
    if (operator.schema().isEmpty()) {
      return put(operator.symbol());
    }
    put("OPERATOR(");
    return dottedOperator(operator).put(")");
  }

  /** {@code schema.symbol}, as in DROP OPERATOR. */
  final SqlWriter dottedOperator(OperatorName operator) {
    if (!operator.schema().isEmpty()) {
      qualified(operator.schema()).put(".");
    }
    return put(operator.symbol());
  }

  final SqlWriter role(RoleName role) {
    return switch (role.kind()) {
      case NAMED -> name(role.name());
      case CURRENT_ROLE -> put("CURRENT_ROLE");
      case CURRENT_USER -> put("CURRENT_USER");
      case SESSION_USER -> put("SESSION_USER");
      case PUBLIC -> put("PUBLIC");
    };
  }

  final SqlWriter roles(List<RoleName> roles) {
    return list(roles, this::role);
  }

  /** An enum constant as key words: {@code NO_ACTION} as {@code NO ACTION}. */
  final SqlWriter words(Enum<?> constant) {
    return put(constant.name().replace('_', ' '));
  }
}
