package dev.postern.config;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares a record component to be a settings key.
 *
 * <p>The key's name is the component's in snake case, without a trailing {@code Millis}: {@code
 * connectTimeoutMillis} is {@code connect_timeout}. Its default is the component's value in the
 * record's {@code DEFAULTS}. A component whose type is itself a record of keys, without this
 * annotation, is only a grouping in Java: its keys belong to the section around it.
 */
@Target(ElementType.RECORD_COMPONENT)
@Retention(RetentionPolicy.RUNTIME)
public @interface Key {
  /** What the key does, in one or two sentences, for the printed reference. */
  String value();

  /** The unit of a number. */
  Unit unit() default Unit.NONE;

  /** Who named the key. */
  Origin origin() default Origin.PGDOG;

  /** The smallest value of a number. */
  long min() default 0;

  /** The largest value of a number. */
  long max() default Long.MAX_VALUE;

  /** Other names the key is accepted under. */
  String[] also() default {};

  /** What the reference prints as the default where the value itself would not say it. */
  String defaultText() default "";

  /** The key must be given. */
  boolean required() default false;

  /** Its value is never printed. */
  boolean secret() default false;

  /** A change applies only after a restart. */
  boolean restart() default false;

  /** False: the key is read and checked, but nothing acts on it yet; giving it is a warning. */
  boolean effective() default true;

  /** A text key whose value may also be written as an integer. */
  boolean integerToo() default false;

  /** The unit of a number. */
  enum Unit {
    NONE(""),
    MILLISECONDS("ms"),
    BYTES("bytes");

    private final String symbol;

    Unit(String symbol) {
      this.symbol = symbol;
    }

    /** As printed in the reference; empty for none. */
    public String symbol() {
      return symbol;
    }
  }

  /** Who named the key: PgDog's users find theirs unchanged. */
  enum Origin {
    PGDOG,
    POSTERN
  }
}
