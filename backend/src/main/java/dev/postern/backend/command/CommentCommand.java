package dev.postern.backend.command;

import dev.postern.backend.catalog.ClassOids;
import dev.postern.backend.catalog.ObjectAddress;
import dev.postern.backend.sql.ObjectStatement.CommentStatement;

/** COMMENT ON. */
final class CommentCommand {
  private final CommandContext context;

  CommentCommand(CommandContext context) {
    this.context = context;
  }

  String execute(CommentStatement statement) {
    ObjectAddress object =
        new ObjectLookup(context).find(statement.objectType(), statement.object());
    boolean shared =
        object.classOid() == ClassOids.PG_DATABASE
            || object.classOid() == ClassOids.PG_AUTHID
            || object.classOid() == ClassOids.PG_TABLESPACE;
    if (shared) {
      context.catalogWriter().commentShared(object, statement.comment());
    } else {
      context.catalogWriter().comment(object, statement.comment());
    }
    return "COMMENT";
  }
}
