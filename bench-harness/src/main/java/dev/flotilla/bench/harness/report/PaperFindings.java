package dev.flotilla.bench.harness.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.IntUnaryOperator;
import java.util.function.ToDoubleFunction;

/** What the paper found, sentence by sentence, and what this directory shows instead. */
final class PaperFindings {
  private static final String NOT_MEASURED = "Not measured here.";
  private static final double PERCENT = 100;
  private static final int THREE = 3;
  private static final int FIVE = 5;
  private static final int MOST_CLIENTS = 25;

  private final Results results;
  private final List<String> systems;
  private final String mode;

  PaperFindings(Results results) {
    this.results = results;
    this.systems = results.systems();
    this.mode =
        results.lines().stream()
            .filter(line -> line.preset().equals("paper"))
            .map(line -> line.cell().mode())
            .findFirst()
            .orElse("paper");
  }

  void appendTo(Html html) {
    List<List<Html.Cell>> rows = new ArrayList<>();
    add(
        rows,
        "Raft with 3 and 5 servers has a lower latency than ZooKeeper; the exception is 5 servers"
            + " with 25 clients (about 103 ms).",
        lowerLatency(),
        latencies());
    add(
        rows,
        "One server, which replicates nothing, has clearly the lowest latency.",
        eachSystem(this::oneServerAgainstMore),
        step(1, THREE, Figure.MEAN, 1, 1));
    add(
        rows,
        "ZooKeeper's latency falls with the number of servers; Raft's with 3 and 5 servers is alike.",
        eachSystem(this::latencyOfFiveServers),
        step(THREE, FIVE, Figure.MEAN, 0, -1));
    add(
        rows,
        "ZooKeeper's throughput grows with the number of servers; Raft's does not, since the leader"
            + " does all the work.",
        eachSystem(this::fiveServersAgainstThree),
        step(THREE, FIVE, Figure.THROUGHPUT, -1, 1));
    add(
        rows,
        "Raft's throughput stagnates at about 430 operations/s; ZooKeeper's still grows at 25"
            + " clients.",
        eachSystem(this::lastStep),
        lastSteps());
    addFailures(rows);
    html.table(
        "findings", List.of("The paper (2014, six hosts on a LAN)", "Here", "Verdict"), rows);
    html.note(
        "A verdict counts the cells in which a figure changes in the direction that the paper names;"
            + " how far is not judged, since the hosts differ.");
    html.note(
        "Two things of 2014 do not carry over. Leaders are elected here; the paper's manager"
            + " appointed them. A modern system may finish 120 iterations before a kill at 500 ms,"
            + " so failures are measured by the clock and by progress. Cells in which every run"
            + " ended before a kill are left out here. Latency counts acknowledged commands: the"
            + " one that a killed server held up is an error in ZooKeeper's client, which reports"
            + " a lost connection, and a long wait in Flotilla's, which tries it again. Failures"
            + " therefore raise Flotilla's mean latency more.");
  }

  private void addFailures(List<List<Html.Cell>> rows) {
    addFailure(
        rows,
        "3 servers, 1F: a failed follower costs ZooKeeper 10 to 30 operations/s; Raft gains 5 to 90,"
            + " except with 5 clients.",
        new Failure(THREE, "1F", Figure.THROUGHPUT),
        clients -> clients == FIVE ? -1 : 1);
    addFailure(
        rows,
        "3 servers, 1F: ZooKeeper's latency rises by 2 to 5 ms; Raft's falls by 1 to 5 ms, except with"
            + " 5 clients.",
        new Failure(THREE, "1F", Figure.MEAN),
        clients -> clients == FIVE ? 1 : -1);
    addFailure(
        rows,
        "3 servers, 1L: a failed leader costs ZooKeeper 70 to 120 operations/s; Raft loses with 1, 5"
            + " and 10 clients and gains with 25.",
        new Failure(THREE, "1L", Figure.THROUGHPUT),
        clients -> clients == MOST_CLIENTS ? 1 : -1);
    addFailure(
        rows,
        "3 servers, 1L: ZooKeeper's latency rises by 20 to 30 ms; Raft's rises with 1, 5 and 10"
            + " clients and falls with 25.",
        new Failure(THREE, "1L", Figure.MEAN),
        clients -> clients == MOST_CLIENTS ? -1 : 1);
    addFailure(
        rows,
        "5 servers, 2F: ZooKeeper loses 9 to 31 operations/s; Raft gains 2 to 40, much more with 25"
            + " clients.",
        new Failure(FIVE, "2F", Figure.THROUGHPUT),
        clients -> 1);
    addFailure(
        rows,
        "5 servers, 2F: ZooKeeper's latency rises by 4 to 17 ms; Raft's falls slightly.",
        new Failure(FIVE, "2F", Figure.MEAN),
        clients -> -1);
    addFailure(
        rows,
        "5 servers, 1F1L: ZooKeeper loses 20 to 130 operations/s; Raft loses 50 to 180, except with"
            + " 25 clients.",
        new Failure(FIVE, "1F1L", Figure.THROUGHPUT),
        clients -> clients == MOST_CLIENTS ? 1 : -1);
    addFailure(
        rows,
        "5 servers, 1F1L: ZooKeeper's latency rises by about 30 ms; Raft's by 9 to 16 ms, except with"
            + " 25 clients.",
        new Failure(FIVE, "1F1L", Figure.MEAN),
        clients -> clients == MOST_CLIENTS ? -1 : 1);
  }

