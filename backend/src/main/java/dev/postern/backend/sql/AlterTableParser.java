package dev.postern.backend.sql;

import dev.postern.backend.sql.AlterTableAction.AddAttribute;
import dev.postern.backend.sql.AlterTableAction.AddColumn;
import dev.postern.backend.sql.AlterTableAction.AddConstraint;
import dev.postern.backend.sql.AlterTableAction.AddIdentity;
import dev.postern.backend.sql.AlterTableAction.AlterAttributeType;
import dev.postern.backend.sql.AlterTableAction.AlterConstraint;
import dev.postern.backend.sql.AlterTableAction.AttachPartition;
import dev.postern.backend.sql.AlterTableAction.ClusterOn;
import dev.postern.backend.sql.AlterTableAction.ColumnDefault;
import dev.postern.backend.sql.AlterTableAction.ColumnForeignOptions;
import dev.postern.backend.sql.AlterTableAction.ColumnOptions;
import dev.postern.backend.sql.AlterTableAction.DetachPartition;
import dev.postern.backend.sql.AlterTableAction.DropAttribute;
import dev.postern.backend.sql.AlterTableAction.DropColumn;
import dev.postern.backend.sql.AlterTableAction.DropConstraint;
import dev.postern.backend.sql.AlterTableAction.DropExpression;
import dev.postern.backend.sql.AlterTableAction.DropIdentity;
import dev.postern.backend.sql.AlterTableAction.DropNotNull;
import dev.postern.backend.sql.AlterTableAction.FiringMode;
import dev.postern.backend.sql.AlterTableAction.ForeignOptions;
import dev.postern.backend.sql.AlterTableAction.Inherit;
import dev.postern.backend.sql.AlterTableAction.OfType;
import dev.postern.backend.sql.AlterTableAction.OwnerTo;
import dev.postern.backend.sql.AlterTableAction.RelationOptions;
import dev.postern.backend.sql.AlterTableAction.ReplicaIdentity;
import dev.postern.backend.sql.AlterTableAction.RowSecurity;
import dev.postern.backend.sql.AlterTableAction.RuleFiring;
import dev.postern.backend.sql.AlterTableAction.SetAccessMethod;
import dev.postern.backend.sql.AlterTableAction.SetColumnType;
import dev.postern.backend.sql.AlterTableAction.SetCompression;
import dev.postern.backend.sql.AlterTableAction.SetExpression;
import dev.postern.backend.sql.AlterTableAction.SetIdentity;
import dev.postern.backend.sql.AlterTableAction.SetLogged;
import dev.postern.backend.sql.AlterTableAction.SetNotNull;
import dev.postern.backend.sql.AlterTableAction.SetStatistics;
import dev.postern.backend.sql.AlterTableAction.SetStorage;
import dev.postern.backend.sql.AlterTableAction.SetTablespace;
import dev.postern.backend.sql.AlterTableAction.SetWithoutCluster;
import dev.postern.backend.sql.AlterTableAction.SetWithoutOids;
import dev.postern.backend.sql.AlterTableAction.TriggerFiring;
import dev.postern.backend.sql.AlterTableAction.ValidateConstraint;
import dev.postern.backend.sql.TableElement.ColumnDefinition;
import dev.postern.backend.sql.TableElement.ConstraintAttributes;
import dev.postern.backend.sql.TableElement.PartitionBound;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The actions of ALTER TABLE. */
abstract class AlterTableParser extends ObjectParser {
  AlterTableParser(byte[] text, int offset, int length) {
    super(text, offset, length);
  }

  final List<AlterTableAction> alterTableActions() {
    int mark = mark();
    do {
      push(alterTableAction());
    } while (accept(Token.COMMA));
    return popList(mark);
  }

