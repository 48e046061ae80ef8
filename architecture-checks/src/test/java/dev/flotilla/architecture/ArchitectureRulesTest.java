package dev.flotilla.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Plants violations of each of {@link ArchitectureRules} and sees them caught. */
@Tag("slow")
class ArchitectureRulesTest {
  @TempDir private Path folder;

  static List<ModuleTable.Row> modules() {
    return ModuleTable.rows();
  }

  @ParameterizedTest
  @MethodSource("modules")
  @Tag("full")
  void anArrowThatIsNotInTheTableIsCaught(ModuleTable.Row from) throws IOException {
    Planted planted = new Planted(folder);
    StringBuilder fields = new StringBuilder();
    for (ModuleTable.Row to : ModuleTable.rows()) {
      planted.type(to.root(), "Used", "");
      fields.append(to.root() + ".Used " + to.name().replace('-', '_') + ";\n");
    }
    planted.type(from.root(), "User", fields.toString());
    String report =
        ArchitectureRules.ARROWS.evaluate(planted.compile()).getFailureReport().toString();
    for (ModuleTable.Row to : ModuleTable.rows()) {
      boolean allowed = from.equals(to) || from.modules().contains(to.name());
      assertThat(report.contains("<" + to.root() + ".Used>")).as(to.name()).isEqualTo(!allowed);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "dev.flotilla.raft, org.slf4j, true",
    "dev.flotilla.raft.message, dev.flotilla.raft, false",
    "dev.flotilla.raft, org.jspecify.annotations, false",
    "dev.flotilla.node, org.slf4j, false",
    "dev.flotilla.node, io.netty.buffer, true",
    "dev.flotilla.dpws.http, io.netty.buffer, false",
    "dev.flotilla.raftdpws, io.netty.buffer, true",
    "dev.flotilla.bench, org.slf4j, true",
    "dev.flotilla.bench.zookeeper, io.netty.buffer, true",
    "dev.flotilla.examples, picocli, true",
    "dev.flotilla.unknown, org.apache.zookeeper, true",
  })
  void aLibraryThatIsNotInTheTableIsCaught(String from, String to, boolean broken)
      throws IOException {
    assertThat(isBroken(ArchitectureRules.ARROWS, use(from, to))).isEqualTo(broken);
  }

  @ParameterizedTest
  @CsvSource({
    "dev.flotilla.raft.log, dev.flotilla.raft.quorum, true",
    "dev.flotilla.storage, dev.flotilla.storage.log, true",
    "dev.flotilla, dev.flotilla.codec, true",
    "dev.flotilla.dpws.soap, dev.flotilla.dpws.soap, false",
    "dev.flotilla.systemtests, dev.flotilla.systemtests.faults, false",
  })
  void packagesThatUseEachOtherAreCaught(String one, String other, boolean broken)
      throws IOException {
    JavaClasses oneWay =
        new Planted(folder.resolve("a"))
            .type(other, "Used", "")
            .type(one, "User", other + ".Used field;")
            .compile();
    JavaClasses bothWays =
        new Planted(folder.resolve("b"))
            .type(one, "One", other + ".Other field;")
            .type(other, "Other", one + ".One field;")
            .compile();
    ArchRule rule = ArchitectureRules.PACKAGES_OF_LIBRARIES_MAKE_NO_CYCLES;
    assertThat(isBroken(rule, oneWay)).isFalse();
    assertThat(isBroken(rule, bothWays)).isEqualTo(broken);
  }

  @Test
  void aCycleOfThreePackagesIsCaught() throws IOException {
    JavaClasses classes =
        new Planted(folder)
            .type("dev.flotilla.node", "One", "dev.flotilla.node.log.Two field;")
            .type("dev.flotilla.node.log", "Two", "dev.flotilla.node.disk.Three field;")
            .type("dev.flotilla.node.disk", "Three", "dev.flotilla.node.One field;")
            .compile();
    assertThat(isBroken(ArchitectureRules.PACKAGES_OF_LIBRARIES_MAKE_NO_CYCLES, classes)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "dev.flotilla.node, true",
    "dev.flotilla.storage.log, true",
    "dev.flotilla.raft.message, true",
    "dev.flotilla.node.statemachine, false",
    "dev.flotilla.raft, true",
    "dev.flotilla.raft.model, false",
  })
  void aStateMachineBeyondThePortsIsCaught(String to, boolean broken) throws IOException {
    JavaClasses classes = use("dev.flotilla.bdb", to);
    assertThat(isBroken(ArchitectureRules.STATE_MACHINES_KNOW_ONLY_THE_PORTS, classes))
        .isEqualTo(broken);
  }

