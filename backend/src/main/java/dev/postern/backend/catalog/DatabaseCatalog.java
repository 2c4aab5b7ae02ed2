package dev.postern.backend.catalog;

import dev.postern.backend.catalog.CatalogTable.CatalogIndex;
import dev.postern.backend.storage.Branch;
import dev.postern.backend.storage.IndexTree;
import dev.postern.backend.storage.TableIndexes;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The catalogs of one database: its branch and the descriptors that all its sessions share. Also
 * used for the catalogs that all databases share. Thread-safe.
 *
 * <p><b>Validity.</b> A {@link CatalogCache} describes the catalogs as they are between two commits
 * that change them. A committing transaction that has changed catalogs calls {@link #changing}
 * before it is stamped and {@link #changed} after it; readers take a fresh snapshot for what is
 * missing in the cache and put it there only if the cache is still the present one afterwards. So
 * whatever is in a cache was read before the next change became visible.
 */
public final class DatabaseCatalog {
  private final Branch branch;
  private final Set<Integer> withIndexes = ConcurrentHashMap.newKeySet();
  private volatile CatalogCache cache;

  public DatabaseCatalog(Branch branch) {
    this(branch, new CatalogCache());
  }

  private DatabaseCatalog(Branch branch, CatalogCache cache) {
    this.branch = branch;
    this.cache = cache;
  }

  public Branch branch() {
    return branch;
  }

  /** The present descriptors; one volatile read. */
  public CatalogCache cache() {
    return cache;
  }

  /** Before a transaction that changed catalogs commits: nothing is cached for a moment. */
  public void changing() {
    cache = new CatalogCache();
  }

  /** After it has committed. */
  public void changed() {
    cache = new CatalogCache();
  }

  /**
   * The catalogs of a branch that was forked from this one just now. It begins with the same
   * descriptors, where no change was committed since {@code before} was read.
   *
   * @param before {@link #cache()} as it was before the branch was forked
   */
  public DatabaseCatalog fork(Branch forked, CatalogCache before) {
    return new DatabaseCatalog(forked, cache == before ? before : new CatalogCache());
  }

  /** Makes a system table's indexes known to its row tree, once. */
  void prepareToWrite(CatalogTable table) {
    if (withIndexes.add(table.oid())) {
      branch.rowTree(table.fileNode()).indexes(new Indexes(branch, table));
    }
  }

  /** The indexes of a system table, for cleaning. */
  private static final class Indexes implements TableIndexes {
    private final Branch branch;
    private final CatalogTable table;

    Indexes(Branch branch, CatalogTable table) {
      this.branch = branch;
      this.table = table;
    }

    @Override
    public int count() {
      return table.indexes().size();
    }

    @Override
    public IndexTree tree(int index) {
      return branch.indexTree(table.indexes().get(index).oid());
    }

    @Override
    public byte[] key(int index, byte[] tuple) {
      CatalogIndex described = table.indexes().get(index);
      return CatalogKeys.of(table, described, tuple);
    }
  }
}
