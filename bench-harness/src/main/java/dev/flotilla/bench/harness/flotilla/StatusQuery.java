package dev.flotilla.bench.harness.flotilla;

import dev.flotilla.bench.Endpoint;
import dev.flotilla.bench.LeaderQuery;
import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.http.client.CallerOptions;
import dev.flotilla.dpws.http.client.SoapCaller;
import dev.flotilla.raftdpws.keys.GroupKeys;
import dev.flotilla.raftdpws.message.ServerRole;
import dev.flotilla.raftdpws.message.StatusRequest;
import dev.flotilla.raftdpws.message.StatusResponse;
import dev.flotilla.raftdpws.wire.RaftNames;
import dev.flotilla.raftdpws.wire.RaftOperations;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * Asks each server for its status at its address, all at once; {@code GroupClient.status} would
 * search for a second first.
 *
 * <p>For a moment after a partition two servers may say that they lead: the later term counts.
 */
final class StatusQuery implements LeaderQuery {
  private static final Duration LIMIT = Duration.ofSeconds(1);

  private final List<URI> servers;
  private final EventLoops loops = EventLoops.start(1, "bench-status");
  private final Optional<GroupKeys> keys;
  private final SoapCaller caller;

  /**
   * A query without servers asked yet.
   *
   * @param endpoints of the servers, in the order of their numbers
   * @param keyDirectory of a client, for servers with keys
   * @throws IOException if the keys cannot be used
   */
  StatusQuery(List<Endpoint> endpoints, Optional<Path> keyDirectory) throws IOException {
    keys =
        keyDirectory.isPresent()
            ? Optional.of(GroupKeys.open(keyDirectory.get()))
            : Optional.empty();
    CallerOptions usual = CallerOptions.DEFAULT;
    caller = new SoapCaller(loops, keys.map(it -> it.toServers(usual)).orElse(usual));
    this.servers =
        endpoints.stream()
            .map(
                each ->
                    URI.create(
                        caller.scheme() + "://" + each.authority(0) + "/" + RaftNames.SERVICE))
            .toList();
  }

  @Override
  public OptionalInt leaderAmong(Collection<Integer> numbers) throws InterruptedException {
    return leader(answers(numbers));
  }

  /** The number of the leader by what servers answered. */
  static OptionalInt leader(Map<Integer, StatusResponse> answers) {
    return answers.entrySet().stream()
        .filter(answer -> answer.getValue().serverRole() == ServerRole.LEADER)
        .max(Comparator.comparing(leader -> leader.getValue().progress().term()))
        .map(leader -> OptionalInt.of(leader.getKey()))
        .orElse(OptionalInt.empty());
  }

  @Override
  public OptionalLong highestTerm(Collection<Integer> servers) throws InterruptedException {
    return answers(servers).values().stream().mapToLong(status -> status.progress().term()).max();
  }

  /** What those of the servers answer that do, by their numbers. */
  Map<Integer, StatusResponse> answers(Collection<Integer> numbers) throws InterruptedException {
    Map<Integer, CompletableFuture<StatusResponse>> asked = new TreeMap<>();
    numbers.forEach(number -> asked.put(number, ask(number)));
    Map<Integer, StatusResponse> answers = new TreeMap<>();
    for (Map.Entry<Integer, CompletableFuture<StatusResponse>> each : asked.entrySet()) {
      answer(each.getValue()).ifPresent(status -> answers.put(each.getKey(), status));
    }
    return answers;
  }

  private CompletableFuture<StatusResponse> ask(int number) {
    return caller
        .call(servers.get(number - 1), RaftOperations.STATUS, StatusRequest.INSTANCE, LIMIT)
        .toCompletableFuture();
  }

  private static Optional<StatusResponse> answer(CompletableFuture<StatusResponse> asked)
      throws InterruptedException {
    try {
      return Optional.of(asked.get());
    } catch (ExecutionException silent) {
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    caller.close();
    loops.close();
    keys.ifPresent(GroupKeys::close);
  }
}
