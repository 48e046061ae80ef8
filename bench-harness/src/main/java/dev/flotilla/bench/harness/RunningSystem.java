package dev.flotilla.bench.harness;

import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.bench.Cluster;
import dev.flotilla.bench.ClusterPlan;
import dev.flotilla.bench.HostedProcess;
import dev.flotilla.bench.Placement;
import dev.flotilla.bench.Reconnection;
import dev.flotilla.bench.ServerHost;
import dev.flotilla.bench.SystemFailedException;
import dev.flotilla.bench.SystemUnderTest;
import dev.flotilla.bench.client.LoadResult;
import dev.flotilla.bench.client.RemoteClients;
import dev.flotilla.bench.harness.paired.LoadedSystem;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * A cluster and the client processes that load it together, from their start to their end.
 *
 * <p><b>Thread.</b> One thread at a time; every method but {@link #close} waits for the processes.
 * Only while the clients of several processes connect does each process have a thread of its own.
 */
public final class RunningSystem implements LoadedSystem, AutoCloseable {
  /** The name of the client process of most runs. */
  static final List<String> ONE_PROCESS = List.of("clients");

  private static final int CONNECT_STEP = 20;

  private final String name;
  private final ChildProcesses children;
  private final ServerHost host;
  private final Cluster cluster;
  private final List<RemoteClients> clients = new ArrayList<>();

  private RunningSystem(String name, ChildProcesses children, ServerHost host, Cluster cluster) {
    this.name = name;
    this.children = children;
    this.host = host;
    this.cluster = cluster;
  }

  /**
   * Starts a cluster, then the process of its clients; if either fails, both are gone.
   *
   * @param placement where the servers run, and the clients
   * @param label names the directories of logs and data
   */
  static RunningSystem start(
      SystemUnderTest system,
      int servers,
      Reconnection reconnection,
      Placement placement,
      OutputDirectory out,
      String label)
      throws IOException, InterruptedException {
    return start(system, servers, reconnection, placement, out, label, ONE_PROCESS);
  }

  /**
   * Starts a cluster, then several client processes.
   *
   * @param clients the names of the processes
   */
  static RunningSystem start(
      SystemUnderTest system,
      int servers,
      Reconnection reconnection,
      Placement placement,
      OutputDirectory out,
      String label,
      List<String> clients)
      throws IOException, InterruptedException {
    Path data = out.makeData(label);
    ChildProcesses children = ChildProcesses.open(out.makeLogs(label));
    ServerHost host = placement.open(children, data);
    try {
      Cluster cluster = system.start(new ClusterPlan(servers, host));
      RunningSystem running = new RunningSystem(system.name(), children, host, cluster);
      running.startClients(system, reconnection, placement, clients);
      return running;
    } catch (IOException | InterruptedException | RuntimeException e) {
      host.close();
      children.close();
      throw e;
    }
  }

  private void startClients(
      SystemUnderTest system, Reconnection reconnection, Placement placement, List<String> names)
      throws IOException {
    try {
      for (String process : names) {
        clients.add(
            RemoteClients.talkTo(
                children.startToTalk(
                    name + "-" + process,
                    placement.clients(clients.size() + 1, cluster.servers().size()),
                    system.client(reconnection).withArgument(cluster.connection()))));
      }
    } catch (IOException | RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  @Override
  public String name() {
    return name;
  }

  /** The first client process; the only one of most runs. */
  public RemoteClients clients() {
    return clients.get(0);
  }

  @Override
  public Map<String, Long> processes() {
    List<HostedProcess> all = new ArrayList<>();
    clients.forEach(each -> all.add(each.process()));
    all.addAll(cluster.servers().all());
    Map<String, Long> found = new LinkedHashMap<>();
    all.forEach(process -> process.localPid().ifPresent(pid -> found.put(process.name(), pid)));
    return found;
  }

  /** CPU time used so far; that of all client processes together. */
  public CpuReading cpu() {
    return new CpuReading(
        clients.stream()
            .map(each -> each.process().cpuTime())
            .reduce(Duration.ZERO, Duration::plus),
        cluster.servers().all().stream().map(HostedProcess::cpuTime).toList(),
        isLocal() ? CpuReading.ofMachine() : Duration.ZERO);
  }

  /** Whether all servers are on this machine, so that its other processes can be told. */
  private boolean isLocal() {
    return cluster.servers().all().stream().allMatch(server -> server.localPid().isPresent());
  }

  /** The servers, to find, kill and restart them. */
  public Cluster cluster() {
    return cluster;
  }

  @Override
  public void connect(int count) throws IOException, InterruptedException {
    clients().connect(count);
  }

  /**
   * Connects clients of all processes at the same time, because each client waits for answers to
   * its search.
   *
   * @param counts how many each process has
   */
  void connect(List<Integer> counts) throws IOException, InterruptedException {
    List<Callable<Void>> tasks = new ArrayList<>();
    for (int i = 0; i < counts.size(); i++) {
      RemoteClients process = clients.get(i);
      int count = counts.get(i);
      tasks.add(() -> connectInSteps(process, count));
    }
    ExecutorService threads = Executors.newFixedThreadPool(counts.size());
    try {
      for (Future<Void> connected : threads.invokeAll(tasks)) {
        connected.get();
      }
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException failure ? failure : new IOException(e.getCause());
    } finally {
      threads.shutdownNow();
    }
  }

  /** In steps, each of which has the whole time that a request may take. */
  private static @Nullable Void connectInSteps(RemoteClients process, int count)
      throws IOException, InterruptedException {
    for (int step = CONNECT_STEP; step < count; step += CONNECT_STEP) {
      process.connect(step);
    }
    process.connect(count);
    return null;
  }

  @Override
  public void load(int rate) throws IOException, InterruptedException {
    for (RemoteClients each : clients) {
      if (rate == 0) {
        each.load();
      } else {
        each.pace(rate);
      }
    }
  }

  /**
   * {@inheritDoc} The windows of several processes differ by the moments between their starts only,
   * since each is as long as its own last one.
   */
  @Override
  public LoadResult window(Duration length) throws IOException, InterruptedException {
    List<LoadResult> parts = new ArrayList<>();
    for (RemoteClients each : clients) {
      parts.add(each.window(length));
    }
    return together(parts);
  }

  /** What several processes did in the same stretch of time; its length is their mean. */
  static LoadResult together(List<LoadResult> parts) {
    long ops = 0;
    long nanos = 0;
    Map<String, Long> errors = new TreeMap<>();
    Histogram latencies = LoadResult.newHistogram();
    for (LoadResult part : parts) {
      ops += part.ops();
      nanos += part.nanos();
      part.errors().forEach((kind, count) -> errors.merge(kind, count, Long::sum));
      latencies.add(part.latencies());
    }
    return new LoadResult(ops, nanos / parts.size(), errors, latencies);
  }

  @Override
  public void stop() throws IOException, InterruptedException {
    for (RemoteClients each : clients) {
      each.stop();
    }
  }

  /**
   * Throws if a server has died that was not killed on purpose: what was measured then is not what
   * was asked for.
   */
  @Override
  public void requireAllServers() throws IOException {
    cluster.servers().requireRunning("during the run");
  }

  /** What is done with a running system. */
  @FunctionalInterface
  public interface Work<T> {
    /** Does it. */
    T run() throws IOException, InterruptedException;
  }

  /**
   * Does something, and throws if a server has died meanwhile that was not killed on purpose, or
   * has no room: also in place of a failure that may have followed from it.
   */
  public <T> T whileAllServersRun(Work<T> work) throws IOException, InterruptedException {
    T result;
    try {
      result = work.run();
    } catch (SystemFailedException e) {
      try {
        requireAllServers();
      } catch (IOException cause) {
        cause.addSuppressed(e);
        throw cause;
      }
      throw e;
    }
    requireAllServers();
    return result;
  }

  @Override
  public void close() {
    cluster.close();
    host.close();
    children.close();
  }
}
