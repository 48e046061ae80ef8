package dev.flotilla.architecture;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The table of modules in docs/architecture.md, as data: where each module's classes live and what
 * they may use. A module may use whatever stands here and nothing else; what a dependency brings
 * along is written out.
 */
final class ModuleTable {
  /**
   * A row of the table.
   *
   * @param name the directory
   * @param root the package that holds the module's classes, with the packages below it
   * @param modules the modules that it may use
   * @param libraries prefixes of the packages that it may use from elsewhere
   */
  record Row(String name, String root, Set<String> modules, List<String> libraries) {
    /** Whether others build on it; the rest are programs, and tools of this project. */
    boolean isLibrary() {
      return !PROGRAMS.contains(name);
    }
  }

  private static final Set<String> PROGRAMS =
      Set.of(
          "bench-api",
          "bench-harness",
          "zk-baseline",
          "bench-ratis",
          "system-tests",
          "distribution",
          "raft-sim",
          "test-support");

  private static final String SLF4J = "org.slf4j";
  private static final List<String> JDK = List.of("java", "javax", "jdk", "com.sun.management");

  private static final Map<String, Row> ROWS = new LinkedHashMap<>();

  static {
    // What the core must not use of these stands in ArchitectureRules.
    put(
        "raft-core",
        "dev.flotilla.raft",
        Set.of(),
        List.of("java.lang", "java.util", "java.math", "java.nio", "java.time"));
    put("raft-storage", "dev.flotilla.storage", Set.of("raft-core"), jdkAnd(SLF4J));
    put("raft-node", "dev.flotilla.node", Set.of("raft-core", "raft-storage"), jdkAnd(SLF4J));
    put("raft-sim", "dev.flotilla.sim", libraryModules(), jdkAnd("io.netty"));
    put(
        "dpws",
        "dev.flotilla.dpws",
        Set.of(),
        jdkAnd(SLF4J, "io.netty", "com.fasterxml.aalto", "org.codehaus.stax2"));
    put(
        "dpws-exi",
        "dev.flotilla.dpws.exi",
        Set.of("dpws"),
        jdkAnd("com.siemens.ct.exi", "org.apache.xerces", "org.xml.sax"));
    put("keys", "dev.flotilla.keys", Set.of("dpws"), jdkAnd(SLF4J, "org.bouncycastle"));
    put(
        "raft-dpws",
        "dev.flotilla.raftdpws",
        Set.of("raft-core", "raft-storage", "raft-node", "dpws"),
        jdkAnd(SLF4J, "com.fasterxml.aalto", "org.codehaus.stax2"));
    put(
        "statemachine-bdb",
        "dev.flotilla.bdb",
        Set.of("raft-core", "raft-node", "client", "embedded"),
        jdkAnd(SLF4J, "com.sleepycat"));
    put("statemachine-kit", "dev.flotilla.kit", Set.of("raft-core", "raft-node"), jdkAnd());
    put(
        "transport-tcp",
        "dev.flotilla.tcp",
        Set.of("raft-node", "dpws"),
        jdkAnd(SLF4J, "io.netty"));
    put("client", "dev.flotilla.client", Set.of("raft-core", "dpws", "raft-dpws"), jdkAnd(SLF4J));
    put("embedded", "dev.flotilla", libraryModules(), jdkAnd(SLF4J, "com.google.gson"));
    put("micrometer", "dev.flotilla.micrometer", Set.of("embedded"), jdkAnd("io.micrometer.core"));
    put(
        "statemachine-memory",
        "dev.flotilla.memory",
        Set.of("raft-core", "raft-node", "embedded"),
        jdkAnd(SLF4J));
    put(
        "recipes",
        "dev.flotilla.recipes",
        Set.of("raft-core", "client", "embedded"),
        jdkAnd(SLF4J));
    put("test", "dev.flotilla.test", Set.of("embedded"), jdkAnd("org.junit.jupiter.api"));
    put(
        "spring-boot-starter",
        "dev.flotilla.spring",
        Set.of("embedded"),
        jdkAnd("org.springframework"));
    put("total-order", "dev.flotilla.order", Set.of("raft-core", "dpws"), jdkAnd(SLF4J));
    put(
        "console",
        "dev.flotilla.console",
        Set.of("raft-core", "dpws", "raft-dpws", "client"),
        jdkAnd(SLF4J, "com.google.gson"));
    put(
        "total-order-corba",
        "dev.flotilla.order.corba",
        Set.of("raft-core", "total-order"),
        jdkAnd(SLF4J, "org.omg", "com.sun.corba.ee.spi", "org.glassfish.gmbal"));
    put(
        "server",
        "dev.flotilla.server",
        with(
            libraryModules(),
            "embedded",
            "statemachine-bdb",
            "recipes",
            "transport-tcp",
            "keys",
            "console"),
        jdkAnd(SLF4J, "picocli", "com.google.gson"));
    put(
        "gateway",
        "dev.flotilla.gateway",
        with(libraryModules(), "embedded", "statemachine-bdb", "console"),
        jdkAnd(SLF4J, "io.netty", "picocli", "com.sun.net.httpserver"));
    put("bench-api", "dev.flotilla.bench", Set.of(), jdkAnd("org.HdrHistogram"));
    put(
        "bench-harness",
        "dev.flotilla.bench.harness",
        with(
            libraryModules(),
            "embedded",
            "statemachine-bdb",
            "statemachine-memory",
            "total-order",
            "bench-api",
            "keys"),
        jdkAnd(
            SLF4J,
            "picocli",
            "com.google.gson",
            "org.HdrHistogram",
            "me.tongfei.progressbar",
            "org.knowm.xchart",
            "org.apache.batik.svggen",
            "org.w3c.dom"));
    put(
        "zk-baseline",
        "dev.flotilla.bench.zookeeper",
        Set.of("bench-api"),
        jdkAnd(SLF4J, "org.HdrHistogram", "org.apache.zookeeper"));
    put(
        "bench-ratis",
        "dev.flotilla.bench.ratis",
        Set.of("bench-api"),
        jdkAnd(SLF4J, "org.HdrHistogram", "org.apache.ratis"));
    put(
        "examples",
        "dev.flotilla.examples",
        Set.of("embedded", "raft-core", "recipes", "total-order"),
        jdkAnd());
    put(
        "system-tests",
        "dev.flotilla.systemtests",
        with(
            libraryModules(),
            "embedded",
            "statemachine-bdb",
            "recipes",
            "transport-tcp",
            "bench-api",
            "server"),
        jdkAnd("picocli", "com.google.gson", "org.objectweb.asm"));
    put(
        "distribution",
        "dev.flotilla.distribution",
        Set.of("server", "gateway"),
        jdkAnd("picocli"));
    put("test-support", "dev.flotilla.testing", Set.of(), jdkAnd());
  }

