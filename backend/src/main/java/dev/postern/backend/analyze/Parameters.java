package dev.postern.backend.analyze;

import dev.postern.backend.analyze.TypedExpression.Parameter;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.type.SqlType;
import dev.postern.backend.type.TypeOids;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * The statement's parameters and what has been found of their types. An open one takes the type of
 * the first place that wants one (PostgreSQL's variable parameter hooks).
 */
final class Parameters {
  private static final int LIMIT = 65535;

  private final boolean allowed;

  /** 0 is not seen yet, UNKNOWN seen but still open. */
  private int[] types;

  /** Every reference made, with its position. */
  private final Map<Parameter, Integer> references = new IdentityHashMap<>();

  private Parameters(boolean allowed, int[] types) {
    this.allowed = allowed;
    this.types = types;
  }

  /** A statement that can have no parameters. */
  static Parameters none() {
    return new Parameters(false, new int[0]);
  }

  /**
   * @param declared OIDs, 0 where open
   */
  static Parameters of(int[] declared) {
    return new Parameters(true, declared.clone());
  }

  Parameter reference(Analysis analysis, int number, int position) {
    if (!allowed || number <= 0 || number > LIMIT) {
      throw analysis.error(
          SqlState.UNDEFINED_PARAMETER,
          "there is no parameter $" + Integer.toUnsignedString(number),
          position);
    }
    if (number > types.length) {
      types = Arrays.copyOf(types, number);
    }
    if (types[number - 1] == 0) {
      types[number - 1] = TypeOids.UNKNOWN;
    }
    return remember(new Parameter(number, analysis.type(types[number - 1])), position);
  }

  private Parameter remember(Parameter parameter, int position) {
    references.put(parameter, position);
    return parameter;
  }

  int position(Parameter parameter) {
    return references.getOrDefault(parameter, -1);
  }

  /** Gives an open parameter the type that is wanted of it. */
  Parameter coerce(Analysis analysis, Parameter parameter, int target) {
    int position = position(parameter);
    int known = types[parameter.number() - 1];
    if (known == TypeOids.UNKNOWN) {
      types[parameter.number() - 1] = target;
    } else if (known != target) {
      throw analysis
          .error(
              SqlState.AMBIGUOUS_PARAMETER,
              "inconsistent types deduced for parameter $" + parameter.number(),
              position)
          .detail(analysis.name(known) + " versus " + analysis.name(target));
    }
    references.remove(parameter);
    return remember(new Parameter(parameter.number(), analysis.type(target)), position);
  }

  /** The types found, once the whole statement is analyzed. */
  List<SqlType> finish(Analysis analysis) {
    int first = Integer.MAX_VALUE;
    Parameter ambiguous = null;
    for (Map.Entry<Parameter, Integer> reference : references.entrySet()) {
      Parameter parameter = reference.getKey();
      if (parameter.type().oid() != types[parameter.number() - 1] && reference.getValue() < first) {
        first = reference.getValue();
        ambiguous = parameter;
      }
    }
    if (ambiguous != null) {
      throw analysis.error(
          SqlState.AMBIGUOUS_PARAMETER,
          "could not determine data type of parameter $" + ambiguous.number(),
          first);
    }
    List<SqlType> found = new ArrayList<>();
    for (int i = 0; i < types.length; i++) {
      if (types[i] == 0 || types[i] == TypeOids.UNKNOWN) {
        throw new SqlError(
            SqlState.INDETERMINATE_DATATYPE,
            "could not determine data type of parameter $" + (i + 1));
      }
      found.add(analysis.type(types[i]));
    }
    return found;
  }
}
