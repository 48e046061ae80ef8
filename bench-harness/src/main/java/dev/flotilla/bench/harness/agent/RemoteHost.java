package dev.flotilla.bench.harness.agent;

import dev.flotilla.bench.JavaProgram;
import dev.flotilla.bench.ProcessHost;
import dev.flotilla.dpws.discovery.DiscoverySettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Starts servers on other hosts, through the agents of an experiment; server N runs on the same one
 * of them at every start. Closing it kills every process that it has started.
 *
 * <p>Of a program only the JVM options are sent. The agents choose class path, class and arguments
 * by the name of the process, and ignore all others.
 *
 * <p><b>Thread.</b> Safe for use by several threads; every method blocks until the agent answers,
 * at most 10 s.
 */
public final class RemoteHost implements ProcessHost, AutoCloseable {
  private static final long RENEW_MILLIS = 1_000;

  private final AgentCalls calls;
  private final List<AgentAddress> agents;
  private final Caller self;
  private final int servers;
  private final ScheduledExecutorService renewals =
      Executors.newSingleThreadScheduledExecutor(RemoteHost::renewalThread);

  /** Guarded by this. */
  private final List<RemoteProcess> started = new ArrayList<>();

  private RemoteHost(
      AgentCalls calls, List<AgentAddress> agents, SharedSecret secret, int servers) {
    this.calls = calls;
    this.agents = List.copyOf(agents);
    this.self = new Caller(secret.text(), UUID.randomUUID());
    this.servers = servers;
  }

  /**
   * Finds agents by WS-Discovery, and holds a lease of each from now on.
   *
   * @param experiment what the agents were started with
   * @param secret what the agents know, too
   * @param count how many agents there must be
   * @param servers how many servers the cluster will have
   * @param timeout how long to look for the agents
   * @throws IOException if fewer are found; the message tells how many
   */
  public static RemoteHost find(
      DiscoverySettings discovery,
      String experiment,
      SharedSecret secret,
      int count,
      int servers,
      Duration timeout)
      throws IOException, InterruptedException {
    RemoteHost host = connect(discovery, experiment, secret, count, servers, timeout);
    var unused =
        host.renewals.scheduleWithFixedDelay(host::renew, 0, RENEW_MILLIS, TimeUnit.MILLISECONDS);
    return host;
  }

  /** The same without renewals, for tests of leases. */
  static RemoteHost connect(
      DiscoverySettings discovery,
      String experiment,
      SharedSecret secret,
      int count,
      int servers,
      Duration timeout)
      throws IOException, InterruptedException {
    AgentCalls calls = new AgentCalls();
    try {
      AgentFinder finder = new AgentFinder(discovery, experiment, calls);
      return new RemoteHost(calls, finder.find(count, timeout), secret, servers);
    } catch (IOException | InterruptedException | RuntimeException e) {
      calls.close();
      throw e;
    }
  }

  /** The group that servers of Flotilla found when they are started here. */
  public String group() {
    return "bench-" + self.manager();
  }

  /** How many agents there are. */
  public int agents() {
    return agents.size();
  }

  /**
   * {@inheritDoc}
   *
   * @param name SYSTEM-ROLE-NUMBER, such as {@code flotilla-server-2}
   */
  @Override
  public RemoteProcess start(String name, JavaProgram program) throws IOException {
    ProcessName process = ProcessName.parse(name);
    AgentAddress agent = agents.get((process.number() - 1) % agents.size());
    StartRequest request = new StartRequest(self, process, servers, program.jvmOptions());
    ProcessReport report = calls.call(agent, AgentOperations.START, request);
    RemoteProcess remote =
        new RemoteProcess(calls, agent, new ProcessRequest(self, process), report);
    synchronized (this) {
      started.add(remote);
    }
    return remote;
  }

  /** Kills what was started; an agent that does not answer does it when the lease runs out. */
  @Override
  public void close() {
    renewals.shutdownNow();
    synchronized (this) {
      started.forEach(RemoteHost::killIfReached);
      started.clear();
    }
    calls.close();
  }

  private static void killIfReached(RemoteProcess process) {
    try {
      process.kill();
    } catch (UncheckedIOException e) {
      // The agent is gone or will miss the next renewals: either way it ends the process itself.
    }
  }

  private void renew() {
    agents.forEach(agent -> calls.send(agent, AgentOperations.RENEW, self));
  }

  private static Thread renewalThread(Runnable task) {
    Thread thread = new Thread(task, "flotilla-agent-leases");
    thread.setDaemon(true);
    return thread;
  }
}
