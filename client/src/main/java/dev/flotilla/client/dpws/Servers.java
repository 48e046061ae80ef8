package dev.flotilla.client.dpws;

import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The servers of the group, as far as a client knows, and which of them to ask next.
 *
 * <p>Any thread may call; each method is atomic.
 */
final class Servers {
  /** More addresses than a group has members; the oldest goes when another is found. */
  static final int MAX_SERVERS = 64;

  private final Runnable search;
  private final Set<URI> known = new LinkedHashSet<>();
  private @Nullable URI leader;

  /**
   * Starts with no server.
   *
   * @param search looks for servers, without blocking; may be called often
   */
  Servers(Runnable search) {
    this.search = search;
  }

  /** A server of the group was found. */
  synchronized void found(URI server) {
    if (known.contains(server)) {
      return;
    }
    if (known.size() >= MAX_SERVERS) {
      known.remove(known.iterator().next());
    }
    known.add(server);
  }

  /** The server to ask: the leader as far as known, else each in turn. */
  synchronized Optional<URI> target() {
    if (leader != null) {
      return Optional.of(leader);
    }
    return known.stream().findFirst();
  }

  /** A server answered: it leads, or it has read by way of the leader. */
  synchronized void led(URI server) {
    leader = server;
    found(server);
  }

  /** A server told who leads, or that it does not know. */
  synchronized void redirected(URI server, Optional<URI> newLeader) {
    leader = newLeader.filter(address -> !address.equals(server)).orElse(null);
    askLast(server);
    newLeader.ifPresent(this::found);
    if (leader == null) {
      search.run();
    }
  }

  /** A server did not answer. */
  synchronized void failed(URI server) {
    if (server.equals(leader)) {
      leader = null;
    }
    askLast(server);
    search.run();
  }

  /** Looks for servers. */
  void search() {
    search.run();
  }

  /** All servers known, the leader first, those that failed last at the end. */
  synchronized List<URI> inOrder() {
    List<URI> ordered = new ArrayList<>(known);
    if (leader != null) {
      ordered.remove(leader);
      ordered.add(0, leader);
    }
    return ordered;
  }

  private void askLast(URI server) {
    if (known.remove(server)) {
      known.add(server);
    }
  }
}
