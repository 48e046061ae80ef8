package dev.flotilla.bench.harness.gateway;

import dev.flotilla.bench.ChildProcess;
import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.bench.FreePorts;
import dev.flotilla.bench.JavaProgram;
import dev.flotilla.bench.SystemFailedException;
import dev.flotilla.bench.harness.CpuReading;
import dev.flotilla.bench.result.CpuSeconds;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** The processes of one run, and the load on them. On the thread that measures. */
final class GatewayRun {
  private static final Duration LOOK = Duration.ofMillis(50);
  private static final Duration START = Duration.ofSeconds(90);
  private static final Duration DOWN = Duration.ofSeconds(1);
  private static final String SERVING = "serving ";
  private static final String FOUNDED = "founded ";

  private final GatewayCell cell;
  private final GatewaySettings settings;
  private final Path data;
  private final Path logs;
  private final List<ChildProcess> servers = new ArrayList<>();
  private final List<Integer> ports = new ArrayList<>();
  private final List<ChildProcess> processes = new ArrayList<>();
  private CpuSeconds cpu = new CpuSeconds(0, List.of(), 0);
  private int started;
  private int kills;
  private long nanos;

  /**
   * A run.
   *
   * @param data a directory for the members of the group, and for what web servers have executed
   * @param logs a directory for what the processes print
   */
  GatewayRun(GatewayCell cell, GatewaySettings settings, Path data, Path logs) {
    this.cell = cell;
    this.settings = settings;
    this.data = data.toAbsolutePath();
    this.logs = logs;
  }

  /**
   * Starts the processes, and sends requests through the gateway; no process outlives this call.
   *
   * @throws SystemFailedException if a process fails that should not
   */
  GatewayFigures measure() throws IOException, InterruptedException {
    CpuReading before = new CpuReading(own(), List.of(), CpuReading.ofMachine());
    List<ProcessHandle> workers = List.of();
    try (ChildProcesses children = ChildProcesses.open(logs)) {
      String group = "gateway-" + UUID.randomUUID().toString().substring(0, 8);
      if (cell.mode().hasLog()) {
        startGroup(children, group);
      }
      for (int i = 0; i < cell.servers(); i++) {
        servers.add(startWebServer(children, i, 0));
      }
      List<String> addresses = ports.stream().map(port -> "127.0.0.1:" + port).toList();
      Front gateway =
          cell.mode() == GatewayMode.HTTPD
              ? startHttpd(children, addresses)
              : startGateway(children, addresses, group);
      WebLoad load = new WebLoad(gateway.address(), cell.clients());
      Histogram latencies = cell.kills() ? loadUnderKills(children, load) : steadyLoad(load);
      load.stop();
      cpu = cpuSince(before);
      workers = processes.stream().flatMap(GatewayRun::childrenOf).toList();
      if (!gateway.process().isAlive()) {
        throw gateway.process().diedUnexpectedly("under load");
      }
      List<String> executed = Files.readAllLines(executedFile());
      return new GatewayFigures(
          latencies,
          nanos,
          counts(load::answered),
          counts(load::failed),
          executedTwice(executed),
          WebRequest.undone(executed),
          kills);
    } finally {
      workers.forEach(ProcessHandle::destroyForcibly); // Only those that did not end with httpd.
    }
  }

  /** What processes have used: the clients, which are here, and all others. */
  CpuSeconds cpu() {
    return cpu;
  }

  private CpuSeconds cpuSince(CpuReading before) {
    List<Duration> used =
        processes.stream()
            .flatMap(it -> Stream.concat(Stream.of(it.cpuTime()), ofChildren(it)))
            .toList();
    List<Duration> none = Collections.nCopies(used.size(), Duration.ZERO);
    return new CpuReading(before.clients(), none, before.machine())
        .until(new CpuReading(own(), used, CpuReading.ofMachine()));
  }

  /** Apache httpd works in processes of its own. */
  private static Stream<Duration> ofChildren(ChildProcess process) {
    return childrenOf(process).flatMap(it -> it.info().totalCpuDuration().stream());
  }

  /** None of one that has ended: its id may be another's by now. */
  private static Stream<ProcessHandle> childrenOf(ChildProcess process) {
    return process.isAlive()
        ? ProcessHandle.of(process.pid()).stream().flatMap(ProcessHandle::children)
        : Stream.empty();
  }

