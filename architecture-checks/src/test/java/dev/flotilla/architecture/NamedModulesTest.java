package dev.flotilla.architecture;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.lang.module.Configuration;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The published libraries are named modules of Java, which show users no more than they need. */
class NamedModulesTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  private static final List<String> LIBRARIES =
      List.of(
          "raft-core",
          "raft-storage",
          "raft-node",
          "dpws",
          "raft-dpws",
          "client",
          "embedded",
          "statemachine-bdb",
          "statemachine-kit",
          "statemachine-memory",
          "micrometer",
          "recipes",
          "transport-tcp",
          "test",
          "console");

  /** How the jars begin that the libraries need; those of the tests may be no modules. */
  private static final List<String> NEEDED =
      List.of(
          "netty-",
          "micrometer-",
          "stax2-api-",
          "slf4j-api-",
          "gson-",
          "je-",
          "junit-jupiter-api-",
          "junit-platform-commons-",
          "opentest4j-",
          "apiguardian-api-");

  private static final String DECLARATION =
      """
      module tiny {
        requires dev.flotilla;
        requires dev.flotilla.bdb;

        opens tiny to
            dev.flotilla;
      }
      """;

  /** Two groups of one server each: with Berkeley DB, and with records as commands. */
  private static final String APPLICATION =
      """
      package tiny;

      import dev.flotilla.FlotillaClient;
      import dev.flotilla.FlotillaServer;
      import dev.flotilla.Group;
      import dev.flotilla.ServerBuilder;
      import dev.flotilla.bdb.Journal;
      import java.net.InetAddress;
      import java.net.NetworkInterface;
      import java.nio.file.Files;
      import java.nio.file.Path;
      import java.time.Duration;
      import java.util.concurrent.TimeUnit;

      final class Main {
        private static final Duration LIMIT = Duration.ofMinutes(5);

        record Add(int number) {}

        record Sum(int now) {}

        public static void main(String[] arguments) throws Exception {
          Path home = Path.of(arguments[0]);
          String loopback =
              NetworkInterface.getByInetAddress(InetAddress.getLoopbackAddress()).getName();
          ServerBuilder journal = FlotillaServer.builder(new Journal()).group("journal");
          Group<Add, Sum> sums = Group.named("sums", Add.class, Sum.class);
          try (FlotillaServer first = start(journal, loopback, home.resolve("journal"));
              FlotillaServer second =
                  start(sums.server((add, context) -> new Sum(add.number())), loopback, home.resolve("sums"));
              FlotillaClient<Add, Sum> client =
                  sums.client().timeout(LIMIT).networkInterface(loopback).servers(second.address()).connect()) {
            first.founded().toCompletableFuture().get(LIMIT.toMinutes(), TimeUnit.MINUTES);
            second.founded().toCompletableFuture().get(LIMIT.toMinutes(), TimeUnit.MINUTES);
            System.out.println("the sum is " + client.execute(new Add(3)).now());
          }
        }

        private static FlotillaServer start(ServerBuilder builder, String loopback, Path home)
            throws Exception {
          return builder
              .expect(1)
              .withoutDiscovery()
              .networkInterface(loopback)
              .directory(Files.createDirectories(home))
              .start();
        }
      }
      """;

  @Test
  void theLibrariesResolveAsNamedModules() throws Exception {
    ModuleLayer layer = layer();

    assertThat(layer.modules()).extracting(Module::getName).containsAll(names());
    for (ModuleReference library : ours().findAll()) {
      String name = library.descriptor().name();
      for (String className : classesOf(library)) {
        Class<?> type = Class.forName(className, false, layer.findLoader(name));
        assertThat(type.getModule().getName()).isEqualTo(name);
        assertThat(type.getDeclaredMethods()).isNotNull();
      }
    }
  }

  @Test
  void anApplicationRunsInNamedModules(@TempDir Path directory) throws Exception {
    Path sources = directory.resolve("sources");
    Path main = sources.resolve("tiny/Main.java");
    Files.createDirectories(main.getParent());
    Files.writeString(sources.resolve("module-info.java"), DECLARATION);
    Files.writeString(main, APPLICATION);
    String classes = directory.resolve("classes").toString();
    String libraries = path();

    int compiled =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-p",
                libraries,
                "-d",
                classes,
                sources.resolve("module-info.java").toString(),
                main.toString());
    Process application =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-p",
                classes + File.pathSeparator + libraries,
                "-m",
                "tiny/tiny.Main",
                directory.toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(application.getInputStream().readAllBytes(), UTF_8);

    assertThat(compiled).isZero();
    assertThat(output).contains("the sum is 3");
    assertThat(application.waitFor()).isZero();
  }

  @Test
  void usersSeeThesePackages() {
    Set<String> seen =
        ours().findAll().stream()
            .flatMap(library -> library.descriptor().exports().stream())
            .filter(export -> !export.isQualified())
            .map(ModuleDescriptor.Exports::source)
            .filter(name -> !name.startsWith("dev.flotilla.dpws"))
            .collect(Collectors.toSet());

    assertThat(seen)
        .containsExactlyInAnyOrder(
            "dev.flotilla",
            "dev.flotilla.bdb",
            "dev.flotilla.client",
            "dev.flotilla.client.dpws",
            "dev.flotilla.codec",
            "dev.flotilla.console",
            "dev.flotilla.kit",
            "dev.flotilla.kit.transport",
            "dev.flotilla.memory",
            "dev.flotilla.metrics",
            "dev.flotilla.micrometer",
            "dev.flotilla.node.statemachine",
            "dev.flotilla.node.transport",
            "dev.flotilla.raft.model",
            "dev.flotilla.raft.options",
            "dev.flotilla.raftdpws.message",
            "dev.flotilla.recipes",
            "dev.flotilla.recipes.state",
            "dev.flotilla.tcp",
            "dev.flotilla.test");
  }

  private static ModuleLayer layer() {
    ModuleLayer boot = ModuleLayer.boot();
    Configuration resolved =
        boot.configuration()
            .resolve(ModuleFinder.compose(ours(), theirs()), ModuleFinder.of(), names());
    return boot.defineModulesWithOneLoader(resolved, ClassLoader.getPlatformClassLoader());
  }

  private static ModuleFinder ours() {
    return ModuleFinder.of(folders().toArray(Path[]::new));
  }

  private static ModuleFinder theirs() {
    return ModuleFinder.of(jars().toArray(Path[]::new));
  }

  private static String path() {
    return Stream.concat(folders(), jars())
        .map(Path::toString)
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static Stream<Path> folders() {
    return LIBRARIES.stream().map(library -> ROOT.resolve(library).resolve("target/classes"));
  }

  private static Stream<Path> jars() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(Path::of)
        .filter(jar -> NEEDED.stream().anyMatch(jar.getFileName().toString()::startsWith));
  }

  private static Set<String> names() {
    return ours().findAll().stream()
        .map(library -> library.descriptor().name())
        .collect(Collectors.toSet());
  }

  private static List<String> classesOf(ModuleReference library) throws IOException {
    try (ModuleReader reader = library.open();
        Stream<String> resources = reader.list()) {
      return resources
          .filter(name -> name.endsWith(".class") && !name.equals("module-info.class"))
          .map(name -> name.substring(0, name.length() - 6).replace('/', '.'))
          .toList();
    }
  }
}
