package dev.flotilla.bench.harness.order;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What the thesis measured in 1998, in its tables 4 to 6: milliseconds of a broadcast of 100 bytes
 * on two, four and six SPARCstations 20.
 */
final class ThesisValues {
  private static final List<OrderProtocol> PROTOCOLS =
      List.of(OrderProtocol.SEQUENCER, OrderProtocol.SKEEN, OrderProtocol.CHANDRA_TOUEG);

  private static final List<String> MIDDLEWARES =
      List.of(OrderCell.SOCKETS, OrderCell.RMI, OrderCell.CORBA);

  private static final Map<String, Map<Integer, List<Integer>>> MILLIS =
      Map.of(
          OrderCell.SOCKETS,
          Map.of(2, List.of(6, 7, 12), 4, List.of(10, 13, 22), 6, List.of(14, 22, 36)),
          OrderCell.RMI,
          Map.of(2, List.of(16, 19, 31), 4, List.of(28, 44, 68), 6, List.of(44, 79, 105)),
          OrderCell.CORBA,
          Map.of(2, List.of(14, 17, 28), 4, List.of(25, 37, 60), 6, List.of(36, 69, 98)));

  private ThesisValues() {}

  /** Its protocols. */
  static List<OrderProtocol> protocols() {
    return PROTOCOLS;
  }

  /** Its middlewares. */
  static List<String> middlewares() {
    return MIDDLEWARES;
  }

  /** Whether it has the protocol and the middleware of a cell. */
  static boolean isItsOwn(OrderCell cell) {
    return PROTOCOLS.contains(cell.protocol()) && MIDDLEWARES.contains(cell.middleware());
  }

  /** Its value of a cell, if it has one. */
  static Optional<Integer> millis(OrderCell cell) {
    int place = PROTOCOLS.indexOf(cell.protocol());
    return place < 0
        ? Optional.empty()
        : Optional.ofNullable(
                MILLIS.getOrDefault(cell.middleware(), Map.of()).get(cell.processes()))
            .map(row -> row.get(place));
  }

  /** The same for a table. */
  static String text(OrderCell cell) {
    return millis(cell).map(value -> String.format(Locale.ROOT, "%d", value)).orElse("-");
  }
}
