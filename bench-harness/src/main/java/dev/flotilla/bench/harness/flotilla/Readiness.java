package dev.flotilla.bench.harness.flotilla;

import dev.flotilla.bench.HostedProcess;
import dev.flotilla.bench.SystemFailedException;
import dev.flotilla.client.ClientSettings;
import dev.flotilla.client.GroupClient;
import dev.flotilla.client.dpws.DpwsGroupClient;
import dev.flotilla.raftdpws.wire.StatusResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Waits until every server of a new group answers and one of them leads. */
final class Readiness {
  private static final Duration LIMIT = Duration.ofMinutes(1);

  // JVMs that start together share the processors, and so does the search for each other.
  private static final Duration LIMIT_PER_SERVER = Duration.ofSeconds(30);
  private static final int FEW_SERVERS = 5;

  private static final Duration PAUSE = Duration.ofMillis(50);

  private final String group;
  private final List<HostedProcess> servers;

  Readiness(String group, List<HostedProcess> servers) {
    this.group = group;
    this.servers = servers;
  }

  void await() throws IOException, InterruptedException {
    Duration limit = limit(servers.size());
    long deadline = System.nanoTime() + limit.toNanos();
    try (GroupClient client = DpwsGroupClient.connect(ClientSettings.of(group))) {
      while (!serves(client.status().toCompletableFuture().join())) {
        requireAllServers();
        if (System.nanoTime() - deadline > 0) {
          throw new SystemFailedException(
              "the %s flotilla servers have no leader %s s after their start; see their logs"
                  .formatted(servers.size(), limit.toSeconds()));
        }
      }
    }
  }

  /** How long a group of a size may take until it serves. */
  static Duration limit(int servers) {
    return LIMIT.plus(LIMIT_PER_SERVER.multipliedBy(Math.max(0, servers - FEW_SERVERS)));
  }

  private void requireAllServers() throws SystemFailedException, InterruptedException {
    for (HostedProcess server : servers) {
      if (server.awaitExit(PAUSE)) {
        throw server.diedUnexpectedly("while starting");
      }
    }
  }

  private boolean serves(List<StatusResponse> answers) {
    boolean led = answers.stream().anyMatch(answer -> answer.role().equals("leader"));
    return led && answers.size() == servers.size();
  }
}
