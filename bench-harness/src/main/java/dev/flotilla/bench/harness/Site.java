package dev.flotilla.bench.harness;

import dev.flotilla.bench.Placement;
import dev.flotilla.bench.SystemUnderTest;
import dev.flotilla.bench.harness.agent.AgentGroup;
import dev.flotilla.bench.harness.hosts.EmulatedHosts;
import dev.flotilla.bench.harness.hosts.HostPlan;
import dev.flotilla.bench.result.Environment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The hosts of a benchmark: this one alone, agents for the servers, or hosts that this one
 * emulates. One thread.
 */
final class Site implements AutoCloseable {
  private final @Nullable AgentGroup agents;
  private final @Nullable EmulatedHosts emulated;

  private Site(@Nullable AgentGroup agents, @Nullable EmulatedHosts emulated) {
    this.agents = agents;
    this.emulated = emulated;
  }

  /** This machine. */
  static Site local() {
    return new Site(null, null);
  }

  /**
   * This machine, the agents that the options ask for, which have the same version, or hosts that
   * this machine emulates.
   *
   * @param options for agents
   * @param hosts which hosts to emulate, if any
   * @param catalog the systems of this host
   * @param home the root of the checkout
   * @param systems what is measured
   * @throws dev.flotilla.bench.harness.agent.AgentRefusedException if the agents are not there, or
   *     have not the same
   */
  static Site open(
      AgentOptions options,
      Optional<HostPlan> hosts,
      SystemCatalog catalog,
      Path home,
      List<String> systems)
      throws IOException, InterruptedException {
    List<SystemUnderTest> measured = systems.stream().map(catalog::find).toList();
    if (hosts.isPresent()) {
      return new Site(null, EmulatedHosts.open(hosts.get()));
    }
    if (!options.isGiven()) {
      return local();
    }
    AgentGroup found = options.find();
    try {
      found.requireSame(catalog.installation(home), measured);
      return new Site(found, null);
    } catch (IOException | RuntimeException e) {
      found.close();
      throw e;
    }
  }

  /** Where servers and clients run. */
  Placement placement() {
    if (emulated != null) {
      return emulated;
    }
    return agents == null ? Placement.LOCAL : agents;
  }

  /** On how many agents servers run; 0 if they run here. */
  int agents() {
    return agents == null ? 0 : agents.size();
  }

  /** What the emulated hosts are; null if there are none. */
  @Nullable String emulated() {
    return emulated == null ? null : emulated.words();
  }

  /** How long a relay has held packets of emulated hosts, for the end of a report. */
  String delayed() {
    return emulated == null ? "" : emulated.relay().map("%n--delay: %s.%n"::formatted).orElse("");
  }

  /** How many hosts are left, in words. */
  String left() {
    if (emulated != null) {
      return emulated.words();
    }
    return agents == null ? "this host" : agents.count();
  }

  /** An environment with the hosts of the servers. */
  Environment describe(Environment here) {
    if (emulated != null) {
      return here.on(emulated.words() + emulated.relay().map("; "::concat).orElse(""));
    }
    return agents == null ? here : here.on("servers on " + agents.summary());
  }

  /** Ends everything on the agents, or removes the emulated hosts. */
  @Override
  public void close() throws IOException {
    if (agents != null) {
      agents.close();
    }
    if (emulated != null) {
      emulated.close();
    }
  }
}
