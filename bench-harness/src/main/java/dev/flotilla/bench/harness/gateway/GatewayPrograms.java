package dev.flotilla.bench.harness.gateway;

import dev.flotilla.bench.JavaProgram;
import dev.flotilla.bench.harness.flotilla.FlotillaSystem;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The programs of a run: members of the group, web servers, and the gateway. */
final class GatewayPrograms {
  /** A heap that is no bound here, and a collector without threads of its own. */
  static final List<String> JVM_OPTIONS =
      List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:-UsePerfData");

  /** As many as keep the log. */
  static final int MEMBERS = 3;

  private GatewayPrograms() {}

  /** A member of the group that keeps the log. */
  static JavaProgram member(String group, Path data) {
    return new JavaProgram(
        FlotillaSystem.launcherClassPath(),
        "dev.flotilla.server.FlotillaCommand",
        JVM_OPTIONS,
        List.of(
            "server",
            "--group",
            group,
            "--expect",
            Integer.toString(MEMBERS),
            "--data",
            data.toString(),
            "--state-machine",
            "key-value"));
  }

  /**
   * A web server that writes down what it executes.
   *
   * @param port 0 for a free one
   */
  static JavaProgram webServer(int port, Path executed) {
    return gateway(
        List.of("web", "--port", Integer.toString(port), "--record", executed.toString()));
  }

  /** The gateway. */
  static JavaProgram gateway(GatewayMode mode, List<String> servers, String group) {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("--listen", "127.0.0.1:0", "--backends", String.join(",", servers)));
    arguments.addAll(mode.options());
    if (mode.hasLog()) {
      arguments.addAll(List.of("--group", group));
    }
    return gateway(arguments);
  }

  private static JavaProgram gateway(List<String> arguments) {
    Path target = Path.of(System.getProperty("flotilla.home", ""), "gateway", "target");
    return new JavaProgram(
        target.resolve("*") + File.pathSeparator + target.resolve("lib").resolve("*"),
        "dev.flotilla.gateway.command.GatewayCommand",
        JVM_OPTIONS,
        arguments);
  }
}