  private record Failure(int servers, String scenario, Figure figure) {}

  /** ZooKeeper is always worse with a failure. */
  private void addFailure(
      List<List<Html.Cell>> rows, String paper, Failure failure, IntUnaryOperator raft) {
    int worse = failure.figure() == Figure.MEAN ? 1 : -1;
    add(
        rows,
        paper,
        eachSystem(system -> effect(system, failure)),
        verdicts(
            (system, verdict) ->
                failed(failure).stream()
                    .filter(cell -> results.hasKill(system, cell))
                    .forEach(
                        cell ->
                            verdict.count(
                                percent(system, cell.baseline(), cell, failure.figure()),
                                isRaft(system) ? raft.applyAsInt(cell.clients()) : worse))));
  }

  private static void add(List<List<Html.Cell>> rows, String paper, String ours, String verdict) {
    rows.add(List.of(Html.Cell.of(paper), Html.Cell.of(ours), Html.Cell.of(verdict)));
  }

  private static boolean isRaft(String system) {
    return !system.startsWith("zookeeper");
  }

  /** A verdict for each system, because the paper says other things of them. */
  private String verdicts(BiConsumer<String, Verdict> counted) {
    List<String> words = new ArrayList<>();
    for (String system : systems) {
      Verdict verdict = new Verdict();
      counted.accept(system, verdict);
      words.add(system + " " + verdict);
    }
    return String.join("; ", words) + ".";
  }

  /** Of more servers; 0 for a system of which the paper names no direction. */
  private String step(int from, int to, Figure figure, int raft, int zooKeeper) {
    return verdicts(
        (system, verdict) -> {
          int expected = isRaft(system) ? raft : zooKeeper;
          if (expected != 0) {
            baseline().stream()
                .filter(cell -> cell.servers() == to)
                .forEach(
                    cell ->
                        verdict.count(
                            percent(system, cell.withServers(from), cell, figure), expected));
          }
        });
  }

  /** ZooKeeper's throughput still grows with the last clients; Raft's does not. */
  private String lastSteps() {
    return verdicts(
        (system, verdict) ->
            new TreeSet<>(baseline().stream().map(CellKey::servers).toList())
                .forEach(
                    servers -> verdict.count(lastStep(system, servers), isRaft(system) ? -1 : 1)));
  }

  private String latencies() {
    List<String> words = new ArrayList<>();
    for (String other : systems.subList(1, systems.size())) {
      Verdict verdict = new Verdict();
      for (CellKey cell : baseline()) {
        if (cell.servers() > 1) {
          boolean isException = cell.servers() == FIVE && cell.clients() == MOST_CLIENTS;
          verdict.count(
              percent(
                  results.middle(other, cell, Figure.MEAN),
                  results.middle(systems.get(0), cell, Figure.MEAN)),
              isException ? 1 : -1);
        }
      }
      words.add("against " + other + " " + verdict);
    }
    return words.isEmpty() ? NOT_MEASURED : String.join("; ", words) + ".";
  }

  private interface Finding {
    Optional<String> of(String system);
  }

  private String eachSystem(Finding finding) {
    List<String> found = new ArrayList<>();
    for (String system : systems) {
      finding.of(system).ifPresent(words -> found.add(system + ": " + words));
    }
    return found.isEmpty() ? NOT_MEASURED : String.join(" ", found);
  }

  private String lowerLatency() {
    List<String> sentences = new ArrayList<>();
    for (String other : systems.subList(1, systems.size())) {
      int lower = 0;
      List<String> higher = new ArrayList<>();
      for (CellKey cell : baseline()) {
        OptionalDouble ours = results.middle(systems.get(0), cell, Figure.MEAN);
        OptionalDouble theirs = results.middle(other, cell, Figure.MEAN);
        if (cell.servers() > 1 && ours.isPresent() && theirs.isPresent()) {
          if (ours.getAsDouble() < theirs.getAsDouble()) {
            lower++;
          } else {
            higher.add(cell.servers() + " servers with " + cell.clients());
          }
        }
      }
      if (lower + higher.size() > 0) {
        sentences.add(
            "%s has a lower mean latency than %s in %s of %s cells%s."
                .formatted(
                    systems.get(0),
                    other,
                    lower,
                    lower + higher.size(),
                    higher.isEmpty() || lower == 0
                        ? ""
                        : "; the exceptions: " + String.join(", ", higher)));
      }
    }
    return sentences.isEmpty() ? NOT_MEASURED : String.join(" ", sentences);
  }

