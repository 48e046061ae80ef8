package dev.flotilla.bench.harness.gateway;

import dev.flotilla.bench.ChildProcess;
import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.bench.JavaProgram;
import dev.flotilla.bench.LocalHost;
import dev.flotilla.bench.Placement;
import dev.flotilla.bench.SystemFailedException;
import dev.flotilla.bench.client.LoadResult;
import dev.flotilla.bench.harness.CpuReading;
import dev.flotilla.bench.harness.PrintedLine;
import dev.flotilla.bench.result.CpuSeconds;
import dev.flotilla.dpws.HostPort;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
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
import java.util.stream.Stream;

/** The processes of one run, and the load on them. On the thread that measures. */
final class GatewayRun {
  private static final Duration LOOK = Duration.ofMillis(50);
  private static final Duration START = Duration.ofSeconds(90);
  private static final Duration DOWN = Duration.ofSeconds(1);
  private static final int GATEWAY_HOST = 1;
  private static final int FIRST_SERVER_HOST = 2;
  static final String SERVING = "serving ";
  private static final String FOUNDED = "founded ";

  private final GatewayCell cell;
  private final GatewaySettings settings;
  private final Placement placement;
  private final Path data;
  private final Path logs;
  private final List<ChildProcess> servers = new ArrayList<>();
  private final List<String> addresses = new ArrayList<>();
  private final List<ChildProcess> processes = new ArrayList<>();
  private CpuSeconds cpu = new CpuSeconds(0, List.of(), 0);
  private int started;
  private int kills;

  /**
   * A run.
   *
   * @param placement has a host for each process
   * @param data a directory for the members of the group, and for what web servers have executed
   * @param logs a directory for what the processes print
   */
  GatewayRun(
      GatewayCell cell, GatewaySettings settings, Placement placement, Path data, Path logs) {
    this.cell = cell;
    this.settings = settings;
    this.placement = placement;
    this.data = data.toAbsolutePath();
    this.logs = logs;
  }

  /**
   * Starts the processes, and sends requests through the gateway; no process outlives this call.
   *
   * @throws SystemFailedException if a process fails that should not
   */
  GatewayFigures measure() throws IOException, InterruptedException {
    Duration before = CpuReading.ofMachine();
    List<ProcessHandle> workers = List.of();
    try (ChildProcesses children = ChildProcesses.open(logs)) {
      String group = "gateway-" + UUID.randomUUID().toString().substring(0, 8);
      if (cell.mode().hasLog()) {
        startGroup(children, group);
      }
      for (int i = 0; i < cell.servers(); i++) {
        addresses.add(freeAddress(serverHost(i)));
        servers.add(startWebServer(children, i));
      }
      Front gateway =
          cell.mode() == GatewayMode.HTTPD ? startHttpd(children) : startGateway(children, group);
      ChildProcess clients = startClients(children, gateway.address());
      LoadResult load = load(children, clients);
      cpu = cpuSince(before, clients.cpuTime());
      workers = processes.stream().flatMap(GatewayRun::childrenOf).toList();
      if (!gateway.process().isAlive()) {
        throw gateway.process().diedUnexpectedly("under load");
      }
      List<String> executed = Files.readAllLines(executedFile());
      return new GatewayFigures(load, executedTwice(executed), WebRequest.undone(executed), kills);
    } finally {
      workers.forEach(ProcessHandle::destroyForcibly); // Only those that did not end with httpd.
    }
  }

  private LocalHost serverHost(int number) {
    return placement.host(FIRST_SERVER_HOST + number);
  }

  private static String freeAddress(LocalHost host) throws IOException {
    return host.address().getHostAddress() + ":" + host.freePorts(1).get(0);
  }

  /** What processes have used: the clients, and all others. */
  CpuSeconds cpu() {
    return cpu;
  }

  private CpuSeconds cpuSince(Duration machineBefore, Duration clients) {
    List<Duration> used =
        processes.stream()
            .flatMap(it -> Stream.concat(Stream.of(it.cpuTime()), ofChildren(it)))
            .toList();
    List<Duration> none = Collections.nCopies(used.size(), Duration.ZERO);
    return new CpuReading(Duration.ZERO, none, machineBefore)
        .until(new CpuReading(clients, used, CpuReading.ofMachine()));
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

  private ChildProcess added(ChildProcess process) {
    processes.add(process);
    return process;
  }

  /** What clients talk to. */
  private record Front(ChildProcess process, String address) {}

  private Front startGateway(ChildProcesses children, String group)
      throws IOException, InterruptedException {
    LocalHost host = placement.host(GATEWAY_HOST);
    String own = host.address().getHostAddress();
    JavaProgram program = GatewayPrograms.gateway(cell.mode(), own, addresses, group);
    ChildProcess gateway = added(children.start("gateway", host, program));
    return new Front(gateway, awaitLine(gateway, SERVING));
  }

  private Front startHttpd(ChildProcesses children) throws IOException, InterruptedException {
    Httpd httpd =
        Httpd.find()
            .orElseThrow(
                () -> new SystemFailedException("Apache httpd is not installed here any more"));
    LocalHost host = placement.host(GATEWAY_HOST);
    String address = freeAddress(host);
    Path directory = Files.createDirectories(data.resolve("httpd"));
    List<String> command = new ArrayList<>(host.launcher());
    command.addAll(httpd.prepare(directory, address, addresses));
    ChildProcess process = added(children.startNative("httpd", command));
    awaitListening(process, address);
    return new Front(process, address);
  }

  private static void awaitListening(ChildProcess process, String address)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    while (!accepts(address)) {
      if (process.awaitExit(LOOK)) {
        throw process.diedUnexpectedly("before it served");
      }
      if (System.nanoTime() - start > START.toNanos()) {
        throw new SystemFailedException(
            "%s does not listen on %s after %s s; see %s"
                .formatted(process.name(), address, START.toSeconds(), process.log()));
      }
    }
  }

