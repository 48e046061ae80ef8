package dev.flotilla.bench.zookeeper;

import dev.flotilla.bench.HostedProcess;
import dev.flotilla.bench.SystemFailedException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Waits until every server of a new cluster says which part it plays and one of them leads. */
final class Readiness {
  private static final Duration LIMIT = Duration.ofMinutes(1);
  private static final Duration PAUSE = Duration.ofMillis(50);

  private final List<ServerConfiguration> configurations;
  private final List<HostedProcess> servers;

  Readiness(List<ServerConfiguration> configurations, List<HostedProcess> servers) {
    this.configurations = configurations;
    this.servers = servers;
  }

  void await() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    for (int i = 0; i < servers.size(); i++) {
      while (ServerMode.at(configurations.get(i).clientPort()).isEmpty()) {
        if (servers.get(i).awaitExit(PAUSE)) {
          throw servers.get(i).diedUnexpectedly("while starting");
        }
        if (System.nanoTime() - deadline > 0) {
          throw new SystemFailedException(
              "%s does not serve %s s after its start; see its log"
                  .formatted(servers.get(i).name(), LIMIT.toSeconds()));
        }
      }
    }
  }
}
