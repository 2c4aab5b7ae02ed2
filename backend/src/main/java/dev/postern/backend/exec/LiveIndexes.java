package dev.postern.backend.exec;

import dev.postern.backend.catalog.IndexDescriptor;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.storage.Branch;
import dev.postern.backend.storage.IndexTree;
import dev.postern.backend.storage.TableIndexes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table's indexes as its row tree sees them, so that entries of dead versions are removed. The
 * trees are held, so one that is dropped meanwhile does no harm. Keys are computed by whichever
 * thread cleans, one at a time.
 */
public final class LiveIndexes implements TableIndexes {
  private final IndexTree[] trees;
  private final IndexKeys[] keys;

  private LiveIndexes(IndexTree[] trees, IndexKeys[] keys) {
    this.trees = trees;
    this.keys = keys;
  }

  /** Tells a table's row tree of its indexes, as the catalog that is committed has them. */
  public static void register(Branch branch, RelationDescriptor table, IndexKeysFactory factory) {
    List<IndexDescriptor> indexes = table.indexes();
    IndexTree[] trees = new IndexTree[indexes.size()];
    IndexKeys[] keys = new IndexKeys[trees.length];
    for (int i = 0; i < trees.length; i++) {
      trees[i] = branch.indexTree(indexes.get(i).fileNode());
      keys[i] = factory.keys(indexes.get(i), table);
    }
    branch.rowTree(table.fileNode()).indexes(new LiveIndexes(trees, keys));
  }

  @Override
  public int count() {
    return trees.length;
  }

  @Override
  public IndexTree tree(int index) {
    return trees[index];
  }

  @Override
  public byte @Nullable [] key(int index, byte[] tuple) {
    IndexKeys computed = keys[index];
    synchronized (computed) {
      return computed.key(tuple);
    }
  }
}