  private static boolean accepts(String address) {
    InetSocketAddress there = HostPort.parse(address).resolved();
    try (Socket socket = new Socket(there.getAddress(), there.getPort())) {
      return socket.isConnected();
    } catch (IOException e) {
      return false; // Not yet.
    }
  }

  private ChildProcess startClients(ChildProcesses children, String gateway) throws IOException {
    JavaProgram program =
        cell.kills()
            ? GatewayPrograms.clients(gateway, cell.clients(), 0, settings.killSeconds())
            : GatewayPrograms.clients(
                gateway, cell.clients(), settings.warmSeconds(), settings.seconds());
    return children.startToTalk("clients", placement.clients(1, cell.hosts() - 1), program);
  }

  private LoadResult load(ChildProcesses children, ChildProcess clients)
      throws IOException, InterruptedException {
    BufferedReader said =
        new BufferedReader(new InputStreamReader(clients.output(), StandardCharsets.UTF_8));
    boolean isLoading = WebLoad.BEGUN.equals(said.readLine());
    if (isLoading && cell.kills()) {
      killServers(children);
    }
    String result = isLoading ? said.readLine() : null;
    if (result == null) {
      throw clients.diedUnexpectedly("before they had sent their requests");
    }
    return LoadResult.decode(result);
  }

  /** One web server after the other is killed, and started again a moment later. */
  private void killServers(ChildProcesses children) throws IOException, InterruptedException {
    long start = System.nanoTime();
    long end = start + TimeUnit.SECONDS.toNanos(settings.killSeconds());
    while (end - System.nanoTime() > TimeUnit.SECONDS.toNanos(settings.killEverySeconds())) {
      TimeUnit.SECONDS.sleep(settings.killEverySeconds());
      int victim = kills % servers.size();
      servers.get(victim).kill();
      kills++;
      TimeUnit.MILLISECONDS.sleep(DOWN.toMillis());
      servers.set(victim, startWebServer(children, victim));
    }
  }

  private void startGroup(ChildProcesses children, String group)
      throws IOException, InterruptedException {
    List<ChildProcess> members = new ArrayList<>();
    for (int i = 1; i <= GatewayPrograms.MEMBERS; i++) {
      LocalHost host = serverHost(cell.servers() + i - 1);
      String own = host.address().getHostAddress();
      JavaProgram member = GatewayPrograms.member(group, own, data.resolve("member-" + i));
      members.add(added(children.start("member-" + i, host, member)));
    }
    for (ChildProcess member : members) {
      String unused = awaitLine(member, FOUNDED);
    }
  }

  private ChildProcess startWebServer(ChildProcesses children, int number)
      throws IOException, InterruptedException {
    started++;
    ChildProcess server =
        added(
            children.start(
                "web-%s-%s".formatted(number + 1, started),
                serverHost(number),
                GatewayPrograms.webServer(addresses.get(number), executedFile())));
    String unused = awaitLine(server, SERVING);
    return server;
  }

  private static String awaitLine(ChildProcess process, String words)
      throws IOException, InterruptedException {
    return PrintedLine.await(process, words, START, "before it served")
        .orElseThrow(
            () ->
                new SystemFailedException(
                    "%s does not say '%s' after %s s; see %s"
                        .formatted(
                            process.name(), words.strip(), START.toSeconds(), process.log())));
  }

  /** All web servers append to it, so that it has the order of what they execute. */
  private Path executedFile() {
    return data.resolve("executed");
  }

  /** How many requests of each kind were executed more than once, by all web servers together. */
  private static Map<WebRequest, Long> executedTwice(List<String> executed) {
    Map<String, Integer> executions = new HashMap<>();
    executed.forEach(line -> executions.merge(line, 1, Integer::sum));
    Map<WebRequest, Long> counts = new EnumMap<>(WebRequest.class);
    for (WebRequest kind : WebRequest.values()) {
      String begin = kind.method() + " /" + kind + "/";
      counts.put(
          kind,
          executions.entrySet().stream()
              .filter(it -> it.getValue() > 1 && it.getKey().startsWith(begin))
              .count());
    }
    return counts;
  }
}
