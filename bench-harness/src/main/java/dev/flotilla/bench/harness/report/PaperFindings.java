package dev.flotilla.bench.harness.report;

import dev.flotilla.bench.harness.section.Section;
import dev.flotilla.bench.harness.section.Table;
import dev.flotilla.bench.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/** What the paper found, figure by figure and sentence by sentence, and what was found here. */
public final class PaperFindings {
  private static final String NOT_MEASURED = "Not measured here.";
  private static final String NOTE =
      "A verdict counts the cells in which a figure changes in the direction that the paper names;"
          + " how far is not judged, since the hosts differ. Alike, and stagnates, mean at most 10 %;"
          + " a straight line explains at least 90 % of the variance. Two things of 2014 do not carry"
          + " over. Leaders are elected here; the paper's manager appointed them. A modern system may"
          + " finish 120 iterations before a kill at 500 ms, so failures are measured by the clock"
          + " and by progress. Cells in which every run ended before a kill are left out here. Latency"
          + " counts acknowledged commands: the one that a killed server held up is an error in"
          + " ZooKeeper's client, which reports a lost connection, and a long wait in Flotilla's,"
          + " which tries it again. Failures therefore raise Flotilla's mean latency more.";

  private static final String EACH = "";
  private static final String BESIDE = "against ";
  private static final double ALIKE_PERCENT = 10;
  private static final double STRAIGHT = 0.9;
  private static final int THREE = 3;
  private static final int FIVE = 5;
  private static final int MOST_CLIENTS = 25;

  private final PaperCells cells;
  private final String raft;
  private final List<String> systems;
  private final List<Finding> findings = new ArrayList<>();

  private record Finding(String paper, String ours, String verdict) {}

  PaperFindings(Results results) {
    this.cells = new PaperCells(results);
    this.systems = results.systems();
    this.raft = systems.get(0);
  }

  /**
   * The findings for the report as Markdown.
   *
   * @param runs at least one
   */
  public static Section of(List<RunResult> runs) {
    return new PaperFindings(ResultReader.of(runs)).section();
  }

  Section section() {
    figures();
    withoutFailures();
    withMoreClients();
    ofThreeServers();
    ofFiveServers();
    followers();
    return new Section(
        "The paper's findings and ours",
        NOTE,
        Table.of(findings)
            .column("The paper (2014, six hosts on a LAN)", Finding::paper)
            .column("Here", Finding::ours)
            .column("Verdict", Finding::verdict));
  }

  private void figures() {
    figurePair(1, "", "", cells.plain());
    for (String trigger : List.of("clock", CellKey.PROGRESS)) {
      String letter = trigger.equals(CellKey.PROGRESS) ? "b" : "";
      String by = Figures.by(trigger);
      figurePair(3, letter, ", 3 servers, one killed" + by, cells.figure(THREE, trigger));
      figurePair(5, letter, ", 5 servers, two killed" + by, cells.figure(FIVE, trigger));
    }
  }

  private void figurePair(int number, String letter, String what, List<CellKey> shown) {
    beside(
        "Figure %s%s%s: Raft's latency is lower than ZooKeeper's.".formatted(number, letter, what),
        shown,
        Figure.MEAN,
        cell -> -1);
    beside(
        "Figure %s%s%s: Raft's throughput is higher than ZooKeeper's."
            .formatted(number + 1, letter, what),
        shown,
        Figure.THROUGHPUT,
        cell -> 1);
  }

