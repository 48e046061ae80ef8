package dev.flotilla.client.dpws;

import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The servers of the group, as far as a client knows, and which of them to ask next.
 *
 * <p>A server that did not answer is asked again when no other is left, or when it has answered a
 * search: a client that lives for long knows many addresses at which nobody is any more, and would
 * wait at each of them before it finds a new leader.
 *
 * <p>Any thread may call; each method is atomic.
 */
final class Servers {
  /** More addresses than a group has members; the oldest goes when another is found. */
  static final int MAX_SERVERS = 64;

  private static final int MAX_FAILED_LAST = 8;

  private final Runnable search;

  /** Those that answer, or have not been asked yet. */
  private final Set<URI> known = new LinkedHashSet<>();

  /** Those that did not answer when they were asked last. */
  private final Set<URI> silent = new LinkedHashSet<>();

  private @Nullable URI leader;

  /**
   * Starts with no server.
   *
   * @param search looks for servers, without blocking; may be called often
   */
  Servers(Runnable search) {
    this.search = search;
  }

  /** A server of the group has answered. */
  synchronized void found(URI server) {
    silent.remove(server);
    add(known, server);
  }

  /** Another server has said that this one is of the group, too. */
  synchronized void told(URI server) {
    if (!silent.contains(server)) {
      add(known, server);
    }
  }

  /** The server to ask: the leader as far as known, else each in turn. */
  synchronized Optional<URI> target() {
    if (leader != null) {
      return Optional.of(leader);
    }
    return Stream.concat(known.stream(), silent.stream()).findFirst();
  }

  /** A server answered: it leads, or it has read by way of the leader. */
  synchronized void led(URI server) {
    leader = server;
    found(server);
  }

  /** A server told who leads, or that it does not know. */
  synchronized void redirected(URI server, Optional<URI> newLeader) {
    leader = newLeader.filter(address -> !address.equals(server)).orElse(null);
    known.remove(server);
    found(server);
    newLeader.ifPresent(this::told);
    if (leader == null) {
      search.run();
    }
  }

  /** A server did not answer. */
  synchronized void failed(URI server) {
    if (server.equals(leader)) {
      leader = null;
    }
    known.remove(server);
    silent.remove(server);
    add(silent, server);
    search.run();
  }

  /** Looks for servers. */
  void search() {
    search.run();
  }

  /** All servers known, the leader first, those that failed last at the end. */
  synchronized List<URI> inOrder() {
    Set<URI> ordered = new LinkedHashSet<>();
    if (leader != null) {
      ordered.add(leader);
    }
    ordered.addAll(known);
    ordered.addAll(silent);
    return new ArrayList<>(ordered);
  }

  /** Some of those that did not answer, the latest: they may be back. */
  synchronized List<URI> failedLast() {
    return silent.stream().skip(Math.max(0, silent.size() - MAX_FAILED_LAST)).toList();
  }

  private void add(Set<URI> some, URI server) {
    some.add(server);
    if (known.size() + silent.size() > MAX_SERVERS) {
      Set<URI> worse = silent.isEmpty() ? known : silent;
      worse.remove(worse.iterator().next());
    }
  }
}
