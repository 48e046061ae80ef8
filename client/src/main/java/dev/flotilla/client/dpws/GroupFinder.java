package dev.flotilla.client.dpws;

import dev.flotilla.dpws.discovery.Discovery;
import dev.flotilla.dpws.discovery.Target;
import dev.flotilla.raftdpws.wire.RaftContract;
import dev.flotilla.raftdpws.wire.RaftNames;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Finds out which groups there are. */
public final class GroupFinder {
  /** Longer than any server waits before it answers a Probe. */
  private static final Duration PROBE_DURATION = Duration.ofMillis(1_500);

  private GroupFinder() {}

  /**
   * Asks the network for servers and names their groups; blocks for about a second and a half.
   *
   * @param networkInterface where to look; the loopback interface unless told
   * @throws IOException if the interface does not exist or cannot be used
   */
  public static Set<String> find(Optional<String> networkInterface) throws IOException {
    try (Discovery discovery = Discovery.open(ClientRuntime.discoverySettings(networkInterface))) {
      List<Target> found =
          discovery.probe(RaftContract.probe(), PROBE_DURATION).toCompletableFuture().join();
      Set<String> names = new TreeSet<>();
      found.stream()
          .flatMap(target -> target.scopes().stream())
          .map(RaftNames::groupOf)
          .flatMap(Optional::stream)
          .forEach(names::add);
      return names;
    }
  }
}
