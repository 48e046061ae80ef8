package dev.flotilla.client.dpws;

import dev.flotilla.raftdpws.message.StatusResponse;
import java.net.URI;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Asks every server that is found within a moment for its status, until each has answered once;
 * begins again while nobody answers at all.
 */
final class StatusRound {
  /** Long enough for a search on a LAN to be answered. */
  static final long ROUND_MILLIS = 1_000;

  /** Between looks at what the search has found. */
  private static final long LOOK_MILLIS = 100;

  private final ServerSearch search;
  private final Servers servers;
  private final ServerCalls calls;
  private final Schedule schedule;
  private final long deadlineNanos;
  private final Set<URI> asked = ConcurrentHashMap.newKeySet();
  private final Map<URI, StatusResponse> answers = new ConcurrentHashMap<>();
  private final CompletableFuture<List<StatusResponse>> result = new CompletableFuture<>();

  /**
   * Prepares a round.
   *
   * @param timeoutMillis when to give up, from now
   */
  StatusRound(
      ServerSearch search,
      Servers servers,
      ServerCalls calls,
      Schedule schedule,
      long timeoutMillis) {
    this.search = search;
    this.servers = servers;
    this.calls = calls;
    this.schedule = schedule;
    this.deadlineNanos = schedule.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
  }

  CompletionStage<List<StatusResponse>> start() {
    round();
    look();
    return result;
  }

  private void round() {
    long leftMillis = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - schedule.nanoTime());
    if (leftMillis <= 0 || !answers.isEmpty()) {
      finish();
      return;
    }
    search.search();
    schedule.after(Math.min(leftMillis, ROUND_MILLIS), this::round);
  }

  private void look() {
    if (result.isDone()) {
      return;
    }
    for (URI server : search.candidates(servers.inOrder())) {
      if (asked.add(server)) {
        calls.status(server).whenComplete((status, failure) -> answered(server, status));
      }
    }
    schedule.after(LOOK_MILLIS, this::look);
  }

  private void answered(URI server, @Nullable StatusResponse status) {
    if (status == null) {
      asked.remove(server);
    } else {
      answers.put(server, status);
    }
  }

  private void finish() {
    result.complete(
        answers.values().stream()
            .distinct()
            .sorted(Comparator.comparing((StatusResponse status) -> status.self().member()))
            .toList());
  }
}
