package dev.flotilla.bench.harness.order;

import dev.flotilla.bench.harness.Cell;
import dev.flotilla.bench.harness.Scenario;
import dev.flotilla.bench.harness.Trigger;
import dev.flotilla.bench.harness.section.Repeats;
import dev.flotilla.bench.result.RunResult;
import java.util.ArrayList;
import java.util.List;

/**
 * A protocol on a middleware.
 *
 * @param protocol the protocol
 * @param middleware its name on a command line
 * @param processes how many there are
 */
record OrderCell(OrderProtocol protocol, String middleware, int processes) {
  static final String SOCKETS = "sockets";
  static final String RMI = "rmi";
  static final String CORBA = "corba";
  static final String SOAP = "soap";

  /** As the thesis orders them; SOAP is ours. */
  static final List<String> MIDDLEWARES = List.of(SOCKETS, RMI, CORBA, SOAP);

  private static final String SYSTEM = "flotilla";

  /** All cells, in the order in which they are measured. */
  static List<OrderCell> all(OrderSettings settings, List<String> middlewares) {
    List<OrderCell> all = new ArrayList<>();
    for (String middleware : middlewares) {
      List<Integer> processes = new ArrayList<>(settings.processes());
      if (middleware.equals(SOCKETS)) {
        processes.addAll(settings.moreOnSockets());
      }
      for (int n : processes) {
        for (OrderProtocol protocol : OrderProtocol.values()) {
          all.add(new OrderCell(protocol, middleware, n));
        }
      }
    }
    return all;
  }

  /** The valid runs of it. */
  Repeats repeats(List<RunResult> results) {
    return Repeats.of(results, cell()::holds);
  }

  /** As the harness knows it. */
  Cell cell() {
    Scenario scenario = Scenario.named("%s-on-%s".formatted(protocol, middleware));
    return new Cell(SYSTEM, processes, processes, scenario, Trigger.NONE);
  }

  /**
   * The protocol and the middleware of a cell of this preset.
   *
   * @throws IllegalArgumentException if it is of another one
   */
  static OrderCell of(Cell cell) {
    for (OrderProtocol protocol : OrderProtocol.values()) {
      String start = protocol + "-on-";
      if (cell.scenario().label().startsWith(start)) {
        String middleware = cell.scenario().label().substring(start.length());
        return new OrderCell(protocol, middleware, cell.servers());
      }
    }
    throw new IllegalArgumentException(
        "%s is no protocol on a middleware; use the cells of this preset"
            .formatted(cell.scenario()));
  }
}
