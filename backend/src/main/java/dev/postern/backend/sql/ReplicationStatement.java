package dev.postern.backend.sql;

import dev.postern.backend.sql.ObjectStatement.DropBehavior;
import dev.postern.backend.sql.TableReference.RelationReference;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Publications and subscriptions. */
public sealed interface ReplicationStatement extends Statement {
  /** What a publication publishes. */
  sealed interface PublicationObject {}

  /** {@code TABLE relation (columns) WHERE (condition)}. */
  record PublishedTable(
      RelationReference relation, List<String> columns, @Nullable Expression where)
      implements PublicationObject {}

  /** {@code TABLES IN SCHEMA schema}; null is CURRENT_SCHEMA. */
  record PublishedSchema(@Nullable String schema) implements PublicationObject {}

  record CreatePublicationStatement(
      int position,
      String name,
      boolean allTables,
      List<PublicationObject> objects,
      List<Option> options)
      implements ReplicationStatement {}

  /** What ALTER PUBLICATION or ALTER SUBSCRIPTION does with a list. */
  enum ListChange {
    ADD,
    SET,
    DROP
  }

  /** ALTER PUBLICATION … ADD, SET or DROP objects. */
  record AlterPublicationStatement(
      int position, String name, ListChange change, List<PublicationObject> objects)
      implements ReplicationStatement {}

  /** ALTER PUBLICATION … SET (options). */
  record AlterPublicationOptionsStatement(int position, String name, List<Option> options)
      implements ReplicationStatement {}

  record CreateSubscriptionStatement(
      int position, String name, String connection, List<String> publications, List<Option> options)
      implements ReplicationStatement {}

  /** What ALTER SUBSCRIPTION does. */
  sealed interface SubscriptionAction {}

  record SetSubscriptionOptions(List<Option> options) implements SubscriptionAction {}

  record SetConnection(String connection) implements SubscriptionAction {}

  record RefreshPublication(List<Option> options) implements SubscriptionAction {}

  record ChangePublications(ListChange change, List<String> publications, List<Option> options)
      implements SubscriptionAction {}

  record EnableSubscription(boolean enable) implements SubscriptionAction {}

  record SkipTransaction(List<Option> options) implements SubscriptionAction {}

  record AlterSubscriptionStatement(int position, String name, SubscriptionAction action)
      implements ReplicationStatement {}

  record DropSubscriptionStatement(
      int position, boolean ifExists, String name, DropBehavior behavior)
      implements ReplicationStatement {}
}
