package dev.postern.backend.command;

import dev.postern.backend.catalog.CatalogReader;
import dev.postern.backend.catalog.CatalogTable;
import dev.postern.backend.catalog.CatalogWriter;
import dev.postern.backend.catalog.ObjectAddress;
import dev.postern.backend.catalog.RowValues;
import dev.postern.backend.function.TypeDescriptor;
import org.jspecify.annotations.Nullable;

/** Makes rows of pg_type: composite types, enums, domains, each with its array type. */
final class TypeCreation {
  private static final CatalogTable TYPE = CatalogTable.named("pg_type");

  // pg_proc.oid of the functions that all types of a kind share.
  private static final int ARRAY_IN = 750;
  private static final int ARRAY_OUT = 751;
  private static final int ARRAY_RECV = 2400;
  private static final int ARRAY_SEND = 2401;
  private static final int ARRAY_TYPANALYZE = 3816;
  private static final int ARRAY_SUBSCRIPT_HANDLER = 6179;
  private static final int RECORD_IN = 2290;
  private static final int RECORD_OUT = 2291;
  private static final int RECORD_RECV = 2402;
  private static final int RECORD_SEND = 2403;
  private static final int ENUM_IN = 3506;
  private static final int ENUM_OUT = 3507;
  private static final int ENUM_RECV = 3532;
  private static final int ENUM_SEND = 3533;
  private static final int DOMAIN_IN = 2597;
  private static final int DOMAIN_RECV = 2598;

  private final CommandContext context;
  private final CatalogReader catalog;
  private final CatalogWriter writer;

  TypeCreation(CommandContext context) {
    this.context = context;
    this.catalog = context.catalog();
    this.writer = context.catalogWriter();
  }

  private RowValues base(int oid, String name, int schema) {
    return new RowValues(TYPE)
        .set("oid", oid)
        .set("typname", name)
        .set("typnamespace", schema)
        .set("typowner", context.currentRole())
        .set("typlen", -1)
        .set("typbyval", false)
        .set("typispreferred", false)
        .set("typisdefined", true)
        .set("typdelim", ',')
        .set("typrelid", 0)
        .set("typsubscript", 0)
        .set("typelem", 0)
        .set("typarray", 0)
        .set("typmodin", 0)
        .set("typmodout", 0)
        .set("typanalyze", 0)
        .set("typalign", 'i')
        .set("typstorage", 'x')
        .set("typnotnull", false)
        .set("typbasetype", 0)
        .set("typtypmod", -1)
        .set("typndims", 0)
        .set("typcollation", 0);
  }

  private static RowValues functions(RowValues row, int in, int out, int receive, int send) {
    return row.set("typinput", in)
        .set("typoutput", out)
        .set("typreceive", receive)
        .set("typsend", send);
  }

  /** A relation's row type and its array. The caller notes what it depends on. */
  void composite(int oid, int array, String name, int schema, int relation) {
    writer.insert(
        functions(base(oid, name, schema), RECORD_IN, RECORD_OUT, RECORD_RECV, RECORD_SEND)
            .set("typtype", 'c')
            .set("typcategory", 'C')
            .set("typrelid", relation)
            .set("typarray", array)
            .set("typalign", 'd'));
    array(array, name, schema, oid, 'd', 0);
  }

  /** An enum and its array. */
  void enumeration(int oid, int array, String name, int schema) {
    writer.insert(
        functions(base(oid, name, schema), ENUM_IN, ENUM_OUT, ENUM_RECV, ENUM_SEND)
            .set("typlen", 4)
            .set("typbyval", true)
            .set("typtype", 'e')
            .set("typcategory", 'E')
            .set("typarray", array)
            .set("typstorage", 'p'));
    array(array, name, schema, oid, 'i', 0);
    ownedBySchema(oid, schema);
  }

  /**
   * A domain and its array.
   *
   * @param defaultText SQL of its default, or null
   */
  void domain(
      int oid,
      int array,
      String name,
      int schema,
      TypeDescriptor baseType,
      int typmod,
      int collation,
      boolean notNull,
      @Nullable String defaultText) {
    writer.insert(
        functions(
                base(oid, name, schema), DOMAIN_IN, baseType.output(), DOMAIN_RECV, baseType.send())
            .set("typlen", baseType.length())
            .set("typbyval", baseType.byValue())
            .set("typtype", 'd')
            .set("typcategory", baseType.category())
            .set("typdelim", baseType.delimiter())
            .set("typarray", array)
            .set("typalign", baseType.alignment())
            .set("typstorage", baseType.storage())
            .set("typnotnull", notNull)
            .set("typbasetype", baseType.oid())
            .set("typtypmod", typmod)
            .set("typndims", baseType.isArray() ? 1 : 0)
            .set("typcollation", collation)
            .set("typdefaultbin", defaultText)
            .set("typdefault", defaultText));
    array(array, name, schema, oid, baseType.alignment() == 'd' ? 'd' : 'i', collation);
    ownedBySchema(oid, schema);
    writer.depend(ObjectAddress.type(oid), ObjectAddress.type(baseType.oid()), 'n');
  }

  private void ownedBySchema(int oid, int schema) {
    writer.depend(ObjectAddress.type(oid), ObjectAddress.schema(schema), 'n');
    writer.dependOnOwner(ObjectAddress.type(oid), context.currentRole());
  }

  private void array(
      int oid, String elementName, int schema, int element, char alignment, int collation) {
    writer.insert(
        functions(
                base(oid, arrayName(elementName, schema), schema),
                ARRAY_IN,
                ARRAY_OUT,
                ARRAY_RECV,
                ARRAY_SEND)
            .set("typtype", 'b')
            .set("typcategory", 'A')
            .set("typsubscript", ARRAY_SUBSCRIPT_HANDLER)
            .set("typelem", element)
            .set("typanalyze", ARRAY_TYPANALYZE)
            .set("typalign", alignment)
            .set("typcollation", collation));
    writer.depend(ObjectAddress.type(oid), ObjectAddress.type(element), 'i');
  }

  /** An underscore before the name, or more where that is taken. */
  String arrayName(String element, int schema) {
    String underscores = "_";
    while (true) {
      String name = GeneratedNames.cut(underscores + element, 63);
      if (catalog.typeOid(schema, name) == 0) {
        return name;
      }
      underscores += "_";
    }
  }
}
