package dev.postern.config;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turns one given value into the type its key asks for, or reports what was expected instead. */
final class ValueReader {
  private final Findings findings;
  private final String path;
  private final Key key;

  ValueReader(Findings findings, String path, Key key) {
    this.findings = findings;
    this.path = path;
    this.key = key;
  }

  /** The value as {@code type}, or null after a report. */
  @Nullable Object read(Node given, Class<?> type) {
    if (type == int.class || type == Integer.class) {
      Long number = integer(given, Math.min(key.max(), Integer.MAX_VALUE));
      return number == null ? null : (Object) number.intValue();
    }
    if (type == long.class || type == Long.class) {
      return integer(given, key.max());
    }
    if (type == boolean.class || type == Boolean.class) {
      return truth(given);
    }
    if (type == String.class) {
      return text(given);
    }
    if (type.isEnum()) {
      return constant(given, type);
    }
    throw new IllegalStateException(path + " has a type no key can have: " + type);
  }

  private @Nullable Long integer(Node given, long max) {
    Long number = null;
    if (given instanceof Node.Scalar scalar && scalar.value() instanceof Long value) {
      number = value;
    } else if (given instanceof Node.Untyped untyped) {
      try {
        number = Long.valueOf(untyped.text().strip().replace("_", ""));
      } catch (NumberFormatException notANumber) {
        number = null;
      }
    }
    if (number != null && number >= key.min() && number <= max) {
      return number;
    }
    String range =
        max == Long.MAX_VALUE
            ? (key.min() == 0 ? "an integer that is not negative" : "an integer from " + key.min())
            : "an integer from " + key.min() + " to " + max;
    String unit = key.unit() == Key.Unit.NONE ? "" : " (" + key.unit().symbol() + ")";
    return refuse(given, range + unit);
  }

  private @Nullable Boolean truth(Node given) {
    if (given instanceof Node.Scalar scalar && scalar.value() instanceof Boolean value) {
      return value;
    }
    if (given instanceof Node.Untyped untyped) {
      switch (untyped.text().strip()) {
        case "true", "on", "yes", "1" -> {
          return Boolean.TRUE;
        }
        case "false", "off", "no", "0" -> {
          return Boolean.FALSE;
        }
        default -> {
          // Reported below, together with values of a wrong type.
        }
      }
    }
    return refuse(given, "true or false");
  }

  private @Nullable String text(Node given) {
    if (given instanceof Node.Untyped untyped) {
      return untyped.text();
    }
    if (given instanceof Node.Scalar scalar) {
      if (scalar.value() instanceof String value) {
        return value;
      }
      if (key.integerToo() && scalar.value() instanceof Long number) {
        return number.toString();
      }
    }
    return refuse(given, key.integerToo() ? "text in quotes or an integer" : "text in quotes");
  }

  private @Nullable Object constant(Node given, Class<?> type) {
    String word =
        switch (given) {
          case Node.Untyped untyped -> untyped.text();
          case Node.Scalar scalar -> scalar.value() instanceof String text ? text : null;
          case Node.Array ignored -> null;
          case Node.Table ignored -> null;
        };
    List<String> spellings = new ArrayList<>();
    for (Object each : type.getEnumConstants()) {
      Enum<?> constant = (Enum<?>) each;
      spellings.add(Spelling.valueOf(constant));
      if (word != null && isSpelling(constant, type, word)) {
        return constant;
      }
    }
    return refuse(given, "one of " + String.join(", ", spellings));
  }

  private static boolean isSpelling(Enum<?> constant, Class<?> type, String word) {
    if (Spelling.valueOf(constant).equals(word)) {
      return true;
    }
    try {
      Also also = type.getField(constant.name()).getAnnotation(Also.class);
      return also != null && List.of(also.value()).contains(word);
    } catch (NoSuchFieldException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private <T> @Nullable T refuse(Node given, String expected) {
    String found = key.secret() ? "something else (not shown)" : given.described();
    findings.expected(given.location(), path, expected, found);
    return null;
  }
}
