package dev.flotilla.bench.harness.order;

import dev.flotilla.bench.harness.section.Repeats;
import dev.flotilla.bench.harness.stats.Spread;
import dev.flotilla.bench.result.RunResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Looks figures up, and knows what was measured. */
final class OrderResults {
  private final List<RunResult> results;

  OrderResults(List<RunResult> results) {
    this.results = List.copyOf(results);
  }

  /** A figure of a cell; empty if it was not measured. */
  Optional<Spread> spread(OrderCell cell, String figure) {
    return cell.repeats(results).spread(figure);
  }

  /** Its median. */
  Optional<Double> median(OrderCell cell, String figure) {
    return spread(cell, figure).map(Spread::median);
  }

  /** A figure with one decimal. */
  String tenths(OrderCell cell, String figure) {
    return Repeats.tenths(spread(cell, figure));
  }

  /** A figure without decimals. */
  String whole(OrderCell cell, String figure) {
    return Repeats.whole(spread(cell, figure));
  }

  /** The median of a figure by that of another; empty if one was not measured. */
  Optional<Double> ratio(OrderCell one, String figure, OrderCell other, String base) {
    return median(one, figure)
        .flatMap(value -> median(other, base).map(divisor -> value / divisor));
  }

  /** How many messages of the usual size each process broadcasts a second if all do at once. */
  double perProcess(OrderCell cell) {
    return median(cell, OrderFigures.freePerSec(OrderSettings.USUAL_BYTES)).orElse(Double.NaN)
        / cell.processes();
  }

  /** The middlewares on which something was measured. */
  List<String> middlewares() {
    return OrderCell.MIDDLEWARES.stream()
        .filter(middleware -> !cells(middleware).isEmpty())
        .toList();
  }

  /** The cells of a middleware that were measured, by protocol and then by size of the group. */
  List<OrderCell> cells(String middleware) {
    return Arrays.stream(OrderProtocol.values())
        .flatMap(protocol -> cells(protocol, middleware).stream())
        .toList();
  }

  /** The cells of a protocol on a middleware that were measured. */
  List<OrderCell> cells(OrderProtocol protocol, String middleware) {
    List<OrderCell> cells = new ArrayList<>();
    for (int processes : OrderSettings.ALL_PROCESSES) {
      OrderCell cell = new OrderCell(protocol, middleware, processes);
      if (!cell.repeats(results).isEmpty()) {
        cells.add(cell);
      }
    }
    return cells;
  }

  /** The cells of a protocol that were measured. */
  List<OrderCell> cells(OrderProtocol protocol) {
    return OrderCell.MIDDLEWARES.stream()
        .flatMap(middleware -> cells(protocol, middleware).stream())
        .toList();
  }

  /** The cells with clients outside of the group that were measured. */
  List<OrderCell> cellsWithClients() {
    List<OrderCell> cells = new ArrayList<>();
    for (String middleware : OrderCell.MIDDLEWARES) {
      for (OrderProtocol protocol : OrderProtocol.IN_MEMORY) {
        for (int servers : OrderSettings.ALL_SERVERS) {
          cells.add(new OrderCell(protocol, middleware, servers, OrderSettings.CLIENTS));
        }
      }
    }
    cells.removeIf(cell -> cell.repeats(results).isEmpty());
    return cells;
  }

  /** The sizes of messages that were measured. */
  List<Integer> sizes() {
    return OrderSettings.ALL_SIZES.stream()
        .filter(
            size ->
                results.stream()
                    .anyMatch(run -> run.figures().containsKey(OrderFigures.broadcastMicros(size))))
        .toList();
  }
}
