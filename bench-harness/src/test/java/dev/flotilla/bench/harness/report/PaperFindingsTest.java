package dev.flotilla.bench.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.flotilla.bench.harness.section.Section;
import dev.flotilla.bench.result.RunResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Judges runs that follow the paper's text: its numbers where it has some, and otherwise numbers in
 * the directions that it names.
 */
class PaperFindingsTest {
  private static final int[] CLIENTS = {1, 5, 10, 25};
  private static final String RAFT = "flotilla";
  private static final String ZOOKEEPER = "zookeeper";

  @Test
  void resultsAsInThePaperReproduceEachFinding() {
    assertThat(rows(paper(1)))
        .hasSize(32)
        .allSatisfy(
            row ->
                assertThat(row.get(2))
                    .as(row.get(0))
                    .contains("reproduced: ")
                    .doesNotContain("in part", "contradicted", "not measured"));
  }

  @Test
  void resultsTheOtherWayRoundReproduceNoFinding() {
    assertThat(rows(paper(-1)))
        .hasSize(32)
        .allSatisfy(
            row ->
                assertThat(row.get(2))
                    .as(row.get(0))
                    .doesNotContain("reproduced", "not measured")
                    .containsAnyOf("in part: ", "contradicted: 0 of "));
  }

  @Test
  void theExceptionOfThePaperCountsIfRaftIsWorseThere() {
    assertThat(row(paper(1), "Figure 1:"))
        .containsExactly(
            "mean latency of flotilla: 0.20 to 1.11 times that of zookeeper; in the exception 1.11"
                + " times.",
            "against zookeeper reproduced: 12 of 12.");
    assertThat(row(worseRaft(), "Figure 1:").get(1))
        .isEqualTo("against zookeeper in part: 1 of 12.");
  }

  @Test
  void aSingleZooKeeperIsNoFindingOfThePaper() {
    assertThat(row(paper(1), "Raft with one server").get(1))
        .isEqualTo("against flotilla reproduced: 8 of 8; against zookeeper reproduced: 12 of 12.");
    assertThat(row(paper(1), "ZooKeeper's latency falls").get(1))
        .isEqualTo("flotilla reproduced: 4 of 4; zookeeper reproduced: 8 of 8.");
  }

  @Test
  void whatIsShownIsWhatIsJudged() {
    List<String> straight = row(paper(1), "Latency grows in a straight line");

    assertThat(straight)
        .containsExactly(
            "flotilla: r2 1.00. zookeeper: r2 1.00.",
            "flotilla reproduced: 2 of 2; zookeeper reproduced: 3 of 3.");
  }

  @Test
  void gainsWithMostClientsAreJudgedInOperations() {
    assertThat(row(paper(1), "5 servers, 2F: Raft gains most"))
        .containsExactly(
            "flotilla: with 25 clients +150 to +188 operations/s more than with fewer.",
            "flotilla reproduced: 6 of 6.");
  }

  @Test
  void silenceWithoutALeaderIsComparedWithRunsWithoutFailures() {
    assertThat(row(paper(1), "Without a leader"))
        .containsExactly(
            "flotilla: no answer for 500 ms, without failures for 20. zookeeper: no answer for 500"
                + " ms, without failures for 20.",
            "flotilla reproduced: 16 of 16; zookeeper reproduced: 16 of 16.");
  }

  @Test
  void theNoteSaysWhatTheWordsMean() {
    assertThat(new PaperFindings(paper(1)).section().words())
        .contains(Verdict.WORDS, "at most 10 %", "the other way round");
  }

  @Test
  void aRunWithOneKillOfTwoInTimeDoesNotCount() {
    Lines lines = new Lines(1);
    lines.lines.addAll(paper(1).lines());
    lines.addWithOneOfTwoKills(RAFT, 5, "1F1L", 1_000_000);

    assertThat(rows(lines.results())).isEqualTo(rows(paper(1)));
  }

  /** What is found and judged. */
  private static List<String> row(Results results, String paper) {
    return rows(results).stream()
        .filter(row -> row.get(0).startsWith(paper))
        .findFirst()
        .orElseThrow()
        .subList(1, 3);
  }

  private static List<List<String>> rows(Results results) {
    Section section = new PaperFindings(results).section();
    return section.table().rows();
  }

