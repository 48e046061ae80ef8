package dev.flotilla.bench.harness.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/** What the paper found, sentence by sentence, and what this directory shows instead. */
final class PaperFindings {
  private static final String NOT_MEASURED = "Not measured here.";
  private static final double PERCENT = 100;
  private static final int THREE = 3;
  private static final int FIVE = 5;

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
        lowerLatency());
    add(
        rows,
        "One server, which replicates nothing, has clearly the lowest latency.",
        eachSystem(this::oneServerAgainstMore));
    add(
        rows,
        "ZooKeeper's throughput grows with the number of servers; Raft's does not, since the leader"
            + " does all the work.",
        eachSystem(this::fiveServersAgainstThree));
    add(
        rows,
        "Raft's throughput stagnates at about 430 operations/s; ZooKeeper's still grows at 25"
            + " clients.",
        eachSystem(this::lastStep));
    addFailures(rows);
    html.table("findings", List.of("The paper (2014, six hosts on a LAN)", "Here"), rows);
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
    add(
        rows,
        "3 servers, 1F: a failed follower costs ZooKeeper 10 to 30 operations/s; Raft gains 5 to 90,"
            + " except with 5 clients.",
        eachSystem(system -> effect(system, THREE, "1F")));
    add(
        rows,
        "3 servers, 1L: a failed leader costs ZooKeeper 70 to 120 operations/s; Raft loses with 1, 5"
            + " and 10 clients and gains with 25.",
        eachSystem(system -> effect(system, THREE, "1L")));
    add(
        rows,
        "5 servers, 2F: ZooKeeper loses 9 to 31 operations/s; Raft gains 2 to 40, much more with 25"
            + " clients.",
        eachSystem(system -> effect(system, FIVE, "2F")));
    add(
        rows,
        "5 servers, 1F1L: ZooKeeper loses 20 to 130 operations/s; Raft loses 50 to 180, except with"
            + " 25 clients.",
        eachSystem(system -> effect(system, FIVE, "1F1L")));
  }

  private static void add(List<List<Html.Cell>> rows, String paper, String ours) {
    rows.add(List.of(Html.Cell.of(paper), Html.Cell.of(ours)));
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

  private Optional<String> fiveServersAgainstThree(String system) {
    return change(system, THREE, FIVE, Figure.THROUGHPUT)
        .map(percent -> "throughput " + percent + " from 3 to 5 servers.");
  }

  private Optional<String> change(String system, int from, int to, Figure figure) {
    return range(
        baseline().stream().filter(cell -> cell.servers() == to).toList(),
        cell -> percent(system, cell.withServers(from), cell, figure));
  }

  private Optional<String> effect(String system, int servers, String scenario) {
    List<CellKey> failed =
        results.cells().stream()
            .filter(cell -> cell.mode().equals(mode) && cell.servers() == servers)
            .filter(cell -> cell.scenario().equals(scenario))
            .toList();
    SortedSet<String> triggers = new TreeSet<>();
    failed.forEach(cell -> triggers.add(cell.trigger()));
    List<String> words = new ArrayList<>();
    for (String trigger : triggers) {
      range(
              failed.stream()
                  .filter(cell -> cell.trigger().equals(trigger) && results.hasKill(system, cell))
                  .toList(),
              cell -> percent(system, cell.baseline(), cell, Figure.THROUGHPUT))
          .ifPresent(percent -> words.add("throughput " + percent + " (by " + trigger + ")"));
    }
    return words.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", words) + ".");
  }

  private Optional<String> lastStep(String system) {
    List<String> words = new ArrayList<>();
    for (int servers : new TreeSet<>(baseline().stream().map(CellKey::servers).toList())) {
      List<CellKey> cells = baseline().stream().filter(cell -> cell.servers() == servers).toList();
      if (cells.size() > 1) {
        CellKey last = cells.get(cells.size() - 1);
        CellKey before = cells.get(cells.size() - 2);
        double percent = percent(system, before, last, Figure.THROUGHPUT);
        if (Double.isFinite(percent)) {
          words.add(
              String.format(
                  Locale.ROOT,
                  "%+.0f %% from %s to %s clients with %s",
                  percent,
                  before.clients(),
                  last.clients(),
                  servers));
        }
      }
    }
    return words.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", words) + ".");
  }

  /** By how many per cent a figure changes from a cell to another; NaN if one is missing. */
  private double percent(String system, CellKey from, CellKey to, Figure figure) {
    OptionalDouble before = results.middle(system, from, figure);
    OptionalDouble after = results.middle(system, to, figure);
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
