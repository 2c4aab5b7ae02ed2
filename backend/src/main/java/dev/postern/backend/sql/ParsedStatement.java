package dev.postern.backend.sql;

/**
 * One statement of a text.
 *
 * @param tree what was read
 * @param start byte offset of the statement in the text, leading white space left out
 * @param length its length in bytes, up to its semicolon or the end of the text (white space before
 *     the end stays, as in {@code pg_stat_statements}' source positions)
 * @param parameterCount the highest {@code $n} in it, 0 where there is none
 */
public record ParsedStatement(Statement tree, int start, int length, int parameterCount) {}
