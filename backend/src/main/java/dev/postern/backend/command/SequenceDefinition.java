package dev.postern.backend.command;

import dev.postern.backend.catalog.CatalogRow;
import dev.postern.backend.catalog.CatalogTable;
import dev.postern.backend.catalog.RowValues;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.Expression.BooleanConstant;
import dev.postern.backend.sql.Expression.IntegerConstant;
import dev.postern.backend.sql.Expression.NumericConstant;
import dev.postern.backend.sql.Node;
import dev.postern.backend.sql.Option;
import dev.postern.backend.sql.QualifiedName;
import dev.postern.backend.sql.TypeName;
import dev.postern.backend.storage.SequenceState;
import dev.postern.backend.type.TypeOids;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The parameters of a sequence, as CREATE and ALTER SEQUENCE set them. */
final class SequenceDefinition {
  static final CatalogTable SEQUENCE = CatalogTable.named("pg_sequence");

  int typeOid = TypeOids.INT8;
  long start;
  long increment = 1;
  long maximum;
  long minimum;
  long cache = 1;
  boolean cycle;

  /** RESTART was said, or this is a new sequence. */
  boolean restart;

  long restartValue;

  /** OWNED BY, as written; {@code none} as a single part. */
  @Nullable QualifiedName ownedBy;

  /** SEQUENCE NAME of an identity column. */
  @Nullable QualifiedName name;

  private boolean typeGiven;
  private boolean resetMaximum;
  private boolean resetMinimum;

  private final CommandContext context;

  private SequenceDefinition(CommandContext context) {
    this.context = context;
  }

  /** A new sequence's. */
  static SequenceDefinition create(CommandContext context, int defaultType, List<Option> options) {
    SequenceDefinition definition = new SequenceDefinition(context);
    definition.typeOid = defaultType;
    definition.read(options, null);
    return definition;
  }

  /** Changes what a sequence has. */
  static SequenceDefinition alter(CommandContext context, CatalogRow row, List<Option> options) {
    SequenceDefinition definition = new SequenceDefinition(context);
    definition.typeOid = row.integer("seqtypid");
    definition.start = row.longInteger("seqstart");
    definition.increment = row.longInteger("seqincrement");
    definition.maximum = row.longInteger("seqmax");
    definition.minimum = row.longInteger("seqmin");
    definition.cache = row.longInteger("seqcache");
    definition.cycle = row.truth("seqcycle");
    definition.read(options, row);
    return definition;
  }

  /** The same parameters as another sequence's. */
  static SequenceDefinition copy(CommandContext context, CatalogRow row) {
    return alter(context, row, List.of());
  }

  private void read(List<Option> options, @Nullable CatalogRow before) {
    Set<String> seen = new HashSet<>();
    Option startOption = null;
    Option maximumOption = null;
    Option minimumOption = null;
    Option restartOption = null;
    int oldType = typeOid;
    for (Option option : options) {
      if (!seen.add(option.name())) {
        throw new SqlError(SqlState.SYNTAX_ERROR, "conflicting or redundant options")
            .at(context.character(option.position()));
      }
      Node value = option.value();
      switch (option.name()) {
        case "as" -> type(option);
        case "increment" -> increment = number(option);
        case "start" -> startOption = option;
        case "restart" -> restartOption = option;
        case "maxvalue" -> maximumOption = option;
        case "minvalue" -> minimumOption = option;
        case "cache" -> cache = number(option);
        case "cycle" -> cycle = value instanceof BooleanConstant truth && truth.value();
        case "owned_by" -> ownedBy = value instanceof QualifiedName column ? column : null;
        case "sequence_name" -> name = value instanceof QualifiedName given ? given : null;
        case "logged" -> {
          // All sequences are logged.
        }
        default -> throw SqlError.notSupported("sequence option " + option.name());
      }
    }
    boolean isNew = before == null;
    if (typeGiven && !isNew) {
      resetMaximum = maximum == largest(oldType);
      resetMinimum = minimum == smallest(oldType);
    }
    check(isNew, startOption, maximumOption, minimumOption, restartOption);
  }

  private void type(Option option) {
    if (!(option.value() instanceof TypeName written)) {
      throw new SqlError(SqlState.SYNTAX_ERROR, "sequence type must be a type name");
    }
    typeOid = context.services().type(written).typeOid();
    typeGiven = true;
    if (typeOid != TypeOids.INT2 && typeOid != TypeOids.INT4 && typeOid != TypeOids.INT8) {
      throw new SqlError(
          SqlState.INVALID_PARAMETER_VALUE,
          name == null
              ? "sequence type must be smallint, integer, or bigint"
              : "identity column type must be smallint, integer, or bigint");
    }
  }

