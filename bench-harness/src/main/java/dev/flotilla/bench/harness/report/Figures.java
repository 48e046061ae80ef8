package dev.flotilla.bench.harness.report;

import dev.flotilla.bench.harness.paired.ColdStart;
import dev.flotilla.bench.harness.section.Chart;
import dev.flotilla.bench.harness.stats.Spread;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

/** The figures: the paper's six, what failures cost, and cold starts. */
final class Figures {
  private static final String CLIENTS = "clients";
  private static final String MILLIS = "ms";
  private static final String PAPER = "paper";
  private static final String NONE = "none";
  private static final String SILENCE = "Time without any answer after a kill";
  private static final String WAIT = "Longest wait of each client";

  private final Results results;
  private final List<String> systems;

  /**
   * What tells a line from the others of its system.
   *
   * @param label as the legend says it
   * @param cell without clients
   */
  private record Line(String label, CellKey cell) {}

  Figures(Results results) {
    this.results = results;
    this.systems = results.systems();
  }

  /** All figures that have something to show. */
  List<Chart> all() {
    List<Chart> charts = new ArrayList<>();
    for (String mode : modes()) {
      addPair(charts, 1, "without failures", mode, bySize(mode));
      for (String trigger : triggers(mode)) {
        String when = trigger.equals(NONE) ? "" : ", kills by " + trigger;
        addPair(charts, 3, "failures of 3 servers" + when, mode, byScenario(3, mode, trigger));
        addPair(charts, 5, "failures of 5 servers" + when, mode, byScenario(5, mode, trigger));
      }
    }
    for (String mode : modes()) {
      for (String trigger : triggers(mode)) {
        charts.add(failureChart(SILENCE, mode, trigger, ResultLine::silenceMillis));
        charts.add(failureChart(WAIT, mode, trigger, ResultLine::longestWaitMillis));
      }
    }
    charts.addAll(coldStarts());
    return charts.stream().filter(chart -> !chart.isEmpty()).toList();
  }

  /** What decides when servers are killed; {@code none} if none is. */
  private List<String> triggers(String mode) {
    List<String> found =
        results.cells().stream()
            .filter(cell -> cell.mode().equals(mode) && !cell.isWithoutFailure())
            .map(CellKey::trigger)
            .distinct()
            .toList();
    return found.isEmpty() ? List.of(NONE) : found;
  }

  private List<String> modes() {
    return results.cells().stream().map(CellKey::mode).distinct().toList();
  }

  /** The paper's figure of that number and the one after it. */
  private void addPair(List<Chart> charts, int number, String what, String mode, List<Line> lines) {
    if (!lines.isEmpty()) {
      charts.add(chart(number, "Latency against clients, " + what, mode, lines, Figure.MEAN));
      charts.add(
          chart(number + 1, "Throughput against clients, " + what, mode, lines, Figure.THROUGHPUT));
    }
  }

  private Chart chart(int number, String title, String mode, List<Line> lines, Figure figure) {
    List<Chart.Series> series = new ArrayList<>();
    for (String system : systems) {
      for (int dash = 0; dash < lines.size(); dash++) {
        Line line = lines.get(dash);
        List<Chart.Point> points = new ArrayList<>();
        for (int clients : clients()) {
          point(system, line.cell.withClients(clients), figure).ifPresent(points::add);
        }
        series.add(
            new Chart.Series(system + ", " + line.label, systems.indexOf(system), dash, points));
      }
    }
    String numbered = mode.equals(PAPER) ? "Figure " + number + ". " + title : title + ", " + mode;
    return new Chart(word("f" + number + title + mode), numbered, CLIENTS, figure.title(), series);
  }

  /** None if nothing was measured, or if a failure was due and nothing failed in any run. */
  private Optional<Chart.Point> point(String system, CellKey cell, Figure figure) {
    OptionalDouble middle = results.middle(system, cell, figure);
    Optional<Spread> spread = results.spread(system, cell, figure);
    if (middle.isEmpty() || (!cell.isWithoutFailure() && !results.hasKill(system, cell))) {
      return Optional.empty();
    }
    return spread.map(
        found -> new Chart.Point(cell.clients(), middle.getAsDouble(), found.min(), found.max()));
  }

  /** What remains can be an id in HTML. */
  private static String word(String text) {
    return text.replaceAll("[^A-Za-z0-9]", "");
  }

