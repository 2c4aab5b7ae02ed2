package dev.postern.backend.inspect;

import static dev.postern.backend.inspect.InspectTopics.catalog;

import dev.postern.backend.catalog.ArrayValues;
import dev.postern.backend.catalog.CatalogReader;
import dev.postern.backend.function.CallSite;
import dev.postern.backend.function.FunctionTopic;
import dev.postern.backend.function.ScalarFunction;
import dev.postern.backend.function.SetFunction;
import dev.postern.backend.type.AclItemType;
import dev.postern.backend.type.ArrayReader;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.SqlType;
import dev.postern.backend.type.TypeOids;
import java.util.Iterator;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Functions that take apart the lists that catalogs keep in one value: types, options, rights. */
final class ExpansionFunctions implements FunctionTopic {
  /** Words of pg_catalog.aclitem's letters, in the order of {@link AclItemType#PRIVILEGES}. */
  private static final String[] PRIVILEGES = {
    "INSERT",
    "SELECT",
    "UPDATE",
    "DELETE",
    "TRUNCATE",
    "REFERENCES",
    "TRIGGER",
    "EXECUTE",
    "USAGE",
    "CREATE",
    "TEMPORARY",
    "CONNECT",
    "SET",
    "ALTER SYSTEM",
    "MAINTAIN"
  };

  @Override
  public @Nullable ScalarFunction scalar(String key, CallSite site) {
    return key.equals("oidvectortypes")
        ? (c, a, r) -> {
          CatalogReader catalog = catalog(c);
          StringJoiner names = new StringJoiner(", ");
          for (int type : ArrayValues.integers(a[0])) {
            names.add(catalog.displayName(type));
          }
          r.setText(names.toString());
        }
        : null;
  }

  @Override
  public @Nullable SetFunction set(String key, CallSite site) {
    return switch (key) {
      case "_pg_expandarray(anyarray)" -> {
        SqlType element = elementType(site);
        yield (c, a) -> a[0].isNull ? columns -> false : numbered(element, a[0]);
      }
      case "aclexplode" -> {
        SqlType element = site.types().valueType(TypeOids.ACLITEM);
        yield (c, a) -> a[0].isNull ? columns -> false : rights(element, a[0]);
      }
      case "pg_options_to_table" -> (c, a) -> a[0].isNull ? columns -> false : options(a[0]);
      default -> null;
    };
  }

  private static SqlType elementType(CallSite site) {
    int element = site.types().arrayElement(site.types().baseType(site.argumentType(0)));
    return site.types().valueType(element);
  }

  private static ArrayReader opened(SqlType element, Datum array) {
    Datum own = new Datum();
    own.setBytes(array.copyBytes());
    ArrayReader reader = new ArrayReader(element);
    reader.open(own);
    return reader;
  }

  private static SetFunction.Rows numbered(SqlType element, Datum array) {
    ArrayReader reader = opened(element, array);
    int[] number = {0};
    return columns -> {
      if (!reader.next(columns[0])) {
        return false;
      }
      columns[1].setLong(++number[0]);
      return true;
    };
  }

  /** A row for each privilege of each item. */
  private static SetFunction.Rows rights(SqlType element, Datum array) {
    ArrayReader reader = opened(element, array);
    Datum item = new Datum();
    int[] next = {PRIVILEGES.length};
    return columns -> {
      while (true) {
        if (next[0] == PRIVILEGES.length) {
          if (!reader.next(item)) {
            return false;
          }
          next[0] = 0;
        }
        int bit = next[0]++;
        if ((AclItemType.privileges(item) >> bit & 1) != 0) {
          columns[0].setLong(AclItemType.grantor(item));
          columns[1].setLong(AclItemType.grantee(item));
          columns[2].setText(PRIVILEGES[bit]);
          columns[3].setBoolean(
              (AclItemType.privileges(item) >> bit + AclItemType.OPTION_SHIFT & 1) != 0);
          return true;
        }
      }
    };
  }

  private static SetFunction.Rows options(Datum array) {
    Iterator<String> all = ArrayValues.texts(array).iterator();
    return columns -> {
      if (!all.hasNext()) {
        return false;
      }
      String option = all.next();
      int equals = option.indexOf('=');
      columns[0].setText(equals < 0 ? option : option.substring(0, equals));
      if (equals < 0) {
        columns[1].setNull();
      } else {
        columns[1].setText(option.substring(equals + 1));
      }
      return true;
    };
  }
}
