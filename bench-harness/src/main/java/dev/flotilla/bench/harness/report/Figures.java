package dev.flotilla.bench.harness.report;

import dev.flotilla.bench.harness.paired.ColdStart;
import dev.flotilla.bench.harness.section.Chart;
import dev.flotilla.bench.harness.section.Marks;
import dev.flotilla.bench.harness.stats.Spread;
import dev.flotilla.bench.result.RunResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The figures: the paper's six in its words, what failures cost, and cold starts. Figures 3 to 6
 * are of kills by the clock, as in the paper, and 3b to 6b of kills by progress.
 */
final class Figures {
  private static final String CLIENTS = "number of clients";
  private static final String MILLIS = "ms";
  private static final String PAPER = "paper";
  private static final String NONE = "none";

  private final Results results;
  private final List<String> systems;

  /**
   * What tells a line from the others of its system.
   *
   * @param label as the legend says it
   * @param cell without clients
   */
  private record Line(String label, CellKey cell) {}

  /** What a line has at a number of clients, if anything. */
  private interface Points {
    Optional<Chart.Point> of(String system, CellKey cell);
  }

  Figures(Results results) {
    this.results = results;
    this.systems = results.systems();
  }

  /** All figures that have something to show. */
  List<Chart> all() {
    List<Chart> charts = new ArrayList<>();
    for (String mode : modes()) {
      addPair(charts, 1, "", "without failures", bySize(mode), mode);
      for (String trigger : triggers(mode)) {
        String letter = trigger.equals(CellKey.PROGRESS) ? "b" : "";
        String by = by(trigger);
        List<Line> three = byScenario(3, mode, trigger);
        List<Line> five = byScenario(5, mode, trigger);
        addPair(charts, 3, letter, "with 3 servers, one killed" + by, three, mode);
        addPair(charts, 5, letter, "with 5 servers, two killed" + by, five, mode);
      }
    }
    for (String mode : modes()) {
      for (String trigger : triggers(mode)) {
        charts.add(silence(mode, trigger));
        charts.add(waits(mode, trigger));
      }
    }
    charts.addAll(coldStarts());
    return charts.stream().filter(chart -> !chart.isEmpty()).toList();
  }

  /** Such as {@code by the clock}. */
  static String by(String trigger) {
    return trigger.equals(NONE) ? "" : " by " + (trigger.equals("clock") ? "the clock" : trigger);
  }

  /** As the legends of the paper name it. */
  static String paperName(String system) {
    return system.replaceFirst("^flotilla", "Raft").replaceFirst("^zookeeper", "ZK");
  }

  private static String name(String system, String mode) {
    return mode.equals(PAPER) ? paperName(system) : system;
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

  /** The paper's figure of that number, such as {@code 3b}, and the one after it. */
  private void addPair(
      List<Chart> charts, int number, String letter, String what, List<Line> lines, String mode) {
    String first = number + letter;
    String second = number + 1 + letter;
    charts.add(pairChart(first, "Latency " + what, "latency (ms)", Figure.MEAN, lines, mode));
    charts.add(
        pairChart(
            second,
            "Throughput " + what,
            "throughput (operations/s)",
            Figure.THROUGHPUT,
            lines,
            mode));
  }

  private Chart pairChart(
      String number, String what, String yTitle, Figure figure, List<Line> lines, String mode) {
    boolean isOfPaper = mode.equals(PAPER);
    String title = isOfPaper ? "Figure %s. %s".formatted(number, what) : what + ", " + mode;
    String id = isOfPaper ? "figure-" + number : word(title);
    return new Chart(
        id,
        title,
        CLIENTS,
        yTitle,
        Chart.Scale.LINEAR,
        marks(mode),
        series(mode, lines, (system, cell) -> point(system, cell, figure)));
  }

  private List<Chart.Series> series(String mode, List<Line> lines, Points points) {
    List<Chart.Series> series = new ArrayList<>();
    for (String system : systems) {
      for (int dash = 0; dash < lines.size(); dash++) {
        Line line = lines.get(dash);
        List<Chart.Point> found =
            clients().stream()
                .flatMap(count -> points.of(system, line.cell.withClients(count)).stream())
                .toList();
        String label = name(system, mode) + line.label;
        series.add(new Chart.Series(label, systems.indexOf(system), dash, found));
      }
    }
    return series;
  }

  private Marks marks(String mode) {
    if (mode.startsWith(Results.PAIRED)) {
      return new Marks("Median", "windows");
    }
    return results.isPaper() ? Marks.MEANS : Marks.MEDIANS;
  }

  /** None if nothing was measured, or if a failure was due and in no run everything failed. */
  private Optional<Chart.Point> point(String system, CellKey cell, Figure figure) {
    double[] values = results.counted(system, cell, figure);
    if (values.length == 0) {
      return Optional.empty();
    }
    Spread found = Spread.of(values);
    double middle = results.middle(system, cell, figure).orElseThrow();
    return Optional.of(
        new Chart.Point(cell.clients(), middle, found.min(), found.max(), found.count()));
  }

  /** An id in HTML, and a name of a file. */
  private static String word(String text) {
    return text.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
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
        .map(cell -> new Line(", " + CellKey.servers(cell.servers()), cell))
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
        .map(cell -> new Line("(" + cell.scenario() + ")", cell))
        .toList();
  }

  private Chart silence(String mode, String trigger) {
    String title = "Time without any answer after a kill" + by(trigger) + ", " + mode;
    return failureChart(title, Marks.MEDIANS, mode, trigger, run -> List.of(run.silenceMillis()));
  }

  private Chart waits(String mode, String trigger) {
    String title = "Longest wait of each client, kills" + by(trigger) + ", " + mode;
    Marks marks = new Marks("Median of all clients", "runs");
    return failureChart(title, marks, mode, trigger, RunResult::longestWaitMillis);
  }

  private Chart failureChart(
      String title,
      Marks marks,
      String mode,
      String trigger,
      Function<RunResult, List<Double>> millis) {
    List<Line> lines =
        results.cells().stream()
            .filter(cell -> cell.mode().equals(mode) && cell.trigger().equals(trigger))
            .filter(cell -> !cell.isWithoutFailure())
            .map(CellKey::row)
            .distinct()
            .map(
                row ->
                    new Line(
                        "(%s), %s".formatted(row.scenario(), CellKey.servers(row.servers())), row))
            .toList();
    return new Chart(
        word(title),
        title,
        CLIENTS,
        MILLIS,
        Chart.Scale.LINEAR,
        marks,
        series(mode, lines, (system, cell) -> failurePoint(system, cell, millis)));
  }

  private Optional<Chart.Point> failurePoint(
      String system, CellKey cell, Function<RunResult, List<Double>> millis) {
    List<RunResult> runs = results.countedRunsOf(system, cell);
    double[] values =
        runs.stream()
            .flatMap(run -> millis.apply(run).stream())
            .mapToDouble(Double::doubleValue)
            .toArray();
    if (values.length == 0) {
      return Optional.empty();
    }
    Spread all = Spread.of(values);
    return Optional.of(
        new Chart.Point(cell.clients(), all.median(), all.min(), all.max(), runs.size()));
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
      int color = Math.max(0, systems.indexOf(RunLine.base(system)));
      int dash = system.contains("@") ? 1 : 0;
      series.add(new Chart.Series(system, color, dash, stretchPoints(repeats)));
    }
    return new Chart(
        "cold-" + servers,
        "Throughput after a cold start, " + CellKey.servers(servers),
        "seconds",
        Figure.THROUGHPUT.title(),
        Chart.Scale.LINEAR,
        new Marks("Median", "starts"),
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