  private void check(
      boolean isNew,
      @Nullable Option startOption,
      @Nullable Option maximumOption,
      @Nullable Option minimumOption,
      @Nullable Option restartOption) {
    if (increment == 0) {
      throw invalid("INCREMENT must not be zero");
    }
    boolean ascending = increment > 0;
    if (maximumOption != null && maximumOption.value() != null) {
      maximum = number(maximumOption);
    } else if (isNew || maximumOption != null || resetMaximum) {
      maximum = ascending || resetMaximum && maximumOption == null ? largest(typeOid) : -1;
    }
    if (maximum < smallest(typeOid) || maximum > largest(typeOid)) {
      throw invalid(
          "MAXVALUE (" + maximum + ") is out of range for sequence data type " + typeName());
    }
    if (minimumOption != null && minimumOption.value() != null) {
      minimum = number(minimumOption);
    } else if (isNew || minimumOption != null || resetMinimum) {
      minimum = !ascending || resetMinimum && minimumOption == null ? smallest(typeOid) : 1;
    }
    if (minimum < smallest(typeOid) || minimum > largest(typeOid)) {
      throw invalid(
          "MINVALUE (" + minimum + ") is out of range for sequence data type " + typeName());
    }
    if (minimum >= maximum) {
      throw invalid("MINVALUE (" + minimum + ") must be less than MAXVALUE (" + maximum + ")");
    }
    if (startOption != null) {
      start = number(startOption);
    } else if (isNew) {
      start = ascending ? minimum : maximum;
    }
    if (start < minimum) {
      throw invalid("START value (" + start + ") cannot be less than MINVALUE (" + minimum + ")");
    }
    if (start > maximum) {
      throw invalid(
          "START value (" + start + ") cannot be greater than MAXVALUE (" + maximum + ")");
    }
    if (restartOption != null) {
      restart = true;
      restartValue = restartOption.value() == null ? start : number(restartOption);
      if (restartValue < minimum) {
        throw invalid(
            "RESTART value (" + restartValue + ") cannot be less than MINVALUE (" + minimum + ")");
      }
      if (restartValue > maximum) {
        throw invalid(
            "RESTART value ("
                + restartValue
                + ") cannot be greater than MAXVALUE ("
                + maximum
                + ")");
      }
    }
    if (cache <= 0) {
      throw invalid("CACHE (" + cache + ") must be greater than zero");
    }
  }

  private static SqlError invalid(String message) {
    return new SqlError(SqlState.INVALID_PARAMETER_VALUE, message);
  }

  private String typeName() {
    return context.catalog().displayName(typeOid);
  }

  private static long largest(int type) {
    return switch (type) {
      case TypeOids.INT2 -> Short.MAX_VALUE;
      case TypeOids.INT4 -> Integer.MAX_VALUE;
      default -> Long.MAX_VALUE;
    };
  }

  private static long smallest(int type) {
    return switch (type) {
      case TypeOids.INT2 -> Short.MIN_VALUE;
      case TypeOids.INT4 -> Integer.MIN_VALUE;
      default -> Long.MIN_VALUE;
    };
  }

  private static long number(Option option) {
    return switch (option.value()) {
      case IntegerConstant constant -> constant.value();
      case NumericConstant constant -> {
        try {
          yield Long.parseLong(constant.text());
        } catch (NumberFormatException tooLarge) {
          throw new SqlError(
              SqlState.NUMERIC_VALUE_OUT_OF_RANGE,
              "value \"" + constant.text() + "\" is out of range for type bigint");
        }
      }
      case null, default ->
          throw new SqlError(SqlState.SYNTAX_ERROR, option.name() + " requires a numeric value");
    };
  }

  /** The row of pg_sequence. */
  RowValues row(RowValues row, int sequence) {
    return row.set("seqrelid", sequence)
        .set("seqtypid", typeOid)
        .set("seqstart", start)
        .set("seqincrement", increment)
        .set("seqmax", maximum)
        .set("seqmin", minimum)
        .set("seqcache", cache)
        .set("seqcycle", cycle);
  }

  SequenceState.Value initial() {
    return new SequenceState.Value(start, false);
  }
}
