package dev.postern.config;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Other spellings under which an enum constant is accepted as a value. */
@Target(ElementType.FIELD)
@Retention(RetentionPolicy.RUNTIME)
@interface Also {
  String[] value();
}
