package dev.postern.backend.sql;

/** A node of the syntax tree. */
public sealed interface Node
    permits AlterTableAction,
        Expression,
        IndirectionElement,
        ObjectReference,
        OperatorName,
        Option,
        Privilege,
        QualifiedName,
        QueryBody,
        QueryClause,
        RoleName,
        RoutineClause,
        Statement,
        TableElement,
        TableReference,
        TypeName {
  /**
   * Where PostgreSQL would report this node: 0-based byte offset from the start of the parsed text;
   * -1 where it reports none.
   */
  int position();
}
