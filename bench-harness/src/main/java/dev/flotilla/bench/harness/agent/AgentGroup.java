package dev.flotilla.bench.harness.agent;

import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.bench.Placement;
import dev.flotilla.bench.ServerHost;
import dev.flotilla.bench.SystemUnderTest;
import dev.flotilla.dpws.discovery.DiscoverySettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * The agents of an experiment, on which servers are placed: server K of a cluster on agent K, and
 * again from the first one if there are more servers than agents. A lost agent is left out from
 * then on.
 *
 * <p>While it is open it renews a lease of each agent every second. Closing it, or the end of the
 * JVM, ends everything on all of them.
 *
 * <p><b>Thread.</b> Safe for use by several threads; every method may wait for agents.
 */
public final class AgentGroup implements Placement, AutoCloseable {
  private static final long RENEW_MILLIS = 1_000;

  private final AgentCalls calls;
  private final List<AgentLink> agents;
  private final ScheduledExecutorService renewals;
  private final Thread hook = new Thread(this::end, "end-agents");

  private AgentGroup(AgentCalls calls, List<AgentLink> agents) {
    this.calls = calls;
    this.agents = List.copyOf(agents);
    // A thread for each, so that one that does not answer costs no other its lease.
    this.renewals = Executors.newScheduledThreadPool(agents.size(), AgentGroup::renewalThread);
  }

  /**
   * Finds agents by WS-Discovery, and holds a lease of each from now on.
   *
   * @param experiment what the agents were started with
   * @param keys the key directory of an administrator; without keys, agents without keys
   * @param count how many agents there must be, at least 1
   * @param timeout how long to look for the agents
   * @throws AgentRefusedException if fewer are found; the message tells how many
   */
  public static AgentGroup find(
      DiscoverySettings discovery,
      String experiment,
      Optional<Path> keys,
      int count,
      Duration timeout)
      throws IOException, InterruptedException {
    return renewing(connect(AgentCalls.open(keys), discovery, experiment, count, timeout));
  }

  /** Holds a lease of each agent from now on. */
  static AgentGroup renewing(AgentGroup group) {
    Runtime.getRuntime().addShutdownHook(group.hook);
    for (AgentLink agent : group.agents) {
      var unused =
          group.renewals.scheduleWithFixedDelay(
              agent::renew, 0, RENEW_MILLIS, TimeUnit.MILLISECONDS);
    }
    return group;
  }

  /** The same without renewals, for tests of leases; closes the calls if it fails. */
  static AgentGroup connect(
      AgentCalls calls, DiscoverySettings discovery, String experiment, int count, Duration timeout)
      throws IOException, InterruptedException {
    try {
      AgentFinder finder = new AgentFinder(discovery, experiment, calls, UUID.randomUUID());
      return new AgentGroup(calls, finder.find(count, timeout));
    } catch (IOException | InterruptedException | RuntimeException e) {
      calls.close();
      throw e;
    }
  }

  /**
   * Checks that all agents have what this host has.
   *
   * @param systems the systems to be measured
   * @throws AgentRefusedException if one has another version, or lacks a system; names both
   */
  public void requireSame(Installation own, List<SystemUnderTest> systems)
      throws AgentRefusedException {
    for (AgentLink agent : agents) {
      String theirs = agent.description().version();
      requireSame(agent, "Flotilla", own.version(), Optional.of(theirs));
      for (SystemUnderTest system : systems) {
        String program = system.programName();
        Optional<String> version = Optional.ofNullable(agent.description().programs().get(program));
        requireSame(agent, program, system.version(), version);
      }
    }
  }

  private static void requireSame(AgentLink agent, String what, String own, Optional<String> theirs)
      throws AgentRefusedException {
    if (theirs.isEmpty()) {
      throw new AgentRefusedException(
          "%s has no %s; build the same checkout there and start it again".formatted(agent, what));
    }
    if (!theirs.get().equals(own)) {
      throw new AgentRefusedException(
          "%s has %s %s, but this host has %s; use the same checkout on all hosts"
              .formatted(agent, what, theirs.get(), own));
    }
  }

  @Override
  public ServerHost open(ChildProcesses children, Path data) {
    return new PlacedServers(left());
  }

  /** {@inheritDoc} As many as the cluster had before any was lost. */
  @Override
  public boolean isEnoughFor(int servers) {
    return left().size() >= Math.min(servers, agents.size());
  }

  private List<AgentLink> left() {
    return agents.stream().filter(agent -> !agent.isLost()).toList();
  }

  /** The hosts, for the reader of results; those that are alike together. */
  public String summary() {
    Map<String, List<String>> alike = new TreeMap<>();
    for (AgentLink agent : agents) {
      alike
          .computeIfAbsent(agent.description().machine(), any -> new ArrayList<>())
          .add(agent.description().address());
    }
    return alike.entrySet().stream()
        .map(each -> String.join(", ", each.getValue()) + " (" + each.getKey() + ")")
        .collect(Collectors.joining("; "));
  }

  /** How many agents there are, lost ones included. */
  public int size() {
    return agents.size();
  }

  /** How many agents there are, and how many were lost. */
  public String count() {
    return "%s of %s agents are left".formatted(left().size(), agents.size());
  }

  @Override
  public void close() {
    end();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The JVM is ending: the hook runs anyway and finds nothing left to do.
    }
  }

  private void end() {
    renewals.shutdownNow();
    agents.parallelStream().forEach(AgentLink::close);
    calls.close();
  }

  private static Thread renewalThread(Runnable task) {
    Thread thread = new Thread(task, "flotilla-agent-leases");
    thread.setDaemon(true);
    return thread;
  }
}
