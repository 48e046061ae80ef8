package dev.flotilla.bench.harness;

import dev.flotilla.bench.ChildProcess;
import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.bench.Cluster;
import dev.flotilla.bench.ClusterPlan;
import dev.flotilla.bench.HostedProcess;
import dev.flotilla.bench.LocalHost;
import dev.flotilla.bench.Placement;
import dev.flotilla.bench.Reconnection;
import dev.flotilla.bench.ServerHost;
import dev.flotilla.bench.SystemFailedException;
import dev.flotilla.bench.SystemUnderTest;
import dev.flotilla.bench.client.RemoteClients;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A cluster and its client process, from their start to their end. */
public final class RunningSystem implements AutoCloseable {
  private final ChildProcesses children;
  private final ServerHost host;
  private final Cluster cluster;
  private final RemoteClients clients;

  private RunningSystem(
      ChildProcesses children, ServerHost host, Cluster cluster, RemoteClients clients) {
    this.children = children;
    this.host = host;
    this.cluster = cluster;
    this.clients = clients;
  }

  /**
   * Starts a cluster, then the process of its clients; if either fails, both are gone.
   *
   * @param placement where the servers run, and the clients
   * @param data for data of servers on this machine
   */
  public static RunningSystem start(
      SystemUnderTest system,
      int servers,
      Reconnection reconnection,
      Placement placement,
      Path data,
      Path logs)
      throws IOException, InterruptedException {
    ChildProcesses children = ChildProcesses.open(logs);
    ServerHost host = placement.open(children, data);
    try {
      Cluster cluster = system.start(new ClusterPlan(servers, host));
      LocalHost clients = placement.clients(1, servers);
      return new RunningSystem(
          children, host, cluster, startClients(system, reconnection, cluster, children, clients));
    } catch (IOException | InterruptedException | RuntimeException e) {
      host.close();
      children.close();
      throw e;
    }
  }

  private static RemoteClients startClients(
      SystemUnderTest system,
      Reconnection reconnection,
      Cluster cluster,
      ChildProcesses children,
      LocalHost host)
      throws IOException {
    try {
      ChildProcess process =
          children.startToTalk(
              system.name() + "-clients",
              host,
              system.client(reconnection).withArgument(cluster.connection()));
      return RemoteClients.talkTo(process);
    } catch (IOException | RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  /** The client process. */
  public RemoteClients clients() {
    return clients;
  }

  /** The client process, then the servers. */
  List<HostedProcess> processes() {
    List<HostedProcess> all = new ArrayList<>();
    all.add(clients.process());
    all.addAll(cluster.servers().all());
    return all;
  }

  /** CPU time used so far. */
  public CpuReading cpu() {
    return new CpuReading(
        clients.process().cpuTime(),
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

  /**
   * Throws if a server has died that was not killed on purpose: what was measured then is not what
   * was asked for.
   */
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
