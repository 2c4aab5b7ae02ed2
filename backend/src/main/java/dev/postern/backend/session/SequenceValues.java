package dev.postern.backend.session;

import dev.postern.backend.catalog.CatalogRow;
import dev.postern.backend.catalog.CatalogTable;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.command.SessionSequences;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.exec.SequenceAccess;
import dev.postern.backend.storage.SequenceState;
import dev.postern.backend.storage.SequenceState.Value;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Sequences as one session uses them (manual section 9.17): values are taken from the branch
 * without regard to transactions; what this session took is remembered for currval() and lastval().
 * Used by the session's thread.
 */
final class SequenceValues implements SequenceAccess {
  private static final CatalogTable SEQUENCE = CatalogTable.named("pg_sequence");

  private final SessionContext context;
  private final Map<Integer, Bounds> bounds = new HashMap<>(0);
  private long boundsVersion;
  private final SessionSequences remembered = new SessionSequences();

  SequenceValues(SessionContext context) {
    this.context = context;
  }

  /** What pg_sequence says, with the sequence itself. */
  private record Bounds(
      RelationDescriptor relation,
      long increment,
      long minimum,
      long maximum,
      boolean cycles,
      SequenceState state) {}

  private Bounds bounds(int oid) {
    long version = context.reader().version();
    if (version != boundsVersion) {
      bounds.clear();
      boundsVersion = version;
    }
    Bounds known = bounds.get(oid);
    if (known == null) {
      known = read(oid);
      bounds.put(oid, known);
    }
    return known;
  }

  private Bounds read(int oid) {
    RelationDescriptor relation = context.reader().relation(oid);
    if (relation == null) {
      throw new SqlError(SqlState.UNDEFINED_TABLE, "relation with OID " + oid + " does not exist");
    }
    CatalogRow row =
        context.store().first(SEQUENCE, SEQUENCE.index("seqrelid"), Integer.valueOf(oid));
    if (relation.kind() != 'S' || row == null) {
      throw new SqlError(
              SqlState.WRONG_OBJECT_TYPE, "cannot open relation \"" + relation.name() + "\"")
          .detail(RelationKinds.notSupported(relation.kind()));
    }
    return new Bounds(
        relation,
        row.longInteger("seqincrement"),
        row.longInteger("seqmin"),
        row.longInteger("seqmax"),
        row.truth("seqcycle"),
        context.branch().sequence(relation.fileNode()));
  }

  @Override
  public long next(int sequenceOid) {
    Bounds sequence = bounds(sequenceOid);
    requireWritable(sequence, "nextval()");
    while (true) {
      Value now = sequence.state.get();
      long value = now.called() ? following(sequence, now.last()) : now.last();
      if (sequence.state.compareAndSet(now, new Value(value, true))) {
        remembered.remember(sequenceOid, value);
        remembered.use(sequenceOid);
        return value;
      }
    }
  }

  private static long following(Bounds sequence, long last) {
    long increment = sequence.increment;
    if (increment > 0) {
      if (last > sequence.maximum - increment) {
        if (!sequence.cycles) {
          throw exhausted(sequence, "maximum", sequence.maximum);
        }
        return sequence.minimum;
      }
    } else if (last < sequence.minimum - increment) {
      if (!sequence.cycles) {
        throw exhausted(sequence, "minimum", sequence.minimum);
      }
      return sequence.maximum;
    }
    return last + increment;
  }

  private static SqlError exhausted(Bounds sequence, String end, long value) {
    return new SqlError(
        SqlState.SEQUENCE_GENERATOR_LIMIT_EXCEEDED,
        "nextval: reached "
            + end
            + " value of sequence \""
            + sequence.relation.name()
            + "\" ("
            + value
            + ")");
  }

  private void requireWritable(Bounds sequence, String command) {
    if (context.transaction().isReadOnly() && sequence.relation.persistence() != 't') {
      throw PortalRunner.readOnly(command);
    }
  }

  /** currval(). */
  long current(int sequenceOid) {
    Bounds sequence = bounds(sequenceOid);
    if (!remembered.knows(sequenceOid)) {
      throw new SqlError(
          SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE,
          "currval of sequence \""
              + sequence.relation.name()
              + "\" is not yet defined in this session");
    }
    return remembered.value(sequenceOid);
  }

  /** lastval(). */
  long last() {
    int sequence = remembered.lastUsed();
    if (sequence == 0 || context.reader().relation(sequence) == null) {
      throw new SqlError(
          SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE, "lastval is not yet defined in this session");
    }
    return remembered.value(sequence);
  }

  /** setval(). */
  long set(int sequenceOid, long value, boolean called) {
    Bounds sequence = bounds(sequenceOid);
    requireWritable(sequence, "setval()");
    if (value < sequence.minimum || value > sequence.maximum) {
      throw new SqlError(
          SqlState.NUMERIC_VALUE_OUT_OF_RANGE,
          "setval: value "
              + value
              + " is out of bounds for sequence \""
              + sequence.relation.name()
              + "\" ("
              + sequence.minimum
              + ".."
              + sequence.maximum
              + ")");
    }
    sequence.state.set(new Value(value, called));
    if (called) {
      remembered.remember(sequenceOid, value);
    }
    return value;
  }

  /** pg_sequence_last_value(): null while none was taken. */
  @Nullable Long lastValue(int sequenceOid) {
    Value value = bounds(sequenceOid).state.get();
    return value.called() ? value.last() : null;
  }

  /** What this session remembers. */
  SessionSequences remembered() {
    return remembered;
  }
}
