package dev.flotilla.bench.ratis;

import dev.flotilla.bench.HostedProcess;
import dev.flotilla.bench.SystemFailedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Waits until every server of a new cluster knows a leader. */
final class Readiness {
  private static final Duration LIMIT = Duration.ofMinutes(1);
  private static final Duration PAUSE = Duration.ofMillis(50);

  private final List<Path> directories;
  private final List<HostedProcess> servers;

  Readiness(List<Path> directories, List<HostedProcess> servers) {
    this.directories = directories;
    this.servers = servers;
  }

  /** The file that a server makes when it knows a leader. */
  static Path file(Path directory) {
    return directory.resolve("knows-a-leader");
  }

  void await() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    for (int i = 0; i < servers.size(); i++) {
      while (!Files.exists(file(directories.get(i)))) {
        if (servers.get(i).awaitExit(PAUSE)) {
          throw servers.get(i).diedUnexpectedly("while starting");
        }
        if (System.nanoTime() - deadline > 0) {
          throw new SystemFailedException(
              "%s knows no leader %s s after its start; see its log"
                  .formatted(servers.get(i).name(), LIMIT.toSeconds()));
        }
      }
    }
  }
}