  private Set<Integer> clients() {
    TreeSet<Integer> found = new TreeSet<>();
    results.cells().forEach(cell -> found.add(cell.clients()));
    return found;
  }

  private List<Line> bySize(String mode) {
    return results.cells().stream()
        .filter(cell -> cell.mode().equals(mode) && cell.isPlain())
        .map(CellKey::row)
        .distinct()
        .map(cell -> new Line(cell.servers() == 1 ? "1 server" : cell.servers() + " servers", cell))
        .toList();
  }

  /** None if no server was to be killed in clusters of that size. */
  private List<Line> byScenario(int servers, String mode, String trigger) {
    List<CellKey> failed =
        results.cells().stream()
            .filter(cell -> cell.servers() == servers && cell.mode().equals(mode))
            .filter(cell -> !cell.isWithoutFailure() && cell.trigger().equals(trigger))
            .map(CellKey::row)
            .distinct()
            .toList();
    return Stream.concat(failed.stream().map(CellKey::baseline).distinct(), failed.stream())
        .map(cell -> new Line(cell.scenario(), cell))
        .toList();
  }

  private Chart failureChart(
      String title, String mode, String trigger, Function<ResultLine, List<Double>> figure) {
    List<Chart.Series> series = new ArrayList<>();
    for (String system : systems) {
      List<CellKey> rows =
          results.cells().stream()
              .filter(cell -> cell.mode().equals(mode) && cell.trigger().equals(trigger))
              .filter(cell -> !cell.isWithoutFailure())
              .map(CellKey::row)
              .distinct()
              .toList();
      for (int dash = 0; dash < rows.size(); dash++) {
        CellKey row = rows.get(dash);
        series.add(
            new Chart.Series(
                "%s, %s of %s".formatted(system, row.scenario(), row.servers()),
                systems.indexOf(system),
                dash,
                failurePoints(system, row, figure)));
      }
    }
    String whole = title + ", kills by " + trigger + ", " + mode;
    return new Chart(word(whole), whole, CLIENTS, MILLIS, series);
  }

  private List<Chart.Point> failurePoints(
      String system, CellKey row, Function<ResultLine, List<Double>> figure) {
    List<Chart.Point> points = new ArrayList<>();
    for (int clients : clients()) {
      double[] values =
          results.runsOf(system, row.withClients(clients)).stream()
              .filter(line -> !line.killsInTime().isEmpty())
              .flatMap(line -> figure.apply(line).stream())
              .mapToDouble(Double::doubleValue)
              .toArray();
      if (values.length > 0) {
        points.add(Chart.Point.of(clients, Spread.of(values)));
      }
    }
    return points;
  }

  private List<Chart> coldStarts() {
    Map<Integer, List<ColdStart>> bySize = new LinkedHashMap<>();
    for (ColdStart start : results.coldStarts()) {
      bySize.computeIfAbsent(start.servers(), any -> new ArrayList<>()).add(start);
    }
    List<Chart> charts = new ArrayList<>();
    bySize.forEach((servers, starts) -> charts.add(coldStart(servers, starts)));
    return charts;
  }

  private Chart coldStart(int servers, List<ColdStart> starts) {
    List<Chart.Series> series = new ArrayList<>();
    for (String system : starts.stream().map(ColdStart::system).distinct().toList()) {
      List<List<Double>> repeats =
          starts.stream()
              .filter(start -> start.system().equals(system))
              .map(ColdStart::stretches)
              .toList();
      int color = Math.max(0, systems.indexOf(ResultLine.base(system)));
      int dash = system.contains("@") ? 1 : 0;
      series.add(new Chart.Series(system, color, dash, stretchPoints(repeats)));
    }
    return new Chart(
        "cold" + servers,
        "Throughput after a cold start, " + servers + (servers == 1 ? " server" : " servers"),
        "seconds",
        Figure.THROUGHPUT.title(),
        series);
  }

  private static List<Chart.Point> stretchPoints(List<List<Double>> repeats) {
    int longest = repeats.stream().mapToInt(List::size).max().orElse(0);
    List<Chart.Point> points = new ArrayList<>();
    for (int i = 0; i < longest; i++) {
      int at = i;
      double[] values =
          repeats.stream()
              .filter(repeat -> repeat.size() > at)
              .mapToDouble(repeat -> repeat.get(at))
              .toArray();
      points.add(Chart.Point.of((double) (i + 1) * ColdStart.STRETCH_SECONDS, Spread.of(values)));
    }
    return points;
  }
}
