package dev.postern.backend.function;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.type.ArrayReader;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.SqlType;
import java.util.function.Consumer;

/** The elements of an array argument, whose type the call site says. */
final class ArrayElements {
  private final SqlType type;

  /** For an argument whose type at the call site is an array. */
  ArrayElements(CallSite site, int argument) {
    this(elementType(site, site.argumentType(argument)));
  }

  ArrayElements(SqlType type) {
    this.type = type;
  }

  /** The type of the elements of an array type. */
  static SqlType elementType(CallSite site, int array) {
    int element = site.types().arrayElement(site.types().baseType(array));
    if (element == 0) {
      throw new SqlError(SqlState.DATATYPE_MISMATCH, "VARIADIC argument must be an array");
    }
    return site.types().valueType(element);
  }

  SqlType type() {
    return type;
  }

  /** Gives each element, also nulls, in storage order; the same datum each time. */
  void forEach(Datum array, Consumer<Datum> action) {
    ArrayReader reader = new ArrayReader(type);
    reader.open(array);
    Datum element = new Datum();
    while (reader.next(element)) {
      action.accept(element);
    }
  }

  /** The array taken apart. */
  ArrayValue read(Datum array) {
    ArrayReader reader = new ArrayReader(type);
    reader.open(array);
    int[] lengths = new int[reader.dimensions()];
    int[] lowerBounds = new int[lengths.length];
    for (int i = 0; i < lengths.length; i++) {
      lengths[i] = reader.length(i);
      lowerBounds[i] = reader.lowerBound(i);
    }
    Datum[] elements = new Datum[reader.count()];
    for (int i = 0; i < elements.length; i++) {
      elements[i] = new Datum();
      reader.next(elements[i]);
    }
    return new ArrayValue(type, lengths, lowerBounds, elements);
  }
}
