package dev.flotilla.bench.harness.order;

import dev.flotilla.bench.harness.section.Repeats;
import dev.flotilla.bench.harness.stats.Spread;
import dev.flotilla.bench.result.RunResult;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Looks figures up, and knows what was measured. */
final class OrderResults {
  private final List<RunResult> results;

  /** By middleware, by protocol, and then by size of the group. */
  private final List<OrderCell> measured;

  OrderResults(List<RunResult> results) {
    this.results = List.copyOf(results);
    this.measured =
        OrderCell.all(OrderSettings.WHOLE, OrderCell.MIDDLEWARES).stream()
            .filter(cell -> !cell.repeats(results).isEmpty())
            .sorted(
                Comparator.<OrderCell>comparingInt(
                        cell -> OrderCell.MIDDLEWARES.indexOf(cell.middleware()))
                    .thenComparing(OrderCell::protocol)
                    .thenComparingInt(OrderCell::processes))
            .toList();
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

  /** The middlewares on which a closed system was measured. */
  List<String> middlewares() {
    return closed().map(OrderCell::middleware).distinct().toList();
  }

  private Stream<OrderCell> closed() {
    return measured.stream().filter(OrderCell::isClosed);
  }

  /** The closed systems of a middleware that were measured. */
  List<OrderCell> cells(String middleware) {
    return closed().filter(cell -> cell.middleware().equals(middleware)).toList();
  }

  /** Those of a protocol. */
  List<OrderCell> cells(OrderProtocol protocol) {
    return closed().filter(cell -> cell.protocol() == protocol).toList();
  }

  /** Those of a protocol on a middleware. */
  List<OrderCell> cells(OrderProtocol protocol, String middleware) {
    return cells(protocol).stream().filter(cell -> cell.middleware().equals(middleware)).toList();
  }

  /** The cells with clients outside of the group that were measured. */
  List<OrderCell> cellsWithClients() {
    return measured.stream().filter(cell -> !cell.isClosed()).toList();
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
