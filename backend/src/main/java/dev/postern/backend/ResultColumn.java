package dev.postern.backend;

import dev.postern.backend.type.SqlType;

/**
 * One column of a result, as RowDescription tells it.
 *
 * @param tableOid the table the column is of, or 0
 * @param attributeNumber its number there, or 0
 * @param typeSize pg_type.typlen: negative is variable
 * @param typmod the type modifier, or -1
 */
public record ResultColumn(
    String name, int tableOid, int attributeNumber, SqlType type, int typeSize, int typmod) {}