  private void withoutFailures() {
    beside(
        "Raft with 3 and 5 servers has a lower latency than ZooKeeper; the exception is 5 servers"
            + " with 25 clients (about 103 ms).",
        cells.plain().stream().filter(cell -> cell.servers() > 1).toList(),
        Figure.MEAN,
        cell -> cell.servers() == FIVE && cell.clients() == MOST_CLIENTS ? 1 : -1);
    step(
        "One server, which replicates nothing, has clearly the lowest latency.",
        1,
        THREE,
        Figure.MEAN,
        (system, cell, percent) -> percent);
    step(
        "ZooKeeper's latency falls with the number of servers; Raft's with 3 and 5 servers is alike.",
        THREE,
        FIVE,
        Figure.MEAN,
        (system, cell, percent) -> isRaft(system) ? ALIKE_PERCENT - Math.abs(percent) : -percent);
    step(
        "ZooKeeper's throughput grows with the number of servers; Raft's does not, since the leader"
            + " does all the work.",
        THREE,
        FIVE,
        Figure.THROUGHPUT,
        (system, cell, percent) -> isRaft(system) ? -percent : percent);
  }

  private void step(String paper, int from, int to, Figure figure, Agreement<CellKey> agreement) {
    find(
        paper,
        EACH,
        cells.plain(to),
        (system, cell) -> cells.percent(system, cell.withServers(from), cell, figure),
        "%+.0f",
        (system, percent) ->
            "%s: %s %s %% from %s to %s servers."
                .formatted(system, name(figure), percent, from, to),
        agreement);
  }

  private void withMoreClients() {
    List<List<CellKey>> rows = cells.sizes().stream().map(cells::plain).toList();
    find(
        "Latency grows in a straight line with the clients, except Raft's with 5 servers.",
        EACH,
        rows,
        (system, row) -> cells.straightness(system, row, Figure.MEAN),
        "%.2f",
        (system, range) -> "%s: r2 %s.".formatted(system, range),
        (system, row, share) ->
            isRaft(system) && row.get(0).servers() == FIVE ? Double.NaN : share - STRAIGHT);
    lastSteps(
        "Raft's throughput stagnates at about 430 operations/s; ZooKeeper's still grows at 25"
            + " clients.",
        rows);
    find(
        "So ZooKeeper gains on Raft as clients are added.",
        BESIDE,
        rows,
        this::gain,
        "%+.0f",
        (other, range) -> "ratio to " + other + " " + range + " % with the most clients.",
        (other, row, gain) -> -gain);
    lastSteps(
        "Figure 4: Raft's throughput peaks with 10 clients, ZooKeeper's grows.",
        Stream.of("1F", "1L")
            .flatMap(scenario -> cells.failed(THREE, scenario).stream())
            .map(CellKey::row)
            .distinct()
            .map(
                row ->
                    cells.failed(THREE, row.scenario()).stream()
                        .filter(cell -> cell.row().equals(row))
                        .toList())
            .toList());
  }

  /** From the last but one number of clients to the last, Raft stagnates and ZooKeeper gains. */
  private void lastSteps(String paper, List<List<CellKey>> rows) {
    find(
        paper,
        EACH,
        rows,
        (system, row) -> cells.lastStep(system, row, Figure.THROUGHPUT),
        "%+.0f",
        (system, percent) ->
            "%s: throughput %s %% with the last clients.".formatted(system, percent),
        (system, row, percent) -> isRaft(system) ? ALIKE_PERCENT - percent : percent);
  }

  /** By how many per cent the ratio of throughput changes from the fewest clients to the most. */
  private double gain(String other, List<CellKey> row) {
    return PaperCells.percent(
        ratio(other, row.get(0), Figure.THROUGHPUT),
        ratio(other, row.get(row.size() - 1), Figure.THROUGHPUT));
  }

  private double ratio(String other, CellKey cell, Figure figure) {
    return cells.value(raft, cell, figure) / cells.value(other, cell, figure);
  }

