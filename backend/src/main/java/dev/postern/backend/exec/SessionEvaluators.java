package dev.postern.backend.exec;

import dev.postern.backend.sql.Expression;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.SqlType;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** Values that come from the session: CURRENT_DATE and its sisters, sequences. */
final class SessionEvaluators {
  private static final long MICROS_PER_DAY = 86_400_000_000L;
  private static final long EPOCH_SECONDS = 946_684_800L;

  private SessionEvaluators() {}

  static final class SqlValue extends Evaluator {
    private final Expression.SqlValueFunction.Kind kind;
    private final int typmod;
    private final SqlType type;

    SqlValue(Expression.SqlValueFunction.Kind kind, int typmod, SqlType type) {
      this.kind = kind;
      this.typmod = typmod;
      this.type = type;
    }

    @Override
    void evaluate(Frame frame, Datum result) {
      ExecutionContext context = frame.context;
      long now = context.transactionStartMicros();
      switch (kind) {
        case CURRENT_DATE -> result.setLong(Math.floorDiv(local(context, now), MICROS_PER_DAY));
        case LOCALTIME -> result.setLong(Math.floorMod(local(context, now), MICROS_PER_DAY));
        case LOCALTIMESTAMP -> result.setLong(local(context, now));
        case CURRENT_TIMESTAMP -> result.setLong(now);
        case CURRENT_TIME -> currentTime(context, now, result);
        case CURRENT_ROLE, CURRENT_USER, USER -> result.setText(context.currentUser());
        case SESSION_USER -> result.setText(context.sessionUser());
        case CURRENT_CATALOG -> result.setText(context.databaseName());
        case CURRENT_SCHEMA -> currentSchema(context, result);
      }
      if (typmod >= 0 && !result.isNull) {
        type.applyTypmod(result, typmod, true);
      }
    }

    private static void currentSchema(ExecutionContext context, Datum result) {
      for (int schema : context.catalog().searchPath()) {
        String name = context.catalog().schemaName(schema);
        if (name != null && !name.equals("pg_catalog")) {
          result.setText(name);
          return;
        }
      }
      result.setNull();
    }

    private static int offsetSeconds(ExecutionContext context, long micros) {
      ZoneId zone = context.style().timeZone;
      if (zone instanceof ZoneOffset offset) {
        return offset.getTotalSeconds();
      }
      Instant instant = Instant.ofEpochSecond(Math.floorDiv(micros, 1_000_000L) + EPOCH_SECONDS);
      return zone.getRules().getOffset(instant).getTotalSeconds();
    }

    private static long local(ExecutionContext context, long micros) {
      return micros + offsetSeconds(context, micros) * 1_000_000L;
    }

    /** timetz send form: microseconds, then seconds west of Greenwich. */
    private static void currentTime(ExecutionContext context, long now, Datum result) {
      byte[] form = new byte[12];
      dev.postern.backend.type.Bytes.putLong(
          form, 0, Math.floorMod(local(context, now), MICROS_PER_DAY));
      dev.postern.backend.type.Bytes.putInt(form, 8, -offsetSeconds(context, now));
      result.setBytes(form);
    }
  }

  /** nextval of an identity column's sequence, whose bounds are those of the column's type. */
  static final class NextValue extends Evaluator {
    private final int sequenceOid;

    NextValue(int sequenceOid) {
      this.sequenceOid = sequenceOid;
    }

    @Override
    void evaluate(Frame frame, Datum result) {
      result.setLong(frame.context.sequences().next(sequenceOid));
    }
  }
}
