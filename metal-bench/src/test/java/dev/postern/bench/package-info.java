/** Tests of the measures, and of what the proxy must not allocate. */
@NullMarked
package dev.postern.bench;

import org.jspecify.annotations.NullMarked;
