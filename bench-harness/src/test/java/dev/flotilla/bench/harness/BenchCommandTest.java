package dev.flotilla.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.flotilla.bench.ChildProcess;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole command against systems in memory. */
@Tag("slow")
class BenchCommandTest {
  @TempDir Path directory;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @BeforeEach
  void forgetEarlierTests() {
    InMemorySystem.STARTED.clear();
    InMemorySystem.CLUSTERS.clear();
  }

  @AfterEach
  void noServerIsLeft() {
    assertThat(InMemorySystem.STARTED).noneMatch(ChildProcess::isAlive);
  }

  @Test
  void paperModeMeasuresEveryCellOnAClusterOfItsOwnInTurns() throws IOException {
    int code =
        run(
            "--systems=instant,slow-at-its-ends",
            "--mode=paper",
            "--iterations=21",
            "--servers=1,2",
            "--clients=1,3",
            "--repeats=1");

    assertThat(code).isEqualTo(ExitCode.OK);
    assertThat(InMemorySystem.CLUSTERS)
        .containsExactly(
            "instant 1",
            "slow-at-its-ends 1",
            "instant 1",
            "slow-at-its-ends 1",
            "instant 2",
            "slow-at-its-ends 2",
            "instant 2",
            "slow-at-its-ends 2");
    assertThat(results())
        .extracting(result -> result.get("ops").getAsInt())
        .containsExactly(21, 21, 63, 63, 21, 21, 63, 63);
    assertThat(text(err)).contains("[8/8] slow-at-its-ends, 2 servers, 3 clients, repeat 1");
    assertThat(directory.resolve("out/data")).doesNotExist();
    assertThat(directory.resolve("out/report.md")).content().isSubstringOf(text(out));
    assertThat(text(out)).contains("Report: " + directory.resolve("out/report.html"));
    assertThat(directory.resolve("out/report.html")).content().contains("Of 4 cells, instant");
  }

  @Test
  @Tag("full")
  void paperModeLeavesEachClientsFirstAndLastTenOutOfLatencyButNotOutOfThroughput()
      throws IOException {
    run(
        "--systems=slow-at-its-ends",
        "--mode=paper",
        "--iterations=21",
        "--servers=1",
        "--clients=2",
        "--repeats=1");

    JsonObject result = results().get(0);
    double slowMicros = InMemoryClientMain.SLOW_MILLIS * 1_000;
    assertThat(result.getAsJsonObject("latencyMicros").get("p50").getAsDouble())
        .isLessThan(slowMicros);
    assertThat(result.get("durationSeconds").getAsDouble()).isGreaterThan(20 * slowMicros / 1e6);
    assertThat(result.get("throughputOpsPerSec").getAsDouble())
        .isCloseTo(42 / result.get("durationSeconds").getAsDouble(), within(0.1));
  }

  @Test
  @Tag("full")
  void steadyModeMeasuresAllClientCountsOnOneWarmCluster() throws IOException {
    int code =
        run(
            "--systems=instant",
            "--mode=STEADY",
            "--measure=1",
            "--warm-up-min=1",
            "--warm-up-max=1",
            "--servers=1",
            "--clients=1,2",
            "--repeats=1");

    assertThat(code).isEqualTo(ExitCode.OK);
    assertThat(InMemorySystem.CLUSTERS).containsExactly("instant 1");
    assertThat(results()).hasSize(2).allSatisfy(BenchCommandTest::isOneWarmSecond);
    assertThat(results())
        .extracting(result -> result.get("clients").getAsInt())
        .containsExactly(1, 2);
  }

  @Test
  @Tag("full")
  void pairedModeAlternatesBetweenClustersThatAreUpTogether() throws IOException {
    int code =
        run(
            "--systems=instant,slow-at-its-ends",
            "--mode=paired",
            "--window=1",
            "--rounds=2",
            "--warm-up-min=0",
            "--warm-up-max=1",
            "--servers=1",
            "--clients=2",
            "--repeats=1");

    assertThat(code).isEqualTo(ExitCode.OK);
    assertThat(lines("windows.jsonl"))
        .extracting(window -> window.get("system").getAsString())
        .containsExactly("instant", "slow-at-its-ends", "slow-at-its-ends", "instant");
    assertThat(lines("cold-starts.jsonl")).hasSize(2);
    assertThat(text(out)).contains("instant : slow-at-its-ends, median of ratios");
    assertThat(directory.resolve("out/report.html")).content().contains("Cost of a command");
    assertThat(directory.resolve("out/data")).doesNotExist();
  }

  @Test
  @Tag("full")
  void openLoopIssuesAtTheIntendedRate() throws IOException {
    run(
        "--systems=instant",
        "--mode=paired",
        "--rate=200",
        "--window=1",
        "--rounds=2",
        "--warm-up-min=0",
        "--warm-up-max=1",
        "--servers=1",
        "--clients=2",
        "--repeats=1");

    assertThat(lines("windows.jsonl"))
        .hasSize(2)
        .allSatisfy(
            window -> {
              assertThat(window.get("rate").getAsInt()).isEqualTo(200);
              assertThat(window.get("throughputOpsPerSec").getAsDouble()).isBetween(100.0, 300.0);
            });
  }

