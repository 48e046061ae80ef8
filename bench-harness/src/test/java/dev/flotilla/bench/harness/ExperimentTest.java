package dev.flotilla.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.bench.DiskRoom;
import dev.flotilla.bench.HostLostException;
import dev.flotilla.bench.Placement;
import dev.flotilla.bench.ServerHost;
import dev.flotilla.bench.SystemFailedException;
import dev.flotilla.bench.result.LostRun;
import dev.flotilla.bench.result.RunResult;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An experiment and its directory, with a procedure that starts nothing. */
@Tag("slow")
class ExperimentTest {
  private static final Cell FIRST = new Cell("a", 3, 1, Scenario.ONE_LEADER, Trigger.PROGRESS);
  private static final Cell SECOND = new Cell("b", 3, 1, Scenario.ONE_LEADER, Trigger.PROGRESS);
  private static final List<Cell> CELLS = List.of(FIRST, SECOND);

  @TempDir Path directory;
  private final List<String> measured = new ArrayList<>();
  private final Progress progress =
      new LineProgress(
          new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8), 4);

  @Test
  void eachRoundMeasuresEveryCellOnce() throws Exception {
    Experiment experiment = new Experiment(CELLS, 2, create(), List.of(), Preset.ALWAYS);

    experiment.run(this::valid, Placement.LOCAL, progress);

    assertThat(measured).containsExactly("a 1 1", "b 1 1", "a 2 1", "b 2 1");
    assertThat(experiment.missing()).isZero();
  }

  @Test
  void anInvalidRunIsRecordedAndRepeatedWithinBounds() throws Exception {
    OutputDirectory out = create();
    Experiment experiment = new Experiment(CELLS, 1, out, List.of(), Preset.ALWAYS);

    experiment.run(
        (cell, repeat, attempt) -> note(cell, repeat, attempt, cell.equals(SECOND) && attempt == 2),
        Placement.LOCAL,
        progress);

    assertThat(measured).containsExactly("a 1 1", "a 1 2", "a 1 3", "b 1 1", "b 1 2");
    assertThat(experiment.missing()).isEqualTo(1);
    assertThat(out.results())
        .extracting(RunResult::valid)
        .containsExactly(false, false, false, false, true);
  }

  @Test
  void whatIsFinishedIsNotMeasuredAgain() throws Exception {
    Experiment interrupted = new Experiment(CELLS, 2, create(), List.of(), Preset.ALWAYS);
    assertThatThrownBy(
            () -> interrupted.run(this::fillsTheDiskInTheSecondRound, Placement.LOCAL, progress))
        .hasMessage("the disk is full");
    measured.clear();

    OutputDirectory reopened = reopen();
    Experiment continued = new Experiment(CELLS, 2, reopened, reopened.results(), Preset.ALWAYS);
    assertThat(continued.missing()).isEqualTo(2);
    continued.run(this::valid, Placement.LOCAL, progress);

    assertThat(measured).containsExactly("a 2 1", "b 2 1");
    assertThat(continued.results()).hasSize(4).isEqualTo(reopened.results());
  }

  @Test
  void aRunThatLosesAHostIsRecordedAndRepeated() throws Exception {
    Experiment experiment = new Experiment(CELLS, 1, create(), List.of(), Preset.ALWAYS);

    experiment.run(this::losesAHostAtFirst, Placement.LOCAL, progress);

    assertThat(measured).containsExactly("a 1 2", "b 1 1");
    assertThat(experiment.missing()).isZero();
    assertThat(experiment.lost())
        .extracting(LostRun::toString)
        .containsExactly(
            "invalid: a, 3 servers, 1 clients, 1L by progress, repeat 1, attempt 1: host 2 was lost");
    assertThat(directory.resolve("lost-runs.jsonl")).content().contains("host 2 was lost");
  }

  @Test
  void aRunWhoseSystemFailsIsRecordedAndTheOthersAreMade() throws Exception {
    Experiment experiment = new Experiment(CELLS, 2, create(), List.of(), Preset.ALWAYS);

    experiment.run(this::firstHasNoLeader, Placement.LOCAL, progress);

    assertThat(measured).containsExactly("b 1 1", "b 2 1");
    assertThat(experiment.missing()).isEqualTo(2);
    assertThat(experiment.lost()).hasSize(2 * Experiment.MAX_ATTEMPTS);
    assertThat(directory.resolve("lost-runs.jsonl")).content().contains("no leader");
  }

  @Test
  void failuresOfAllAttemptsOfSeveralRunsEndTheExperiment() throws Exception {
    Experiment experiment = new Experiment(List.of(FIRST), 5, create(), List.of(), Preset.ALWAYS);

    assertThatThrownBy(() -> experiment.run(this::firstHasNoLeader, Placement.LOCAL, progress))
        .isInstanceOf(SystemFailedException.class);

    assertThat(experiment.lost()).hasSize(Experiment.MAX_FAILED_IN_A_ROW * Experiment.MAX_ATTEMPTS);
  }

  @Test
  void aCellThatNeedsMoreHostsThanAreLeftIsSkipped() throws Exception {
    Cell large = new Cell("a", 5, 1, Scenario.NO_FAILURE, Trigger.NONE);
    Experiment experiment =
        new Experiment(List.of(large, SECOND), 1, create(), List.of(), Preset.ALWAYS);

    experiment.run(this::valid, new ThreeHosts(), progress);

    assertThat(measured).containsExactly("b 1 1");
    assertThat(experiment.skipped()).containsExactly(large);
    assertThat(experiment.missing()).isEqualTo(1);
  }

  private static final class ThreeHosts implements Placement {
    @Override
    public ServerHost open(ChildProcesses children, Path data) {
      throw new IllegalStateException("nothing is started here");
    }

    @Override
    public boolean isEnoughFor(int servers) {
      return servers <= 3;
    }
  }

  @Test
  void aLineThatWasCutOffIsRemoved() throws Exception {
    OutputDirectory out = create();
    out.append(Results.of(FIRST, 1, true));
    Files.writeString(
        directory.resolve("results.jsonl"), "{\"preset\":\"pa", StandardOpenOption.APPEND);

    assertThat(reopen().results()).containsExactly(Results.of(FIRST, 1, true));
    assertThat(Files.readAllLines(directory.resolve("results.csv"))).hasSize(2);
  }

  @Test
  void aDamagedLineIsReportedWithItsFile() throws Exception {
    create();
    Files.writeString(directory.resolve("results.jsonl"), "{}\n");

    assertThatThrownBy(this::reopen)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("results.jsonl is damaged");
  }

  @Test
  void whatAnInterruptedRunLeftIsDeleted() throws Exception {
    Path left = create().makeData("session");
    Files.writeString(left.resolve("log"), "old");

    reopen();

    assertThat(directory.resolve("data")).doesNotExist();
  }

  @Test
  void aDirectoryWithoutPlanIsRefused() {
    assertThatThrownBy(() -> OutputDirectory.planIn(directory))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("holds no experiment, because it has no plan.json");
  }

  @Test
  void anotherCommitOrPresetIsRefused() throws Exception {
    create();
    ExperimentPlan plan = OutputDirectory.planIn(directory);

    plan.requireCommit("DIR", "abc");
    plan.requirePreset("DIR", "paper");
    assertThatThrownBy(() -> plan.requireCommit("DIR", "def"))
        .hasMessageContaining("measured at commit abc, but this checkout is at def");
    assertThatThrownBy(() -> plan.requirePreset("DIR", "links"))
        .hasMessageContaining("of preset paper, but --preset is links");
  }

  @Test
  void anotherNumberOfAgentsIsRefused() throws Exception {
    create();
    ExperimentPlan local = OutputDirectory.planIn(directory);
    ExperimentPlan remote =
        new ExperimentPlan("paper", true, List.of("a"), "abc", 5, null, List.of());

    local.requireAgents("DIR", 0);
    remote.requireAgents("DIR", 5);
    assertThatThrownBy(() -> local.requireAgents("DIR", 5))
        .hasMessageContaining("measured on one machine, but now with 5 agents; leave out --agents");
    assertThatThrownBy(() -> remote.requireAgents("DIR", 0))
        .hasMessageContaining("with 5 agents, but now on one machine; add --agents 5");
  }

  @Test
  void otherEmulatedHostsAreRefused() throws Exception {
    create();
    ExperimentPlan plain = OutputDirectory.planIn(directory);
    ExperimentPlan emulated =
        new ExperimentPlan("paper", true, List.of("a"), "abc", 0, "6 emulated hosts", List.of());

    plain.requireEmulatedHosts("DIR", null);
    emulated.requireEmulatedHosts("DIR", "6 emulated hosts");
    assertThatThrownBy(() -> plain.requireEmulatedHosts("DIR", "6 emulated hosts"))
        .hasMessageContaining("measured on no emulated hosts, but now on 6 emulated hosts");
  }

  @Test
  void aNearlyFullDiskIsReportedBeforeARun() throws Exception {
    OutputDirectory out = OutputDirectory.create(directory, new DiskRoom(Long.MAX_VALUE, 0));

    assertThatThrownBy(() -> out.makeData("session"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("MB left, but a server may need")
        .hasMessageContaining("make room");
  }

  @Test
  void resultsThatCannotBeWrittenAreReportedWithTheirFile() throws Exception {
    OutputDirectory out = create();
    Files.delete(directory.resolve("results.jsonl"));
    Files.createDirectory(directory.resolve("results.jsonl"));

    assertThatThrownBy(() -> out.append(Results.of(FIRST, 1, true)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("results.jsonl cannot be written");
  }

  @Test
  void theTableHasAColumnForEveryValue() throws Exception {
    create().append(Results.of(FIRST, 1, true));

    List<String> lines = Files.readAllLines(directory.resolve("results.csv"));
    String quotedKinds = "\"refused, busy:1 unknown-lost:2\"";
    assertThat(lines.get(1)).startsWith("paper,a,3,1,1L,progress,paper,1,120,true,117,3,");
    assertThat(lines.get(1)).contains(quotedKinds);
    assertThat(lines.get(1).replace(quotedKinds, "").split(",", -1))
        .hasSameSizeAs(lines.get(0).split(",", -1));
  }

  private OutputDirectory create() throws IOException {
    OutputDirectory created = OutputDirectory.create(directory);
    created.writePlan(new ExperimentPlan("paper", false, List.of("a", "b"), "abc"));
    return created;
  }

  private OutputDirectory reopen() throws IOException {
    return OutputDirectory.reopen(directory);
  }

  private RunResult valid(Cell cell, int repeat, int attempt) {
    return note(cell, repeat, attempt, true);
  }

  private RunResult fillsTheDiskInTheSecondRound(Cell cell, int repeat, int attempt)
      throws IOException {
    if (repeat == 2) {
      throw new IOException("the disk is full");
    }
    return valid(cell, repeat, attempt);
  }

  private RunResult firstHasNoLeader(Cell cell, int repeat, int attempt) throws IOException {
    if (cell.equals(FIRST)) {
      throw new SystemFailedException("the 3 servers have no leader");
    }
    return valid(cell, repeat, attempt);
  }

  private RunResult losesAHostAtFirst(Cell cell, int repeat, int attempt) throws IOException {
    if (cell.equals(FIRST) && attempt == 1) {
      throw new HostLostException("host 2 was lost");
    }
    return valid(cell, repeat, attempt);
  }

  private RunResult note(Cell cell, int repeat, int attempt, boolean valid) {
    measured.add("%s %s %s".formatted(cell.system(), repeat, attempt));
    return Results.of(cell, repeat, valid);
  }
}
