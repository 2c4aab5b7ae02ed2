/**
 * Utility commands: data definition, roles and privileges, settings, upkeep.
 *
 * <p>{@link dev.postern.backend.command.CommandExecutor} takes a syntax tree and runs it under the
 * session's transaction: it locks what it changes, changes catalog rows through {@link
 * dev.postern.backend.catalog.CatalogWriter}, and makes or lets go trees of the branch. Everything
 * is transactional, new trees are dropped when the transaction rolls back and old ones when it
 * commits; the exceptions are PostgreSQL's own (databases). What needs names resolved or rows
 * computed is asked of {@link dev.postern.backend.command.CommandServices}.
 */
@NullMarked
package dev.postern.backend.command;

import org.jspecify.annotations.NullMarked;
