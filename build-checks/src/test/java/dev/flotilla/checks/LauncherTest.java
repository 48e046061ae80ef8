package dev.flotilla.checks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * When the script {@code flotilla} builds, and what: on a copy of this checkout's POMs with a Maven
 * that only writes down its call, and a JVM that only prints its arguments.
 */
class LauncherTest {
  private static final Path ROOT = SourceTree.rootOfThisBuild();
  private static final int INTERNAL_ERROR = 70;

  private static final String MAVEN =
      """
      #!/bin/sh
      echo "$*" >>calls
      for module in $(printf %s "$2" | tr , ' '); do
        mkdir -p "$module/target/lib" && : >"$module/target/program.jar"
      done
      """;

  record Outcome(int exitCode, String output) {}

  @TempDir private Path folder;
  private Path root = Path.of("");

  @BeforeEach
  void copyTheCheckout() throws IOException {
    root = Files.createDirectory(folder.resolve("checkout"));
    Files.createDirectories(root.resolve(".git"));
    Files.createDirectories(root.resolve(".mvn"));
    Files.copy(ROOT.resolve("flotilla"), root.resolve("flotilla"));
    Files.copy(ROOT.resolve("pom.xml"), root.resolve("pom.xml"));
    for (String module : SourceTree.modulesOf(ROOT)) {
      Files.createDirectories(root.resolve(module).resolve("src/main/java"));
      Files.copy(ROOT.resolve(module).resolve("pom.xml"), root.resolve(module).resolve("pom.xml"));
    }
    script(root.resolve("mvnw"), MAVEN);
    Path jdk = Files.createDirectories(folder.resolve("jdk/bin")).getParent();
    Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"17.0.1\"\n");
    script(jdk.resolve("bin/java"), "#!/bin/sh\necho \"java $*\"\n");
  }

  @Test
  void aCommandBuildsTheServerAndRunsIt() throws Exception {
    Outcome outcome = run("status", "--group", "g");

    assertThat(outcome.exitCode()).as(outcome.output()).isZero();
    assertThat(calls()).singleElement().asString().startsWith("-pl server -am ");
    assertThat(outcome.output())
        .contains("dev.flotilla.server.FlotillaCommand status --group g")
        .contains(root.toRealPath().resolve("server/target") + "/*:");
  }

  @Test
  void otherProgramsBuildTheirOwnModulesOnly() throws Exception {
    run("gateway", "--help");
    run("thermostat", "hall");

    assertThat(calls()).hasSize(2);
    assertThat(calls().get(0)).startsWith("-pl gateway -am ");
    assertThat(calls().get(1)).startsWith("-pl examples -am ");
  }

  @Test
  void theBenchmarkBuildsWhatIsMissingOfAllThatItStarts() throws Exception {
    run("status");
    run("bench", "run");

    assertThat(calls()).hasSize(2);
    assertThat(calls().get(1))
        .startsWith(
            "-pl bench-harness,gateway,zk-baseline,bench-ratis,total-order-corba,examples -am ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"system-tests", "gateway", "bench-harness", "examples"})
  void aChangeElsewhereBuildsNothing(String module) throws Exception {
    run("status");
    change(root.resolve(module).resolve("src/main/java/Changed.java"));
    run("status");

    assertThat(calls()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"server", "raft-core", "raft-storage", "dpws", "console", "keys"})
  void aChangeOfWhatTheServerNeedsBuilds(String module) throws Exception {
    run("status");
    change(root.resolve(module).resolve("src/main/java/Changed.java"));
    run("status");

    assertThat(calls()).hasSize(2);
  }

  @Test
  void aMissingJarOrADeletedSourceBuilds() throws Exception {
    run("status");
    Files.delete(root.resolve("server/target/program.jar"));
    run("status");
    assertThat(calls()).hasSize(2);

    Path sources = root.resolve("dpws/src/main/java");
    Files.setLastModifiedTime(sources, FileTime.from(Instant.now().plusSeconds(60)));
    run("status");
    assertThat(calls()).hasSize(3);
  }

  @Test
  void aCopyWithoutGitNeverBuildsAgain() throws Exception {
    Files.delete(root.resolve(".git"));
    run("status");
    change(root.resolve("server/src/main/java/Changed.java"));
    Outcome again = run("status");

    assertThat(again.exitCode()).isZero();
    assertThat(again.output()).isEqualTo(line("status"));
    assertThat(calls()).hasSize(1);
  }

  @Test
  void aCopyWithoutSourcesRunsWhatItHas() throws Exception {
    run("status");
    Files.delete(root.resolve("mvnw"));
    Files.delete(root.resolve("target/launcher/server"));

    assertThat(run("status").output()).isEqualTo(line("status"));
    assertThat(run("gateway"))
        .satisfies(
            outcome -> {
              assertThat(outcome.exitCode()).isEqualTo(INTERNAL_ERROR);
              assertThat(outcome.output())
                  .startsWith("flotilla: gateway is not built in ")
                  .contains("flotilla gateway --help' once")
                  .hasLineCount(1);
            });
  }

  @Test
  void aCopyOfAnotherUserRunsWhatItHas() throws Exception {
    run("status");
    change(root.resolve("server/src/main/java/Changed.java"));
    Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("r-xr-xr-x"));
    try {
      assumeTrue(!Files.isWritable(root), "root may write everywhere");
      assertThat(run("status").output()).isEqualTo(line("status"));
    } finally {
      Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    assertThat(calls()).hasSize(1);
  }

  @Test
  void aTargetThatCannotBeWrittenIsOneSentence() throws Exception {
    Files.writeString(root.resolve("target"), "");
    Outcome outcome = run("status");

    assertThat(outcome.exitCode()).isEqualTo(INTERNAL_ERROR);
    assertThat(outcome.output())
        .startsWith("flotilla: cannot build: ")
        .contains("may not write to")
        .hasLineCount(1);
  }

  private String line(String arguments) throws IOException {
    Path home = root.toRealPath();
    return "java -XX:+UseSerialGC -XX:-UsePerfData -XX:TieredStopAtLevel=1 -Dflotilla.home="
        + home
        + " -cp "
        + home.resolve("server/target/*")
        + ":"
        + home.resolve("server/target/lib/*")
        + " dev.flotilla.server.FlotillaCommand "
        + arguments
        + "\n";
  }

  private Outcome run(String... arguments) throws Exception {
    Path output = folder.resolve("output");
    ProcessBuilder builder =
        new ProcessBuilder(root.resolve("flotilla").toString())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.command().addAll(List.of(arguments));
    builder.environment().put("JAVA_HOME", folder.resolve("jdk").toString());
    builder.environment().remove("FLOTILLA_OPTS");
    int exitCode = builder.start().waitFor();
    return new Outcome(exitCode, Files.readString(output, UTF_8));
  }

  private List<String> calls() throws IOException {
    return Files.readAllLines(root.resolve("calls"), UTF_8);
  }

  /** Later than any build of this test, whatever the resolution of the clock of files. */
  private static void change(Path file) throws IOException {
    Files.writeString(file, "class Changed {}\n");
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(60)));
  }

  private static void script(Path file, String text) throws IOException {
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