  @ParameterizedTest
  @CsvSource({
    "dev.flotilla.raftdpws.service, true",
    "dev.flotilla.raftdpws.founding, true",
    "dev.flotilla.raftdpws.wire, false",
    "dev.flotilla.raftdpws.directory, false",
  })
  void aClientInsideAServerIsCaught(String to, boolean broken) throws IOException {
    JavaClasses classes = use("dev.flotilla.client", to);
    assertThat(isBroken(ArchitectureRules.CLIENTS_KNOW_THE_WIRE_AND_THE_DIRECTORY, classes))
        .isEqualTo(broken);
  }

  @ParameterizedTest
  @CsvSource({
    "dev.flotilla.raftdpws, true",
    "dev.flotilla.client, true",
    "dev.flotilla.server, true",
    "dev.flotilla.dpws.soap, false",
    "dev.flotilla.raftdpws.wire, false",
  })
  void xmlInTheMiddleIsCaught(String from, boolean broken) throws IOException {
    for (String type :
        List.of("javax.xml.stream.XMLStreamReader", "org.w3c.dom.Node", "org.xml.sax.XMLReader")) {
      JavaClasses classes =
          new Planted(folder.resolve(type)).type(from, "User", type + " field;").compile();
      assertThat(isBroken(ArchitectureRules.XML_STAYS_AT_THE_EDGE, classes)).isEqualTo(broken);
    }
    JavaClasses aalto = use(from, "com.fasterxml.aalto");
    assertThat(isBroken(ArchitectureRules.XML_STAYS_AT_THE_EDGE, aalto)).isEqualTo(broken);
  }

