/**
 * PostgreSQL 18's SQL front end: bytes to tokens to syntax tree, and back to text.
 *
 * <p>Nothing here knows a catalog: names are kept as they were written (folded to lower case and
 * cut at 63 bytes where the server does so), types as names, operators as symbols. Both the engine
 * and the router stand on it; it uses only the error package.
 *
 * <ul>
 *   <li>{@link dev.postern.backend.sql.SqlParser} is the way in: text to {@link
 *       dev.postern.backend.sql.ParsedStatement}s, one for each statement between semicolons.
 *   <li>The tree is a set of sealed interfaces of records, one file a family: {@link
 *       dev.postern.backend.sql.Statement} and its families, {@link
 *       dev.postern.backend.sql.Expression}, {@link dev.postern.backend.sql.TableReference}, {@link
 *       dev.postern.backend.sql.QueryBody}, {@link dev.postern.backend.sql.TypeName}, … It is
 *       walked by {@code switch} with patterns. Lists are never null and never change.
 *   <li>Every node has a {@code position}: the 0-based byte offset, from the start of the text
 *       given to the parser, where PostgreSQL would report it, or -1. {@link
 *       dev.postern.backend.sql.SourcePosition} turns it into the character position of an error.
 *   <li>Trees are equal in PostgreSQL's sense when they have the {@linkplain
 *       dev.postern.backend.sql.Trees#sameShape same shape}: everything but the positions.
 * </ul>
 *
 * <p>Grammar: the manual's chapter 4 (lexical structure), its SQL command reference, and appendix C
 * (key words). Errors have PostgreSQL's SQLSTATE, wording and position.
 */
@NullMarked
package dev.postern.backend.sql;

import org.jspecify.annotations.NullMarked;
