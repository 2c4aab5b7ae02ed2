package dev.postern.backend.sql;

import dev.postern.backend.sql.ExtensionStatement.ImportFilter;
import dev.postern.backend.sql.ExtensionStatement.WrapperFunction;
import dev.postern.backend.sql.ReplicationStatement.PublicationObject;
import dev.postern.backend.sql.ReplicationStatement.SubscriptionAction;
import java.util.List;

/** Extensions, foreign data, publications and subscriptions as SQL. */
abstract class ExtensionDeparser extends TypeStatementDeparser {
  final void extension(ExtensionStatement statement) {
    switch (statement) {
      case ExtensionStatement.CreateExtensionStatement s -> {
        put("CREATE EXTENSION ").putIf(s.ifNotExists(), "IF NOT EXISTS ").name(s.name());
        for (Option option : s.options()) {
          String word = option.value() instanceof Expression.StringConstant c ? c.value() : "";
          switch (option.name()) {
            case "schema" -> put(" SCHEMA ").name(word);
            case "new_version" -> put(" VERSION ").string(word);
            default -> put(" CASCADE");
          }
        }
      }
      case ExtensionStatement.AlterExtensionStatement s -> {
        put("ALTER EXTENSION ").name(s.name()).put(" UPDATE");
        for (Option option : s.options()) {
          String word = option.value() instanceof Expression.StringConstant c ? c.value() : "";
          put(" TO ").string(word);
        }
      }
      case ExtensionStatement.AlterExtensionContentsStatement s -> {
        put("ALTER EXTENSION ").name(s.name()).put(s.add() ? " ADD " : " DROP ");
        put(s.objectType().words()).put(" ");
        object(s.objectType(), s.object());
      }
      case ExtensionStatement.CreateAccessMethodStatement s -> {
        put("CREATE ACCESS METHOD ").name(s.name()).put(s.index() ? " TYPE INDEX" : " TYPE TABLE");
        put(" HANDLER ").qualified(s.handler());
      }
      case ExtensionStatement.CreateForeignDataWrapperStatement s -> {
        put("CREATE FOREIGN DATA WRAPPER ").name(s.name());
        wrapperFunctions(s.functions());
        foreignOptions(s.options());
      }
      case ExtensionStatement.AlterForeignDataWrapperStatement s -> {
        put("ALTER FOREIGN DATA WRAPPER ").name(s.name());
        wrapperFunctions(s.functions());
        foreignOptions(s.options());
      }
      case ExtensionStatement.CreateServerStatement s -> {
        put("CREATE SERVER ").putIf(s.ifNotExists(), "IF NOT EXISTS ").name(s.name());
        if (s.type() != null) {
          put(" TYPE ").string(s.type());
        }
        if (s.version() != null) {
          put(" VERSION ").string(s.version());
        }
        put(" FOREIGN DATA WRAPPER ").name(s.wrapper());
        foreignOptions(s.options());
      }
      case ExtensionStatement.AlterServerStatement s -> {
        put("ALTER SERVER ").name(s.name());
        if (s.hasVersion()) {
          put(" VERSION ").stringOrNull(s.version());
        }
        foreignOptions(s.options());
      }
      case ExtensionStatement.CreateUserMappingStatement s -> {
        put("CREATE USER MAPPING ").putIf(s.ifNotExists(), "IF NOT EXISTS ");
        put("FOR ").role(s.role()).put(" SERVER ").name(s.server());
        foreignOptions(s.options());
      }
      case ExtensionStatement.AlterUserMappingStatement s -> {
        put("ALTER USER MAPPING FOR ").role(s.role()).put(" SERVER ").name(s.server());
        foreignOptions(s.options());
      }
      case ExtensionStatement.DropUserMappingStatement s ->
          put("DROP USER MAPPING ")
              .putIf(s.ifExists(), "IF EXISTS ")
              .put("FOR ")
              .role(s.role())
              .put(" SERVER ")
              .name(s.server());
      case ExtensionStatement.ImportForeignSchemaStatement s -> {
        put("IMPORT FOREIGN SCHEMA ").name(s.remoteSchema());
        if (s.filter() != ImportFilter.ALL) {
          put(" ").words(s.filter()).put(" (").qualifiedNames(s.tables()).put(")");
        }
        put(" FROM SERVER ").name(s.server()).put(" INTO ").name(s.localSchema());
        foreignOptions(s.options());
      }
    }
  }

  private void wrapperFunctions(List<WrapperFunction> functions) {
    for (WrapperFunction f : functions) {
      putIf(f.function() == null, " NO").put(f.validator() ? " VALIDATOR" : " HANDLER");
      if (f.function() != null) {
        put(" ").qualified(f.function());
      }
    }
  }

  final void replication(ReplicationStatement statement) {
    switch (statement) {
      case ReplicationStatement.CreatePublicationStatement s -> {
        put("CREATE PUBLICATION ").name(s.name()).putIf(s.allTables(), " FOR ALL TABLES");
        putIf(!s.objects().isEmpty(), " FOR ");
        list(s.objects(), this::publicationObject);
        withOptions(s.options());
      }
      case ReplicationStatement.AlterPublicationStatement s -> {
        put("ALTER PUBLICATION ").name(s.name()).put(" ").words(s.change()).put(" ");
        list(s.objects(), this::publicationObject);
      }
      case ReplicationStatement.AlterPublicationOptionsStatement s -> {
        put("ALTER PUBLICATION ").name(s.name()).put(" SET ");
        definition(s.options());
      }
      case ReplicationStatement.CreateSubscriptionStatement s -> {
        put("CREATE SUBSCRIPTION ").name(s.name()).put(" CONNECTION ").string(s.connection());
        put(" PUBLICATION ").names(s.publications());
        withOptions(s.options());
      }
      case ReplicationStatement.AlterSubscriptionStatement s -> {
        put("ALTER SUBSCRIPTION ").name(s.name()).put(" ");
        subscriptionAction(s.action());
      }
      case ReplicationStatement.DropSubscriptionStatement s -> {
        put("DROP SUBSCRIPTION ").putIf(s.ifExists(), "IF EXISTS ").name(s.name());
        behavior(s.behavior());
      }
    }
  }

  private void publicationObject(PublicationObject object) {
    switch (object) {
      case ReplicationStatement.PublishedTable t -> {
        put("TABLE ");
        relation(t.relation()).nameList(t.columns());
        if (t.where() != null) {
          put(" WHERE (");
          expression(t.where()).put(")");
        }
      }
      case ReplicationStatement.PublishedSchema s -> {
        put("TABLES IN SCHEMA ").putIf(s.schema() == null, "CURRENT_SCHEMA");
        nameAfter("", s.schema());
      }
    }
  }

  private void subscriptionAction(SubscriptionAction action) {
    switch (action) {
      case ReplicationStatement.SetSubscriptionOptions a -> {
        put("SET ");
        definition(a.options());
      }
      case ReplicationStatement.SetConnection a -> put("CONNECTION ").string(a.connection());
      case ReplicationStatement.RefreshPublication a -> {
        put("REFRESH PUBLICATION");
        withOptions(a.options());
      }
      case ReplicationStatement.ChangePublications a -> {
        words(a.change()).put(" PUBLICATION ").names(a.publications());
        withOptions(a.options());
      }
      case ReplicationStatement.EnableSubscription a -> put(a.enable() ? "ENABLE" : "DISABLE");
      case ReplicationStatement.SkipTransaction a -> {
        put("SKIP ");
        definition(a.options());
      }
    }
  }
}
