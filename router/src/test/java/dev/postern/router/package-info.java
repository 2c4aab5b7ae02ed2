/** Tests of the statement cache, shard keys and routes. */
@NullMarked
package dev.postern.router;

import org.jspecify.annotations.NullMarked;
