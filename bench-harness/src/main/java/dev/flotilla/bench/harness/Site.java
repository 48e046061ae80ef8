package dev.flotilla.bench.harness;

import dev.flotilla.bench.Placement;
import dev.flotilla.bench.SystemUnderTest;
import dev.flotilla.bench.harness.agent.AgentGroup;
import dev.flotilla.bench.result.Environment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The hosts of a benchmark: this one alone, or agents for the servers. One thread. */
final class Site implements AutoCloseable {
  private final @Nullable AgentGroup agents;

  private Site(@Nullable AgentGroup agents) {
    this.agents = agents;
  }

  /** This machine. */
  static Site local() {
    return new Site(null);
  }

  /**
   * This machine, or the agents that the options ask for, which have the same version.
   *
   * @param catalog the systems of this host
   * @param home the root of the checkout
   * @param systems what is measured
   * @throws dev.flotilla.bench.harness.agent.AgentRefusedException if the agents are not there, or
   *     have not the same
   */
  static Site open(AgentOptions options, SystemCatalog catalog, Path home, List<String> systems)
      throws IOException, InterruptedException {
    List<SystemUnderTest> measured = systems.stream().map(catalog::find).toList();
    if (!options.isGiven()) {
      return local();
    }
    AgentGroup found = options.find();
    try {
      found.requireSame(catalog.installation(home), measured);
      return new Site(found);
    } catch (IOException | RuntimeException e) {
      found.close();
      throw e;
    }
  }

  /** Where servers run. */
  Placement placement() {
    return agents == null ? Placement.LOCAL : agents;
  }

  /** On how many agents servers run; 0 if they run here. */
  int agents() {
    return agents == null ? 0 : agents.size();
  }

  /** How many hosts are left, in words. */
  String left() {
    return agents == null ? "this host" : agents.count();
  }

  /** An environment with the hosts of the servers. */
  Environment describe(Environment here) {
    return agents == null
        ? here
        : new Environment(
            here.machine() + "; servers on " + agents.summary(),
            here.cores(),
            here.memoryMegabytes(),
            here.dataFileSystem(),
            here.jdk(),
            here.os(),
            here.versions(),
            here.gitCommit(),
            here.commandLine());
  }

  /** Ends everything on the agents. */
  @Override
  public void close() {
    if (agents != null) {
      agents.close();
    }
  }
}
