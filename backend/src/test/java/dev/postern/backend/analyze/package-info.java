/** Tests of analysis, most of them against the reference server. */
@NullMarked
package dev.postern.backend.analyze;

import org.jspecify.annotations.NullMarked;
