package dev.flotilla.bench.harness;

import dev.flotilla.bench.ChildProcess;
import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.bench.Cluster;
import dev.flotilla.bench.ClusterPlan;
import dev.flotilla.bench.SystemFailedException;
import dev.flotilla.bench.SystemUnderTest;
import dev.flotilla.bench.client.RemoteClients;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A cluster and its client process, from their start to their end. */
final class RunningSystem implements AutoCloseable {
  private final ChildProcesses children;
  private final Cluster cluster;
  private final RemoteClients clients;

  private RunningSystem(ChildProcesses children, Cluster cluster, RemoteClients clients) {
    this.children = children;
    this.cluster = cluster;
    this.clients = clients;
  }

  /** Starts a cluster, then the process of its clients; if either fails, both are gone. */
  static RunningSystem start(SystemUnderTest system, int servers, Path data, Path logs)
      throws IOException, InterruptedException {
    ChildProcesses children = ChildProcesses.open(logs);
    try {
      Cluster cluster = system.start(new ClusterPlan(servers, data, children));
      ChildProcess client =
          children.startToTalk(
              system.name() + "-clients", system.client().withArgument(cluster.connection()));
      return new RunningSystem(children, cluster, RemoteClients.talkTo(client));
    } catch (IOException | InterruptedException | RuntimeException e) {
      children.close();
      throw e;
    }
  }

  RemoteClients clients() {
    return clients;
  }

  /** The client process, then the servers. */
  List<ChildProcess> processes() {
    List<ChildProcess> all = new ArrayList<>();
    all.add(clients.process());
    all.addAll(cluster.servers());
    return all;
  }

  /** CPU time used so far. */
  CpuReading cpu() {
    return new CpuReading(
        clients.process().cpuTime(),
        cluster.servers().stream().map(ChildProcess::cpuTime).toList(),
        CpuReading.ofMachine());
  }

  /** Throws if a server has died: what was measured then is not what was asked for. */
  void requireAllServers() throws SystemFailedException {
    for (ChildProcess server : cluster.servers()) {
      if (!server.isAlive()) {
        throw server.diedUnexpectedly("during the run");
      }
    }
  }

  @Override
  public void close() {
    children.close();
  }
}
