package dev.flotilla.bench.harness.agent;

import dev.flotilla.bench.Endpoint;
import dev.flotilla.bench.HostLostException;
import dev.flotilla.bench.ServerHost;
import dev.flotilla.bench.ServerPlan;
import dev.flotilla.bench.SystemUnderTest;
import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The servers of one cluster on agents.
 *
 * <p><b>Thread.</b> As {@link ServerHost}.
 */
final class PlacedServers implements ServerHost {
  private final List<AgentLink> agents;
  private final Set<AgentLink> used = new LinkedHashSet<>();
  private final Set<String> clusters = new HashSet<>();

  /**
   * No servers yet.
   *
   * @param agents in the order of the servers
   */
  PlacedServers(List<AgentLink> agents) {
    this.agents = List.copyOf(agents);
  }

  /** The agent of a server: the same at every start. */
  private AgentLink agent(int number) throws HostLostException {
    if (agents.isEmpty()) {
      throw new HostLostException("no agent is left for server " + number);
    }
    return agents.get((number - 1) % agents.size());
  }

  @Override
  public Endpoint reserve(int number, int ports) throws IOException {
    return agent(number).agent().reservePorts(ports);
  }

  @Override
  public RemoteProcess start(String name, SystemUnderTest system, ServerPlan plan)
      throws IOException {
    AgentLink agent = agent(plan.number());
    JvmOptions options = new JvmOptions(system.jvmOptions());
    ServerName server = ServerName.of(plan);
    clusters.add(server.cluster());
    used.add(agent);
    ProcessReport report = agent.agent().startProcess(system.programName(), plan, options);
    return new RemoteProcess(name, agent, server, report);
  }

  @Override
  public void requireReachable() throws HostLostException {
    for (AgentLink agent : List.copyOf(used)) {
      agent.requireReachable();
    }
  }

  @Override
  public void requireRoom() throws IOException {
    for (AgentLink agent : List.copyOf(used)) {
      agent.agent().requireRoom();
    }
  }

  @Override
  public void close() {
    for (AgentLink agent : used) {
      for (String cluster : clusters) {
        try {
          agent.agent().endCluster(cluster);
        } catch (IOException e) {
          // It is lost, or ends them when the manager says goodbye.
        }
      }
    }
    used.clear();
  }
}
