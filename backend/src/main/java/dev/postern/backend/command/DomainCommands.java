package dev.postern.backend.command;

import dev.postern.backend.catalog.CatalogReader;
import dev.postern.backend.catalog.CatalogRow;
import dev.postern.backend.catalog.CatalogTable;
import dev.postern.backend.catalog.CatalogWriter;
import dev.postern.backend.catalog.DomainConstraint;
import dev.postern.backend.catalog.ObjectAddress;
import dev.postern.backend.catalog.ObjectRemoval;
import dev.postern.backend.catalog.RowValues;
import dev.postern.backend.command.CommandServices.ExpressionUse;
import dev.postern.backend.command.CommandServices.ModifiedType;
import dev.postern.backend.command.CommandServices.StoredExpression;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.function.TypeDescriptor;
import dev.postern.backend.sql.Expression;
import dev.postern.backend.sql.QualifiedName;
import dev.postern.backend.sql.TableElement;
import dev.postern.backend.sql.TableElement.CheckConstraint;
import dev.postern.backend.sql.TableElement.ColumnCheckConstraint;
import dev.postern.backend.sql.TableElement.ColumnConstraint;
import dev.postern.backend.sql.TableElement.ColumnKeyConstraint;
import dev.postern.backend.sql.TableElement.ColumnReferencesConstraint;
import dev.postern.backend.sql.TableElement.DefaultConstraint;
import dev.postern.backend.sql.TableElement.GeneratedConstraint;
import dev.postern.backend.sql.TableElement.IdentityConstraint;
import dev.postern.backend.sql.TableElement.NotNullConstraint;
import dev.postern.backend.sql.TableElement.NullableConstraint;
import dev.postern.backend.sql.TableElement.TableNotNullConstraint;
import dev.postern.backend.sql.TypeName;
import dev.postern.backend.sql.TypeStatement.AddDomainConstraint;
import dev.postern.backend.sql.TypeStatement.AlterDomainStatement;
import dev.postern.backend.sql.TypeStatement.CreateDomainStatement;
import dev.postern.backend.sql.TypeStatement.DomainDefault;
import dev.postern.backend.sql.TypeStatement.DomainNotNull;
import dev.postern.backend.sql.TypeStatement.DropDomainConstraint;
import dev.postern.backend.sql.TypeStatement.ValidateDomainConstraint;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** CREATE DOMAIN and ALTER DOMAIN. One use each. */
final class DomainCommands {
  private static final CatalogTable TYPE = CatalogTable.named("pg_type");
  private final CommandContext context;
  private final CatalogReader catalog;
  private final CatalogWriter writer;
  private final GeneratedNames names;

  DomainCommands(CommandContext context) {
    this.context = context;
    this.catalog = context.catalog();
    this.writer = context.catalogWriter();
    names = new GeneratedNames(catalog);
  }

  // --- CREATE DOMAIN

  String create(CreateDomainStatement statement) {
    int schema = new Targets(context).typeSchema(statement.name());
    String name = statement.name().name();
    if (catalog.typeOid(schema, name) != 0) {
      throw new SqlError(SqlState.DUPLICATE_OBJECT, "type \"" + name + "\" already exists");
    }
    ModifiedType written = context.services().type(statement.type());
    TypeDescriptor base = require(written.typeOid());
    if (base.kind() == 'p') {
      throw new SqlError(
          SqlState.DATATYPE_MISMATCH,
          "\"" + statement.type().name() + "\" is not a valid base type for a domain");
    }
    if (statement.collation() != null) {
      throw SqlError.notSupported("COLLATE of a domain");
    }
    boolean notNull = false;
    boolean nullable = false;
    StoredExpression defaultValue = null;
    for (ColumnConstraint constraint : statement.constraints()) {
      switch (constraint) {
        case NotNullConstraint each -> {
          if (nullable) {
            throw conflicting(each);
          }
          notNull = true;
        }
        case NullableConstraint each -> {
          if (notNull) {
            throw conflicting(each);
          }
          nullable = true;
        }
        case DefaultConstraint each -> {
          if (defaultValue != null) {
            throw new SqlError(SqlState.SYNTAX_ERROR, "multiple default expressions")
                .at(context.character(each.position()));
          }
          defaultValue = defaultOf(each.value(), written.typeOid(), written.typmod(), name);
        }
        case ColumnCheckConstraint each -> {
          if (each.attributes().noInherit()) {
            throw new SqlError(
                SqlState.INVALID_OBJECT_DEFINITION,
                "check constraints for domains cannot be marked NO INHERIT");
          }
        }
        case ColumnKeyConstraint each ->
            throw impossible((each.primary() ? "primary key" : "unique") + " constraints", each);
        case ColumnReferencesConstraint each -> throw impossible("foreign key constraints", each);
        case IdentityConstraint each ->
            throw new SqlError(
                    SqlState.SYNTAX_ERROR, "specifying GENERATED not supported for domains")
                .at(context.character(each.position()));
        case GeneratedConstraint each ->
            throw new SqlError(
                    SqlState.SYNTAX_ERROR, "specifying GENERATED not supported for domains")
                .at(context.character(each.position()));
      }
    }
    int array = writer.newOid();
    int oid = writer.newOid();
    new TypeCreation(context)
        .domain(
            oid,
            array,
            name,
            schema,
            base,
            written.typmod(),
            base.collation(),
            notNull,
            defaultValue == null ? null : defaultValue.text());
    if (defaultValue != null) {
      writer.dependOnAll(ObjectAddress.type(oid), defaultValue.references(), 'n');
    }
    for (ColumnConstraint constraint : statement.constraints()) {
      if (constraint instanceof ColumnCheckConstraint check) {
        addCheck(require(oid), check.name(), check.condition(), true);
      } else if (constraint instanceof NotNullConstraint required) {
        addNotNull(require(oid), required.name());
      }
    }
    return "CREATE DOMAIN";
  }

