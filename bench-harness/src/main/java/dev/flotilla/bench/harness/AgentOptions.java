package dev.flotilla.bench.harness;

import dev.flotilla.bench.harness.agent.AgentGroup;
import dev.flotilla.bench.harness.agent.SharedSecret;
import dev.flotilla.dpws.discovery.DiscoverySettings;
import dev.flotilla.dpws.link.Interfaces;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of {@code bench run} that place servers on other hosts. */
final class AgentOptions {
  /** The names of all of them; none rules out another option. */
  static final Set<String> NAMES =
      Set.of("--agents", "--experiment", "--secret-file", "--interface");

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
      names = "--secret-file",
      paramLabel = "FILE",
      description =
          "With --agents: a file with the secret of the agents. Default: the environment variable"
              + " FLOTILLA_BENCH_SECRET.")
  private @Nullable Path secretFile;

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
      if (experiment != null || secretFile != null || networkInterface != null) {
        throw new IllegalArgumentException(
            "--experiment, --secret-file and --interface belong to --agents; add --agents N");
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
    return AgentGroup.find(
        discovery(), experiment, SharedSecret.read(secretFile, System.getenv()), agents, SEARCH);
  }

  private DiscoverySettings discovery() throws IOException {
    return networkInterface == null
        ? DiscoverySettings.loopback()
        : DiscoverySettings.on(List.of(Interfaces.named(networkInterface)));
  }
}