  private List<CellKey> baseline() {
    return results.cells().stream()
        .filter(cell -> cell.mode().equals(mode) && cell.isPlain())
        .toList();
  }

  private Optional<String> oneServerAgainstMore(String system) {
    return change(system, 1, THREE, Figure.MEAN)
        .map(percent -> "3 servers have a mean latency " + percent + " against 1.");
  }

  private Optional<String> latencyOfFiveServers(String system) {
    return change(system, THREE, FIVE, Figure.MEAN)
        .map(percent -> "mean latency " + percent + " from 3 to 5 servers.");
  }

  private Optional<String> fiveServersAgainstThree(String system) {
    return change(system, THREE, FIVE, Figure.THROUGHPUT)
        .map(percent -> "throughput " + percent + " from 3 to 5 servers.");
  }

  private Optional<String> change(String system, int from, int to, Figure figure) {
    return range(
        baseline().stream().filter(cell -> cell.servers() == to).toList(),
        cell -> percent(system, cell.withServers(from), cell, figure));
  }

  private List<CellKey> failed(Failure failure) {
    return results.cells().stream()
        .filter(cell -> cell.mode().equals(mode) && cell.servers() == failure.servers())
        .filter(cell -> cell.scenario().equals(failure.scenario()))
        .toList();
  }

  private Optional<String> effect(String system, Failure failure) {
    List<CellKey> failed = failed(failure);
    String name = failure.figure() == Figure.MEAN ? "mean latency" : "throughput";
    SortedSet<String> triggers = new TreeSet<>();
    failed.forEach(cell -> triggers.add(cell.trigger()));
    List<String> words = new ArrayList<>();
    for (String trigger : triggers) {
      range(
              failed.stream()
                  .filter(cell -> cell.trigger().equals(trigger) && results.hasKill(system, cell))
                  .toList(),
              cell -> percent(system, cell.baseline(), cell, failure.figure()))
          .ifPresent(percent -> words.add("%s %s (by %s)".formatted(name, percent, trigger)));
    }
    return words.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", words) + ".");
  }

  private Optional<String> lastStep(String system) {
    List<String> words = new ArrayList<>();
    for (int servers : new TreeSet<>(baseline().stream().map(CellKey::servers).toList())) {
      double percent = lastStep(system, servers);
      if (Double.isFinite(percent)) {
        List<CellKey> cells = withServers(servers);
        words.add(
            String.format(
                Locale.ROOT,
                "%+.0f %% from %s to %s clients with %s",
                percent,
                cells.get(cells.size() - 2).clients(),
                cells.get(cells.size() - 1).clients(),
                servers));
      }
    }
    return words.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", words) + ".");
  }

  private List<CellKey> withServers(int servers) {
    return baseline().stream().filter(cell -> cell.servers() == servers).toList();
  }

  /** From the last but one number of clients to the last; NaN if there are not two. */
  private double lastStep(String system, int servers) {
    List<CellKey> cells = withServers(servers);
    return cells.size() < 2
        ? Double.NaN
        : percent(
            system, cells.get(cells.size() - 2), cells.get(cells.size() - 1), Figure.THROUGHPUT);
  }

  /** By how many per cent a figure changes from a cell to another; NaN if one is missing. */
  private double percent(String system, CellKey from, CellKey to, Figure figure) {
    return percent(results.middle(system, from, figure), results.middle(system, to, figure));
  }

  private static double percent(OptionalDouble before, OptionalDouble after) {
    return before.isEmpty() || after.isEmpty() || before.getAsDouble() == 0
        ? Double.NaN
        : (after.getAsDouble() / before.getAsDouble() - 1) * PERCENT;
  }

  /** The least and the most over the cells, such as {@code -12 % to +4 %}. */
  private static Optional<String> range(List<CellKey> cells, ToDoubleFunction<CellKey> percent) {
    double least = Double.POSITIVE_INFINITY;
    double most = Double.NEGATIVE_INFINITY;
    for (CellKey cell : cells) {
      double value = percent.applyAsDouble(cell);
      if (Double.isFinite(value)) {
        least = Math.min(least, value);
        most = Math.max(most, value);
      }
    }
    if (least > most) {
      return Optional.empty();
    }
    return Optional.of(
        least == most
            ? String.format(Locale.ROOT, "%+.0f %%", least)
            : String.format(Locale.ROOT, "%+.0f %% to %+.0f %%", least, most));
  }
}