  private void ofThreeServers() {
    IntUnaryOperator exceptFive = clients -> clients == FIVE ? -1 : 1;
    IntUnaryOperator lossExceptMost = clients -> clients == MOST_CLIENTS ? 1 : -1;
    failure(
        "3 servers, 1F: a failed follower costs ZooKeeper 10 to 30 operations/s; Raft gains 5 to 90,"
            + " except with 5 clients.",
        new Failure(THREE, "1F", Figure.THROUGHPUT),
        exceptFive);
    failure(
        "3 servers, 1F: ZooKeeper's latency rises by 2 to 5 ms; Raft's falls by 1 to 5 ms, except with"
            + " 5 clients.",
        new Failure(THREE, "1F", Figure.MEAN),
        exceptFive);
    failure(
        "3 servers, 1L: a failed leader costs ZooKeeper 70 to 120 operations/s; Raft loses with 1, 5"
            + " and 10 clients and gains with 25.",
        new Failure(THREE, "1L", Figure.THROUGHPUT),
        lossExceptMost);
    failure(
        "3 servers, 1L: ZooKeeper's latency rises by 20 to 30 ms; Raft's rises with 1, 5 and 10"
            + " clients and falls with 25.",
        new Failure(THREE, "1L", Figure.MEAN),
        lossExceptMost);
  }

  private void ofFiveServers() {
    IntUnaryOperator lossExceptMost = clients -> clients == MOST_CLIENTS ? 1 : -1;
    failure(
        "5 servers, 2F: ZooKeeper loses 9 to 31 operations/s; Raft gains 2 to 40, much more with 25"
            + " clients.",
        new Failure(FIVE, "2F", Figure.THROUGHPUT),
        clients -> 1);
    failure(
        "5 servers, 2F: ZooKeeper's latency rises by 4 to 17 ms; Raft's falls slightly.",
        new Failure(FIVE, "2F", Figure.MEAN),
        clients -> 1);
    failure(
        "5 servers, 1F1L: ZooKeeper loses 20 to 130 operations/s; Raft loses 50 to 180, except with"
            + " 25 clients.",
        new Failure(FIVE, "1F1L", Figure.THROUGHPUT),
        lossExceptMost);
    failure(
        "5 servers, 1F1L: ZooKeeper's latency rises by about 30 ms; Raft's by 9 to 16 ms, except with"
            + " 25 clients.",
        new Failure(FIVE, "1F1L", Figure.MEAN),
        lossExceptMost);
  }

  private void followers() {
    List<CellKey> failed =
        Stream.concat(cells.failed(THREE, "1F").stream(), cells.failed(FIVE, "2F").stream())
            .toList();
    find(
        "ZooKeeper suffers more from failed followers than Raft.",
        BESIDE,
        failed,
        this::moreThanRaft,
        "%+.0f",
        (other, range) ->
            "throughput of %s changes by %s points more than that of %s."
                .formatted(other, range, raft),
        (other, cell, more) -> -more);
  }

  /** The change of another's throughput by a failure without that of Raft's, in points. */
  private double moreThanRaft(String other, CellKey cell) {
    return areMeasured(other, cell)
        ? cells.percent(other, cell.baseline(), cell, Figure.THROUGHPUT)
            - cells.percent(raft, cell.baseline(), cell, Figure.THROUGHPUT)
        : Double.NaN;
  }

  private boolean areMeasured(String other, CellKey cell) {
    return cells.isMeasured(raft, cell) && cells.isMeasured(other, cell);
  }

  private record Failure(int servers, String scenario, Figure figure) {
    /** 1 if more of the figure is better. */
    int better() {
      return figure == Figure.MEAN ? -1 : 1;
    }
  }

  /**
   * ZooKeeper is always worse with a failure.
   *
   * @param raftGains for a number of clients 1 if Raft is better with the failure, else -1
   */
  private void failure(String paper, Failure failure, IntUnaryOperator raftGains) {
    List<CellKey> failed = cells.failed(failure.servers, failure.scenario);
    add(
        paper,
        EACH,
        system -> effect(system, failed, failure.figure),
        (system, verdict) ->
            failed.stream()
                .filter(cell -> cells.isMeasured(system, cell))
                .forEach(
                    cell ->
                        verdict.count(
                            cells.percent(system, cell.baseline(), cell, failure.figure),
                            failure.better()
                                * (isRaft(system) ? raftGains.applyAsInt(cell.clients()) : -1))));
  }

