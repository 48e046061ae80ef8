package dev.flotilla.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.bench.ChildProcess;
import dev.flotilla.bench.result.KillRecord;
import dev.flotilla.bench.result.RunResult;
import dev.flotilla.testing.Await;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The paper's preset with short times, against systems in memory. */
@Tag("slow")
class PresetRunTest {
  private static final PaperTiming SHORT =
      new PaperTiming(60, Duration.ofMillis(20), Duration.ofMillis(400));

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
  void everyCellOfTheQuickSubsetIsMeasured() throws Exception {
    Preset preset = PaperPreset.of(SHORT);
    Path made = directory.resolve("out");
    AtomicInteger code = new AtomicInteger(begin(preset, "elects"));

    // On a busy machine, kills may come too late in all attempts of a run.
    Await.until(
        () -> "valid runs of all cells",
        () -> {
          if (code.get() == ExitCode.COMMANDS_FAILED) {
            code.set(run().resume(preset, OutputDirectory.planIn(made), made));
          }
          return code.get() != ExitCode.COMMANDS_FAILED;
        });
    assertThat(code).hasValue(ExitCode.OK);
    assertThat(results())
        .filteredOn(RunResult::valid)
        .hasSize(5)
        .allMatch(run -> run.preset().equals("paper") && run.longestWaitMillis().size() == 5)
        .allMatch(run -> run.silenceMillis() > 0);
    assertThat(text(err)).contains("continue with --resume " + directory.resolve("out"));
    assertThat(text(out))
        .contains("## 5 servers, 1F1L, kills by the clock")
        .contains("Report: " + directory.resolve("out/report.html"));
    assertThat(directory.resolve("out/report.html")).content().contains("findings and ours");
    assertThat(directory.resolve("out/report.md")).content().contains("findings and ours");
    assertThat(Files.readAllLines(directory.resolve("out/results.csv")))
        .hasSize(1 + results().size());
  }

  @Test
  @Tag("full")
  void aKillByProgressLandsWithinARunThatIsLongEnough() throws Exception {
    begin(oneCell("elects", Scenario.ONE_LEADER, Trigger.PROGRESS, SHORT), "elects");

    RunResult run = results().get(results().size() - 1);
    assertThat(run.valid()).isTrue();
    assertThat(run.iterations()).isGreaterThan(SHORT.iterations());
    KillRecord kill = run.kills().get(0);
    assertThat(kill.role()).isEqualTo("leader");
    assertThat(kill.server()).isEqualTo(1);
    assertThat(kill.acknowledgedShare()).isBetween(0.1, 0.9);
    assertThat(run.errors()).containsOnlyKeys("unknown-connection-lost");
    assertThat(run.ops() + run.errors().get("unknown-connection-lost"))
        .isEqualTo(2L * run.iterations());
  }

  @Test
  @Tag("full")
  void aRunThatEndsBeforeItsKillIsMarked() throws Exception {
    PaperTiming late = new PaperTiming(60, Duration.ofHours(1), Duration.ofMillis(1));

    int code = begin(oneCell("elects", Scenario.TWO_FOLLOWERS, Trigger.CLOCK, late), "elects");

    assertThat(code).isEqualTo(ExitCode.OK);
    assertThat(results().get(0).kills()).hasSize(2).allMatch(KillRecord::afterEnd);
    assertThat(text(out)).contains("1 run ended before a kill was due");
  }

  @Test
  @Tag("full")
  void aContinuedExperimentMeasuresOnlyWhatIsMissing() throws Exception {
    Preset preset = PaperPreset.of(SHORT);
    begin(preset, "elects");
    Path file = directory.resolve("out/results.jsonl");
    List<String> lines = Files.readAllLines(file);
    Files.writeString(file, lines.get(0) + "\n" + lines.get(1) + "\n" + lines.get(2).substring(9));
    InMemorySystem.CLUSTERS.clear();

    Path made = directory.resolve("out");
    run().resume(preset, OutputDirectory.planIn(made), made);

    assertThat(Files.readAllLines(file)).startsWith(lines.get(0), lines.get(1));
    assertThat(InMemorySystem.CLUSTERS).startsWith("elects 3").doesNotContain("elects 1");
  }

  @Test
  void chosenCellsAloneAreMeasuredAndContinued() throws Exception {
    Preset preset = PaperPreset.of(SHORT);
    Path made = directory.resolve("out");
    run()
        .begin(
            preset,
            true,
            List.of("elects"),
            List.of("1 servers", "3 SERVERS, 5 clients, 0e"),
            made);
    Path file = made.resolve("results.jsonl");
    List<String> lines = Files.readAllLines(file);
    Files.writeString(file, lines.get(0) + "\n");

    int code = run().resume(preset, OutputDirectory.planIn(made), made);

    assertThat(code).isEqualTo(ExitCode.OK);
    assertThat(lines).hasSize(2);
    assertThat(results()).extracting(RunResult::servers).containsExactly(1, 3);
    assertThat(InMemorySystem.CLUSTERS).containsExactly("elects 1", "elects 3", "elects 3");
  }

  @Test
  void experimentsOfAnotherCommitAreNotContinued() throws Exception {
    Path made = directory.resolve("out");
    OutputDirectory other = OutputDirectory.create(made);
    other.writePlan(new ExperimentPlan("paper", true, List.of("instant"), "other"));
    Path data = other.makeData("session");
    ExperimentPlan plan = OutputDirectory.planIn(made);

    assertThatThrownBy(() -> run().resume(PaperPreset.of(SHORT), plan, made))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("measured at commit other");
    assertThat(data).exists();
    assertThat(InMemorySystem.CLUSTERS).isEmpty();
  }

  @Test
  @Tag("full")
  void aServerThatDiesByItselfLosesTheRun() throws Exception {
    int code =
        begin(
            oneCell("loses-a-server", Scenario.NO_FAILURE, Trigger.NONE, SHORT), "loses-a-server");

    assertThat(code).isEqualTo(ExitCode.COMMANDS_FAILED);
    assertThat(directory.resolve("out/report.html")).doesNotExist();
    assertThat(text(out))
        .contains("loses-a-server-server-1 exited")
        .contains("1 valid runs are missing; continue with: flotilla bench run");
  }

  /** Shows how little a preset needs: cells, and a procedure that there is. */
  private static Preset oneCell(
      String system, Scenario scenario, Trigger trigger, PaperTiming timing) {
    return new Preset(
        "one-cell",
        plan -> List.of(new Cell(system, 3, 2, scenario, trigger)),
        PaperPreset.of(timing)::procedure);
  }

  private int begin(Preset preset, String system) throws IOException, InterruptedException {
    return run().begin(preset, true, List.of(system), List.of(), directory.resolve("out"));
  }

  private PresetRun run() throws IOException {
    return new PresetRun(
        SystemCatalog.load(Path.of("")),
        Path.of(""),
        Site.local(),
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8),
        List.of("run"));
  }

  private List<RunResult> results() throws IOException {
    Path made = directory.resolve("out");
    return OutputDirectory.reopen(made).results();
  }

  private static String text(ByteArrayOutputStream bytes) {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
