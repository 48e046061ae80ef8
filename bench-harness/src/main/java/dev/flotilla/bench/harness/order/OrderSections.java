package dev.flotilla.bench.harness.order;

import dev.flotilla.bench.harness.section.Chart;
import dev.flotilla.bench.harness.section.Drawing;
import dev.flotilla.bench.harness.section.Repeats;
import dev.flotilla.bench.harness.section.Section;
import dev.flotilla.bench.harness.section.Table;
import dev.flotilla.bench.result.RunResult;
import dev.flotilla.order.bench.CostModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The report: times beside predictions, sizes, throughput, the price of forcing, and findings. */
final class OrderSections {
  private static final double NANOS_PER_MICRO = 1e3;
  private static final double MICROS_PER_SECOND = 1e6;
  private static final int USUAL = OrderSettings.USUAL_BYTES;
  private static final String MEASURED = OrderFigures.broadcastMicros(USUAL);
  private static final String TURNS = OrderFigures.turnsPerSec(USUAL);
  private static final String FREE = OrderFigures.freePerSec(USUAL);
  private static final String PREDICTED =
      "Processes broadcast in turn. A broadcast ends when the process that sent it delivers it, which"
          + " may be before the others do; a turn, of which the mean is given, ends when the next"
          + " process delivers it. Both predictions multiply the ping of the same run by what the"
          + " protocol needs: its steps, if all messages of a step are under way at once; or all its"
          + " messages, one after another, as the thesis does. Forcing to disk is in neither. The"
          + " last column is the thesis's value of 1998, in milliseconds.";

  private final OrderResults results;

  OrderSections(List<RunResult> results) {
    this.results = new OrderResults(results);
  }

  /** Those that have something to show. */
  List<Section> all() {
    List<Section> all = new ArrayList<>();
    for (String middleware : results.middlewares()) {
      all.add(broadcasts(middleware, all.isEmpty() ? PREDICTED : ""));
    }
    all.add(sizes());
    all.add(throughput());
    all.add(saturation());
    all.add(forced());
    all.addAll(new RequestSections(results).all());
    all.add(new OrderFindings(results).section());
    return Section.measured(all);
  }

  private Section broadcasts(String middleware, String words) {
    String ping = OrderFigures.pingMicros(USUAL);
    Function<OrderCell, Optional<Double>> steps =
        cell -> results.median(cell, ping).map(micros -> stepsMicros(cell, micros));
    Function<OrderCell, Optional<Double>> messages =
        cell -> results.median(cell, ping).map(micros -> messagesMicros(cell, micros));
    Table<OrderCell> table =
        Table.of(results.cells(middleware))
            .column("protocol", OrderCell::protocol)
            .column("processes", OrderCell::processes)
            .column("broadcast us", cell -> results.tenths(cell, MEASURED))
            .column("p99 us", cell -> results.tenths(cell, OrderFigures.broadcastP99Micros(USUAL)))
            .column("turn us", cell -> Repeats.text("%,.1f", turnMicros(cell)))
            .column("ping us", cell -> results.tenths(cell, ping))
            .column("steps us", cell -> Repeats.text("%,.1f", steps.apply(cell)))
            .column("measured : steps", cell -> ratio(cell, steps.apply(cell)))
            .column("messages us", cell -> Repeats.text("%,.1f", messages.apply(cell)))
            .column("measured : messages", cell -> ratio(cell, messages.apply(cell)))
            .column("1998 ms", ThesisValues::text);
    String title = "Broadcasts of %s bytes on %s".formatted(USUAL, middleware);
    return new Section(title, words, table, List.of(byProcesses(middleware, title)));
  }

  /** The mean time from a broadcast to the next one, of the process whose turn it is then. */
  private Optional<Double> turnMicros(OrderCell cell) {
    return results.median(cell, TURNS).map(perSec -> MICROS_PER_SECOND / perSec);
  }

  /** The least time of a broadcast, from the time of a ping. */
  static double stepsMicros(OrderCell cell, double pingMicros) {
    return model(cell).parallelNanos(pingMicros * NANOS_PER_MICRO) / NANOS_PER_MICRO;
  }

  /** The thesis's prediction, from the time of a ping. */
  static double messagesMicros(OrderCell cell, double pingMicros) {
    return model(cell).sequentialNanos(pingMicros * NANOS_PER_MICRO) / NANOS_PER_MICRO;
  }

  private static CostModel model(OrderCell cell) {
    return new CostModel(cell.protocol().kind(), cell.processes());
  }

  private Drawing byProcesses(String middleware, String title) {
    List<Chart.Series> lines =
        Arrays.stream(OrderProtocol.values())
            .map(
                protocol ->
                    line(
                        protocol, pointsByProcesses(results.cells(protocol, middleware), MEASURED)))
            .toList();
    return new Chart("orderBy" + middleware, title, "processes", "median us", lines);
  }

  private List<Chart.Point> pointsByProcesses(List<OrderCell> cells, String figure) {
    return cells.stream()
        .flatMap(
            cell ->
                results
                    .spread(cell, figure)
                    .map(spread -> Chart.Point.of(cell.processes(), spread))
                    .stream())
        .toList();
  }

