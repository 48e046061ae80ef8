package dev.flotilla.bench.harness.order;

import dev.flotilla.bench.JavaProgram;
import dev.flotilla.order.bench.OrderRegistration;
import dev.flotilla.order.bench.OrderSeries;
import dev.flotilla.order.bench.RequestSeries;
import java.io.File;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The programs of a group: its registration server, and its processes. */
final class OrderPrograms {
  /** A heap that is no bound here, and a collector without threads of its own. */
  static final List<String> JVM_OPTIONS =
      List.of("-Xmx768m", "-XX:+UseSerialGC", "-XX:-UsePerfData");

  private OrderPrograms() {}

  /** The middlewares that this checkout has. */
  static List<String> middlewares() {
    return OrderCell.MIDDLEWARES.stream()
        .filter(name -> !name.equals(OrderCell.CORBA) || Files.isDirectory(corbaLibraries()))
        .toList();
  }

  /**
   * The server that gives each process its number; it prints where it listens.
   *
   * @param host where it runs
   */
  static JavaProgram registration(OrderCell cell, InetAddress host) {
    return program(
        cell,
        OrderRegistration.class,
        List.of(
            cell.middleware(),
            host.getHostAddress() + ":0",
            Integer.toString(cell.allProcesses())));
  }

  /**
   * A process.
   *
   * @param host where it runs
   * @param registry the address of the registration server, or the name of a SOAP group
   * @param journals a directory for the files of Raft
   */
  static JavaProgram process(
      OrderCell cell, OrderSettings settings, InetAddress host, String registry, Path journals) {
    List<String> arguments = new ArrayList<>();
    arguments.add(cell.protocol().kind().toString());
    arguments.add(cell.middleware() + "@" + host.getHostAddress());
    arguments.add(registry);
    arguments.add(Integer.toString(cell.processes()));
    if (cell.isClosed()) {
      arguments.add(
          settings.sizes(cell).stream().map(String::valueOf).collect(Collectors.joining(",")));
    } else {
      arguments.add(Integer.toString(cell.clients()));
      arguments.add(Integer.toString(OrderSettings.USUAL_BYTES));
    }
    arguments.add(Integer.toString(settings.warmMillis()));
    arguments.add(Integer.toString(settings.measureMillis()));
    if (cell.protocol().isForced()) {
      arguments.add(journals.toString());
    }
    return program(cell, cell.isClosed() ? OrderSeries.class : RequestSeries.class, arguments);
  }

  private static JavaProgram program(OrderCell cell, Class<?> main, List<String> arguments) {
    String usual = JavaProgram.classPathOf(OrderPreset.class);
    String classPath =
        cell.middleware().equals(OrderCell.CORBA)
            ? String.join(
                File.pathSeparator,
                usual,
                corbaTarget().resolve("*").toString(),
                corbaLibraries().resolve("*").toString())
            : usual;
    return new JavaProgram(classPath, main.getName(), JVM_OPTIONS, arguments);
  }

  private static Path corbaLibraries() {
    return corbaTarget().resolve("lib");
  }

  private static Path corbaTarget() {
    return Path.of(System.getProperty("flotilla.home", ""), "total-order-corba", "target");
  }
}
