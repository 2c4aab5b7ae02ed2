/** Branchable, in-memory ordered trees of row versions and index entries. */
@NullMarked
package dev.postern.backend.storage;

import org.jspecify.annotations.NullMarked;