  private SqlError conflicting(TableElement constraint) {
    return new SqlError(SqlState.SYNTAX_ERROR, "conflicting NULL/NOT NULL constraints")
        .at(context.character(constraint.position()));
  }

  private SqlError impossible(String what, TableElement constraint) {
    return new SqlError(SqlState.SYNTAX_ERROR, what + " not possible for domains")
        .at(context.character(constraint.position()));
  }

  private TypeDescriptor require(int oid) {
    TypeDescriptor type = catalog.type(oid);
    if (type == null) {
      throw new IllegalStateException("type " + oid + " vanished");
    }
    return type;
  }

  private StoredExpression defaultOf(Expression value, int type, int typmod, String name) {
    return context
        .services()
        .expression(value, ExpressionUse.COLUMN_DEFAULT, null, type, typmod, name);
  }

  private int addCheck(
      TypeDescriptor domain, @Nullable String given, Expression condition, boolean valid) {
    String name = constraintName(domain, given, "check");
    StoredExpression stored;
    try {
      stored =
          context
              .services()
              .expression(condition, ExpressionUse.DOMAIN_CHECK, null, domain.baseType(), -1, null);
    } catch (SqlError error) {
      throw withoutPosition(error);
    }
    return insert(domain, name, 'c', stored, valid);
  }

  /** PostgreSQL analyzes what is written about domains apart from its text. */
  private static SqlError withoutPosition(SqlError error) {
    return new SqlError(error.sqlState(), error.message())
        .detail(error.detail())
        .hint(error.hint());
  }

  private void addNotNull(TypeDescriptor domain, @Nullable String given) {
    insert(domain, constraintName(domain, given, "not_null"), 'n', null, true);
  }

  private String constraintName(TypeDescriptor domain, @Nullable String given, String label) {
    if (given == null) {
      return names.constraint(domain.name(), null, label, domain.namespace());
    }
    if (find(domain, given) != null) {
      throw new SqlError(
          SqlState.DUPLICATE_OBJECT,
          "constraint \"" + given + "\" for domain \"" + domain.name() + "\" already exists");
    }
    return given;
  }

  private @Nullable DomainConstraint find(TypeDescriptor domain, String name) {
    for (DomainConstraint constraint : catalog.domainConstraints(domain.oid())) {
      if (constraint.name().equals(name)) {
        return constraint;
      }
    }
    return null;
  }

  private int insert(
      TypeDescriptor domain,
      String name,
      char type,
      @Nullable StoredExpression stored,
      boolean valid) {
    int oid = writer.newOid();
    RowValues row =
        Constraints.row(oid, name, domain.namespace(), type, 0)
            .set("contypid", domain.oid())
            .set("convalidated", valid);
    if (stored != null) {
      row.set("conbin", stored.text());
    }
    writer.insert(row);
    ObjectAddress address = ObjectAddress.constraint(oid);
    writer.depend(address, ObjectAddress.type(domain.oid()), 'a');
    if (stored != null) {
      writer.dependOnAll(address, stored.references(), 'n');
    }
    return oid;
  }

  // --- ALTER DOMAIN

