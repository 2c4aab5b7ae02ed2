package dev.postern.backend.exec;

import dev.postern.backend.analyze.StoredExpression;
import dev.postern.backend.analyze.TypedExpression;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.catalog.RelationDescriptor.Attribute;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.DomainType;
import dev.postern.backend.type.SqlType;
import dev.postern.backend.type.TupleLayout;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a foreign key on one side as values of the other side's types, which need not be
 * the same (manual section 5.5.5: an integer may refer to a numeric). One thread at a time; good
 * for one catalog version.
 */
final class ForeignKeyValues {
  private final RelationDescriptor from;
  private final int[] fromColumns;
  private final RelationDescriptor to;
  private final int[] toColumns;
  private final @Nullable Evaluator @Nullable [] conversions;

  /** The way back, where a conversion may lose something. */
  private final @Nullable Evaluator @Nullable [] back;

  private final Frame frame = new Frame(DetachedContext.INSTANCE, 2, 8, new CommonTables());

  private ForeignKeyValues(
      RelationDescriptor from,
      int[] fromColumns,
      RelationDescriptor to,
      int[] toColumns,
      @Nullable Evaluator @Nullable [] conversions,
      @Nullable Evaluator @Nullable [] back) {
    this.from = from;
    this.fromColumns = fromColumns;
    this.to = to;
    this.toColumns = toColumns;
    this.conversions = conversions;
    this.back = back;
  }

  /**
   * Columns of one table as values for columns of another.
   *
   * @param fromColumns attribute numbers
   * @param toColumns likewise, in the same order
   */
  static ForeignKeyValues of(
      IndexKeysFactory factory,
      RelationDescriptor from,
      int[] fromColumns,
      RelationDescriptor to,
      int[] toColumns) {
    if (sameTypes(from, fromColumns, to, toColumns)) {
      return new ForeignKeyValues(from, fromColumns, to, toColumns, null, null);
    }
    @Nullable Evaluator[] conversions = new @Nullable Evaluator[fromColumns.length];
    @Nullable Evaluator[] back = new @Nullable Evaluator[fromColumns.length];
    ExpressionCompiler there = factory.compiler(from);
    ExpressionCompiler here = factory.compiler(to);
    for (int i = 0; i < fromColumns.length; i++) {
      Attribute own = from.attributes().get(fromColumns[i] - 1);
      Attribute other = to.attributes().get(toColumns[i] - 1);
      if (base(own.type()).oid() == base(other.type()).oid()) {
        continue;
      }
      conversions[i] = there.compile(converted(factory, own, base(other.type())));
      if (!factory.isImplicit(base(own.type()), base(other.type()))) {
        back[i] = here.compile(converted(factory, other, base(own.type())));
      }
    }
    return new ForeignKeyValues(from, fromColumns, to, toColumns, conversions, back);
  }

  private static TypedExpression converted(IndexKeysFactory factory, Attribute own, SqlType type) {
    return StoredExpression.converted(factory.context(), 0, own, type);
  }

  static boolean sameTypes(
      RelationDescriptor from, int[] fromColumns, RelationDescriptor to, int[] toColumns) {
    for (int i = 0; i < fromColumns.length; i++) {
      int own = base(from.attributes().get(fromColumns[i] - 1).type()).oid();
      if (own != base(to.attributes().get(toColumns[i] - 1).type()).oid()) {
        return false;
      }
    }
    return true;
  }

  private static SqlType base(SqlType type) {
    return type instanceof DomainType domain ? base(domain.base()) : type;
  }

  /** Reads the key's column as the other side's type; errors where it does not fit. */
  void read(ExecutionContext context, byte[] tuple, int column, Datum result) {
    Evaluator conversion = conversions == null ? null : conversions[column];
    if (conversion == null) {
      plain(tuple, column, result);
      return;
    }
    frame.context = context;
    frame.tuples[0] = tuple;
    conversion.evaluate(frame, result);
  }

  /** As {@link #read}; false where no value of the other side's type equals the column's. */
  boolean readEqual(ExecutionContext context, byte[] tuple, int column, Datum result) {
    try {
      read(context, tuple, column, result);
    } catch (SqlError error) {
      if (error.sqlState().equals(SqlState.NUMERIC_VALUE_OUT_OF_RANGE)) {
        return false;
      }
      throw error;
    }
    Evaluator way = back == null ? null : back[column];
    if (way == null || result.isNull) {
      return true;
    }
    Datum[] row = CallEvaluators.datums(to.layout().columns());
    for (Datum value : row) {
      value.setNull();
    }
    row[toColumns[column] - 1].set(result);
    frame.tuples[0] = to.layout().form(row);
    Datum again = new Datum();
    way.evaluate(frame, again);
    Datum original = new Datum();
    plain(tuple, column, original);
    return base(from.attributes().get(fromColumns[column] - 1).type()).equal(original, again);
  }

  private void plain(byte[] tuple, int column, Datum result) {
    int index = fromColumns[column] - 1;
    if (TupleLayout.has(tuple, index)) {
      from.layout().read(tuple, index, result);
    } else {
      result.setNull();
    }
  }
}
