/**
 * The rules of the house, as ordinary tests over the sources and classes of all modules: form,
 * tidiness, directions of dependencies. They live here because this module sees all others.
 */
@NullMarked
package dev.postern.house;

import org.jspecify.annotations.NullMarked;
