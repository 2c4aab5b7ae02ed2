package dev.postern.backend;

import dev.postern.backend.error.SqlError;

/**
 * A NoticeResponse.
 *
 * @param severity NOTICE, WARNING, INFO, LOG or DEBUG
 * @param content its other fields
 */
public record Notice(String severity, SqlError content) {}