  /** All results to a power: of -1, each comparison has the opposite result. */
  private static Results paper(int power) {
    Lines lines = new Lines(power);
    lines.add(ZOOKEEPER, 1, "0E", of(17, 37, 62, 137), of(89, 125, 170, 305));
    lines.add(ZOOKEEPER, 3, "0E", of(14.4, 32, 54, 120), of(110, 150, 200, 350));
    lines.add(ZOOKEEPER, 3, "1F", of(16.4, 36, 58, 125), of(100, 138, 180, 320));
    lines.add(ZOOKEEPER, 3, "1L", of(34.4, 55, 79, 150), of(40, 70, 105, 230));
    lines.add(ZOOKEEPER, 5, "0E", of(11.4, 25, 42, 93), of(131, 175, 230, 395));
    lines.add(ZOOKEEPER, 5, "2F", of(15.4, 32, 52, 110), of(122, 160, 205, 364));
    lines.add(ZOOKEEPER, 5, "1F1L", of(41.4, 55, 72, 123), of(81, 125, 160, 265));
    lines.add(RAFT, 1, "0E", of(4, 8, 13, 28), of(260, 600, 800, 900));
    lines.add(RAFT, 3, "0E", of(8.2, 17, 28, 61), of(150, 300, 430, 425));
    lines.add(RAFT, 3, "1F", of(7.2, 17.5, 25, 56), of(155, 297, 490, 515));
    lines.add(RAFT, 3, "1L", of(18.2, 29, 32, 58), of(100, 220, 400, 430));
    lines.add(RAFT, 5, "0E", of(8.5, 17.3, 28.3, 103), of(148, 296, 425, 240));
    lines.add(RAFT, 5, "2F", of(8.2, 16.8, 27.5, 62), of(150, 316, 465, 430));
    lines.add(RAFT, 5, "1F1L", of(17.5, 28.3, 44.3, 83), of(98, 196, 245, 300));
    return lines.results();
  }

  /** Raft is worse in all cells, so that only the exception is as in the paper. */
  private static Results worseRaft() {
    Lines lines = new Lines(1);
    for (int servers : List.of(1, 3, 5)) {
      lines.add(RAFT, servers, "0E", of(2, 4, 6, 8), of(100, 200, 300, 400));
      lines.add(ZOOKEEPER, servers, "0E", of(1, 2, 3, 4), of(200, 400, 600, 800));
    }
    return lines.results();
  }

  private static double[] of(double... values) {
    return values;
  }

  /** Runs of the preset, one of each cell; those by progress have the same results. */
  private static final class Lines {
    private final int power;
    private final List<RunResult> lines = new ArrayList<>();

    Lines(int power) {
      this.power = power;
    }

    void add(String system, int servers, String scenario, double[] millis, double[] opsPerSec) {
      boolean fails = !scenario.equals(CellKey.NO_FAILURE);
      for (String trigger : List.of(fails ? "clock" : CellKey.NONE, CellKey.PROGRESS)) {
        for (int i = 0; i < CLIENTS.length && (servers > 1 || !trigger.equals("progress")); i++) {
          CellKey cell = new CellKey(servers, CLIENTS[i], scenario, trigger, "paper");
          lines.add(line(system, cell, opposed(millis[i]), opposed(opsPerSec[i])));
        }
      }
    }

    /** Runs whose second kill was due after their end. */
    void addWithOneOfTwoKills(String system, int servers, String scenario, double millis) {
      for (String trigger : List.of("clock", CellKey.PROGRESS)) {
        for (int clients : CLIENTS) {
          RunResult run =
              line(system, new CellKey(servers, clients, scenario, trigger, "paper"), millis, 1);
          JsonObject line = RunLine.of(run);
          JsonObject late = line.getAsJsonArray("kills").get(0).deepCopy().getAsJsonObject();
          late.addProperty("afterEnd", true);
          line.getAsJsonArray("kills").add(late);
          lines.add(RunLine.parse(line));
        }
      }
    }

    private double opposed(double value) {
      return Math.pow(value, power);
    }

    private RunResult line(String system, CellKey cell, double millis, double opsPerSec) {
      JsonObject line =
          cell.isWithoutFailure()
              ? SampleResults.baseline(system, 1, opsPerSec)
              : SampleResults.failure(system, cell.scenario(), cell.trigger(), 1, opsPerSec);
      line.addProperty("servers", cell.servers());
      line.addProperty("clients", cell.clients());
      line.addProperty("trigger", cell.trigger());
      line.addProperty("silenceMillis", opposed(cell.scenario().endsWith("L") ? 500 : 20));
      line.getAsJsonObject("latencyMicros").addProperty("mean", 1_000 * millis);
      return RunLine.parse(line);
    }

    Results results() {
      List<RunResult> raftFirst =
          lines.stream().sorted((one, other) -> one.system().compareTo(other.system())).toList();
      return new Results(
          Path.of("."),
          raftFirst,
          List.of(),
          List.of(),
          List.of(),
          List.of(),
          List.of(),
          0,
          List.of());
    }
  }
}
