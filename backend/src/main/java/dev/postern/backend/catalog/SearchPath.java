package dev.postern.backend.catalog;

/**
 * The schemas that unqualified names are looked for in, under one value of search_path, one role
 * and one state of the catalogs (manual section 5.10.3).
 *
 * @param schemas oids in order, with pg_temp and pg_catalog where they are implied
 * @param explicit those that search_path itself names and that exist, in order
 * @param creation where new objects go: the first of {@code explicit}, or 0
 */
public record SearchPath(int[] schemas, int[] explicit, int creation) {}
