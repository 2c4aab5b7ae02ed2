package dev.postern.backend.storage;

/**
 * The right to change nodes in place: each branch has one at a time, and both sides of a fork get a
 * new one. A node that carries another owner is shared and is copied before a change.
 */
final class Owner {
  /** The owner of what is shared from the start; no branch has it. */
  static final Owner NOBODY = new Owner();
}
