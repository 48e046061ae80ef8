package dev.flotilla.bench.harness.flotilla;

import dev.flotilla.bench.HostedProcess;
import dev.flotilla.bench.ServerProcesses;
import dev.flotilla.bench.SystemFailedException;
import dev.flotilla.raftdpws.message.StatusResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;

/** Waits until every server of a new group answers and one of them leads. */
final class Readiness {
  // A minute with whole processors; an emulated host may have a quarter of one.
  private static final Duration LIMIT = Duration.ofMinutes(4);

  // JVMs that start together share the processors, and so does the search for each other.
  private static final Duration LIMIT_PER_SERVER = Duration.ofSeconds(30);
  private static final int FEW_SERVERS = 5;

  private static final Duration PAUSE = Duration.ofMillis(50);

  private final StatusQuery query;
  private final ServerProcesses servers;

  Readiness(StatusQuery query, ServerProcesses servers) {
    this.query = query;
    this.servers = servers;
  }

  void await() throws IOException, InterruptedException {
    Duration limit = limit(servers.size());
    long deadline = System.nanoTime() + limit.toNanos();
    while (!isServing(query.answers(servers.running()))) {
      requireAllServers();
      if (System.nanoTime() - deadline > 0) {
        servers.requireRunning("while starting");
        throw new SystemFailedException(
            "the %s flotilla servers have no leader %s s after their start; see their logs"
                .formatted(servers.size(), limit.toSeconds()));
      }
    }
  }

  /** How long a group of a size may take until it serves. */
  static Duration limit(int servers) {
    return LIMIT.plus(LIMIT_PER_SERVER.multipliedBy(Math.max(0, servers - FEW_SERVERS)));
  }

  private void requireAllServers() throws IOException, InterruptedException {
    servers.requireHosts();
    for (HostedProcess server : servers.all()) {
      if (server.awaitExit(PAUSE)) {
        servers.requireRunning("while starting");
      }
    }
  }

  private boolean isServing(Map<Integer, StatusResponse> answers) {
    return answers.size() == servers.size() && StatusQuery.leader(answers).isPresent();
  }
}
