package dev.postern.house;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * One Java source file of the repository.
 *
 * @param path from the repository's root, with slashes
 * @param module its first folder
 * @param ofTests true below {@code src/test}
 */
record SourceFile(String path, String module, boolean ofTests) {
  private static final List<String> MODULES =
      List.of("config", "backend", "router", "proxy", "metal-bench");

  /** The repository's root, whatever folder the tests were started in. */
  static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(folder.resolve("metal-bench"))
        || !Files.isDirectory(folder.resolve("backend"))) {
      Path parent = folder.getParent();
      if (parent == null) {
        throw new IllegalStateException(
            "not inside the repository: " + Path.of("").toAbsolutePath());
      }
      folder = parent;
    }
    return folder;
  }

  /** Every Java source of every module, in the order of their paths. */
  static List<SourceFile> all() throws IOException {
    List<SourceFile> files = new ArrayList<>();
    for (String module : MODULES) {
      Path sources = root().resolve(module).resolve("src");
      if (!Files.isDirectory(sources)) {
        continue;
      }
      try (Stream<Path> below = Files.walk(sources)) {
        for (Path file :
            below.filter(each -> each.toString().endsWith(".java")).sorted().toList()) {
          String path = root().relativize(file).toString().replace('\\', '/');
          files.add(new SourceFile(path, module, path.startsWith(module + "/src/test/")));
        }
      }
    }
    return files;
  }

  Path file() {
    return root().resolve(path);
  }

  String text() throws IOException {
    return Files.readString(file());
  }

  String folder() {
    return path.substring(0, path.lastIndexOf('/'));
  }

  String fileName() {
    return path.substring(path.lastIndexOf('/') + 1);
  }
}
