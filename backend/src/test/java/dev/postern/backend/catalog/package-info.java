/** Tests of the system catalogs: initial rows, descriptors. */
@NullMarked
package dev.postern.backend.catalog;

import org.jspecify.annotations.NullMarked;
