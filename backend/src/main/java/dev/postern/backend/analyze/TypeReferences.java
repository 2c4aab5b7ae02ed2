package dev.postern.backend.analyze;

import dev.postern.backend.catalog.DatabasePart;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.function.TypeDescriptor;
import dev.postern.backend.sql.Expression;
import dev.postern.backend.sql.QualifiedName;
import dev.postern.backend.sql.TypeName;
import dev.postern.backend.type.SqlType;
import dev.postern.backend.type.TypeNames;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Type names to types (PostgreSQL's typenameTypeIdAndMod). */
final class TypeReferences {

  private final Analysis analysis;

  TypeReferences(Analysis analysis) {
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
    int typmod = typmod(name, analysis.type(oid));
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
      case 3 -> {
        SqlError refusal = DatabasePart.refusalOfObject(analysis.catalog, names);
        if (refusal != null) {
          throw refusal;
        }
        yield analysis.catalog.typeNamed(names.get(1), names.get(2));
      }
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
    SqlError refusal =
        DatabasePart.refusalOfRelation(analysis.catalog, names.subList(0, count - 1));
    if (refusal != null) {
      throw refusal;
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
          "column \""
              + names.get(count - 1)
              + "\" of relation \""
              + relationName
              + "\" does not exist",
          name.position());
    }
    return new ModifiedType(column.type(), column.typmod());
  }

  private SqlError notFound(TypeName name) {
    return analysis.error(
        SqlState.UNDEFINED_OBJECT, "type \"" + shown(name) + "\" does not exist", name.position());
  }

  private static String shown(TypeName name) {
    return String.join(".", name.names()) + (name.isArray() ? "[]" : "");
  }

  private int typmod(TypeName name, SqlType type) {
    if (name.modifiers().isEmpty()) {
      return -1;
    }
    List<String> modifiers = new ArrayList<>();
    for (Expression modifier : name.modifiers()) {
      modifiers.add(modifier(modifier, name));
    }
    try {
      return TypeNames.typmod(type, modifiers);
    } catch (SqlError e) {
      throw analysis.at(e, name.position());
    }
  }

  private String modifier(Expression modifier, TypeName name) {
    return switch (modifier) {
      case Expression.IntegerConstant c -> Integer.toString(c.value());
      case Expression.NumericConstant c -> c.text();
      case Expression.StringConstant c -> c.value();
      case Expression.ColumnReference c when c.names().size() == 1 -> c.name();
      default ->
          throw analysis.error(
              SqlState.SYNTAX_ERROR,
              "type modifiers must be simple constants or identifiers",
              name.position());
    };
  }

  /** A collation's OID; 42704 where there is none. */
  int collation(QualifiedName name, int position) {
    analysis.refuse(DatabasePart.refusalOfObject(analysis.catalog, name.parts()), position);
    @Nullable String schema = name.schema();
    int oid = analysis.catalog.collation(schema, name.name());
    if (oid == 0) {
      throw analysis.error(
          SqlState.UNDEFINED_OBJECT,
          "collation \""
              + String.join(".", name.parts())
              + "\" for encoding \"UTF8\" does not exist",
          position);
    }
    return oid;
  }
}
