/**
 * Transactions, snapshots and locks.
 *
 * <p><b>Order.</b> There is no commit log. Every committing transaction takes the next <em>commit
 * sequence number</em> (CSN) under one short lock and is stamped with it; a snapshot is a single
 * CSN and sees what was stamped up to it. A subtransaction has no fate of its own unless it was
 * rolled back: until then it answers with its parent's.
 *
 * <p><b>Branches.</b> A transaction writes to one database branch. A version written in another
 * branch is seen only if that branch is an ancestor and the writer committed before the fork
 * ({@link dev.postern.backend.txn.Lineage}); otherwise it counts as aborted for ever, also when its
 * writer commits later. So a branch may be forked while transactions run on its base.
 *
 * <p><b>Waiting.</b> Everything named {@code try…} returns at once and may be called on an event
 * loop. Everything that waits parks the calling (virtual) thread and must never be called on an
 * event loop. Waits for transactions and for locks share one wait-for graph; a waiter looks for a
 * cycle after {@code deadlock_timeout}, and the one that finds it is the victim.
 *
 * <p>Rules are PostgreSQL's: manual chapter 13 (concurrency control), tables 13.2 and 13.3 for lock
 * conflicts. May call only {@code error}.
 */
@NullMarked
package dev.postern.backend.txn;

import org.jspecify.annotations.NullMarked;
