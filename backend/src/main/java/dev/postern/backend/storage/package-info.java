/**
 * In-memory, branchable ordered trees of row versions and index entries.
 *
 * <p>A {@link dev.postern.backend.storage.Branch} is one database: {@link
 * dev.postern.backend.storage.RowTree}s (tables), {@link dev.postern.backend.storage.IndexTree}s
 * and {@link dev.postern.backend.storage.SequenceState}s by relfile number. Forking one takes
 * constant time; see there for why it is consistent while others write.
 *
 * <p><b>Nodes.</b> Every node carries the {@link dev.postern.backend.storage.Owner} that may change
 * it. A writer copies the nodes of other owners on its path and changes its own in place, under its
 * tree's lock. <b>Readers take no lock.</b> What makes that sound: whatever a reader can reach is
 * changed only by the release-store of a single reference (a row's slot, a child), or of an index
 * leaf's count once what it counts is in place. Everything else in a node is final, so there is no
 * torn state to detect and nothing to retry, and a branch that copies a node while another still
 * writes to it gets one that is whole. An insertion into the middle of an index leaf therefore
 * makes a new leaf of at most 64 entries and swaps it in; appending, which ascending keys do, does
 * not.
 *
 * <p><b>Rows.</b> A table is a tree by row id, 64 ways a level, addressed by the id's bits: ids are
 * handed out in ascending order, so there are no keys to store, search or split. A row is a chain
 * of versions, newest first, that keeps its id when it is updated. The newest version's {@code
 * xmax} is the lock of UPDATE and DELETE.
 *
 * <p><b>Indexes</b> hold keys and row ids and know no visibility: who reads an entry looks at the
 * row and compares the key of the version it sees.
 *
 * <p><b>Pruning.</b> Versions nobody can see go when the row is changed again, and each write to a
 * table also looks at two rows noted by earlier writes. The index entries of what is pruned go with
 * it, once {@link dev.postern.backend.storage.RowTree#indexes} was told of the indexes. {@link
 * dev.postern.backend.storage.RowTree#vacuum} does it for all rows.
 *
 * <p><b>Memory</b>, with compact object headers, besides the tuple's array: a row that was inserted
 * only, 24 bytes and 4.5 in its leaf; a changed one 40 more until pruned; a transaction that wrote
 * surviving rows 32. An index entry takes 16 bytes where keys are numbers, else its key and 12
 * bytes, in leaves filled to between a half and all.
 *
 * <p>Order of locks: a table's, then an index's, then the branch's. None is held while waiting for
 * a transaction. May call only {@code txn} and {@code error}. Hot path: no boxing, no streams, no
 * capturing lambdas outside of branch creation.
 */
@NullMarked
package dev.postern.backend.storage;

import org.jspecify.annotations.NullMarked;