  private AlterTableAction alterTableAction() {
    int position = position();
    switch (token) {
      case ADD -> {
        advance();
        return add(position);
      }
      case ALTER -> {
        advance();
        if (accept(Token.CONSTRAINT)) {
          return alterConstraint(position);
        }
        accept(Token.COLUMN);
        return alterColumn(position);
      }
      case DROP -> {
        advance();
        return drop(position);
      }
      case VALIDATE -> {
        advance();
        expect(Token.CONSTRAINT);
        return new ValidateConstraint(position, columnName());
      }
      case CLUSTER -> {
        advance();
        expect(Token.ON);
        return new ClusterOn(position, columnName());
      }
      case SET -> {
        advance();
        return set(position);
      }
      case RESET -> {
        advance();
        return new RelationOptions(position, true, relationOptions());
      }
      case ENABLE -> {
        advance();
        return enable(position);
      }
      case DISABLE -> {
        advance();
        return disable(position);
      }
      case INHERIT -> {
        advance();
        return new Inherit(position, true, relationName());
      }
      case NO -> {
        advance();
        if (accept(Token.FORCE)) {
          expect(Token.ROW, Token.LEVEL);
          expect(Token.SECURITY);
          return new RowSecurity(position, RowSecurity.Kind.NO_FORCE);
        }
        expect(Token.INHERIT);
        return new Inherit(position, false, relationName());
      }
      case FORCE -> {
        advance();
        expect(Token.ROW, Token.LEVEL);
        expect(Token.SECURITY);
        return new RowSecurity(position, RowSecurity.Kind.FORCE);
      }
      case OF -> {
        advance();
        QualifiedName type = anyName();
        return new OfType(
            position,
            new TypeName(type.position(), type.parts(), false, false, List.of(), List.of()));
      }
      case NOT -> {
        advance();
        expect(Token.OF);
        return new OfType(position, null);
      }
      case OWNER -> {
        advance();
        expect(Token.TO);
        return new OwnerTo(position, role());
      }
      case REPLICA -> {
        advance();
        expect(Token.IDENTITY);
        return replicaIdentity(position);
      }
      case OPTIONS -> {
        return new ForeignOptions(position, alterOptions());
      }
      default -> throw syntaxError();
    }
  }

  private AlterTableAction add(int position) {
    if (atTableConstraint()) {
      return new AddConstraint(position, tableConstraint());
    }
    accept(Token.COLUMN);
    boolean ifNotExists = acceptIfNotExists();
    return new AddColumn(position, ifNotExists, columnDefinition());
  }

  private AlterTableAction alterConstraint(int position) {
    String constraint = columnName();
    if (accept(Token.INHERIT)) {
      return new AlterConstraint(
          position, constraint, false, false, true, ConstraintAttributes.NONE);
    }
    AttributeBits bits = attributeBits();
    if (bits.notValid()) {
      throw error("0A000", "constraints cannot be altered to be NOT VALID", bits.position());
    }
    checkAttributes(bits, "ALTER CONSTRAINT", DEFERRABLE | NO_INHERIT | ENFORCED);
    Boolean inherit = bits.noInherit() ? Boolean.FALSE : null;
    return new AlterConstraint(
        position,
        constraint,
        bits.changesDeferrability(),
        bits.enforced() || bits.notEnforced(),
        inherit,
        bits.attributes());
  }

  private AlterTableAction drop(int position) {
    if (accept(Token.CONSTRAINT)) {
      boolean ifExists = acceptIfExists();
      String name = columnName();
      return new DropConstraint(position, ifExists, name, dropBehavior());
    }
    accept(Token.COLUMN);
    boolean ifExists = acceptIfExists();
    String name = columnName();
    return new DropColumn(position, ifExists, name, dropBehavior());
  }

  // ALTER COLUMN.

  private AlterTableAction alterColumn(int position) {
    if (token == Token.INTEGER_LITERAL) {
      int at = position();
      int number = integer();
      expect(Token.SET, Token.STATISTICS);
      Integer target = statisticsTarget();
      if (number <= 0 || number > Short.MAX_VALUE) {
        throw error("22023", "column number must be in range from 1 to " + Short.MAX_VALUE, at);
      }
      return new SetStatistics(position, null, number, target);
    }
    String column = columnName();
    switch (token) {
      case SET -> {
        advance();
        return setColumn(position, column);
      }
      case DROP -> {
        advance();
        return dropOfColumn(position, column);
      }
      case TYPE -> {
        advance();
        return columnType(position, column);
      }
      case ADD -> {
        advance();
        expect(Token.GENERATED);
        boolean always = generatedWhen();
        expect(Token.AS, Token.IDENTITY);
        return new AddIdentity(position, column, always, optionalSequenceOptionsInParentheses());
      }
      case RESET -> {
        advance();
        return new ColumnOptions(position, column, true, relationOptions());
      }
      case OPTIONS -> {
        return new ColumnForeignOptions(position, column, alterOptions());
      }
      default -> {
        return alterIdentity(position, column, List.of());
      }
    }
  }

  private boolean generatedWhen() {
    if (accept(Token.ALWAYS)) {
      return true;
    }
    expect(Token.BY, Token.DEFAULT);
    return false;
  }

