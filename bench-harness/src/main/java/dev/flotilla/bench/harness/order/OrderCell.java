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
 * @param processes how many there are in the group
 * @param clients how many there are outside of the group; 0 if it is a closed system
 */
record OrderCell(OrderProtocol protocol, String middleware, int processes, int clients) {
  static final String SOCKETS = "sockets";
  static final String RMI = "rmi";
  static final String CORBA = "corba";
  static final String SOAP = "soap";

  /** As the thesis orders them; SOAP is ours. */
  static final List<String> MIDDLEWARES = List.of(SOCKETS, RMI, CORBA, SOAP);

  private static final String SYSTEM = "flotilla";

  /** A closed system. */
  OrderCell(OrderProtocol protocol, String middleware, int processes) {
    this(protocol, middleware, processes, 0);
  }

  /** All cells, in the order in which they are measured. */
  static List<OrderCell> all(OrderSettings settings, List<String> middlewares) {
    List<OrderCell> all = new ArrayList<>();
    for (String middleware : middlewares) {
      for (int n : sizes(middleware, settings.processes(), settings.moreOnSockets())) {
        for (OrderProtocol protocol : OrderProtocol.values()) {
          all.add(new OrderCell(protocol, middleware, n));
        }
      }
    }
    for (String middleware : middlewares) {
      for (int n : sizes(middleware, settings.servers(), settings.moreServersOnSockets())) {
        for (OrderProtocol protocol : OrderProtocol.IN_MEMORY) {
          all.add(new OrderCell(protocol, middleware, n, OrderSettings.CLIENTS));
        }
      }
    }
    return all;
  }

  private static List<Integer> sizes(
      String middleware, List<Integer> everywhere, List<Integer> moreOnSockets) {
    List<Integer> sizes = new ArrayList<>(everywhere);
    sizes.addAll(middleware.equals(SOCKETS) ? moreOnSockets : List.of());
    return sizes;
  }

  /** The closed system with another protocol. */
  OrderCell with(OrderProtocol other) {
    return new OrderCell(other, middleware, processes);
  }

  /** The closed system on another middleware. */
  OrderCell on(String other) {
    return new OrderCell(protocol, other, processes);
  }

  /** Whether there is nobody outside of the group. */
  boolean isClosed() {
    return clients == 0;
  }

  /** How many processes a run has. */
  int allProcesses() {
    return processes + clients;
  }

  /** The valid runs of it. */
  Repeats repeats(List<RunResult> results) {
    return Repeats.of(results, cell()::holds);
  }

  /** As the harness knows it. */
  Cell cell() {
    String label = "%s-on-%s".formatted(protocol, middleware);
    return isClosed()
        ? new Cell(SYSTEM, processes, processes, Scenario.named(label), Trigger.NONE)
        : new Cell(
            SYSTEM, processes, clients, Scenario.named("requests-to-" + label), Trigger.NONE);
  }
}
