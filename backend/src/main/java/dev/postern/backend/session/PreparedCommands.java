package dev.postern.backend.session;

import dev.postern.backend.ExecuteMode;
import dev.postern.backend.Outcome;
import dev.postern.backend.ResultSink;
import dev.postern.backend.analyze.StandaloneExpressions;
import dev.postern.backend.analyze.TypedExpression;
import dev.postern.backend.command.SelectInto;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.Expression;
import dev.postern.backend.sql.SessionStatement.DeallocateStatement;
import dev.postern.backend.sql.SessionStatement.ExecuteStatement;
import dev.postern.backend.sql.SessionStatement.PrepareStatement;
import dev.postern.backend.sql.Statement;
import dev.postern.backend.sql.TypeName;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.SqlType;
import java.util.List;

/** PREPARE, EXECUTE and DEALLOCATE. Used by the session's thread. */
final class PreparedCommands {
  private final SessionContext context;
  private final StatementCompiler compiler;
  private final StatementTable statements;
  private final PortalTable portals;
  private final PortalRunner runner;
  private final Completion completion;

  PreparedCommands(
      SessionContext context,
      StatementCompiler compiler,
      StatementTable statements,
      PortalTable portals,
      PortalRunner runner,
      Completion completion) {
    this.context = context;
    this.compiler = compiler;
    this.statements = statements;
    this.portals = portals;
    this.runner = runner;
    this.completion = completion;
  }

  void prepare(PrepareStatement prepare, byte[] text, int start, int length) {
    byte[] name = NameTable.bytes(prepare.name());
    if (name.length == 0) {
      throw new SqlError(
          SqlState.INVALID_PREPARED_STATEMENT_DEFINITION,
          "invalid statement name: must not be empty");
    }
    List<TypeName> declared = prepare.parameterTypes();
    int[] types = new int[declared.size()];
    for (int i = 0; i < types.length; i++) {
      types[i] =
          StandaloneExpressions.type(compiler.analyzeContext(), text, declared.get(i)).type().oid();
    }
    Statement tree = SelectInto.asCreation(prepare.statement());
    if (!StoredStatement.isPlanned(tree)) {
      throw SqlError.notSupported("PREPARE of a utility statement");
    }
    StoredStatement statement =
        new StoredStatement(
            name, text.clone(), tree, start, length, types, true, context.statementStartMicros());
    compiler.revalidated(statement);
    statements.requireFree(name);
    statements.add(statement);
    completion.tag("PREPARE");
  }

  void deallocate(DeallocateStatement deallocate) {
    String name = deallocate.name();
    if (name == null) {
      statements.clear();
      completion.tag("DEALLOCATE ALL");
    } else {
      byte[] key = statements.require(name).name;
      statements.remove(key, 0, key.length);
      completion.tag("DEALLOCATE");
    }
  }

  /** A portal of the statement with EXECUTE's values; the caller ends it. */
  BoundPortal bind(ExecuteStatement execute, byte[] text) {
    StoredStatement statement = statements.require(execute.name());
    compiler.revalidated(statement);
    BoundPortal portal = new BoundPortal(statement);
    portal.parameters(values(execute, statement, text));
    return portal;
  }

  Outcome execute(
      ExecuteStatement execute, byte[] text, ResultSink sink, ExecuteMode mode, boolean describes) {
    BoundPortal portal = bind(execute, text);
    try {
      return runner.run(portal, 0, sink, mode, describes);
    } finally {
      portals.stop(portal);
    }
  }

  private Datum[] values(ExecuteStatement execute, StoredStatement statement, byte[] text) {
    SqlType[] types = statement.types();
    List<Expression> given = execute.parameters();
    // PostgreSQL does not even look at values where the statement has no parameters.
    if (types.length == 0) {
      return new Datum[0];
    }
    if (given.size() != types.length) {
      throw new SqlError(
              SqlState.SYNTAX_ERROR,
              "wrong number of parameters for prepared statement \"" + execute.name() + "\"")
          .detail("Expected " + types.length + " parameters but got " + given.size() + ".");
    }
    List<TypedExpression> typed =
        StandaloneExpressions.executeParameters(compiler.analyzeContext(), text, given, types);
    return ExpressionRun.ofValues(context, compiler, typed).values();
  }
}
