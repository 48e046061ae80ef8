package dev.flotilla.client.dpws;

import dev.flotilla.raft.model.Member;
import dev.flotilla.raftdpws.message.MemberAddress;
import dev.flotilla.raftdpws.message.StatusFact;
import dev.flotilla.raftdpws.message.StatusResponse;
import java.net.URI;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Asks every server that is found within a moment for its status, each once; begins again while
 * nobody answers at all. A server is one answer, by whichever of its addresses it was asked.
 */
final class StatusRound implements ServerSearch.Listener {
  /** Long enough for a search on a LAN to be answered. */
  static final long ROUND_MILLIS = 1_000;

  /** Between looks at what the search has found. */
  private static final long LOOK_MILLIS = 100;

  private final ServerSearch search;
  private final Servers servers;
  private final Schedule schedule;
  private final long deadlineNanos;

  /** Who was asked in this round, with or without an answer yet. */
  private final Set<URI> asked = ConcurrentHashMap.newKeySet();

  private final Map<Answerer, StatusResponse> answers = new ConcurrentHashMap<>();

  private final CompletableFuture<List<StatusResponse>> result = new CompletableFuture<>();

  /**
   * Who has answered. A server has many addresses, and says of itself the one where it was asked;
   * copies of one member are processes of their own.
   */
  record Answerer(Member member, String process) {
    static Answerer of(StatusResponse status) {
      MemberAddress self = status.self();
      return new Answerer(
          self.member(),
          status.facts().text(StatusFact.PROCESS).orElseGet(() -> self.address().orElse("")));
    }
  }

  /**
   * Prepares a round.
   *
   * @param timeoutMillis when to give up, from now
   */
  StatusRound(ServerSearch search, Servers servers, Schedule schedule, long timeoutMillis) {
    this.search = search;
    this.servers = servers;
    this.schedule = schedule;
    this.deadlineNanos = schedule.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
  }

  CompletableFuture<List<StatusResponse>> start() {
    search.listen(this);
    round();
    look();
    return result;
  }

  private void round() {
    if (result.isDone()) {
      return;
    }
    long leftMillis = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - schedule.nanoTime());
    if (leftMillis <= 0 || !answers.isEmpty()) {
      finish();
      return;
    }
    asked.clear();
    search.search();
    schedule.after(Math.min(leftMillis, ROUND_MILLIS), this::round);
  }

  private void look() {
    if (result.isDone()) {
      return;
    }
    for (URI server : search.candidates(servers.inOrder())) {
      if (asked.add(server)) {
        search.ask(server);
      }
    }
    schedule.after(LOOK_MILLIS, this::look);
  }

  @Override
  public void ended(URI server, @Nullable StatusResponse status) {
    // The search asks by itself, too.
    asked.add(server);
    if (status != null) {
      answers.putIfAbsent(Answerer.of(status), status);
    }
  }

  /** Ends with the answers so far. Repeated calls do nothing. */
  void finish() {
    search.unlisten(this);
    result.complete(
        answers.values().stream()
            .sorted(Comparator.comparing((StatusResponse status) -> status.self().member()))
            .toList());
  }
}
