package dev.postern.backend.analyze;

import dev.postern.backend.sql.TypeName;
import dev.postern.backend.type.SqlType;

/** Types as statements write them, for those outside of queries. */
public final class WrittenTypes {
  private WrittenTypes() {}

  /** A type with its modifier, -1 where it has none. */
  public record WrittenType(SqlType type, int typmod) {}

  /**
   * Resolves a type.
   *
   * @param text what the name's position counts in
   */
  public static WrittenType resolve(AnalyzeContext context, byte[] text, TypeName name) {
    Analysis analysis = new Analysis(context, text, Parameters.none(), new Analysis.Numbering(0));
    TypeReferences.ModifiedType found = analysis.typeNames.resolve(name);
    return new WrittenType(found.type(), found.typmod());
  }
}
