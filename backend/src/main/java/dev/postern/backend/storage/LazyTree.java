package dev.postern.backend.storage;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A tree that is built at first access, once for all branches that have it: the root is owned by
 * nobody, so each copies what it changes.
 *
 * @param <R> the type of root
 */
final class LazyTree<R> {
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable Supplier<R> builder;
  private volatile @Nullable R root;

  LazyTree(Supplier<R> builder) {
    this.builder = builder;
  }

  R root() {
    R built = root;
    return built != null ? built : build();
  }

  private R build() {
    lock.lock();
    try {
      R built = root;
      Supplier<R> how = builder;
      if (built == null && how != null) {
        built = how.get();
        root = built;
        builder = null;
      }
      if (built == null) {
        throw new IllegalStateException("a lazy tree without content");
      }
      return built;
    } finally {
      lock.unlock();
    }
  }
}