  private static void isOneWarmSecond(JsonObject result) {
    assertThat(result.getAsJsonObject("warmUp").get("seconds").getAsInt()).isEqualTo(1);
    assertThat(result.getAsJsonObject("warmUp").get("flat").getAsBoolean()).isFalse();
    assertThat(result.get("durationSeconds").getAsDouble()).isGreaterThan(0.99);
    assertThat(result.getAsJsonArray("opsPerSecond")).hasSize(1);
    assertThat(result.getAsJsonArray("opsPerSecond").get(0).getAsLong())
        .isEqualTo(result.get("ops").getAsLong());
  }

  @Test
  void aLineOfResultsSaysWhatWasMeasuredAndWhere() throws IOException {
    run("--systems=instant", "--mode=paper", "--servers=2", "--clients=2", "--repeats=1");

    JsonObject result = results().get(0);
    assertThat(result.get("system").getAsString()).isEqualTo("instant");
    assertThat(result.get("servers").getAsInt()).isEqualTo(2);
    assertThat(result.get("clients").getAsInt()).isEqualTo(2);
    assertThat(result.get("scenario").getAsString()).isEqualTo("0E");
    assertThat(result.get("mode").getAsString()).isEqualTo("paper");
    assertThat(result.get("repeat").getAsInt()).isEqualTo(1);
    assertThat(result.get("ops").getAsInt()).isEqualTo(240);
    assertThat(result.getAsJsonObject("errors").size()).isZero();
    assertThat(result.getAsJsonObject("latencyMicros").keySet())
        .containsExactly("mean", "p50", "p90", "p99", "max");
    assertThat(result.getAsJsonObject("cpuSeconds").getAsJsonArray("servers")).hasSize(2);
    assertThat(result.get("durability").getAsString()).isEqualTo("nothing is on disk");
    assertThat(result.get("configuration").getAsString()).isEqualTo("no settings");
    assertThat(result.get("startedAt").getAsString()).endsWith("Z");
    JsonObject environment = result.getAsJsonObject("environment");
    assertThat(environment.keySet())
        .contains("machine", "memoryMegabytes", "dataFileSystem", "jdk", "os", "gitCommit");
    assertThat(environment.get("cores").getAsInt()).isPositive();
    assertThat(environment.getAsJsonObject("versions").get("instant").getAsString())
        .isEqualTo("1.2.3");
    assertThat(environment.get("commandLine").getAsString()).startsWith("flotilla bench run --");
  }

  @Test
  void refusedCommandsAreCountedByKindAndShownInTheExitCode() throws IOException {
    int code =
        run(
            "--systems=refuses-every-third",
            "--mode=paper",
            "--servers=1",
            "--clients=1",
            "--repeats=1");

    assertThat(code).isEqualTo(ExitCode.COMMANDS_FAILED);
    assertThat(results().get(0).getAsJsonObject("errors").get("refused-third").getAsInt())
        .isEqualTo(40);
    assertThat(results().get(0).get("ops").getAsInt()).isEqualTo(80);
  }

  @Test
  @Tag("full")
  void deathOfTheClientProcessEndsEverythingAndKeepsEarlierResults() throws IOException {
    int code =
        run(
            "--systems=instant,client-dies",
            "--mode=paper",
            "--servers=2",
            "--clients=1",
            "--repeats=1");

    assertThat(code).isEqualTo(ExitCode.SYSTEM_FAILED);
    assertThat(text(err).lines().reduce((first, last) -> last).orElseThrow())
        .startsWith("flotilla bench: client-dies-clients exited with code 9")
        .contains("client-dies-clients.log");
    assertThat(results()).hasSize(1);
    assertThat(text(out)).contains("instant");
    assertThat(InMemorySystem.STARTED).hasSize(4);
  }

  @Test
  void aLostServerExplainsWhyTheClientsFailed() throws IOException {
    int code =
        run("--systems=loses-server-and-client", "--mode=paper", "--servers=2", "--clients=1");

    assertThat(code).isEqualTo(ExitCode.SYSTEM_FAILED);
    assertThat(text(err)).contains("loses-server-and-client-server-1 exited");
  }

  @Test
  void failureToStartEndsTheServersThatDidStart() throws IOException {
    int code = run("--systems=second-server-missing", "--servers=2", "--clients=1", "--repeats=1");

    assertThat(code).isEqualTo(ExitCode.SYSTEM_FAILED);
    assertThat(text(err)).isEqualTo("flotilla bench: server 2 does not answer\n");
    assertThat(text(out)).startsWith("Nothing was measured.");
    assertThat(InMemorySystem.STARTED).hasSize(2);
  }

