package dev.flotilla.user;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.flotilla.keys.Authority;
import dev.flotilla.keys.Grant;
import dev.flotilla.keys.InitialKeys;
import dev.flotilla.keys.Role;
import dev.flotilla.testing.Sample;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compiles and runs an application against the libraries that {@code flotilla-embedded} brings, as
 * named modules and on the class path. It tells refusals apart by an enum.
 */
@Tag("slow")
class OutsideUserTest {
  private static final Path SOURCES = Path.of("src/test/application").toAbsolutePath();

  /** How the libraries begin that the application gets; the rest is of this test. */
  private static final List<String> LIBRARIES =
      List.of(
          "flotilla-",
          "netty-",
          "stax2-api-",
          "slf4j-api-",
          "gson-",
          "bcpkix-",
          "bcprov-",
          "bcutil-");

  private static final List<String> OF_TESTS = List.of("flotilla-test-support", "test-support");

  private static final String CLOSED = "module outside { requires dev.flotilla; }\n";

  @TempDir private Path home;
  private Path declaration = SOURCES.resolve("module-info.java");

  enum Mode {
    NAMED_MODULES,
    CLASS_PATH
  }

  /**
   * Starting programs takes long: only the profile full runs all of them on the class path, too.
   */
  static Stream<Mode> modes() {
    return Stream.of(Mode.values()).limit(Sample.of(2, 1));
  }

  @ParameterizedTest
  @EnumSource
  void aClientThatMaySendNoMoreIsBusy(Mode mode) throws Exception {
    assertThat(run(mode, List.of(), "busy", home.toString()))
        .containsExactly("busy: wait", "code NEGATIVE", "code NEGATIVE");
  }

  @ParameterizedTest
  @MethodSource("modes")
  void aMinorityHasNoLeader(Mode mode) throws Exception {
    assertThat(run(mode, List.of(), "no-leader", home.toString()))
        .containsExactly("no leader: start servers");
  }

  @ParameterizedTest
  @MethodSource("modes")
  void theWrongCertificateIsForbidden(Mode mode) throws Exception {
    Path keys = home.resolve("keys");
    var unused = InitialKeys.create(keys, "guarded", 1, 1, Clock.systemUTC());
    var unusedToo =
        Authority.open(keys.resolve("authority"), Clock.systemUTC())
            .issue(
                Grant.of("observer", EnumSet.of(Role.OBSERVER)),
                Authority.DEFAULT_LIFE,
                keys.resolve("observer"));
    assertThat(run(mode, List.of(), "forbidden", home.toString(), keys.toString(), "guarded"))
        .containsExactly("forbidden: get keys", "forbidden: get keys");
  }

  @ParameterizedTest
  @MethodSource("modes")
  void aFullDiskIsNamed(Mode mode) throws Exception {
    Path small = Files.createDirectory(home.resolve("small"));
    List<String> onItsOwnDisk =
        List.of(
            "unshare",
            "--user",
            "--map-root-user",
            "--mount",
            "sh",
            "-c",
            "mount -t tmpfs -o size=160m none \"$0\" && exec \"$@\"",
            small.toString());
    assumeTrue(isPossible(onItsOwnDisk), "this machine lets nobody mount a small disk");
    assertThat(run(mode, onItsOwnDisk, "disk-full", small.toString()))
        .containsExactly("disk full: free space");
  }

  @Test
  void theLibrariesAreNamedModulesThatAModuleRequires() throws Exception {
    assertThat(run(Mode.NAMED_MODULES, List.of(), "modules", home.toString()))
        .containsExactly(
            "outside requires dev.flotilla",
            "FlotillaServer in dev.flotilla",
            "RefusalReason in dev.flotilla.client",
            "process packages open false");
    assertThat(run(Mode.CLASS_PATH, List.of(), "modules", home.toString()))
        .contains("FlotillaServer in no module", "RefusalReason in no module");
  }

  @Test
  void aModuleThatHidesItsRecordsIsToldWhatToOpen() throws Exception {
    declaration = Files.writeString(home.resolve("module-info.java"), CLOSED);
    Process application = start(Mode.NAMED_MODULES, List.of(), "busy", home.toString());
    assertThat(application.waitFor()).isNotZero();
    assertThat(read(home.resolve("stderr")))
        .contains("is in a module that hides it; add to its module-info: opens outside;");
  }

  private static boolean isPossible(List<String> prefix) throws Exception {
    List<String> line = new ArrayList<>(prefix);
    line.add("true");
    try {
      return new ProcessBuilder(line).redirectErrorStream(true).start().waitFor() == 0;
    } catch (IOException e) {
      return false; // There is no such program.
    }
  }

  private List<String> run(Mode mode, List<String> prefix, String... arguments) throws Exception {
    Process application = start(mode, prefix, arguments);
    List<String> output =
        new String(application.getInputStream().readAllBytes(), UTF_8).lines().toList();
    assertThat(application.waitFor()).as(() -> read(home.resolve("stderr"))).isZero();
    return output;
  }

  private Process start(Mode mode, List<String> prefix, String... arguments) throws Exception {
    String classes = compiled(mode);
    List<String> line = new ArrayList<>(prefix);
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    if (mode == Mode.NAMED_MODULES) {
      line.addAll(
          List.of("-p", classes + File.pathSeparator + libraries(), "-m", "outside/outside.Main"));
    } else {
      line.addAll(List.of("-cp", classes + File.pathSeparator + libraries(), "outside.Main"));
    }
    line.addAll(List.of(arguments));
    return new ProcessBuilder(line).redirectError(home.resolve("stderr").toFile()).start();
  }

  private static String read(Path errors) {
    try {
      return Files.readString(errors);
    } catch (IOException e) {
      return e.toString();
    }
  }

  private String compiled(Mode mode) {
    String classes = home.resolve("classes-" + mode).toString();
    List<String> options = new ArrayList<>();
    options.addAll(List.of("-d", classes, "-proc:none"));
    options.addAll(List.of(mode == Mode.NAMED_MODULES ? "-p" : "-cp", libraries()));
    if (mode == Mode.NAMED_MODULES) {
      options.add(declaration.toString());
    }
    options.add(SOURCES.resolve("outside/Main.java").toString());
    int exitCode =
        ToolProvider.getSystemJavaCompiler().run(null, null, null, options.toArray(String[]::new));
    assertThat(exitCode).isZero();
    return classes;
  }

  /** Jars, or in a part of a build the folders of their classes. */
  private static String libraries() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(OutsideUserTest::isLibrary)
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static boolean isLibrary(String entry) {
    String name = Path.of(entry).getFileName().toString();
    boolean isOfTests = OF_TESTS.stream().anyMatch(entry::contains);
    boolean isFolder = entry.endsWith("target" + File.separator + "classes");
    return !isOfTests
        && !entry.contains("user-checks")
        && (isFolder || LIBRARIES.stream().anyMatch(name::startsWith));
  }
}
