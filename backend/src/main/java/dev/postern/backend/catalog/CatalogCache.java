package dev.postern.backend.catalog;

import dev.postern.backend.function.FunctionDescriptor;
import dev.postern.backend.function.TypeDescriptor;
import dev.postern.backend.type.SqlType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Descriptors of one state of a database's catalogs, made as they are asked for. Many sessions fill
 * and read one; a branch forked from the database goes on with its parent's. What does not exist is
 * remembered too.
 */
public final class CatalogCache {
  private static final AtomicLong VERSIONS = new AtomicLong();

  /** A name in a schema. */
  record Name(int schema, String name) {}

  private final long version = VERSIONS.incrementAndGet();

  final Map<String, Integer> schemas = new ConcurrentHashMap<>();
  final Map<Integer, Optional<String>> schemaNames = new ConcurrentHashMap<>();
  final Map<Name, Integer> relationOids = new ConcurrentHashMap<>();
  final Map<Integer, Optional<RelationDescriptor>> relations = new ConcurrentHashMap<>();
  final Map<Name, Integer> typeOids = new ConcurrentHashMap<>();
  final Map<Integer, Optional<TypeDescriptor>> types = new ConcurrentHashMap<>();
  final Map<Integer, SqlType> valueTypes = new ConcurrentHashMap<>();
  final Map<Name, List<FunctionDescriptor>> functions = new ConcurrentHashMap<>();
  final Map<Integer, Optional<FunctionDescriptor>> functionsByOid = new ConcurrentHashMap<>();
  final Map<Name, Integer> collations = new ConcurrentHashMap<>();
  final Map<String, Integer> roles = new ConcurrentHashMap<>();
  final Map<Integer, Optional<String>> roleNames = new ConcurrentHashMap<>();

  CatalogCache() {}

  /** Different for every state of any database's catalogs; the same where nothing has changed. */
  public long version() {
    return version;
  }
}
