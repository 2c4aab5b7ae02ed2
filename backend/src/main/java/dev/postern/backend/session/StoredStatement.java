package dev.postern.backend.session;

import dev.postern.backend.PreparedStatement;
import dev.postern.backend.ResultColumn;
import dev.postern.backend.command.SelectInto;
import dev.postern.backend.sql.DataStatement;
import dev.postern.backend.sql.ParsedStatement;
import dev.postern.backend.sql.SelectStatement;
import dev.postern.backend.sql.Statement;
import dev.postern.backend.type.SqlType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A prepared statement of either kind: from a Parse message or from PREPARE. Used by its session's
 * thread.
 */
final class StoredStatement implements PreparedStatement {
  private static final int[] NO_OIDS = new int[0];
  private static final SqlType[] NO_TYPES = new SqlType[0];

  final byte[] name;

  /** The text that the tree's positions count in. */
  final byte[] text;

  /** Null for an empty query string. */
  final @Nullable Statement tree;

  /** The statement's own part of the text, for pg_prepared_statements and pg_stat_activity. */
  final int start;

  final int length;
  final boolean fromSql;
  final long preparedMicros;

  /** How often it was bound or executed, for pg_prepared_statements. */
  long runs;

  /** OIDs as declared, 0 where open; what was found once it was analyzed. */
  private int @Nullable [] parameterOids;

  private SqlType[] parameterTypes = NO_TYPES;
  private ResultColumn @Nullable [] columns;
  private @Nullable CompiledStatement compiled;

  /** A portal that nobody uses, for the next Bind. */
  @Nullable BoundPortal sparePortal;

  StoredStatement(
      byte[] name,
      byte[] text,
      @Nullable Statement tree,
      int start,
      int length,
      int @Nullable [] declaredTypes,
      boolean fromSql,
      long preparedMicros) {
    parameterOids = declaredTypes;
    this.name = name;
    this.text = text;
    this.tree = tree;
    this.start = start;
    this.length = length;
    this.fromSql = fromSql;
    this.preparedMicros = preparedMicros;
  }

  static StoredStatement of(
      byte[] name,
      byte[] text,
      @Nullable ParsedStatement parsed,
      int @Nullable [] declaredTypes,
      long preparedMicros) {
    return parsed == null
        ? new StoredStatement(name, text, null, 0, 0, declaredTypes, false, preparedMicros)
        : new StoredStatement(
            name,
            text,
            SelectInto.asCreation(parsed.tree()),
            parsed.start(),
            parsed.length(),
            declaredTypes,
            false,
            preparedMicros);
  }

  /** Whether it is planned: the rest are utility statements. */
  static boolean isPlanned(@Nullable Statement tree) {
    return tree instanceof SelectStatement || tree instanceof DataStatement;
  }

  @Nullable CompiledStatement compiled() {
    return compiled;
  }

  /** Says what was found of it; parameters as their types turned out. */
  void compiled(CompiledStatement made) {
    compiled = made;
    if (parameterTypes.length == 0) {
      parameters(made.analyzed.parameterTypes());
    }
    columns = made.columns;
  }

  /** The types of parameters as they turned out. */
  void parameters(List<? extends SqlType> types) {
    if (types.isEmpty()) {
      return;
    }
    parameterTypes = types.toArray(SqlType[]::new);
    int[] oids = new int[parameterTypes.length];
    for (int i = 0; i < oids.length; i++) {
      oids[i] = parameterTypes[i].oid();
    }
    parameterOids = oids;
  }

  /** The shape of a utility statement that returns rows. */
  void columns(ResultColumn @Nullable [] shape) {
    columns = shape;
  }

  int @Nullable [] declaredTypes() {
    return parameterOids;
  }

  SqlType[] types() {
    return parameterTypes;
  }

  void forgetPlan() {
    compiled = null;
  }

  @Override
  public int[] parameterTypes() {
    int[] oids = parameterOids;
    return oids == null ? NO_OIDS : oids;
  }

  @Override
  public ResultColumn @Nullable [] resultColumns() {
    return columns;
  }

  @Override
  public boolean isEmpty() {
    return tree == null;
  }
}
