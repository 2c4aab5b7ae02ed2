/** Tests of the types, most of them against the reference server. */
@NullMarked
package dev.postern.backend.type;

import org.jspecify.annotations.NullMarked;