  @ParameterizedTest
  @CsvSource({
    "java.util.logging.Logger, dev.flotilla.node, true",
    "java.util.logging.Logger, dev.flotilla.server, true",
    "java.util.List, dev.flotilla.node, false",
  })
  void aSecondWayToLogIsCaught(String type, String from, boolean broken) throws IOException {
    JavaClasses classes = new Planted(folder).type(from, "User", type + " field;").compile();
    assertThat(isBroken(ArchitectureRules.ONE_WAY_TO_LOG, classes)).isEqualTo(broken);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "System.exit(1);",
        "Runtime.getRuntime().halt(1);",
        "System.out.println();",
        "System.err.println();",
        "new Exception().printStackTrace();",
      })
  void aLibraryThatActsOnTheProcessIsCaught(String statement) throws IOException {
    String method = "void f() { " + statement + " }";
    ArchRule rule = ArchitectureRules.LIBRARIES_LEAVE_THE_PROCESS_ALONE;
    Planted library = new Planted(folder.resolve("a")).type("dev.flotilla.node", "User", method);
    Planted program = new Planted(folder.resolve("b")).type("dev.flotilla.server", "User", method);
    assertThat(isBroken(rule, library.compile())).isTrue();
    assertThat(isBroken(rule, program.compile())).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"System.setProperty(\"a\", \"b\");", "System.getProperties().put(\"a\", \"b\");"})
  void aLibraryThatSetsASystemPropertyIsCaught(String statement) throws IOException {
    String method = "void f() { " + statement + " }";
    ArchRule rule = ArchitectureRules.LIBRARIES_SET_NO_SYSTEM_PROPERTIES;
    Planted library = new Planted(folder.resolve("a")).type("dev.flotilla.console", "U", method);
    Planted program = new Planted(folder.resolve("b")).type("dev.flotilla.server", "U", method);
    assertThat(isBroken(rule, library.compile())).isTrue();
    assertThat(isBroken(rule, program.compile())).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "io.netty.channel, MultiThreadIoEventLoopGroup, true",
    "io.netty.channel.nio, NioIoHandler, true",
    "io.netty.channel.socket, SocketProtocolFamily, true",
    "io.netty.channel.nio, NioEventLoopGroup, false",
    "io.netty.channel, IoObject, true",
  })
  void whatNetty41LacksIsCaught(String of, String name, boolean broken) throws IOException {
    JavaClasses classes =
        new Planted(folder)
            .type(of, name, "")
            .type("dev.flotilla.dpws.http", "User", of + "." + name + " field;")
            .compile();
    assertThat(isBroken(ArchitectureRules.NETTY_4_1_IS_ENOUGH, classes)).isEqualTo(broken);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "new java.io.File(\"x\")",
        "java.net.URI.create(\"x\")",
        "java.nio.file.Path.of(\"x\")",
        "new java.util.concurrent.atomic.AtomicLong()",
        "new java.util.concurrent.CompletableFuture<String>()",
        "Thread.currentThread()",
        "new Thread()",
        "new ThreadLocal<String>()",
        "new java.util.Timer()",
        "System.nanoTime()",
        "System.currentTimeMillis()",
        "System.getenv(\"x\")",
        "System.getProperty(\"x\")",
        "System.identityHashCode(this)",
        "System.out",
        "Runtime.getRuntime().availableProcessors()",
        "java.time.Clock.systemUTC()",
        "java.time.Instant.now()",
        "java.time.LocalTime.now()",
        "Math.random()",
        "new java.util.Random()",
        "new java.util.Random(1)",
        "new java.util.SplittableRandom(1)",
        "java.util.random.RandomGenerator.getDefault()",
        "java.util.UUID.randomUUID()",
        "(java.util.function.LongSupplier) System::nanoTime",
        "(java.util.function.Supplier<?>) java.util.Random::new",
        "java.util.List.of().parallelStream()",
      })
  void anImpureCoreIsCaught(String expression) throws IOException {
    assertThat(isBroken(ArchitectureRules.THE_CORE_IS_PURE, core(expression))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "new java.util.HashMap<String, String>()",
        "new java.util.HashSet<String>()",
        "new java.util.IdentityHashMap<String, String>()",
        "(java.util.function.Supplier<?>) java.util.HashMap::new",
        "java.util.Map.of()",
        "java.util.Map.of(1, 2)",
        "java.util.Map.copyOf(new java.util.TreeMap<>())",
        "java.util.Set.of(1, 2)",
        "java.util.Set.copyOf(java.util.List.of())",
        "java.util.stream.Stream.of(1).collect(java.util.stream.Collectors.toSet())",
        "java.util.stream.Stream.of(1).collect(java.util.stream.Collectors.groupingBy(x -> x))",
      })
  void aCoreWithoutAnOrderIsCaught(String expression) throws IOException {
    assertThat(isBroken(ArchitectureRules.THE_CORE_HAS_AN_ORDER, core(expression))).isTrue();
  }

  @Test
  void whatTheCoreNeedsIsAllowed() throws IOException {
    JavaClasses classes =
        new Planted(folder)
            .type(
                "dev.flotilla.raft",
                "User",
                """
                enum Colour { RED, BLUE }
                record Value(java.util.UUID id, long index, byte[] bytes) {}
                static final class Broken extends IllegalStateException {
                  private static final long serialVersionUID = 1;
                }
                final java.util.Map<Long, String> map = new java.util.LinkedHashMap<>();
                final java.util.SortedSet<Long> set = new java.util.TreeSet<>();
                final java.util.Map<Colour, String> colours =
                    new java.util.EnumMap<>(Colour.class);
                String f(java.util.random.RandomGenerator random, java.nio.ByteBuffer buffer) {
                  System.arraycopy(new byte[1], 0, new byte[1], 0, 1);
                  map.forEach((key, value) -> set.add(key + random.nextLong(5)));
                  return java.util.List.of(1, 2).stream().map(x -> "n" + x + buffer.getInt())
                      .collect(java.util.stream.Collectors.joining()) + colours
                      + java.time.Duration.ofMillis(5) + Math.max(1, 2)
                      + switch (Colour.RED) { case RED -> 1; case BLUE -> 2; };
                }
                """)
            .compile();
    assertThat(isBroken(ArchitectureRules.THE_CORE_IS_PURE, classes)).isFalse();
    assertThat(isBroken(ArchitectureRules.THE_CORE_HAS_AN_ORDER, classes)).isFalse();
    assertThat(isBroken(ArchitectureRules.ARROWS, classes)).isFalse();
  }

  private JavaClasses core(String expression) throws IOException {
    return new Planted(folder)
        .type("dev.flotilla.raft.quorum", "User", "Object f() { return " + expression + "; }")
        .compile();
  }

  private JavaClasses use(String from, String to) throws IOException {
    return new Planted(folder)
        .type(to, "Used", "")
        .type(from, "User", to + ".Used field;")
        .compile();
  }

  private static boolean isBroken(ArchRule rule, JavaClasses classes) {
    return rule.evaluate(classes).hasViolation();
  }
}
