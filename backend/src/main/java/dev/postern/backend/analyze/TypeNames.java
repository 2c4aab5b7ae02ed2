package dev.postern.backend.analyze;

import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.function.TypeDescriptor;
import dev.postern.backend.sql.Expression;
import dev.postern.backend.sql.QualifiedName;
import dev.postern.backend.sql.TypeName;
import dev.postern.backend.type.SqlType;
import dev.postern.backend.type.TypeOids;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Type names to types (PostgreSQL's typenameTypeIdAndMod). */
final class TypeNames {
  private static final int INTERVAL_FULL_RANGE = 0x7FFF;
  private static final int NUMERIC_MAX_PRECISION = 1000;
  private static final int MAX_ATTRIBUTE_SIZE = 10 * 1024 * 1024;

  private final Analysis analysis;

  TypeNames(Analysis analysis) {
    this.analysis = analysis;
  }

  /** A type with its modifier, -1 where it has none. */
  record ModifiedType(SqlType type, int typmod) {}

  ModifiedType resolve(TypeName name) {
    if (name.percentType()) {
      return columnType(name);
    }
    int oid = oid(name);
    TypeDescriptor type = analysis.catalog.type(oid);
    if (oid == 0 || type == null) {
      throw notFound(name);
    }
    if (!type.defined()) {
      throw analysis.error(
          SqlState.UNDEFINED_OBJECT,
          "type \"" + shown(name) + "\" is only a shell",
          name.position());
    }
    int typmod = typmod(name, oid, type);
    if (name.isArray()) {
      int array = analysis.catalog.arrayType(oid);
      if (array == 0) {
        throw notFound(name);
      }
      oid = array;
    }
    return new ModifiedType(analysis.type(oid), typmod);
  }

  /** The named type's OID without array bounds, or 0. */
  private int oid(TypeName name) {
    List<String> names = name.names();
    return switch (names.size()) {
      case 1 -> analysis.catalog.typeNamed(null, names.get(0));
      case 2 -> {
        if (analysis.catalog.schema(names.get(0)) == 0) {
          throw analysis.error(
              SqlState.INVALID_SCHEMA_NAME,
              "schema \"" + names.get(0) + "\" does not exist",
              name.position());
        }
        yield analysis.catalog.typeNamed(names.get(0), names.get(1));
      }
      case 3 -> analysis.catalog.typeNamed(names.get(1), names.get(2));
      default ->
          throw analysis.error(
              SqlState.SYNTAX_ERROR,
              "improper qualified name (too many dotted names): " + String.join(".", names),
              name.position());
    };
  }

  private ModifiedType columnType(TypeName name) {
    List<String> names = name.names();
    int count = names.size();
    if (count < 2) {
      throw analysis.error(
          SqlState.SYNTAX_ERROR,
          "improper %TYPE reference (too few dotted names): " + String.join(".", names),
          name.position());
    }
    String relationName = names.get(count - 2);
    RelationDescriptor relation =
        count == 2
            ? analysis.catalog.relation(relationName)
            : analysis.catalog.relation(names.get(count - 3), relationName);
    if (relation == null) {
      throw analysis.error(
          SqlState.UNDEFINED_TABLE,
          "relation \"" + relationName + "\" does not exist",
          name.position());
    }
    RelationDescriptor.Attribute column = relation.attribute(names.get(count - 1));
    if (column == null) {
      throw analysis.error(
          SqlState.UNDEFINED_COLUMN,
          "column \"" + names.get(count - 1) + "\" of relation \"" + relationName
              + "\" does not exist",
          name.position());
    }
    return new ModifiedType(column.type(), column.typmod());
  }

  private SqlError notFound(TypeName name) {
    return analysis.error(
        SqlState.UNDEFINED_OBJECT,
        "type \"" + shown(name) + "\" does not exist",
        name.position());
  }

  private static String shown(TypeName name) {
    return String.join(".", name.names()) + (name.isArray() ? "[]" : "");
  }

  /** typenameTypeMod with the built-in types' typmodin functions. */
  private int typmod(TypeName name, int oid, TypeDescriptor type) {
    List<Expression> modifiers = name.modifiers();
    if (modifiers.isEmpty()) {
      return -1;
    }
    if (type.modifierInput() == 0) {
      throw analysis.error(
          SqlState.SYNTAX_ERROR,
          "type modifier is not allowed for type \"" + shown(name) + "\"",
          name.position());
    }
    int[] values = new int[modifiers.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = modifier(modifiers.get(i), name);
    }
    try {
      return typmod(oid, values);
    } catch (SqlError e) {
      throw analysis.at(e, name.position());
    }
  }

  private int modifier(Expression modifier, TypeName name) {
    return switch (modifier) {
      case Expression.IntegerConstant c -> c.value();
      case Expression.NumericConstant c -> integerModifier(c.text());
      case Expression.StringConstant c -> integerModifier(c.value());
      default ->
          throw analysis.error(
              SqlState.SYNTAX_ERROR,
              "type modifiers must be simple constants or identifiers",
              name.position());
    };
  }

  private static int integerModifier(String text) {
    try {
      return Integer.parseInt(text.strip());
    } catch (NumberFormatException e) {
      throw new SqlError(
          SqlState.INVALID_TEXT_REPRESENTATION,
          "invalid input syntax for type integer: \"" + text + "\"");
    }
  }

  private static int typmod(int oid, int[] values) {
    return switch (oid) {
      case TypeOids.BPCHAR -> length("char", values) + 4;
      case TypeOids.VARCHAR -> length("varchar", values) + 4;
      case TypeOids.BIT -> length("bit", values);
      case TypeOids.VARBIT -> length("varbit", values);
      case TypeOids.NUMERIC -> numeric(values);
      case TypeOids.TIME, TypeOids.TIMETZ, TypeOids.TIMESTAMP, TypeOids.TIMESTAMPTZ ->
          timePrecision(oid, values);
      case TypeOids.INTERVAL -> interval(values);
      default -> throw SqlError.notSupported("type modifier of type " + oid);
    };
  }

  private static SqlError invalidModifier() {
    return new SqlError(SqlState.INVALID_PARAMETER_VALUE, "invalid type modifier");
  }

  private static int length(String type, int[] values) {
    if (values.length != 1) {
      throw invalidModifier();
    }
    int length = values[0];
    int limit = type.endsWith("bit") ? MAX_ATTRIBUTE_SIZE * 8 : MAX_ATTRIBUTE_SIZE;
    if (length < 1) {
      throw new SqlError(
          SqlState.INVALID_PARAMETER_VALUE, "length for type " + type + " must be at least 1");
    }
    if (length > limit) {
      throw new SqlError(
          SqlState.INVALID_PARAMETER_VALUE, "length for type " + type + " cannot exceed " + limit);
    }
    return length;
  }

  private static int numeric(int[] values) {
    if (values.length > 2) {
      throw new SqlError(SqlState.INVALID_PARAMETER_VALUE, "invalid NUMERIC type modifier");
    }
    int precision = values[0];
    int scale = values.length == 2 ? values[1] : 0;
    if (precision < 1 || precision > NUMERIC_MAX_PRECISION) {
      throw new SqlError(
          SqlState.INVALID_PARAMETER_VALUE,
          "NUMERIC precision " + precision + " must be between 1 and " + NUMERIC_MAX_PRECISION);
    }
    if (scale < -NUMERIC_MAX_PRECISION || scale > NUMERIC_MAX_PRECISION) {
      throw new SqlError(
          SqlState.INVALID_PARAMETER_VALUE,
          "NUMERIC scale " + scale + " must be between -1000 and 1000");
    }
    return (precision << 16 | scale & 0x7ff) + 4;
  }

  private static int timePrecision(int oid, int[] values) {
    if (values.length != 1) {
      throw invalidModifier();
    }
    int precision = values[0];
    if (precision < 0) {
      boolean stamp = oid == TypeOids.TIMESTAMP || oid == TypeOids.TIMESTAMPTZ;
      boolean zone = oid == TypeOids.TIMETZ || oid == TypeOids.TIMESTAMPTZ;
      throw new SqlError(
          SqlState.INVALID_PARAMETER_VALUE,
          (stamp ? "TIMESTAMP(" : "TIME(")
              + precision
              + ")"
              + (zone ? " WITH TIME ZONE" : "")
              + " precision must not be negative");
    }
    return Math.min(precision, 6);
  }

  private static int interval(int[] values) {
    int range = values[0];
    if (values.length == 1) {
      return range == INTERVAL_FULL_RANGE ? -1 : range << 16 | 0xFFFF;
    }
    if (values.length != 2) {
      throw new SqlError(SqlState.INVALID_PARAMETER_VALUE, "invalid INTERVAL type modifier");
    }
    int precision = values[1];
    if (precision < 0) {
      throw new SqlError(
          SqlState.INVALID_PARAMETER_VALUE,
          "INTERVAL(" + precision + ") precision must not be negative");
    }
    return range << 16 | Math.min(precision, 6);
  }

  /** A collation's OID; 42704 where there is none. */
  int collation(QualifiedName name) {
    @Nullable String schema = name.schema();
    int oid = analysis.catalog.collation(schema, name.name());
    if (oid == 0) {
      throw analysis.error(
          SqlState.UNDEFINED_OBJECT,
          "collation \"" + String.join(".", name.parts()) + "\" for encoding \"UTF8\" does not exist",
          name.position());
    }
    return oid;
  }
}
