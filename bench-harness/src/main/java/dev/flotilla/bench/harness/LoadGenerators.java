package dev.flotilla.bench.harness;

import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.bench.Cluster;
import dev.flotilla.bench.ClusterPlan;
import dev.flotilla.bench.HostedProcess;
import dev.flotilla.bench.LocalHost;
import dev.flotilla.bench.Placement;
import dev.flotilla.bench.Reconnection;
import dev.flotilla.bench.SystemUnderTest;
import dev.flotilla.bench.client.LoadResult;
import dev.flotilla.bench.client.RemoteClients;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * A cluster and several client processes that load it together, from their start to their end.
 *
 * <p><b>Thread.</b> One thread at a time; every method but {@link #close} waits for the processes.
 * Only while clients connect does each generator have a thread of its own.
 */
final class LoadGenerators implements AutoCloseable {
  private static final int CONNECT_STEP = 20;

  private final ChildProcesses children;
  private final Cluster cluster;
  private final IntFunction<LocalHost> hosts;
  private final List<RemoteClients> generators = new ArrayList<>();

  private LoadGenerators(ChildProcesses children, Cluster cluster, IntFunction<LocalHost> hosts) {
    this.children = children;
    this.cluster = cluster;
    this.hosts = hosts;
  }

  /**
   * Starts a cluster, then the generators, whose clients are connected when this returns; if
   * anything fails, all processes are gone.
   *
   * @param clients how many clients each generator has
   * @param placement where servers and generators run
   */
  static LoadGenerators start(
      SystemUnderTest system,
      int servers,
      List<Integer> clients,
      Placement placement,
      Path data,
      Path logs)
      throws IOException, InterruptedException {
    ChildProcesses children = ChildProcesses.open(logs);
    try {
      Cluster cluster = system.start(new ClusterPlan(servers, placement.open(children, data)));
      LoadGenerators started =
          new LoadGenerators(children, cluster, number -> placement.clients(number, servers));
      started.connect(system, clients);
      return started;
    } catch (IOException | InterruptedException | RuntimeException e) {
      children.close();
      throw e;
    }
  }

  private void connect(SystemUnderTest system, List<Integer> clients)
      throws IOException, InterruptedException {
    try {
      for (int number = 1; number <= clients.size(); number++) {
        generators.add(
            RemoteClients.talkTo(
                children.startToTalk(
                    system.name() + "-generator-" + number,
                    hosts.apply(number),
                    system.client(Reconnection.DEFAULT).withArgument(cluster.connection()))));
      }
      connectAtOnce(clients);
    } catch (IOException | InterruptedException | RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  /** All generators at the same time, because each client waits for answers to its search. */
  private void connectAtOnce(List<Integer> clients) throws IOException, InterruptedException {
    List<Callable<Void>> tasks = new ArrayList<>();
    for (int i = 0; i < clients.size(); i++) {
      RemoteClients generator = generators.get(i);
      int count = clients.get(i);
      tasks.add(() -> connectInSteps(generator, count));
    }
    ExecutorService threads = Executors.newFixedThreadPool(clients.size());
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
  private static @Nullable Void connectInSteps(RemoteClients generator, int count)
      throws IOException, InterruptedException {
    for (int step = CONNECT_STEP; step < count; step += CONNECT_STEP) {
      generator.connect(step);
    }
    generator.connect(count);
    return null;
  }

  /** Starts a closed loop on every client of every generator. */
  void load() throws IOException, InterruptedException {
    for (RemoteClients generator : generators) {
      generator.load();
    }
  }

  /**
   * Waits until the running window has the given length, and cuts it. The generators' windows
   * differ by the moments between their starts only, since each is as long as its own last one.
   */
  LoadResult window(Duration length) throws IOException, InterruptedException {
    List<LoadResult> parts = new ArrayList<>();
    for (RemoteClients generator : generators) {
      parts.add(generator.window(length));
    }
    return together(parts);
  }

  /** What several generators did in the same stretch of time; its length is their mean. */
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

  /** Ends the load, waits for the last answers, and checks that every server is alive. */
  void stop() throws IOException, InterruptedException {
    for (RemoteClients generator : generators) {
      generator.stop();
    }
    requireAllServers();
  }

  private void requireAllServers() throws IOException {
    cluster.servers().requireRunning("during the run");
  }

  /** CPU time used so far; that of all generators counts as the clients'. */
  CpuReading cpu() {
    Duration clients =
        generators.stream()
            .map(generator -> generator.process().cpuTime())
            .reduce(Duration.ZERO, Duration::plus);
    return new CpuReading(
        clients,
        cluster.servers().all().stream().map(HostedProcess::cpuTime).toList(),
        CpuReading.ofMachine());
  }

  @Override
  public void close() {
    cluster.close();
    children.close();
  }
}
