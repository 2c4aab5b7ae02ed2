/**
 * From a statement's bytes to where it runs: the statement cache, shard keys, routes.
 *
 * <p>A text is looked up by its bytes; a hit allocates nothing and gives a {@link
 * dev.postern.router.Statement} that knows its syntax trees, its kind, and where its shard keys
 * stand: which literal or which parameter. With the parameters' bytes a {@link
 * dev.postern.router.ShardRouter} then gives the shard. What cannot be sent to one shard is refused
 * with 0A000, never sent to a wrong one.
 *
 * <p>Stands on {@code backend.sql} for syntax; knows no sockets.
 */
@NullMarked
package dev.postern.router;

import org.jspecify.annotations.NullMarked;
