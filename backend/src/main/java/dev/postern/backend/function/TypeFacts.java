package dev.postern.backend.function;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.type.SqlType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What there is to know of types: the built-in ones ({@link FunctionCatalog}) and, where a catalog
 * answers, the user's as well.
 */
public interface TypeFacts {
  /** The type with this OID, or null. */
  @Nullable TypeDescriptor type(int oid);

  /** How values of the type are written, read and compared; 0A000 where there is no code for it. */
  SqlType valueType(int oid);

  /** The type as format_type() shows it and messages name it: {@code integer}. */
  String displayName(int oid);

  /** Whether {@code child} is a composite type whose table inherits from {@code parent}'s. */
  default boolean inheritsFrom(int child, int parent) {
    return false;
  }

  /** The range type's subtype, or 0. */
  int rangeSubtype(int range);

  /** The multirange type's range, or 0. */
  int multirangeRange(int multirange);

  /** The range type's multirange, or 0. */
  int rangeMultirange(int range);

  /** The names of a composite type's fields, dropped ones left out. */
  default List<String> fieldNames(int compositeType) {
    throw SqlError.notSupported("the fields of a composite type in this place");
  }

  /** The base type under a domain (and under a domain over it), or the type itself. */
  default int baseType(int oid) {
    int base = oid;
    for (TypeDescriptor type = type(base); type != null && type.isDomain(); type = type(base)) {
      base = type.baseType();
    }
    return base;
  }

  /** The type's category, or 0 where there is no such type. */
  default char category(int oid) {
    TypeDescriptor type = type(oid);
    return type == null ? 0 : type.category();
  }

  /** The element of an array type, or 0. */
  default int arrayElement(int oid) {
    TypeDescriptor type = type(oid);
    return type == null ? 0 : type.arrayElement();
  }

  /** The array type over an element type, or 0. */
  default int arrayType(int element) {
    TypeDescriptor type = type(element);
    return type == null ? 0 : type.array();
  }
}
