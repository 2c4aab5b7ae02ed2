/**
 * Shows plans, as EXPLAIN does (manual section 14.1). A plan is first described as a tree of {@link
 * dev.postern.backend.explain.ShownNode}s, then written as lines of text, JSON or YAML. The nodes'
 * names and what is said of them are PostgreSQL's; plans, costs and times are our own. May call
 * {@code exec}, {@code plan}, {@code deparse} and what is below them; knows no session.
 */
@NullMarked
package dev.postern.backend.explain;

import org.jspecify.annotations.NullMarked;
