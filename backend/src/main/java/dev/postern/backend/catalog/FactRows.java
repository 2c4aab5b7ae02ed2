package dev.postern.backend.catalog;

import dev.postern.backend.bootstrap.CatalogFacts;
import dev.postern.backend.bootstrap.ViewDefinitions;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.DisplayStyle;
import dev.postern.backend.type.SqlType;
import dev.postern.backend.type.TypeOids;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turns facts, which are text, into rows of one system table. */
final class FactRows {
  private final CatalogTable table;
  private final int[] source;
  private final Datum[] values;
  private final DisplayStyle style = new DisplayStyle();
  private final int viewOid;

  /** Read when the first ACL is. */
  private static final class Roles {
    static final BootstrapRoles INITIAL = new BootstrapRoles();
  }

  FactRows(CatalogTable table, CatalogFacts facts) {
    this.table = table;
    int count = table.columns().size();
    source = new int[count];
    values = new Datum[count];
    for (int i = 0; i < count; i++) {
      source[i] = facts.column(table.columns().get(i));
      values[i] = new Datum();
    }
    viewOid = table.columns().indexOf("ev_class");
  }

  byte[] tuple(@Nullable String[] row) {
    for (int i = 0; i < values.length; i++) {
      String field = row[source[i]];
      if (field == null) {
        values[i].setNull();
      } else {
        read(i, field, row);
      }
    }
    return table.layout().form(values);
  }

  private void read(int column, String field, @Nullable String[] row) {
    Datum value = values[column];
    int type = table.typeOids()[column];
    switch (type) {
      case TypeOids.INT2VECTOR -> value.setBytes(vector(TypeOids.INT2, 0, field, " "));
      case TypeOids.OIDVECTOR -> value.setBytes(vector(TypeOids.OID, 0, field, " "));
      case TypeOids.INT2_ARRAY -> value.setBytes(vector(TypeOids.INT2, 1, inner(field), ","));
      case TypeOids.OID_ARRAY -> value.setBytes(vector(TypeOids.OID, 1, inner(field), ","));
      case TypeOids.TEXT_ARRAY -> value.setBytes(texts(TypeOids.TEXT, field));
      case TypeOids.CHAR_ARRAY -> value.setBytes(texts(TypeOids.CHAR, field));
      case TypeOids.PG_NODE_TREE -> tree(column, field, row);
      default -> {
        if (type == TypeOids.ACLITEM_ARRAY) {
          style.objectNames = Roles.INITIAL;
        }
        byte[] bytes = field.getBytes(StandardCharsets.UTF_8);
        SqlType codec = table.layout().type(column);
        codec.input(bytes, 0, bytes.length, -1, style, value);
      }
    }
  }

  /** Parse trees are kept as SQL text; the facts only say where there is one. */
  private void tree(int column, String field, @Nullable String[] row) {
    Datum value = values[column];
    if (field.equals("f")) {
      value.setNull();
    } else if (!field.equals("t")) {
      value.setText(field);
    } else if (table.columns().get(column).equals("ev_action")) {
      String view = row[source[viewOid]];
      value.setText(ViewDefinitions.of(Integer.parseInt(String.valueOf(view))));
    } else if (table.columns().get(column).equals("ev_qual")) {
      value.setText("");
    } else {
      value.setText(field);
    }
  }

  private static String inner(String array) {
    return array.substring(1, array.length() - 1);
  }

  private static byte[] vector(int element, int lowerBound, String list, String separator) {
    if (list.isEmpty()) {
      return ArrayValues.ofIntegers(element, lowerBound, new int[0]);
    }
    String[] parts = list.split(separator, -1);
    int[] numbers = new int[parts.length];
    for (int i = 0; i < parts.length; i++) {
      numbers[i] = (int) Long.parseLong(parts[i]);
    }
    return ArrayValues.ofIntegers(element, lowerBound, numbers);
  }

  private static byte[] texts(int element, String array) {
    return ArrayValues.ofTexts(element, elements(array));
  }

  /** Elements of a one-dimensional array's text form. */
  static List<@Nullable String> elements(String array) {
    List<@Nullable String> elements = new ArrayList<>();
    int at = 1;
    int end = array.length() - 1;
    while (at < end) {
      StringBuilder element = new StringBuilder();
      boolean quoted = array.charAt(at) == '"';
      if (quoted) {
        at++;
        while (array.charAt(at) != '"') {
          if (array.charAt(at) == '\\') {
            at++;
          }
          element.append(array.charAt(at++));
        }
        at++;
      } else {
        while (at < end && array.charAt(at) != ',') {
          element.append(array.charAt(at++));
        }
      }
      elements.add(!quoted && element.toString().equals("NULL") ? null : element.toString());
      at++;
    }
    return elements;
  }
}
