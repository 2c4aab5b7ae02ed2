/**
 * The top of the embedded engine: databases, sessions, transactions, statements and portals.
 *
 * <p>{@link dev.postern.backend.session.EmbeddedEngine} holds what all sessions share: the
 * transaction registry, the lock table, the catalogs that all databases share, and each database's
 * branch. An {@link dev.postern.backend.session.EmbeddedSession} is one client's place and is used
 * by one thread at a time; what it owns is split by what it is about: the transaction ({@code
 * TransactionState}), what statements see of the session ({@code SessionContext}), statements and
 * portals by name ({@code StatementTable}, {@code PortalTable}), utility statements ({@code
 * *Commands}) and COPY ({@code Copy*}).
 *
 * <p><b>Inline and blocking.</b> A statement that the planner calls quick is begun on the caller's
 * event loop with a budget of rows. Where it would wait or spends its budget, {@code NeedsThread}
 * is thrown in it, what it did is undone, and the caller comes again on a thread.
 *
 * <p>Rules of transaction blocks are those of PostgreSQL's manual, chapters "Transactions" and
 * "Message Flow" (pipelining, multiple statements in a simple query). May call everything in {@code
 * backend}; only front ends call it.
 */
@NullMarked
package dev.postern.backend.session;

import org.jspecify.annotations.NullMarked;
