package dev.flotilla.server;

import dev.flotilla.client.dpws.WireClient;
import dev.flotilla.raftdpws.message.StatusResponse;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Looks whether a founded group of a name answers, before another one of that name is made. */
final class OtherServers {
  private OtherServers() {}

  /**
   * Asks the network and all addresses for as long as the command may take, whoever answers: a
   * member that is slow counts too.
   *
   * @param known addresses to ask beside those that were named
   * @return the first server of a founded group of that name, if one answers
   */
  static Optional<StatusResponse> ofFoundedGroup(
      ClientOptions options, String group, List<URI> known) throws CommandFailure {
    requireKeys(options, known);
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(options.timeoutMillis());
    try (WireClient connected = options.connectToAny(group, known)) {
      while (true) {
        // Each status takes a second by contract, which is pause enough.
        Optional<StatusResponse> found =
            connected.responses().toCompletableFuture().join().stream()
                .filter(it -> it.name().equals(group) && it.group().isPresent())
                .findFirst();
        if (found.isPresent() || System.nanoTime() - deadline >= 0) {
          return found;
        }
      }
    }
  }

  /** Who has keys answers nobody without: that silence would say nothing. */
  private static void requireKeys(ClientOptions options, List<URI> known) throws CommandFailure {
    Optional<URI> secured = known.stream().filter(it -> "https".equals(it.getScheme())).findFirst();
    if (secured.isPresent() && options.keys().isEmpty()) {
      throw new CommandFailure(
          ExitCode.USAGE,
          "nothing was changed: %s answers nobody without keys; name a key directory by --keys DIR"
              .formatted(secured.get()));
    }
  }
}
