package dev.postern.backend.inspect;

import dev.postern.backend.catalog.ArrayValues;
import dev.postern.backend.catalog.CatalogReader;
import dev.postern.backend.catalog.CatalogRow;
import dev.postern.backend.catalog.CatalogSession;
import dev.postern.backend.catalog.CatalogTable;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.exec.ExecutionContext;
import dev.postern.backend.function.CallSite;
import dev.postern.backend.function.FunctionContext;
import dev.postern.backend.function.FunctionTopic;
import dev.postern.backend.function.SetFunction;
import dev.postern.backend.setting.SessionSettings;
import dev.postern.backend.setting.Setting;
import dev.postern.backend.sql.Keywords;
import dev.postern.backend.txn.HeldLock;
import dev.postern.backend.txn.LockTag;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.TypeOids;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Functions that list what is not in tables: settings, key words, locks. */
final class ListingFunctions implements FunctionTopic {
  @Override
  public @Nullable SetFunction set(String key, CallSite site) {
    return switch (key) {
      case "show_all_settings" -> (c, a) -> settings(c);
      case "pg_get_keywords" -> (c, a) -> keywords();
      case "pg_available_extensions" -> (c, a) -> extensions(c);
      case "pg_lock_status" -> (c, a) -> locks(c);
      case "pg_prepared_xact",
          "pg_get_replication_slots",
          "pg_get_publication_tables",
          "pg_stat_get_wal_senders",
          "pg_show_replication_origin_status",
          "pg_partition_ancestors",
          "pg_partition_tree" ->
          // There are none.
          (c, a) -> columns -> false;
      default -> null;
    };
  }

  private static SetFunction.Rows settings(FunctionContext context) {
    if (!(context instanceof CatalogSession source)) {
      throw SqlError.notSupported("pg_show_all_settings");
    }
    SessionSettings settings = source.settings();
    Iterator<Setting> all = settings.visible().iterator();
    return columns -> {
      if (!all.hasNext()) {
        return false;
      }
      Setting setting = all.next();
      text(columns[0], setting.name());
      text(columns[1], settings.raw(setting));
      text(columns[2], setting.unit());
      text(columns[3], setting.category());
      text(columns[4], setting.shortDescription());
      text(columns[5], setting.extraDescription());
      text(columns[6], setting.context().words());
      text(columns[7], setting.kind().name().toLowerCase(Locale.ROOT));
      text(columns[8], settings.source(setting));
      text(columns[9], setting.minimum());
      text(columns[10], setting.maximum());
      if (setting.kind() == Setting.Kind.ENUM) {
        columns[11].setBytes(ArrayValues.ofTexts(TypeOids.TEXT, setting.enumValues()));
      } else {
        columns[11].setNull();
      }
      text(columns[12], setting.bootValue());
      text(columns[13], settings.resetValue(setting));
      columns[14].setNull();
      columns[15].setNull();
      columns[16].setBoolean(false);
      return true;
    };
  }

  private static void text(Datum column, @Nullable String value) {
    if (value == null) {
      column.setNull();
    } else {
      column.setText(value);
    }
  }

  private static SetFunction.Rows keywords() {
    Iterator<Keywords.Keyword> all = Keywords.all().iterator();
    return columns -> {
      if (!all.hasNext()) {
        return false;
      }
      Keywords.Keyword keyword = all.next();
      columns[0].setText(keyword.word());
      columns[1].setLong(keyword.category().code());
      columns[2].setBoolean(keyword.bareLabel());
      columns[3].setText(keyword.category().description());
      columns[4].setText(keyword.bareLabel() ? "can be bare label" : "requires AS");
      return true;
    };
  }

  /** Those that are installed; there is nothing to install others from. */
  private static SetFunction.Rows extensions(FunctionContext context) {
    CatalogReader catalog = InspectTopics.catalog(context);
    CatalogTable extension = CatalogTable.named("pg_extension");
    CatalogTable description = CatalogTable.named("pg_description");
    Iterator<CatalogRow> all = catalog.store().all(extension).iterator();
    return columns -> {
      if (!all.hasNext()) {
        return false;
      }
      CatalogRow row = all.next();
      columns[0].setText(row.text("extname"));
      columns[1].setText(row.text("extversion"));
      CatalogRow comment =
          catalog
              .store()
              .first(
                  description,
                  description.index("objoid", "classoid", "objsubid"),
                  row.oid(),
                  extension.oid(),
                  0);
      text(columns[2], comment == null ? null : comment.text("description"));
      return true;
    };
  }

  private static SetFunction.Rows locks(FunctionContext context) {
    ExecutionContext execution = (ExecutionContext) context;
    List<HeldLock> held = new ArrayList<>(execution.locks().locks());
    Iterator<HeldLock> all = held.iterator();
    int ownBranch = execution.branch().id();
    int database = execution instanceof CatalogSession source ? source.databaseOid() : 0;
    return columns -> {
      if (!all.hasNext()) {
        return false;
      }
      fill(columns, all.next(), ownBranch, database);
      return true;
    };
  }

  private static void fill(Datum[] columns, HeldLock lock, int ownBranch, int database) {
    for (Datum column : columns) {
      column.setNull();
    }
    LockTag tag = lock.tag();
    if (tag == null) {
      columns[0].setText("transactionid");
      columns[6].setLong((int) lock.transactionId());
    } else {
      columns[0].setText(tag.kind().name().toLowerCase(Locale.ROOT));
      if (tag.branch() == ownBranch) {
        columns[1].setLong(database);
      } else {
        columns[1].setLong(0);
      }
      switch (tag.kind()) {
        case RELATION -> columns[2].setLong((int) tag.objectId());
        case TUPLE -> {
          columns[2].setLong(tag.classId());
          columns[3].setLong(0);
          columns[4].setLong((short) tag.objectId());
        }
        case OBJECT, ADVISORY -> {
          columns[7].setLong(tag.classId());
          columns[8].setLong((int) tag.objectId());
          columns[9].setLong((short) tag.subId());
        }
      }
    }
    columns[10].setText(lock.processId() + "/0");
    columns[11].setLong(lock.processId());
    columns[12].setText(lock.mode().displayName());
    columns[13].setBoolean(lock.granted());
    columns[14].setBoolean(lock.fastPath());
  }
}
