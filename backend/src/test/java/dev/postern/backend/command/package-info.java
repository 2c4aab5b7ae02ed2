/** Tests of utility commands through an engine's session. */
@NullMarked
package dev.postern.backend.command;

import org.jspecify.annotations.NullMarked;
