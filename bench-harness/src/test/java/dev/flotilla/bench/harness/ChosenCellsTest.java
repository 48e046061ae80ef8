package dev.flotilla.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --only} and {@code --list}: some cells of a preset, and what there is to choose from. */
class ChosenCellsTest {
  private static final List<Cell> CELLS =
      List.of(
          new Cell("a", 3, 5, Scenario.NO_FAILURE, Trigger.NONE),
          new Cell("a", 3, 25, Scenario.ONE_LEADER, Trigger.CLOCK),
          new Cell("b", 5, 25, Scenario.TWO_FOLLOWERS, Trigger.PROGRESS));

  @TempDir Path directory;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void cellThatHasOneOfTheTextsIsChosen() {
    assertThat(plan("5 servers", "1l BY CLOCK").chosen(CELLS))
        .containsExactly(CELLS.get(1), CELLS.get(2));
    assertThat(plan().chosen(CELLS)).isEqualTo(CELLS);
  }

  @Test
  void textThatIsInNoCellIsRefusedWithTheCells() {
    assertThatThrownBy(() -> plan("25 clients", "7 servers").chosen(CELLS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "--only '7 servers' matches no cell of preset paper; its cells are: a, 3 servers, 5"
                + " clients, 0E; a, 3 servers, 25 clients, 1L by clock; b, 5 servers, 25 clients,"
                + " 2F by progress");
  }

  @Test
  void planKeepsTheTexts() throws IOException {
    ExperimentPlan plan = plan("5 servers");
    OutputDirectory.create(directory).writePlan(plan);

    assertThat(OutputDirectory.planIn(directory)).isEqualTo(plan);
  }

  @Test
  void planOfAnOlderVersionMeasuresAllCells() throws IOException {
    Files.writeString(
        directory.resolve("plan.json"),
        "{\"preset\":\"paper\",\"quick\":false,\"systems\":[\"a\"],\"gitCommit\":\"abc\",\"agents\":0}");

    assertThat(OutputDirectory.planIn(directory).chosen(CELLS)).isEqualTo(CELLS);
  }

  @Test
  void listPrintsTheCellsAndWritesNothing() {
    assertThat(run("--preset=kv-report", "--list", "--only=Reconnect")).isEqualTo(ExitCode.OK);

    assertThat(text(out).lines())
        .containsExactly(
            "flotilla, 5 servers, 10 clients, reconnect",
            "flotilla, 15 servers, 10 clients, reconnect");
    assertThat(directory.resolve("out")).doesNotExist();
  }

  @Test
  void listHasTheCellsThatTheOtherOptionsChoose() {
    assertThat(run("--preset=paper", "--list", "--quick", "--systems=instant"))
        .isEqualTo(ExitCode.OK);
    assertThat(text(out).lines())
        .hasSize(5)
        .contains("instant, 5 servers, 5 clients, 1F1L by clock");

    out.reset();
    assertThat(run("--preset=kv-report", "--list", "--agents=2", "--experiment=lab"))
        .isEqualTo(ExitCode.OK);
    assertThat(text(out).lines()).hasSize(3).allMatch(line -> line.endsWith("hosts"));
  }

  @Test
  void choicesThatMakeNoSenseAreRefusedInOneLine() {
    assertThat(run("--preset=paper", "--systems=instant", "--only=7 servers"))
        .isEqualTo(ExitCode.USAGE);
    assertThat(run("--only=5 servers")).isEqualTo(ExitCode.USAGE);
    assertThat(run("--list")).isEqualTo(ExitCode.USAGE);

    assertThat(text(err).lines()).hasSize(3).allMatch(line -> line.endsWith("--help"));
    assertThat(text(err))
        .contains("--only '7 servers' matches no cell of preset paper; its cells are: instant, 1")
        .contains("--only is about the cells of a preset; add --preset paper")
        .contains("--list is about the cells of a preset; add --preset paper");
    assertThat(directory.resolve("out")).doesNotExist();
  }

  @Test
  void continuedExperimentKeepsItsChoice() {
    assertThat(
            BenchCommand.execute(
                print(out), print(err), "run", "--resume=" + directory, "--only=5 servers"))
        .isEqualTo(ExitCode.USAGE);
    assertThat(text(err)).contains("what its directory's plan says; leave out --only");
  }

  private static ExperimentPlan plan(String... only) {
    return new ExperimentPlan("paper", false, List.of("a", "b"), "abc", 0, null, List.of(only));
  }

  private int run(String... options) {
    List<String> words = new ArrayList<>(List.of("run", "--out=" + directory.resolve("out")));
    words.addAll(List.of(options));
    return BenchCommand.execute(print(out), print(err), words.toArray(String[]::new));
  }

  private static PrintStream print(ByteArrayOutputStream stream) {
    return new PrintStream(stream, true, StandardCharsets.UTF_8);
  }

  private static String text(ByteArrayOutputStream stream) {
    return stream.toString(StandardCharsets.UTF_8);
  }
}
