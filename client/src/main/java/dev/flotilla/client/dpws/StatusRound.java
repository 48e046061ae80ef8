package dev.flotilla.client.dpws;

import dev.flotilla.raftdpws.wire.StatusResponse;
import java.net.URI;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/** Asks every server that is found within a moment for its status, each once. */
final class StatusRound {
  /** Long enough for a search on a LAN to be answered. */
  static final long ROUND_MILLIS = 1_000;

  /** Between looks at what the search has found. */
  private static final long LOOK_MILLIS = 100;

  private final ServerSearch search;
  private final Servers servers;
  private final ServerCalls calls;
  private final Schedule schedule;
  private final Set<URI> asked = ConcurrentHashMap.newKeySet();
  private final Map<URI, StatusResponse> answers = new ConcurrentHashMap<>();
  private final CompletableFuture<List<StatusResponse>> result = new CompletableFuture<>();

  StatusRound(ServerSearch search, Servers servers, ServerCalls calls, Schedule schedule) {
    this.search = search;
    this.servers = servers;
    this.calls = calls;
    this.schedule = schedule;
  }

  CompletionStage<List<StatusResponse>> start() {
    search.search();
    schedule.after(ROUND_MILLIS, this::finish);
    look();
    return result;
  }

  private void look() {
    if (result.isDone()) {
      return;
    }
    for (URI server : search.candidates(servers.inOrder())) {
      if (asked.add(server)) {
        calls.status(server).thenAccept(status -> answers.put(server, status));
      }
    }
    schedule.after(LOOK_MILLIS, this::look);
  }

  private void finish() {
    result.complete(
        answers.values().stream()
            .distinct()
            .sorted(Comparator.comparing((StatusResponse status) -> status.self().member()))
            .toList());
  }
}
