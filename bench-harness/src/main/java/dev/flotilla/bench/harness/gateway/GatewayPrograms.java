package dev.flotilla.bench.harness.gateway;

import dev.flotilla.bench.JavaProgram;
import dev.flotilla.bench.harness.flotilla.FlotillaSystem;
import dev.flotilla.bench.harness.flotilla.Route;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The programs of a run: members of the group, web servers, the gateway, and its clients. */
final class GatewayPrograms {
  /** A heap that is no bound here, and a collector without threads of its own. */
  static final List<String> JVM_OPTIONS =
      List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:-UsePerfData");

  /** As many as keep the log. */
  static final int MEMBERS = 3;

  private GatewayPrograms() {}

  /**
   * A member of the group that keeps the log.
   *
   * @param host the address of its host
   */
  static JavaProgram member(String group, String host, Path data) throws IOException {
    JavaProgram program =
        FlotillaSystem.serverProgram(group, MEMBERS, data, JVM_OPTIONS)
            .withArgument("--state-machine")
            .withArgument("key-value");
    Optional<String> link = Route.interfaceTowards(host);
    return link.isEmpty()
        ? program
        : program.withArgument("--interface").withArgument(link.get()).withArgument("--insecure");
  }

  /** A web server at an address, which writes down what it executes. */
  static JavaProgram webServer(String address, Path executed) {
    int colon = address.lastIndexOf(':');
    return gatewayProgram(
        List.of(
            "web",
            "--host",
            address.substring(0, colon),
            "--port",
            address.substring(colon + 1),
            "--record",
            executed.toString()));
  }

  /**
   * Clients of a gateway.
   *
   * @param warmSeconds how long they send before it is measured
   */
  static JavaProgram clients(String gateway, int clients, int warmSeconds, int seconds) {
    return own(
        WebLoad.class,
        List.of(
            gateway,
            Integer.toString(clients),
            Integer.toString(warmSeconds),
            Integer.toString(seconds)));
  }

  private static JavaProgram own(Class<?> main, List<String> arguments) {
    return new JavaProgram(JavaProgram.classPathOf(main), main.getName(), JVM_OPTIONS, arguments);
  }

  /**
   * The gateway.
   *
   * @param host the address of its host
   */
  static JavaProgram gateway(GatewayMode mode, String host, List<String> servers, String group)
      throws IOException {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("--listen", host + ":0", "--backends", String.join(",", servers)));
    arguments.addAll(mode.options());
    if (mode.hasLog()) {
      arguments.addAll(List.of("--group", group));
      Route.interfaceTowards(host)
          .ifPresent(link -> arguments.addAll(List.of("--interface", link)));
    }
    return gatewayProgram(arguments);
  }

  private static JavaProgram gatewayProgram(List<String> arguments) {
    Path target = Path.of(System.getProperty("flotilla.home", ""), "gateway", "target");
    return new JavaProgram(
        target.resolve("*") + File.pathSeparator + target.resolve("lib").resolve("*"),
        "dev.flotilla.gateway.command.GatewayCommand",
        JVM_OPTIONS,
        arguments);
  }
}
