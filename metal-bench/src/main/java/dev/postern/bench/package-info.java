/**
 * metal-bench: counts what an operation costs, exactly.
 *
 * <p>Each operation runs in a JVM of its own ({@link dev.postern.bench.Fork}) with fixed flags and
 * a fixed number of warm-up rounds, so that the compiler takes the same decisions every time.
 * Counts are then the same in every fork: heap allocations through JVMTI, bytes by the thread's own
 * counter. Measures everything else; nothing depends on it.
 */
@NullMarked
package dev.postern.bench;

import org.jspecify.annotations.NullMarked;
