package dev.postern.backend.catalog;

import dev.postern.backend.function.FunctionDescriptor;
import dev.postern.backend.function.TypeDescriptor;
import java.util.List;

/** Makes descriptors of users' types and functions out of their rows. */
final class TypeReader {
  static final CatalogTable TYPE = CatalogTable.named("pg_type");
  static final CatalogTable PROC = CatalogTable.named("pg_proc");

  private TypeReader() {}

  static TypeDescriptor type(CatalogRow row) {
    return new TypeDescriptor(
        row.oid(),
        row.text("typname"),
        row.integer("typnamespace"),
        row.integer("typlen"),
        row.truth("typbyval"),
        row.character("typtype"),
        row.character("typcategory"),
        row.truth("typispreferred"),
        row.truth("typisdefined"),
        row.character("typdelim"),
        row.integer("typrelid"),
        row.integer("typsubscript"),
        row.integer("typelem"),
        row.integer("typarray"),
        row.integer("typinput"),
        row.integer("typoutput"),
        row.integer("typreceive"),
        row.integer("typsend"),
        row.integer("typmodin"),
        row.integer("typmodout"),
        row.character("typalign"),
        row.character("typstorage"),
        row.truth("typnotnull"),
        row.integer("typbasetype"),
        row.integer("typtypmod"),
        row.integer("typndims"),
        row.integer("typcollation"),
        row.isNull("typdefault") ? null : row.text("typdefault"));
  }

  static FunctionDescriptor function(CatalogRow row) {
    List<String> modes = row.texts("proargmodes");
    char[] letters = new char[modes.size()];
    for (int i = 0; i < letters.length; i++) {
      letters[i] = modes.get(i).charAt(0);
    }
    return new FunctionDescriptor(
        row.oid(),
        row.text("proname"),
        row.integer("pronamespace"),
        row.integer("proowner"),
        row.character("prokind"),
        row.integer("prolang"),
        row.truth("proisstrict"),
        row.truth("proretset"),
        row.character("provolatile"),
        row.real("procost"),
        row.real("prorows"),
        row.integer("prorettype"),
        row.integers("proargtypes"),
        row.integers("proallargtypes"),
        letters,
        row.texts("proargnames").toArray(String[]::new),
        row.integer("provariadic"),
        row.integer("pronargdefaults"),
        row.text("prosrc"));
  }
}
