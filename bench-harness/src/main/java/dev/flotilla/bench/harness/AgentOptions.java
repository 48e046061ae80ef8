package dev.flotilla.bench.harness;

import dev.flotilla.bench.harness.agent.AgentGroup;
import dev.flotilla.dpws.discovery.DiscoverySettings;
import dev.flotilla.dpws.link.Interfaces;
import java.io.IOException;
import java.net.NetworkInterface;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of {@code bench run} that place servers on other hosts. */
final class AgentOptions {
  /** The names of all of them; none rules out another option. */
  static final Set<String> NAMES =
      Set.of("--agents", "--experiment", "--agent-keys", "--interface");

  private static final Duration SEARCH = Duration.ofSeconds(30);
  private static final int MAX_AGENTS = 64;

  @Option(
      names = "--agents",
      paramLabel = "N",
      description =
          "Runs the servers on N other hosts. Their agents are found by WS-Discovery. Server K runs"
              + " on agent K. Clients run on this host. Default: all servers run on this host.")
  private @Nullable Integer agents;

  @Option(
      names = "--experiment",
      paramLabel = "NAME",
      description = "With --agents: the --experiment of the agents.")
  private @Nullable String experiment;

  @Option(
      names = "--agent-keys",
      paramLabel = "DIR",
      description =
          "With --agents: the key directory of an administrator, of the authority of the agents."
              + " Required beyond loopback. Default: no keys.")
  private @Nullable Path keys;

  @Option(
      names = "--interface",
      paramLabel = "IF",
      description = "With --agents: the network interface to search on. Default: loopback.")
  private @Nullable String networkInterface;

  /** For picocli, which fills the fields. */
  AgentOptions() {}

  /** Whether servers run on agents. */
  boolean isGiven() {
    return agents != null;
  }

  /** On how many agents servers run; 0 if they run here. */
  int count() {
    return agents == null ? 0 : agents;
  }

  /**
   * Checks that the options go together.
   *
   * @throws IllegalArgumentException if they do not; the message names one
   */
  void requireConsistent() {
    if (agents == null) {
      if (experiment != null || keys != null || networkInterface != null) {
        throw new IllegalArgumentException(
            "--experiment, --agent-keys and --interface belong to --agents; add --agents N");
      }
      return;
    }
    if (agents < 1 || agents > MAX_AGENTS) {
      throw new IllegalArgumentException(
          "--agents is %s; it must be 1 to %s".formatted(agents, MAX_AGENTS));
    }
    if (experiment == null) {
      throw new IllegalArgumentException(
          "--agents needs --experiment, the name that the agents were started with");
    }
  }

  /**
   * Finds the agents; only if {@link #isGiven}.
   *
   * @throws dev.flotilla.bench.harness.agent.AgentRefusedException if there are too few
   */
  AgentGroup find() throws IOException, InterruptedException {
    if (agents == null || experiment == null) {
      throw new IllegalStateException("agents were not asked for");
    }
    return AgentGroup.find(discovery(), experiment, Optional.ofNullable(keys), agents, SEARCH);
  }

  private DiscoverySettings discovery() throws IOException {
    if (networkInterface == null) {
      return DiscoverySettings.loopback();
    }
    NetworkInterface chosen = Interfaces.named(networkInterface);
    if (keys == null && !chosen.isLoopback()) {
      throw new IllegalArgumentException(
          "agents on interface %s need keys; add --agent-keys DIR".formatted(networkInterface));
    }
    return DiscoverySettings.on(List.of(chosen));
  }
}
