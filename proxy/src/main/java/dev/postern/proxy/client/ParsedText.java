package dev.postern.proxy.client;

import dev.postern.backend.sql.ParsedStatement;
import java.util.List;

/**
 * A text and what it says. Shared by all clients that send it.
 *
 * @param text exactly the text's bytes; never changed
 * @param statements empty for a text without statements
 */
public record ParsedText(byte[] text, List<ParsedStatement> statements) {}