  private @Nullable Integer statisticsTarget() {
    return accept(Token.DEFAULT) ? null : Integer.valueOf(signedInteger());
  }

  private AlterTableAction setColumn(int position, String column) {
    switch (token) {
      case DEFAULT -> {
        advance();
        return new ColumnDefault(position, column, expression());
      }
      case NOT -> {
        advance();
        expect(Token.NULL);
        return new SetNotNull(position, column);
      }
      case EXPRESSION -> {
        advance();
        expect(Token.AS, Token.LEFT_PAREN);
        Expression expression = expression();
        expect(Token.RIGHT_PAREN);
        return new SetExpression(position, column, expression);
      }
      case STATISTICS -> {
        advance();
        return new SetStatistics(position, column, 0, statisticsTarget());
      }
      case STORAGE -> {
        advance();
        return new SetStorage(position, column, accept(Token.DEFAULT) ? "default" : columnName());
      }
      case COMPRESSION -> {
        advance();
        return new SetCompression(
            position, column, accept(Token.DEFAULT) ? "default" : columnName());
      }
      case DATA -> {
        advance();
        expect(Token.TYPE);
        return columnType(position, column);
      }
      case LEFT_PAREN -> {
        return new ColumnOptions(position, column, false, relationOptions());
      }
      default -> {
        return alterIdentity(position, column, List.of(identityOptionAfterSet()));
      }
    }
  }

  /** {@code GENERATED ALWAYS | BY DEFAULT}, or a sequence option, after SET. */
  private Option identityOptionAfterSet() {
    int position = position();
    if (accept(Token.GENERATED)) {
      return new Option(
          position,
          "generated",
          new Expression.StringConstant(position, generatedWhen() ? "always" : "by default"));
    }
    Option option = optionalSequenceOption();
    if (option == null) {
      throw syntaxError();
    }
    switch (option.name()) {
      case "as", "restart", "owned_by" ->
          throw error("sequence option \"" + option.name() + "\" not supported here", position);
      default -> {}
    }
    return option;
  }

  private AlterTableAction alterIdentity(int position, String column, List<Option> first) {
    int mark = mark();
    for (Option option : first) {
      push(option);
    }
    while (true) {
      int at = position();
      if (accept(Token.RESTART)) {
        if (accept(Token.WITH) || atNumber()) {
          push(new Option(at, "restart", number()));
        } else {
          push(new Option(at, "restart", null));
        }
      } else if (accept(Token.SET)) {
        push(identityOptionAfterSet());
      } else {
        break;
      }
    }
    List<Option> options = popList(mark);
    if (options.isEmpty()) {
      throw syntaxError();
    }
    return new SetIdentity(position, column, options);
  }

  private AlterTableAction dropOfColumn(int position, String column) {
    switch (token) {
      case DEFAULT -> {
        advance();
        return new ColumnDefault(position, column, null);
      }
      case NOT -> {
        advance();
        expect(Token.NULL);
        return new DropNotNull(position, column);
      }
      case EXPRESSION -> {
        advance();
        return new DropExpression(position, column, ifExistsBeforeNoName());
      }
      case IDENTITY -> {
        advance();
        return new DropIdentity(position, column, ifExistsBeforeNoName());
      }
      default -> throw syntaxError();
    }
  }

  private AlterTableAction columnType(int position, String column) {
    TypeName type = typeName();
    QualifiedName collation = accept(Token.COLLATE) ? anyName() : null;
    Expression using = accept(Token.USING) ? expression() : null;
    return new SetColumnType(position, column, type, collation, using);
  }

  // SET, ENABLE, DISABLE, REPLICA IDENTITY.

  private AlterTableAction set(int position) {
    switch (token) {
      case WITHOUT -> {
        advance();
        if (accept(Token.OIDS)) {
          return new SetWithoutOids(position);
        }
        expect(Token.CLUSTER);
        return new SetWithoutCluster(position);
      }
      case LOGGED -> {
        advance();
        return new SetLogged(position, true);
      }
      case UNLOGGED -> {
        advance();
        return new SetLogged(position, false);
      }
      case ACCESS -> {
        advance();
        expect(Token.METHOD);
        return new SetAccessMethod(position, accept(Token.DEFAULT) ? null : columnName());
      }
      case TABLESPACE -> {
        advance();
        return new SetTablespace(position, columnName());
      }
      default -> {
        return new RelationOptions(position, false, relationOptions());
      }
    }
  }

