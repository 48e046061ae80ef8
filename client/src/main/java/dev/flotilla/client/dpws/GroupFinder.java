package dev.flotilla.client.dpws;

import dev.flotilla.client.ClientSettings;
import dev.flotilla.client.Network;
import dev.flotilla.dpws.discovery.Target;
import dev.flotilla.raftdpws.directory.RaftAddress;
import dev.flotilla.raftdpws.message.StatusResponse;
import dev.flotilla.raftdpws.wire.RaftContract;
import dev.flotilla.raftdpws.wire.RaftNames;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds out which groups there are. */
public final class GroupFinder {
  /** Longer than any server waits before it answers a Probe. */
  static final Duration ROUND = Duration.ofMillis(1_500);

  /**
   * What came of the search.
   *
   * @param names of the groups that answer
   * @param explanation why there are none, if there are none; empty if nobody has answered
   */
  public record Found(Set<String> names, Optional<String> explanation) {}

  private GroupFinder() {}

  /**
   * Asks the network, and the servers named, for the names of their groups; blocks for about a
   * second and a half, and on until the timeout while nobody answers.
   *
   * @param network where to look
   * @param servers URLs to ask beside discovery, of which host and port count
   * @param keys a key directory, for groups with TLS
   * @throws IllegalArgumentException if one is not an http or https URL
   * @throws IOException if the interface does not exist or cannot be used
   */
  public static Found find(
      Network network, List<URI> servers, Optional<Path> keys, Duration timeout)
      throws IOException {
    List<URI> services = servers.stream().map(RaftAddress::required).toList();
    try (ClientRuntime runtime = ClientRuntime.start(network, keys)) {
      long deadlineNanos = System.nanoTime() + timeout.toNanos();
      Duration left = timeout;
      Set<String> names = new TreeSet<>();
      AtomicReference<@Nullable String> why = new AtomicReference<>();
      while (names.isEmpty() && left.toNanos() > 0) {
        Duration round = left.compareTo(ROUND) < 0 ? left : ROUND;
        ask(runtime, services, round, why::set).forEach(names::add);
        left = Duration.ofNanos(deadlineNanos - System.nanoTime());
      }
      return new Found(names, Optional.ofNullable(why.get()));
    }
  }

  private static Stream<String> ask(
      ClientRuntime runtime, List<URI> servers, Duration round, Consumer<String> refused) {
    var probed = runtime.discovery().probe(RaftContract.probe(), round);
    ServerCalls calls =
        new ServerCalls(
            runtime.caller(),
            Math.min(round.toMillis(), ClientSettings.DEFAULT_ATTEMPT_TIMEOUT.toMillis()));
    List<CompletableFuture<Stream<String>>> asked =
        servers.stream()
            .map(
                server ->
                    calls
                        .status(server)
                        .handle(
                            (status, failure) -> {
                              if (failure != null) {
                                ServerSearch.refusal(server, failure).ifPresent(refused);
                              }
                              return nameIn(status);
                            }))
            .map(stage -> stage.toCompletableFuture())
            .toList();
    List<Target> found = probed.toCompletableFuture().join();
    return Stream.concat(
        found.stream()
            .flatMap(target -> target.scopes().stream())
            .map(RaftNames::groupOf)
            .flatMap(Optional::stream),
        asked.stream().flatMap(CompletableFuture::join));
  }

  private static Stream<String> nameIn(@Nullable StatusResponse status) {
    return Stream.ofNullable(status).map(StatusResponse::name);
  }
}
