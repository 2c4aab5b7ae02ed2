package dev.postern.backend.catalog;

import dev.postern.backend.bootstrap.CatalogFacts;
import dev.postern.backend.catalog.CatalogTable.CatalogIndex;
import dev.postern.backend.type.BuiltinTypes;
import dev.postern.backend.type.SqlType;
import dev.postern.backend.type.TupleLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All system tables, read from the facts of pg_class, pg_attribute and pg_index. */
final class CatalogTables {
  static final CatalogTables LOADED = load();

  private final Map<String, CatalogTable> byName;

  private CatalogTables(Map<String, CatalogTable> byName) {
    this.byName = byName;
  }

  CatalogTable named(String name) {
    CatalogTable table = byName.get(name);
    if (table == null) {
      throw new IllegalArgumentException("no system table " + name);
    }
    return table;
  }

  Iterable<CatalogTable> all() {
    return byName.values();
  }

  private record Column(String name, int type) {}

  private static CatalogTables load() {
    CatalogFacts relations = CatalogFacts.of("pg_class");
    int oid = relations.column("oid");
    int kind = relations.column("relkind");
    int name = relations.column("relname");
    int shared = relations.column("relisshared");
    Map<Integer, List<Column>> columns = new HashMap<>();
    Map<Integer, String> indexNames = new HashMap<>();
    for (int row = 0; row < relations.count(); row++) {
      switch (relations.character(row, kind)) {
        case 'r' -> columns.put(relations.integer(row, oid), new ArrayList<>());
        case 'i' -> indexNames.put(relations.integer(row, oid), text(relations.field(row, name)));
        default -> {
          // Views and TOAST tables have no rows that the code reads.
        }
      }
    }
    readColumns(columns);
    Map<Integer, List<CatalogIndex>> indexes = indexes(indexNames);
    Map<String, CatalogTable> byName = new LinkedHashMap<>();
    for (int row = 0; row < relations.count(); row++) {
      if (relations.character(row, kind) == 'r') {
        int relation = relations.integer(row, oid);
        CatalogTable table =
            table(
                relation,
                text(relations.field(row, name)),
                relations.character(row, shared) == 't',
                columns.getOrDefault(relation, List.of()),
                indexes.getOrDefault(relation, List.of()));
        byName.put(table.name(), table);
      }
    }
    return new CatalogTables(byName);
  }

  private static CatalogTable table(
      int oid, String name, boolean shared, List<Column> columns, List<CatalogIndex> indexes) {
    List<String> names = new ArrayList<>();
    int[] types = new int[columns.size()];
    SqlType[] values = new SqlType[types.length];
    for (int i = 0; i < types.length; i++) {
      names.add(columns.get(i).name);
      types[i] = columns.get(i).type;
      values[i] = valueType(types[i]);
    }
    TupleLayout layout = new TupleLayout(values);
    return new CatalogTable(
        oid, name, shared, List.copyOf(names), types, layout, List.copyOf(indexes));
  }

  private static SqlType valueType(int oid) {
    SqlType type = BuiltinTypes.byOid(oid < 10_000 ? oid : domainBase(oid));
    if (type == null) {
      throw new IllegalStateException("no built-in type " + oid);
    }
    return type;
  }

  /** The base type of one of information_schema's domains, or the type itself. */
  private static int domainBase(int oid) {
    CatalogFacts facts = Types.FACTS;
    for (int row = 0; row < facts.count(); row++) {
      if (facts.integer(row, 0) == oid) {
        int base = facts.integer(row, facts.column("typbasetype"));
        return base == 0 ? oid : base;
      }
    }
    return oid;
  }

  /** Read for the few tables of information_schema only. */
  private static final class Types {
    static final CatalogFacts FACTS = CatalogFacts.of("pg_type");
  }

  private static void readColumns(Map<Integer, List<Column>> columns) {
    CatalogFacts facts = CatalogFacts.of("pg_attribute");
    int relation = facts.column("attrelid");
    int name = facts.column("attname");
    int type = facts.column("atttypid");
    int number = facts.column("attnum");
    for (int row = 0; row < facts.count(); row++) {
      List<Column> list = columns.get(facts.integer(row, relation));
      if (list != null && facts.integer(row, number) > 0) {
        list.add(new Column(text(facts.field(row, name)), facts.integer(row, type)));
      }
    }
  }

  private static Map<Integer, List<CatalogIndex>> indexes(Map<Integer, String> names) {
    CatalogFacts facts = CatalogFacts.of("pg_index");
    int index = facts.column("indexrelid");
    int table = facts.column("indrelid");
    int unique = facts.column("indisunique");
    int keys = facts.column("indkey");
    Map<Integer, List<CatalogIndex>> indexes = new HashMap<>();
    for (int row = 0; row < facts.count(); row++) {
      String[] numbers = text(facts.field(row, keys)).split(" ");
      int[] columns = new int[numbers.length];
      for (int i = 0; i < columns.length; i++) {
        columns[i] = Integer.parseInt(numbers[i]) - 1;
      }
      int oid = facts.integer(row, index);
      indexes
          .computeIfAbsent(facts.integer(row, table), key -> new ArrayList<>())
          .add(
              new CatalogIndex(
                  oid, names.getOrDefault(oid, ""), facts.character(row, unique) == 't', columns));
    }
    return indexes;
  }

  private static String text(@Nullable String value) {
    return value == null ? "" : value;
  }
}
