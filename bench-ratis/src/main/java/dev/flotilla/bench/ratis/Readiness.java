package dev.flotilla.bench.ratis;

import dev.flotilla.bench.HostedProcess;
import dev.flotilla.bench.ServerProcesses;
import dev.flotilla.bench.SystemFailedException;
import java.io.IOException;
import java.time.Duration;

/** Waits until every server of a new cluster knows a leader. */
final class Readiness {
  private static final Duration LIMIT = Duration.ofMinutes(1);
  private static final Duration PAUSE = Duration.ofMillis(50);

  private final ServerProcesses servers;

  Readiness(ServerProcesses servers) {
    this.servers = servers;
  }

  void await() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    for (int i = 0; i < servers.size(); i++) {
      HostedProcess process = servers.all().get(i);
      while (LeaderPort.ask(servers.endpoints().get(i)).isEmpty()) {
        servers.requireHosts();
        if (process.awaitExit(PAUSE)) {
          servers.requireRunning("while starting");
        }
        if (System.nanoTime() - deadline > 0) {
          servers.requireRunning("while starting");
          throw new SystemFailedException(
              "%s knows no leader %s s after its start; see its log"
                  .formatted(process.name(), LIMIT.toSeconds()));
        }
      }
    }
  }
}
