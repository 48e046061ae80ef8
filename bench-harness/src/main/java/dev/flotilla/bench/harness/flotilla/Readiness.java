package dev.flotilla.bench.harness.flotilla;

import dev.flotilla.bench.HostedProcess;
import dev.flotilla.bench.ServerProcesses;
import dev.flotilla.bench.SystemFailedException;
import dev.flotilla.raftdpws.wire.StatusResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;

/** Waits until every server of a new group answers and one of them leads. */
final class Readiness {
  private static final Duration LIMIT = Duration.ofMinutes(1);
  private static final Duration PAUSE = Duration.ofMillis(50);

  private final StatusQuery query;
  private final ServerProcesses servers;

  Readiness(StatusQuery query, ServerProcesses servers) {
    this.query = query;
    this.servers = servers;
  }

  void await() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (!isServing(query.answers(servers.running()))) {
      requireAllServers();
      if (System.nanoTime() - deadline > 0) {
        throw new SystemFailedException(
            "the %s flotilla servers have no leader %s s after their start; see their logs"
                .formatted(servers.size(), LIMIT.toSeconds()));
      }
    }
  }

  private void requireAllServers() throws IOException, InterruptedException {
    servers.requireHosts();
    for (HostedProcess server : servers.all()) {
      if (server.awaitExit(PAUSE)) {
        servers.requireHosts();
        throw server.diedUnexpectedly("while starting");
      }
    }
  }

  private boolean isServing(Map<Integer, StatusResponse> answers) {
    return answers.size() == servers.size() && StatusQuery.leader(answers).isPresent();
  }
}
