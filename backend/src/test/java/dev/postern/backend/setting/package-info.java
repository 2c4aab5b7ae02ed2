/** Tests of run-time settings. */
@NullMarked
package dev.postern.backend.setting;

import org.jspecify.annotations.NullMarked;
