package dev.flotilla.bench.harness.order;

import dev.flotilla.bench.harness.section.Chart;
import dev.flotilla.bench.harness.section.Drawing;
import dev.flotilla.bench.harness.section.Repeats;
import dev.flotilla.bench.harness.section.Section;
import dev.flotilla.bench.harness.section.Table;
import dev.flotilla.bench.result.RunResult;
import dev.flotilla.order.bench.CostModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The report: times beside predictions, sizes, throughput, the price of forcing, and findings. */
final class OrderSections {
  private static final double NANOS_PER_MICRO = 1e3;
  private static final double MICROS_PER_SECOND = 1e6;
  private static final int USUAL = OrderSettings.USUAL_BYTES;
  private static final String MEASURED = OrderFigures.broadcastMicros(USUAL);
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
    return Section.measured(all.toArray(Section[]::new));
  }

  private Section broadcasts(String middleware, String words) {
    Table table =
        new Table(
            List.of(
                "protocol",
                "processes",
                "broadcast us",
                "p99 us",
                "turn us",
                "ping us",
                "steps us",
                "measured : steps",
                "messages us",
                "measured : messages",
                "1998 ms"));
    for (OrderCell cell : results.cells(middleware)) {
      Optional<Double> ping = results.median(cell, OrderFigures.pingMicros(USUAL));
      Optional<Double> steps = ping.map(micros -> stepsMicros(cell, micros));
      Optional<Double> messages = ping.map(micros -> messagesMicros(cell, micros));
      table.add(
          List.of(
              cell.protocol().toString(),
              Integer.toString(cell.processes()),
              tenths(cell, MEASURED),
              tenths(cell, OrderFigures.broadcastP99Micros(USUAL)),
              text(turnMicros(cell)),
              tenths(cell, OrderFigures.pingMicros(USUAL)),
              text(steps),
              ratio(cell, steps),
              text(messages),
              ratio(cell, messages),
              ThesisValues.text(cell)));
    }
    String title = "Broadcasts of %s bytes on %s".formatted(USUAL, middleware);
    return new Section(title, words, table, List.of(byProcesses(middleware, title)));
  }

  /** The mean time from a broadcast to the next one, of the process whose turn it is then. */
  private Optional<Double> turnMicros(OrderCell cell) {
    return results
        .median(cell, OrderFigures.turnsPerSec(USUAL))
        .map(perSec -> MICROS_PER_SECOND / perSec);
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
    List<Chart.Series> lines = new ArrayList<>();
    for (OrderProtocol protocol : OrderProtocol.values()) {
      List<Chart.Point> points = new ArrayList<>();
      for (OrderCell cell : results.cells(protocol, middleware)) {
        results
            .spread(cell, MEASURED)
            .ifPresent(spread -> points.add(Chart.Point.of(cell.processes(), spread)));
      }
      lines.add(line(protocol, points));
    }
    return new Chart("orderBy" + middleware, title, "processes", "median us", lines);
  }

  private static Chart.Series line(OrderProtocol protocol, List<Chart.Point> points) {
    int dash = protocol.isForced() ? 1 : 0;
    return new Chart.Series(protocol.toString(), protocol.color(), dash, points);
  }

  private Section sizes() {
    List<String> heads = new ArrayList<>(List.of("middleware", "protocol"));
    results.sizes().forEach(size -> heads.add(bytes(size) + ", us"));
    Table table = new Table(heads);
    List<Drawing> charts = new ArrayList<>();
    for (String middleware : results.middlewares()) {
      List<Chart.Series> lines = new ArrayList<>();
      for (OrderProtocol protocol : OrderProtocol.values()) {
        OrderCell cell = new OrderCell(protocol, middleware, OrderSettings.USUAL_PROCESSES);
        if (!results.repeats(cell).isEmpty()) {
          List<String> row = new ArrayList<>(List.of(middleware, protocol.toString()));
          results
              .sizes()
              .forEach(size -> row.add(tenths(cell, OrderFigures.broadcastMicros(size))));
          table.add(row);
          lines.add(line(protocol, pointsBySize(cell)));
        }
      }
      String title = "Broadcasts of 3 processes on %s by size".formatted(middleware);
      charts.add(
          new Chart(
              "sizesOf" + middleware, title, "bytes", "median us", Chart.Scale.LOGARITHMIC, lines));
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
    Table table =
        new Table(
            List.of(
                "middleware",
                "protocol",
                "processes",
                "in turn, broadcasts/s",
                "at once, broadcasts/s",
                "at once : in turn"));
    for (String middleware : results.middlewares()) {
      for (OrderCell cell : results.cells(middleware)) {
        table.add(
            List.of(
                middleware,
                cell.protocol().toString(),
                Integer.toString(cell.processes()),
                whole(cell, OrderFigures.turnsPerSec(USUAL)),
                whole(cell, OrderFigures.freePerSec(USUAL)),
                Repeats.ratio(
                    results.spread(cell, OrderFigures.freePerSec(USUAL)),
                    results.median(cell, OrderFigures.turnsPerSec(USUAL)).orElse(Double.NaN))));
      }
    }
    return new Section(
        "Throughput, %s bytes".formatted(USUAL),
        "At once, each process broadcasts as soon as its own broadcast before is delivered.",
        table);
  }

  private Section saturation() {
    Table table =
        new Table(
            List.of("middleware", "processes", "broadcasts/s", "of each process", "each : fewest"));
    List<Chart.Series> lines = new ArrayList<>();
    for (String middleware : results.middlewares()) {
      List<OrderCell> cells = results.cells(OrderProtocol.SEQUENCER, middleware);
      List<Chart.Point> points = new ArrayList<>();
      double fewest = cells.isEmpty() ? Double.NaN : perProcess(cells.get(0));
      for (OrderCell cell : cells) {
        table.add(
            List.of(
                middleware,
                Integer.toString(cell.processes()),
                whole(cell, OrderFigures.freePerSec(USUAL)),
                String.format(Locale.ROOT, "%,.0f", perProcess(cell)),
                String.format(Locale.ROOT, "%.2f", perProcess(cell) / fewest)));
        results
            .spread(cell, OrderFigures.freePerSec(USUAL))
            .ifPresent(spread -> points.add(Chart.Point.of(cell.processes(), spread)));
      }
      int number = lines.size();
      lines.add(new Chart.Series(middleware, number, 0, points));
    }
    String title = "Saturation of the sequencer, %s bytes".formatted(USUAL);
    return new Section(
        title,
        "All processes broadcast at once. The last column falls below 1 when each process gets less"
            + " than in the smallest group. That alone does not show that the sequencer is a"
            + " bottleneck: all processes share the processors of one machine, and with other"
            + " protocols each gets less, too.",
        table,
        List.of(new Chart("saturation", title, "processes", "broadcasts/s", lines)));
  }

  private double perProcess(OrderCell cell) {
    return results.median(cell, OrderFigures.freePerSec(USUAL)).orElse(Double.NaN)
        / cell.processes();
  }

  private Section forced() {
    Table table =
        new Table(
            List.of(
                "middleware",
                "processes",
                "in memory, us",
                "forced, us",
                "forced : memory",
                "in memory, broadcasts/s",
                "forced, broadcasts/s"));
    for (String middleware : results.middlewares()) {
      for (OrderCell forced : results.cells(OrderProtocol.RAFT_FORCED, middleware)) {
        OrderCell memory = new OrderCell(OrderProtocol.RAFT, middleware, forced.processes());
        table.add(
            List.of(
                middleware,
                Integer.toString(forced.processes()),
                tenths(memory, MEASURED),
                tenths(forced, MEASURED),
                ratio(forced, results.median(memory, MEASURED)),
                whole(memory, OrderFigures.freePerSec(USUAL)),
                whole(forced, OrderFigures.freePerSec(USUAL))));
      }
    }
    return new Section(
        "Raft with and without forcing, %s bytes".formatted(USUAL),
        "A member forces its entries before it acknowledges them, and the leader before it sends"
            + " them on. Each batch is one write and one force.",
        table);
  }

  private String tenths(OrderCell cell, String figure) {
    return Repeats.tenths(results.spread(cell, figure));
  }

  private String whole(OrderCell cell, String figure) {
    return Repeats.whole(results.spread(cell, figure));
  }

  private String ratio(OrderCell cell, Optional<Double> base) {
    return base.map(value -> Repeats.ratio(results.spread(cell, MEASURED), value))
        .orElse(Repeats.MISSING);
  }

  private static String text(Optional<Double> micros) {
    return micros.map(value -> String.format(Locale.ROOT, "%,.1f", value)).orElse(Repeats.MISSING);
  }

  private static String bytes(int size) {
    return size < 1_000 ? size + " B" : size / 1_000 + " kB";
  }
}
