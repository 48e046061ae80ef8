package dev.flotilla.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The server processes of one cluster by their numbers, which begin at 1.
 *
 * <p>Knows which servers were killed on purpose, so that {@link #requireRunning} finds those that
 * ended by themselves.
 *
 * <p><b>Thread.</b> One thread at a time.
 */
public final class ServerProcesses {
  private final ProcessHost host;
  private final List<JavaProgram> programs;
  private final List<HostedProcess> processes = new ArrayList<>();
  private final SortedSet<Integer> killed = new TreeSet<>();

  private ServerProcesses(ProcessHost host, List<JavaProgram> programs) {
    this.host = host;
    this.programs = List.copyOf(programs);
  }

  /**
   * Starts all servers, named {@code NAME-server-NUMBER}.
   *
   * @param host where they run
   * @param name the system's name
   * @param programs one for each server, in the order of their numbers
   * @throws IOException if one cannot be started; the host ends the others
   */
  public static ServerProcesses start(ProcessHost host, String name, List<JavaProgram> programs)
      throws IOException {
    ServerProcesses servers = new ServerProcesses(host, programs);
    for (int number = 1; number <= programs.size(); number++) {
      servers.processes.add(host.start(name + "-server-" + number, programs.get(number - 1)));
    }
    return servers;
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

  /** Kills a server by SIGKILL; does not wait until it is gone. */
  public void kill(int number) {
    process(number).kill();
    killed.add(number);
  }

  /**
   * Starts a killed server again, with the data it has; does not wait until it serves.
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
    processes.set(number - 1, host.start(before.name(), programs.get(number - 1)));
    killed.remove(number);
  }

  /**
   * Checks that every server runs that was not killed.
   *
   * @param when what the cluster was doing, such as "during the run"
   * @throws SystemFailedException if one has ended by itself; names it and its log
   */
  public void requireRunning(String when) throws SystemFailedException {
    for (int number : running()) {
      if (!process(number).isAlive()) {
        throw process(number).diedUnexpectedly(when);
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