  private static Chart.Series line(OrderProtocol protocol, List<Chart.Point> points) {
    int dash = protocol.isForced() ? 1 : 0;
    return new Chart.Series(protocol.toString(), protocol.color(), dash, points);
  }

  private Section sizes() {
    List<OrderCell> cells = new ArrayList<>();
    List<Drawing> charts = new ArrayList<>();
    for (String middleware : results.middlewares()) {
      List<OrderCell> measured =
          results.cells(middleware).stream()
              .filter(cell -> cell.processes() == OrderSettings.USUAL_PROCESSES)
              .toList();
      cells.addAll(measured);
      charts.add(
          new Chart(
              "sizesOf" + middleware,
              "Broadcasts of 3 processes on %s by size".formatted(middleware),
              "bytes",
              "median us",
              Chart.Scale.LOGARITHMIC,
              measured.stream().map(cell -> line(cell.protocol(), pointsBySize(cell))).toList()));
    }
    Table<OrderCell> table =
        Table.of(cells)
            .column("middleware", OrderCell::middleware)
            .column("protocol", OrderCell::protocol);
    for (int size : results.sizes()) {
      table.column(
          bytes(size) + ", us", cell -> results.tenths(cell, OrderFigures.broadcastMicros(size)));
    }
    return new Section(
        "Broadcasts by size, %s processes".formatted(OrderSettings.USUAL_PROCESSES),
        "Processes broadcast in turn.",
        table,
        charts);
  }

  private List<Chart.Point> pointsBySize(OrderCell cell) {
    List<Chart.Point> points = new ArrayList<>();
    for (int size : results.sizes()) {
      results
          .spread(cell, OrderFigures.broadcastMicros(size))
          .ifPresent(spread -> points.add(Chart.Point.of(size, spread)));
    }
    return points;
  }

  private Section throughput() {
    List<OrderCell> cells =
        results.middlewares().stream().flatMap(each -> results.cells(each).stream()).toList();
    return new Section(
        "Throughput, %s bytes".formatted(USUAL),
        "At once, each process broadcasts as soon as its own broadcast before is delivered.",
        Table.of(cells)
            .column("middleware", OrderCell::middleware)
            .column("protocol", OrderCell::protocol)
            .column("processes", OrderCell::processes)
            .column("in turn, broadcasts/s", cell -> results.whole(cell, TURNS))
            .column("at once, broadcasts/s", cell -> results.whole(cell, FREE))
            .column(
                "at once : in turn",
                cell ->
                    Repeats.ratio(
                        results.spread(cell, FREE),
                        results.median(cell, TURNS).orElse(Double.NaN))));
  }

  private Section saturation() {
    List<Chart.Series> lines = new ArrayList<>();
    for (String middleware : results.middlewares()) {
      List<OrderCell> cells = results.cells(OrderProtocol.SEQUENCER, middleware);
      lines.add(new Chart.Series(middleware, lines.size(), 0, pointsByProcesses(cells, FREE)));
    }
    String title = "Saturation of the sequencer, %s bytes".formatted(USUAL);
    return new Section(
        title,
        "All processes broadcast at once. The last column falls below 1 when each process gets less"
            + " than in the smallest group. That alone does not show that the sequencer is a"
            + " bottleneck: all processes share the processors of one machine, and with other"
            + " protocols each gets less, too.",
        Table.of(results.cells(OrderProtocol.SEQUENCER))
            .column("middleware", OrderCell::middleware)
            .column("processes", OrderCell::processes)
            .column("broadcasts/s", cell -> results.whole(cell, FREE))
            .column("of each process", cell -> Repeats.text("%,.0f", results.perProcess(cell)))
            .column("each : fewest", cell -> Repeats.text("%.2f", byFewest(cell))),
        List.of(new Chart("saturation", title, "processes", "broadcasts/s", lines)));
  }

  private double byFewest(OrderCell cell) {
    OrderCell fewest = results.cells(cell.protocol(), cell.middleware()).get(0);
    return results.perProcess(cell) / results.perProcess(fewest);
  }

  private Section forced() {
    return new Section(
        "Raft with and without forcing, %s bytes".formatted(USUAL),
        "A member forces its entries before it acknowledges them, and the leader before it sends"
            + " them on. Each batch is one write and one force.",
        Table.of(results.cells(OrderProtocol.RAFT_FORCED))
            .column("middleware", OrderCell::middleware)
            .column("processes", OrderCell::processes)
            .column("in memory, us", cell -> results.tenths(inMemory(cell), MEASURED))
            .column("forced, us", cell -> results.tenths(cell, MEASURED))
            .column(
                "forced : memory", cell -> ratio(cell, results.median(inMemory(cell), MEASURED)))
            .column("in memory, broadcasts/s", cell -> results.whole(inMemory(cell), FREE))
            .column("forced, broadcasts/s", cell -> results.whole(cell, FREE)));
  }

  private static OrderCell inMemory(OrderCell forced) {
    return forced.with(OrderProtocol.RAFT);
  }

  private String ratio(OrderCell cell, Optional<Double> base) {
    return base.map(value -> Repeats.ratio(results.spread(cell, MEASURED), value))
        .orElse(Repeats.MISSING);
  }

  private static String bytes(int size) {
    return size < 1_000 ? size + " B" : size / 1_000 + " kB";
  }
}
