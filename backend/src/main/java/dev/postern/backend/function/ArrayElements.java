package dev.postern.backend.function;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.type.Bytes;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.SqlType;
import java.util.function.Consumer;

/** Walks through the elements of an array argument (the binary send form of arrays). */
final class ArrayElements {
  private final SqlType type;

  /** For an argument whose type at the call site is an array. */
  ArrayElements(CallSite site, int argument) {
    int element = site.types().arrayElement(site.types().baseType(site.argumentType(argument)));
    if (element == 0) {
      throw new SqlError(SqlState.DATATYPE_MISMATCH, "VARIADIC argument must be an array");
    }
    type = site.types().valueType(element);
  }

  SqlType type() {
    return type;
  }

  /** Gives each element, also nulls, in storage order; the same datum each time. */
  void forEach(Datum array, Consumer<Datum> action) {
    byte[] bytes = array.bytes;
    int dimensions = Bytes.getInt(bytes, array.offset);
    int at = array.offset + 12;
    long count = dimensions == 0 ? 0 : 1;
    for (int i = 0; i < dimensions; i++) {
      count *= Bytes.getInt(bytes, at);
      at += 8;
    }
    Datum element = new Datum();
    for (long i = 0; i < count; i++) {
      int length = Bytes.getInt(bytes, at);
      at += 4;
      if (length < 0) {
        element.setNull();
      } else {
        type.receive(bytes, at, length, -1, element);
        at += length;
      }
      action.accept(element);
    }
  }
}
