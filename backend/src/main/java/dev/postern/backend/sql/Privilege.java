package dev.postern.backend.sql;

import java.util.List;

/**
 * A privilege of GRANT or REVOKE, or a role that is granted.
 *
 * @param name lower case, "all" for every privilege of a column list; a role's name as written
 * @param columns the columns it is restricted to, else empty
 */
public record Privilege(int position, String name, List<String> columns) implements Node {}
