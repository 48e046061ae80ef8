package dev.flotilla.bench.zookeeper;

import dev.flotilla.bench.ChildProcess;
import dev.flotilla.bench.SystemFailedException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Waits until every server of a new cluster says which part it plays and one of them leads. */
final class Readiness {
  private static final Duration LIMIT = Duration.ofMinutes(1);
  private static final Duration PAUSE = Duration.ofMillis(50);
  private static final int ANSWER_MILLIS = 1_000;
  private static final String MODE = "Mode: ";

  private final List<ServerConfiguration> configurations;
  private final List<ChildProcess> servers;

  Readiness(List<ServerConfiguration> configurations, List<ChildProcess> servers) {
    this.configurations = configurations;
    this.servers = servers;
  }

  void await() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    for (int i = 0; i < servers.size(); i++) {
      while (mode(configurations.get(i).clientPort()).isEmpty()) {
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

  /** The part a server plays: {@code standalone}, {@code leader} or {@code follower}. */
  private static Optional<String> mode(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), ANSWER_MILLIS);
      socket.setSoTimeout(ANSWER_MILLIS);
      socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().flush();
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      return answer.lines().filter(line -> line.startsWith(MODE)).findFirst();
    } catch (IOException notYet) {
      return Optional.empty();
    }
  }
}
