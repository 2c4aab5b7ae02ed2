package dev.postern.config;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One declared key: a component of a section's record, reached through Java's groupings.
 *
 * <p>Annotations are costly to read for the first time, so {@link #key} is asked only for keys that
 * were given: a start with {@code --port} alone then costs little.
 *
 * @param name the key's name in the file
 * @param holder the record that declares it, an instance with the defaults
 */
record KeyComponent(String name, RecordComponent component, Record holder) {

  /** The keys of a record, groupings opened, in the order of declaration. */
  static List<KeyComponent> of(Record defaults) {
    List<KeyComponent> keys = new ArrayList<>();
    for (RecordComponent component : defaults.getClass().getRecordComponents()) {
      if (valueIn(defaults, component) instanceof Record group) {
        keys.addAll(of(group));
      } else {
        keys.add(new KeyComponent(Spelling.keyOf(component.getName()), component, defaults));
      }
    }
    return keys;
  }

  Key key() {
    Key key = component.getAnnotation(Key.class);
    if (key == null) {
      throw new IllegalStateException(component + " of " + holder.getClass() + " has no @Key");
    }
    return key;
  }

  /** The value of a component in a record. */
  static @Nullable Object valueIn(Record holder, RecordComponent component) {
    try {
      return component.getAccessor().invoke(holder);
    } catch (ReflectiveOperationException failure) {
      throw new IllegalStateException("cannot read " + component, failure);
    }
  }

  @Nullable Object value() {
    return valueIn(holder, component);
  }

  /** True for a list of tables, {@code [[section.key]]}. */
  boolean isListOfTables() {
    return elementType() instanceof Class<?> element && element.isRecord();
  }

  /** The type of a list's elements, or null where the key is no list. */
  @Nullable Type elementType() {
    return component.getGenericType() instanceof ParameterizedType list
            && list.getRawType() == List.class
        ? list.getActualTypeArguments()[0]
        : null;
  }
}
