package dev.postern.backend.function;

import java.util.Set;

/** Identifiers and literals quoted so that SQL reads them back. */
public final class Quoting {
  /**
   * Key words that may not stand as a column or function name without quotes (manual, appendix C):
   * the reserved ones and those that cannot be function or type names.
   */
  private static final Set<String> QUOTED =
      Set.of(
          ("all analyse analyze and any array as asc asymmetric authorization between bigint binary"
               + " bit boolean both case cast char character check coalesce collate collation"
               + " column concurrently constraint create cross current_catalog current_date"
               + " current_role current_schema current_time current_timestamp current_user dec"
               + " decimal default deferrable desc distinct do else end except exists extract false"
               + " fetch float for foreign freeze from full grant greatest group grouping having"
               + " ilike in initially inner inout int integer intersect interval into is isnull"
               + " join json json_array json_arrayagg json_exists json_object json_objectagg"
               + " json_query json_scalar json_serialize json_table json_value lateral leading"
               + " least left like limit localtime localtimestamp merge_action national natural"
               + " nchar none normalize not notnull null nullif numeric offset on only or order out"
               + " outer overlaps overlay placing position precision primary real references"
               + " returning right row select session_user setof similar smallint some substring"
               + " symmetric system_user table tablesample then time timestamp to trailing treat"
               + " trim true union unique user using values varchar variadic verbose when where"
               + " window with xmlattributes xmlconcat xmlelement xmlexists xmlforest xmlnamespaces"
               + " xmlparse xmlpi xmlroot xmlserialize xmltable")
              .split(" "));

  private Quoting() {}

  /** The identifier, in double quotes where it needs them. */
  public static String identifier(String name) {
    boolean plain = !name.isEmpty() && !(name.charAt(0) >= '0' && name.charAt(0) <= '9');
    for (int i = 0; plain && i < name.length(); i++) {
      char c = name.charAt(i);
      plain = c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '_';
    }
    return plain && !QUOTED.contains(name) ? name : '"' + name.replace("\"", "\"\"") + '"';
  }

  /** The string in single quotes, as an escape string where it has backslashes. */
  public static String literal(String value) {
    String quoted = "'" + value.replace("'", "''") + "'";
    return value.indexOf('\\') < 0 ? quoted : "E" + quoted.replace("\\", "\\\\");
  }
}