  private Optional<String> effect(String system, List<CellKey> failed, Figure figure) {
    SortedSet<String> triggers = new TreeSet<>(failed.stream().map(CellKey::trigger).toList());
    List<String> words = new ArrayList<>();
    for (String trigger : triggers) {
      List<CellKey> measured =
          failed.stream()
              .filter(cell -> cell.trigger().equals(trigger) && cells.isMeasured(system, cell))
              .toList();
      PaperCells.range(
              measured, cell -> cells.percent(system, cell.baseline(), cell, figure), "%+.0f")
          .ifPresent(
              percent ->
                  words.add(
                      "%s %s %% (%s) by %s"
                          .formatted(
                              name(figure),
                              percent,
                              difference(system, measured, figure),
                              trigger)));
    }
    return words.isEmpty()
        ? Optional.empty()
        : Optional.of("%s: %s.".formatted(system, String.join(", ", words)));
  }

  private String difference(String system, List<CellKey> measured, Figure figure) {
    boolean isLatency = figure == Figure.MEAN;
    String range =
        PaperCells.range(
                measured,
                cell ->
                    cells.value(system, cell, figure)
                        - cells.value(system, cell.baseline(), figure),
                isLatency ? "%+.1f" : "%+,.0f")
            .orElse("-");
    return range + (isLatency ? " ms" : " operations/s");
  }

  private static String name(Figure figure) {
    return figure == Figure.MEAN ? "mean latency" : "throughput";
  }

  /** The first system beside each other one, in cells in which both were measured. */
  private void beside(
      String paper, List<CellKey> shown, Figure figure, ToIntFunction<CellKey> expected) {
    find(
        paper,
        BESIDE,
        shown,
        (other, cell) -> areMeasured(other, cell) ? ratio(other, cell, figure) : Double.NaN,
        "%.2f",
        (other, range) ->
            "%s of %s: %s times that of %s.".formatted(name(figure), raft, range, other),
        (other, cell, ratio) -> expected.applyAsInt(cell) * (ratio - 1));
  }

  /** A figure of a system in a cell or a row of cells, not a number if it was not measured. */
  private interface Value<T> {
    double of(String system, T thing);
  }

  /** Whether a value of a system agrees with the paper: then it is above 0. */
  private interface Agreement<T> {
    double of(String system, T thing, double value);
  }

  /**
   * Adds a finding about things with a value each, such as cells.
   *
   * @param before as in {@link #add}
   * @param words what the values of a system are, of its name and their range
   */
  private <T> void find(
      String paper,
      String before,
      List<T> things,
      Value<T> value,
      String format,
      BinaryOperator<String> words,
      Agreement<T> agreement) {
    add(
        paper,
        before,
        system ->
            PaperCells.range(things, thing -> value.of(system, thing), format)
                .map(range -> words.apply(system, range)),
        (system, verdict) ->
            things.forEach(
                thing -> verdict.count(agreement.of(system, thing, value.of(system, thing)), 1)));
  }

  /**
   * Adds a finding, with a verdict for each system, because the paper says other things of them.
   *
   * @param before stands before a system in the verdict: {@link #EACH}, or {@link #BESIDE} if the
   *     finding compares the first system with each other one
   * @param ours what was found of a system, if it was measured
   */
  private void add(
      String paper,
      String before,
      Function<String, Optional<String>> ours,
      BiConsumer<String, Verdict> counted) {
    List<String> names = before.equals(EACH) ? systems : systems.subList(1, systems.size());
    List<String> found = names.stream().flatMap(name -> ours.apply(name).stream()).toList();
    List<String> verdicts = new ArrayList<>();
    for (String name : names) {
      Verdict verdict = new Verdict();
      counted.accept(name, verdict);
      verdicts.add(before + name + " " + verdict);
    }
    findings.add(
        new Finding(
            paper,
            found.isEmpty() ? NOT_MEASURED : String.join(" ", found),
            verdicts.isEmpty() ? NOT_MEASURED : String.join("; ", verdicts) + "."));
  }

  private static boolean isRaft(String system) {
    return !system.startsWith("zookeeper");
  }
}
