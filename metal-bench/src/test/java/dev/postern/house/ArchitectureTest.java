package dev.postern.house;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which module and which package may know which. */
class ArchitectureTest {
  private static final String OURS = "dev.postern.";
  private static final String BACKEND = OURS + "backend";

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.postern");

  /** Modules by the first part of their packages' names, with the modules each may use. */
  private static final Map<String, Set<String>> MODULES =
      Map.of(
          "config", Set.of(),
          "backend", Set.of("config"),
          "router", Set.of("config", "backend"),
          "proxy", Set.of("config", "backend", "router"),
          "bench", Set.of("config", "backend", "router", "proxy"),
          "house", Set.of());

  /** The way of a statement through the engine: each package may use those after it. */
  private static final List<String> FLOW =
      List.of(
          "plpgsql", "session", "command", "inspect", "explain", "exec", "plan", "deparse",
          "analyze", "catalog", "storage", "txn");

  /** What packages of the engine outside the flow may use; "" is the API at the root. */
  private static final Map<String, Set<String>> BESIDE_THE_FLOW =
      Map.of(
          "error", Set.of(),
          "sql", Set.of("error"),
          "type", Set.of("bootstrap", "error", ""),
          "", Set.of("type", "sql", "error"),
          "bootstrap", Set.of("error"),
          "setting", Set.of("type", "sql", "bootstrap", "error", ""),
          "function", Set.of("type", "bootstrap", "error", ""));

  /** Stores and locks know neither SQL text nor functions. */
  private static final Set<String> LOW_IN_THE_FLOW = Set.of("storage", "txn");

  private static Map<String, Set<String>> backendPackages() {
    Map<String, Set<String>> allowed = new LinkedHashMap<>(BESIDE_THE_FLOW);
    for (int index = 0; index < FLOW.size(); index++) {
      String name = FLOW.get(index);
      Set<String> uses = new LinkedHashSet<>(FLOW.subList(index + 1, FLOW.size()));
      uses.addAll(
          LOW_IN_THE_FLOW.contains(name) ? Set.of("type", "error", "") : BESIDE_THE_FLOW.keySet());
      allowed.put(name, uses);
    }
    return allowed;
  }

  @Test
  void modulesPointOneWay() {
    assertAllowed(OURS, MODULES);
  }

  @Test
  void statementsFlowDownThroughTheEngine() {
    assertAllowed(BACKEND + ".", backendPackages());
  }

  /** Every dependency between two parts below a prefix must be listed. */
  private static void assertAllowed(String prefix, Map<String, Set<String>> allowed) {
    Set<String> wrong = new TreeSet<>();
    for (JavaClass user : CLASSES) {
      String part = partBelow(prefix, user);
      if (part == null) {
        continue;
      }
      Set<String> uses = allowed.get(part);
      if (uses == null) {
        wrong.add(prefix + part + " is not placed yet: say in ArchitectureTest what it may use");
        continue;
      }
      for (Dependency dependency : user.getDirectDependenciesFromSelf()) {
        String used = partBelow(prefix, dependency.getTargetClass().getBaseComponentType());
        if (used != null && !used.equals(part) && !uses.contains(used)) {
          wrong.add(
              user.getName()
                  + " uses "
                  + dependency.getTargetClass().getName()
                  + ", but "
                  + name(part)
                  + " may not use "
                  + name(used));
        }
      }
    }
    assertEquals("", String.join("\n", wrong));
  }

  private static String name(String part) {
    return part.isEmpty() ? "the root package" : part;
  }

  /** The next part of a class's package after a prefix; "" for the prefix itself; null outside. */
  private static @Nullable String partBelow(String prefix, JavaClass type) {
    String name = type.getPackageName() + ".";
    if (!name.startsWith(prefix)) {
      return null;
    }
    String rest = name.substring(prefix.length());
    return rest.isEmpty() ? "" : rest.substring(0, rest.indexOf('.'));
  }

  @Test
  void theEngineKnowsNoSocketsAndNoFilesOfSettings() {
    ArchRule rule =
        noClasses()
            .that()
            .resideInAPackage(BACKEND + "..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.netty..", "io.vertx..", "org.tomlj..", "picocli..")
            .orShould()
            .dependOnClassesThat()
            .haveNameMatching("java\\.net\\.(Server)?Socket|java\\.nio\\.channels\\..*Socket.*");
    rule.allowEmptyShould(true).check(CLASSES);
  }

  @Test
  void messageCodecsStandAlone() {
    ArchRule rule =
        noClasses()
            .that()
            .resideInAPackage("dev.postern.proxy.wire..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                "dev.postern.proxy",
                "dev.postern.proxy.client..",
                "dev.postern.proxy.upstream..",
                "dev.postern.proxy.pool..",
                "dev.postern.proxy.balance..",
                "dev.postern.proxy.auth..",
                "dev.postern.proxy.admin..",
                "dev.postern.proxy.metrics..",
                "io.vertx..");
    rule.allowEmptyShould(true).check(CLASSES);
  }

  @Test
  void oneClassKnowsTheInsideOfVertx() {
    Set<String> users = new TreeSet<>();
    for (JavaClass user : CLASSES) {
      for (Dependency dependency : user.getDirectDependenciesFromSelf()) {
        if (dependency.getTargetClass().getPackageName().matches("io\\.vertx\\..*internal.*")) {
          users.add(outermost(user).getName());
        }
      }
    }
    List<String> tooMany = new ArrayList<>(users);
    if (users.size() <= 1) {
      tooMany.clear();
    }
    assertEquals(List.of(), tooMany, "it is no public API and changes without notice");
  }

  private static JavaClass outermost(JavaClass type) {
    JavaClass outer = type;
    while (outer.getEnclosingClass().isPresent()) {
      outer = outer.getEnclosingClass().get();
    }
    return outer;
  }
}