  private AlterTableAction enable(int position) {
    switch (token) {
      case ALWAYS -> {
        advance();
        return firing(position, FiringMode.ENABLE_ALWAYS, false);
      }
      case REPLICA -> {
        advance();
        return firing(position, FiringMode.ENABLE_REPLICA, false);
      }
      case ROW -> {
        advance();
        expect(Token.LEVEL, Token.SECURITY);
        return new RowSecurity(position, RowSecurity.Kind.ENABLE);
      }
      default -> {
        return firing(position, FiringMode.ENABLE, true);
      }
    }
  }

  private AlterTableAction disable(int position) {
    if (accept(Token.ROW)) {
      expect(Token.LEVEL, Token.SECURITY);
      return new RowSecurity(position, RowSecurity.Kind.DISABLE);
    }
    return firing(position, FiringMode.DISABLE, true);
  }

  private AlterTableAction firing(int position, FiringMode mode, boolean groupsAllowed) {
    if (accept(Token.RULE)) {
      return new RuleFiring(position, mode, columnName());
    }
    expect(Token.TRIGGER);
    if (groupsAllowed && accept(Token.ALL)) {
      return new TriggerFiring(position, mode, null, true, false);
    }
    if (groupsAllowed && accept(Token.USER)) {
      return new TriggerFiring(position, mode, null, false, true);
    }
    return new TriggerFiring(position, mode, columnName(), false, false);
  }

  private AlterTableAction replicaIdentity(int position) {
    switch (token) {
      case NOTHING -> {
        advance();
        return new ReplicaIdentity(position, ReplicaIdentity.Kind.NOTHING, null);
      }
      case FULL -> {
        advance();
        return new ReplicaIdentity(position, ReplicaIdentity.Kind.FULL, null);
      }
      case DEFAULT -> {
        advance();
        return new ReplicaIdentity(position, ReplicaIdentity.Kind.DEFAULT, null);
      }
      default -> {
        expect(Token.USING, Token.INDEX);
        return new ReplicaIdentity(position, ReplicaIdentity.Kind.INDEX, columnName());
      }
    }
  }

  // Partitions, and attributes of composite types.

  /** ATTACH or DETACH PARTITION, or null. */
  final @Nullable AlterTableAction optionalPartitionAction(boolean ofIndex) {
    int position = position();
    if (token == Token.ATTACH) {
      advance();
      expect(Token.PARTITION);
      QualifiedName name = relationName();
      PartitionBound bound = ofIndex ? null : partitionBound();
      return new AttachPartition(position, name, bound);
    }
    if (token == Token.DETACH && !ofIndex) {
      advance();
      expect(Token.PARTITION);
      QualifiedName name = relationName();
      if (accept(Token.FINALIZE)) {
        return new DetachPartition(position, name, false, true);
      }
      return new DetachPartition(position, name, accept(Token.CONCURRENTLY), false);
    }
    return null;
  }

  final List<AlterTableAction> attributeActions() {
    int mark = mark();
    do {
      push(attributeAction());
    } while (accept(Token.COMMA));
    return popList(mark);
  }

  private AlterTableAction attributeAction() {
    int position = position();
    switch (token) {
      case ADD -> {
        advance();
        expect(Token.ATTRIBUTE);
        ColumnDefinition attribute = compositeAttribute();
        return new AddAttribute(position, attribute, dropBehavior());
      }
      case DROP -> {
        advance();
        expect(Token.ATTRIBUTE);
        boolean ifExists = acceptIfExists();
        String name = columnName();
        return new DropAttribute(position, ifExists, name, dropBehavior());
      }
      default -> {
        expect(Token.ALTER, Token.ATTRIBUTE);
        String name = columnName();
        if (accept(Token.SET)) {
          expect(Token.DATA);
        }
        expect(Token.TYPE);
        TypeName type = typeName();
        QualifiedName collation = accept(Token.COLLATE) ? anyName() : null;
        return new AlterAttributeType(position, name, type, collation, dropBehavior());
      }
    }
  }

  /** {@code name type [COLLATE collation]} of a composite type. */
  final ColumnDefinition compositeAttribute() {
    int position = position();
    String name = columnName();
    TypeName type = typeName();
    QualifiedName collation = accept(Token.COLLATE) ? anyName() : null;
    return new ColumnDefinition(position, name, type, null, null, List.of(), collation, List.of());
  }
}