  private static Duration own() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
  }

  private ChildProcess added(ChildProcess process) {
    processes.add(process);
    return process;
  }

  /** What clients talk to. */
  private record Front(ChildProcess process, String address) {}

  private Front startGateway(ChildProcesses children, List<String> addresses, String group)
      throws IOException, InterruptedException {
    ChildProcess gateway =
        added(children.start("gateway", GatewayPrograms.gateway(cell.mode(), addresses, group)));
    return new Front(gateway, awaitLine(gateway, SERVING));
  }

  private Front startHttpd(ChildProcesses children, List<String> addresses)
      throws IOException, InterruptedException {
    Httpd httpd =
        Httpd.find()
            .orElseThrow(
                () -> new SystemFailedException("Apache httpd is not installed here any more"));
    int port = FreePorts.find(1).get(0);
    Path directory = Files.createDirectories(data.resolve("httpd"));
    ChildProcess process =
        added(children.startNative("httpd", httpd.prepare(directory, port, addresses)));
    awaitPort(process, port);
    return new Front(process, "127.0.0.1:" + port);
  }

  private static void awaitPort(ChildProcess process, int port)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    while (!accepts(port)) {
      if (process.awaitExit(LOOK)) {
        throw process.diedUnexpectedly("before it served");
      }
      if (System.nanoTime() - start > START.toNanos()) {
        throw new SystemFailedException(
            "%s does not listen on port %s after %s s; see %s"
                .formatted(process.name(), port, START.toSeconds(), process.log()));
      }
    }
  }

  private static boolean accepts(int port) {
    try (Socket socket = new Socket(FreePorts.LOOPBACK, port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false; // Not yet.
    }
  }

  private Histogram steadyLoad(WebLoad load) throws InterruptedException {
    TimeUnit.SECONDS.sleep(settings.warmSeconds());
    Histogram unused = load.latenciesSince();
    long start = System.nanoTime();
    TimeUnit.SECONDS.sleep(settings.seconds());
    nanos = System.nanoTime() - start;
    return load.latenciesSince();
  }

  /** One web server after the other is killed, and started again a moment later. */
  private Histogram loadUnderKills(ChildProcesses children, WebLoad load)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    long end = start + TimeUnit.SECONDS.toNanos(settings.killSeconds());
    while (end - System.nanoTime() > TimeUnit.SECONDS.toNanos(settings.killEverySeconds())) {
      TimeUnit.SECONDS.sleep(settings.killEverySeconds());
      int victim = kills % servers.size();
      servers.get(victim).kill();
      kills++;
      TimeUnit.MILLISECONDS.sleep(DOWN.toMillis());
      servers.set(victim, startWebServer(children, victim, ports.get(victim)));
    }
    TimeUnit.NANOSECONDS.sleep(Math.max(0, end - System.nanoTime()));
    nanos = System.nanoTime() - start;
    return load.latenciesSince();
  }

  private void startGroup(ChildProcesses children, String group)
      throws IOException, InterruptedException {
    List<ChildProcess> members = new ArrayList<>();
    for (int i = 1; i <= GatewayPrograms.MEMBERS; i++) {
      JavaProgram member = GatewayPrograms.member(group, data.resolve("member-" + i));
      members.add(added(children.start("member-" + i, member)));
    }
    for (ChildProcess member : members) {
      String unused = awaitLine(member, FOUNDED);
    }
  }

  private ChildProcess startWebServer(ChildProcesses children, int number, int port)
      throws IOException, InterruptedException {
    started++;
    ChildProcess server =
        added(
            children.start(
                "web-%s-%s".formatted(number + 1, started),
                GatewayPrograms.webServer(port, executedFile())));
    String address = awaitLine(server, SERVING);
    if (port == 0) {
      ports.add(Integer.parseInt(address.substring(address.lastIndexOf(':') + 1)));
    }
    return server;
  }

  /** What follows the words at the beginning of a line of its output. */
  private static String awaitLine(ChildProcess process, String words)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    while (System.nanoTime() - start < START.toNanos()) {
      boolean hasEnded = process.awaitExit(LOOK);
      for (String line : Files.readAllLines(process.log())) {
        if (line.startsWith(words) && !hasEnded) {
          return line.substring(words.length());
        }
      }
      if (hasEnded) {
        throw process.diedUnexpectedly("before it served");
      }
    }
    throw new SystemFailedException(
        "%s does not say '%s' after %s s; see %s"
            .formatted(process.name(), words.strip(), START.toSeconds(), process.log()));
  }

  /** All web servers append to it, so that it has the order of what they execute. */
  private Path executedFile() {
    return data.resolve("executed");
  }

  /** How many requests of each kind were executed more than once, by all web servers together. */
  private static Map<WebRequest, Long> executedTwice(List<String> executed) {
    Map<String, Integer> executions = new HashMap<>();
    executed.forEach(line -> executions.merge(line, 1, Integer::sum));
    return counts(
        kind ->
            executions.entrySet().stream()
                .filter(it -> it.getValue() > 1)
                .filter(it -> it.getKey().startsWith(kind.method() + " /" + kind + "/"))
                .count());
  }

  private static Map<WebRequest, Long> counts(ToLongFunction<WebRequest> count) {
    Map<WebRequest, Long> counts = new EnumMap<>(WebRequest.class);
    for (WebRequest kind : WebRequest.values()) {
      counts.put(kind, count.applyAsLong(kind));
    }
    return counts;
  }
}
