package dev.postern.backend.catalog;

import dev.postern.backend.catalog.RelationDescriptor.Attribute;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.function.TypeDescriptor;
import dev.postern.backend.type.ArrayType;
import dev.postern.backend.type.BuiltinTypes;
import dev.postern.backend.type.DomainType;
import dev.postern.backend.type.EnumType;
import dev.postern.backend.type.RecordType;
import dev.postern.backend.type.SqlType;
import dev.postern.backend.type.UnsupportedType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the code of types: built-in ones as they are, users' from their parts. */
final class ValueTypes {
  private static final CatalogTable ENUM = CatalogTable.named("pg_enum");

  private final CatalogReader catalog;

  ValueTypes(CatalogReader catalog) {
    this.catalog = catalog;
  }

  SqlType make(int oid) {
    SqlType builtIn = BuiltinTypes.byOid(oid);
    if (builtIn != null && isComplete(builtIn)) {
      return builtIn;
    }
    TypeDescriptor type = catalog.type(oid);
    if (type == null) {
      throw new SqlError(
          SqlState.INTERNAL_ERROR, "cache lookup failed for type " + Integer.toUnsignedString(oid));
    }
    return switch (type.kind()) {
      case 'd' ->
          new DomainType(oid, type.name(), catalog.valueType(type.baseType()), type.typmod());
      case 'e' -> enumeration(type);
      case 'c' -> composite(type);
      default -> other(type, builtIn);
    };
  }

  /** Row types of system tables, and arrays of them, are made of their parts like users' types. */
  private static boolean isComplete(SqlType type) {
    return type instanceof ArrayType array
        ? isComplete(array.element())
        : !(type instanceof UnsupportedType);
  }

  private SqlType other(TypeDescriptor type, @Nullable SqlType builtIn) {
    if (type.isArray()) {
      SqlType element = catalog.valueType(type.element());
      if (element instanceof DomainType && type.element() >= ClassOids.FIRST_USER_OID) {
        // Elements would have to be checked wherever an array is read from text.
        throw SqlError.notSupported("array of domain " + element.name());
      }
      TypeDescriptor described = catalog.type(type.element());
      char delimiter = described == null ? ',' : described.delimiter();
      if (!(element instanceof UnsupportedType)) {
        return new ArrayType(type.oid(), type.name(), element, delimiter);
      }
    }
    return builtIn != null ? builtIn : new UnsupportedType(type.oid(), type.name());
  }

  private SqlType enumeration(TypeDescriptor type) {
    List<CatalogRow> rows =
        new ArrayList<>(
            catalog.store().find(ENUM, ENUM.index("enumtypid", "enumsortorder"), type.oid()));
    rows.sort(Comparator.comparingDouble(row -> row.real("enumsortorder")));
    List<String> labels = new ArrayList<>();
    float[] orders = new float[rows.size()];
    for (int i = 0; i < orders.length; i++) {
      labels.add(rows.get(i).text("enumlabel"));
      orders[i] = rows.get(i).real("enumsortorder");
    }
    return new EnumType(type.oid(), type.name(), labels, orders);
  }

  private SqlType composite(TypeDescriptor type) {
    RelationDescriptor relation = catalog.relation(type.relation());
    List<SqlType> columns = new ArrayList<>();
    if (relation != null) {
      for (Attribute attribute : relation.attributes()) {
        if (!attribute.dropped()) {
          columns.add(attribute.type());
        }
      }
    }
    return new RecordType(type.oid(), type.name(), columns.toArray(SqlType[]::new));
  }
}