  String alter(AlterDomainStatement statement) {
    QualifiedName name = statement.name();
    int oid;
    try {
      oid =
          context
              .services()
              .type(new TypeName(name.position(), name.parts(), false, false, List.of(), List.of()))
              .typeOid();
    } catch (SqlError error) {
      throw withoutPosition(error);
    }
    TypeDescriptor domain = require(oid);
    if (!domain.isDomain()) {
      throw new SqlError(SqlState.WRONG_OBJECT_TYPE, catalog.displayName(oid) + " is not a domain");
    }
    switch (statement.action()) {
      case DomainDefault change -> setDefault(domain, change.value());
      case DomainNotNull change -> setNotNull(domain, change.set(), null);
      case AddDomainConstraint add -> add(domain, add.constraint());
      case DropDomainConstraint drop -> drop(domain, drop);
      case ValidateDomainConstraint validate -> validate(domain, validate.name());
    }
    return "ALTER DOMAIN";
  }

  private CatalogRow row(TypeDescriptor domain) {
    CatalogRow row = catalog.store().withOid(TYPE, domain.oid());
    if (row == null) {
      throw new IllegalStateException("domain " + domain.oid() + " vanished");
    }
    return row;
  }

  private void markNotNull(TypeDescriptor domain, boolean value) {
    CatalogRow row = row(domain);
    writer.update(row, RowValues.of(row).set("typnotnull", value));
  }

  private void setDefault(TypeDescriptor domain, @Nullable Expression value) {
    StoredExpression stored =
        value == null ? null : defaultOf(value, domain.baseType(), domain.typmod(), domain.name());
    CatalogRow row = row(domain);
    String text = stored == null ? null : stored.text();
    writer.update(row, RowValues.of(row).set("typdefaultbin", text).set("typdefault", text));
    if (stored != null) {
      writer.dependOnAll(ObjectAddress.type(domain.oid()), stored.references(), 'n');
    }
  }

  private void setNotNull(TypeDescriptor domain, boolean wanted, @Nullable String name) {
    if (wanted == domain.notNull()) {
      return;
    }
    if (wanted) {
      addNotNull(domain, name);
      markNotNull(domain, true);
      context.services().checkDomain(domain.oid(), 0);
      return;
    }
    for (DomainConstraint constraint : catalog.domainConstraints(domain.oid())) {
      if (constraint.isNotNull()) {
        remove(constraint);
      }
    }
    markNotNull(domain, false);
  }

  private void add(TypeDescriptor domain, TableElement.TableConstraint constraint) {
    switch (constraint) {
      case CheckConstraint check -> {
        boolean valid = !check.attributes().notValid();
        int oid = addCheck(domain, check.name(), check.condition(), valid);
        if (valid) {
          context.services().checkDomain(domain.oid(), oid);
        }
      }
      case TableNotNullConstraint required -> setNotNull(domain, true, required.name());
      case TableElement.KeyConstraint key ->
          throw impossible((key.primary() ? "primary key" : "unique") + " constraints", key);
      case TableElement.ExclusionConstraint exclusion ->
          throw impossible("exclusion constraints", exclusion);
      case TableElement.ForeignKeyConstraint key ->
          throw impossible("foreign key constraints", key);
    }
  }

  private void drop(TypeDescriptor domain, DropDomainConstraint drop) {
    DomainConstraint found = find(domain, drop.name());
    if (found == null) {
      SqlError missing = missing(domain, drop.name());
      if (!drop.ifExists()) {
        throw missing;
      }
      context.notice("NOTICE", new SqlError("00000", missing.message() + ", skipping"));
      return;
    }
    if (found.isNotNull()) {
      setNotNull(domain, false, null);
    } else {
      remove(found);
    }
  }

  private static SqlError missing(TypeDescriptor domain, String constraint) {
    return new SqlError(
        SqlState.UNDEFINED_OBJECT,
        "constraint \"" + constraint + "\" of domain \"" + domain.name() + "\" does not exist");
  }

  private void validate(TypeDescriptor domain, String name) {
    DomainConstraint found = find(domain, name);
    if (found == null) {
      throw missing(domain, name);
    }
    if (found.isNotNull()) {
      throw new SqlError(
          SqlState.WRONG_OBJECT_TYPE,
          "constraint \""
              + name
              + "\" of domain \""
              + domain.name()
              + "\" is not a check constraint");
    }
    context.services().checkDomain(domain.oid(), found.oid());
    CatalogRow row = catalog.store().withOid(Constraints.CONSTRAINT, found.oid());
    if (row != null && !found.validated()) {
      writer.update(row, RowValues.of(row).set("convalidated", true));
    }
  }

  private void remove(DomainConstraint constraint) {
    new ObjectRemoval(context, catalog, writer).remove(ObjectAddress.constraint(constraint.oid()));
  }
}
