package dev.flotilla.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * The server processes of one cluster by their numbers, which begin at 1.
 *
 * <p>Knows which servers were killed on purpose, so that {@link #requireRunning} finds those that
 * ended by themselves.
 *
 * <p><b>Thread.</b> One thread at a time.
 */
public final class ServerProcesses {
  private static final Duration READY_LIMIT = Duration.ofMinutes(1);
  private static final Duration PAUSE = Duration.ofMillis(50);

  private final ServerHost host;
  private final SystemUnderTest system;
  private final String cluster = "bench-" + UUID.randomUUID();
  private final List<Endpoint> endpoints;
  private final List<HostedProcess> processes = new ArrayList<>();
  private final SortedSet<Integer> killed = new TreeSet<>();

  private ServerProcesses(ServerHost host, SystemUnderTest system, List<Endpoint> endpoints) {
    this.host = host;
    this.system = system;
    this.endpoints = List.copyOf(endpoints);
  }

  /**
   * Starts all servers, named {@code NAME-server-NUMBER}, each with its ports and those of the
   * others.
   *
   * @param plan how many servers, and where they run
   * @param system whose servers these are
   * @throws IOException if one cannot be started; the host ends the others
   */
  public static ServerProcesses start(ClusterPlan plan, SystemUnderTest system) throws IOException {
    List<Endpoint> endpoints = new ArrayList<>();
    for (int number = 1; number <= plan.servers(); number++) {
      endpoints.add(reserve(plan.host(), number, system.portsPerServer(), endpoints));
    }
    ServerProcesses servers = new ServerProcesses(plan.host(), system, endpoints);
    for (int number = 1; number <= plan.servers(); number++) {
      servers.processes.add(servers.start(number));
    }
    return servers;
  }

  /** Ports that no server before it on the same host has got. */
  private static Endpoint reserve(ServerHost host, int number, int ports, List<Endpoint> taken)
      throws IOException {
    Endpoint reserved = host.reserve(number, ports);
    while (taken.stream().anyMatch(reserved::overlaps)) {
      reserved = host.reserve(number, ports);
    }
    return reserved;
  }

  private HostedProcess start(int number) throws IOException {
    String name = system.name() + "-server-" + number;
    return host.start(name, system, new ServerPlan(cluster, number, endpoints));
  }

  /** The cluster's name, which no other has. */
  public String cluster() {
    return cluster;
  }

  /** Where the servers listen, in the order of their numbers. */
  public List<Endpoint> endpoints() {
    return endpoints;
  }

  /** The latest process of each server, in the order of their numbers. */
  public List<HostedProcess> all() {
    return List.copyOf(processes);
  }

  /** How many servers the cluster has, killed ones included. */
  public int size() {
    return processes.size();
  }

  /** The numbers of the servers that were not killed. */
  public SortedSet<Integer> running() {
    SortedSet<Integer> running = new TreeSet<>();
    for (int number = 1; number <= processes.size(); number++) {
      if (!killed.contains(number)) {
        running.add(number);
      }
    }
    return running;
  }

  /**
   * Kills a server by SIGKILL; does not wait until it is gone.
   *
   * @throws IOException if its host does not answer
   */
  public void kill(int number) throws IOException {
    process(number).kill();
    killed.add(number);
  }

  /**
   * Starts a killed server again, with the ports and the data that it has; does not wait until it
   * serves.
   *
   * @throws IllegalStateException if the server was not killed
   * @throws IOException if it cannot be started
   * @throws InterruptedException if the thread is interrupted while the killed process ends
   */
  public void restart(int number) throws IOException, InterruptedException {
    HostedProcess before = process(number);
    if (!killed.contains(number)) {
      throw new IllegalStateException(before.name() + " runs; kill it before it is restarted");
    }
    while (!before.awaitExit(Duration.ofSeconds(1))) {
      before.kill();
    }
    processes.set(number - 1, start(number));
    killed.remove(number);
  }

  /**
   * Checks that every server runs that was not killed, and has room on its disk.
   *
   * @param when what the cluster was doing, such as "during the run"
   * @throws HostLostException if the host of one does not answer any more
   * @throws SystemFailedException if one has ended by itself; names it and its log
   * @throws IOException if the disk of one is full; names host and directory
   */
  public void requireRunning(String when) throws IOException {
    host.requireReachable();
    host.requireRoom();
    for (int number : running()) {
      if (!process(number).isAlive()) {
        host.requireReachable();
        throw process(number).diedUnexpectedly(when);
      }
    }
  }

  /**
   * Checks that the host of no server was lost so far; does not block.
   *
   * @throws HostLostException if one was
   */
  public void requireHosts() throws HostLostException {
    host.requireReachable();
  }

  /**
   * Waits until every server of a new cluster is ready, for a minute at most.
   *
   * @param isReady asks a server
   * @param lack what one does that is not, such as "knows no leader"
   * @throws SystemFailedException if one has ended, or is not ready in time
   */
  public void awaitEach(Predicate<Endpoint> isReady, String lack)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + READY_LIMIT.toNanos();
    for (int i = 0; i < processes.size(); i++) {
      while (!isReady.test(endpoints.get(i))) {
        requireHosts();
        boolean hasEnded = processes.get(i).awaitExit(PAUSE);
        boolean isLate = System.nanoTime() - deadline > 0;
        if (hasEnded || isLate) {
          requireRunning("while starting");
        }
        if (isLate) {
          throw new SystemFailedException(
              "%s %s %s s after its start; see its log"
                  .formatted(processes.get(i).name(), lack, READY_LIMIT.toSeconds()));
        }
      }
    }
  }

  private HostedProcess process(int number) {
    if (number < 1 || number > processes.size()) {
      throw new IllegalArgumentException(
          "there is no server %s; the cluster has servers 1 to %s"
              .formatted(number, processes.size()));
    }
    return processes.get(number - 1);
  }
}