  private ModuleTable() {}

  static List<Row> rows() {
    return List.copyOf(ROWS.values());
  }

  /** The module whose root is the longest that holds the package; null for what is not ours. */
  static @Nullable Row moduleOf(String packageName) {
    return ROWS.values().stream()
        .filter(row -> isIn(packageName, row.root()))
        .max(Comparator.comparingInt(row -> row.root().length()))
        .orElse(null);
  }

  /** Whether classes of {@code from} may use a class of the package. */
  static boolean allows(Row from, String packageName) {
    Row target = moduleOf(packageName);
    if (target != null) {
      return target.equals(from) || from.modules().contains(target.name());
    }
    return isIn(packageName, "org.jspecify.annotations")
        || from.libraries().stream().anyMatch(library -> isIn(packageName, library));
  }

  private static boolean isIn(String packageName, String root) {
    return packageName.equals(root) || packageName.startsWith(root + ".");
  }

  private static Set<String> libraryModules() {
    return Set.of("raft-core", "raft-storage", "raft-node", "dpws", "raft-dpws", "client");
  }

  private static Set<String> with(Set<String> modules, String... more) {
    Set<String> all = new TreeSet<>(modules);
    all.addAll(List.of(more));
    return all;
  }

  private static List<String> jdkAnd(String... libraries) {
    List<String> all = new ArrayList<>(JDK);
    all.addAll(List.of(libraries));
    return all;
  }

  private static void put(String name, String root, Set<String> modules, List<String> libraries) {
    ROWS.put(name, new Row(name, root, modules, libraries));
  }
}