  @Test
  void aRunThatLostAServerIsNotAResult() throws IOException {
    int code = run("--systems=loses-a-server", "--mode=paper", "--servers=3", "--clients=1");

    assertThat(code).isEqualTo(ExitCode.SYSTEM_FAILED);
    assertThat(text(err)).contains("loses-a-server-server-1 exited").contains("during the run");
    assertThat(results()).isEmpty();
  }

  @Test
  void nonsenseIsRefusedInOneLineBeforeAnythingStarts() throws IOException {
    assertThat(run("--systems=nothing")).isEqualTo(ExitCode.USAGE);
    assertThat(run("--clients=0")).isEqualTo(ExitCode.USAGE);
    assertThat(run("--mode=fast")).isEqualTo(ExitCode.USAGE);
    assertThat(run("--clients=1,1")).isEqualTo(ExitCode.USAGE);

    assertThat(text(err).lines())
        .hasSize(4)
        .allMatch(line -> line.startsWith("flotilla bench: ") && line.endsWith("--help"));
    assertThat(text(err))
        .contains(
            "--systems names nothing; known are: client-dies, elects, flotilla, flotilla-tcp,"
                + " flotilla-tls, instant");
    assertThat(directory.resolve("out")).doesNotExist();
  }

  @Test
  void optionsThatAPresetSetsAreRefusedBesideIt() throws IOException {
    assertThat(run("--preset=paper", "--mode=paper")).isEqualTo(ExitCode.USAGE);
    assertThat(run("--preset=no-such")).isEqualTo(ExitCode.USAGE);
    assertThat(run("--quick")).isEqualTo(ExitCode.USAGE);
    assertThat(run("--resume=" + directory, "--preset=paper")).isEqualTo(ExitCode.USAGE);

    assertThat(text(err).lines())
        .hasSize(4)
        .allMatch(line -> line.startsWith("flotilla bench: ") && line.endsWith("--help"));
    assertThat(text(err))
        .contains("--preset sets what is measured; leave out --mode")
        .contains("--preset is no-such; known are: paper")
        .contains("--quick is a part of a preset")
        .contains("--resume continues what its directory's plan says; leave out --out");
    assertThat(directory.resolve("out")).doesNotExist();
  }

  @Test
  void resultsOfAnEarlierBenchmarkAreNotTouched() throws IOException {
    Path results = Files.createDirectories(directory.resolve("out")).resolve("results.jsonl");
    Files.writeString(results, "precious");

    assertThat(run("--systems=instant", "--mode=paper")).isEqualTo(ExitCode.INPUT_OUTPUT);

    assertThat(results).hasContent("precious");
    assertThat(text(err)).contains("holds something already; name a directory");
  }

  @Test
  void whatCannotUseAgentsRefusesThem() {
    assertThat(run("--agents=3", "--experiment=x", "--mode=paired")).isEqualTo(ExitCode.USAGE);
    assertThat(text(err)).contains("--mode paired cannot use agents");
    assertThat(run("--agents=3", "--experiment=x", "--preset=lock-service"))
        .isEqualTo(ExitCode.USAGE);
    assertThat(text(err)).contains("preset lock-service cannot use agents");
  }

  @Test
  void emulatedHostsThatCannotBeAreRefused() {
    assertThat(run("--quota=0.5")).isEqualTo(ExitCode.USAGE);
    assertThat(run("--emulated-hosts=2", "--delay=fast")).isEqualTo(ExitCode.USAGE);
    assertThat(run("--systems=instant", "--emulated-hosts=2", "--quota=1000"))
        .isEqualTo(ExitCode.USAGE);
    assertThat(run("--emulated-hosts=2", "--agents=1", "--experiment=x")).isEqualTo(ExitCode.USAGE);
    assertThat(text(err))
        .contains("add --emulated-hosts N", "--delay is fast", "with --quota 1000.0 need 2000.00")
        .contains("leave out one of them");
  }

  @Test
  void optionsForAgentsBelongTogether() {
    assertThat(run("--agents=3")).isEqualTo(ExitCode.USAGE);
    assertThat(run("--experiment=x")).isEqualTo(ExitCode.USAGE);
    assertThat(run("--agents=0", "--experiment=x")).isEqualTo(ExitCode.USAGE);
    assertThat(run("--systems=instant", "--agents=1", "--experiment=x", "--interface=nosuch0"))
        .isEqualTo(ExitCode.USAGE);
    assertThat(text(err))
        .contains("--agents needs --experiment", "add --agents N", "it must be 1 to 64")
        .contains("there is no network interface nosuch0");
  }

  private int run(String... options) {
    List<String> words = new ArrayList<>(List.of("run", "--out=" + directory.resolve("out")));
    words.addAll(List.of(options));
    return BenchCommand.execute(
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8),
        words.toArray(String[]::new));
  }

  private List<JsonObject> results() throws IOException {
    return lines("results.jsonl");
  }

  private List<JsonObject> lines(String file) throws IOException {
    return Files.readAllLines(directory.resolve("out").resolve(file)).stream()
        .map(line -> JsonParser.parseString(line).getAsJsonObject())
        .toList();
  }

  private static String text(ByteArrayOutputStream bytes) {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
