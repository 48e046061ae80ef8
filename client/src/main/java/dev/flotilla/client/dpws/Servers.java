package dev.flotilla.client.dpws;

import dev.flotilla.client.ConnectionState;
import dev.flotilla.client.ConnectionState.Kind;
import dev.flotilla.client.ReadFrom;
import dev.flotilla.raftdpws.message.MemberStatus;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
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
final class Servers implements Targets {
  /** More addresses than a group has members; the oldest goes when another is found. */
  static final int MAX_SERVERS = 64;

  private static final int MAX_FAILED_LAST = 8;

  private final Runnable search;
  private final ConnectionNews news;

  /** Those that answer, or have not been asked yet. */
  private final Set<URI> known = new LinkedHashSet<>();

  /** Those that did not answer when they were asked last. */
  private final Set<URI> silent = new LinkedHashSet<>();

  /** What a status said of each; only of servers in one of the two sets. */
  private final Map<URI, MemberStatus> kinds = new HashMap<>();

  private final AtomicInteger turns = new AtomicInteger();
  private @Nullable URI leader;

  /** Whom the news call the connected leader; null if they say otherwise. */
  private @Nullable URI connected;

  /** The leader that a status named last; who answered a command or a read is {@link #leader}. */
  private @Nullable URI reportedLeader;

  /**
   * Starts with no server.
   *
   * @param search looks for servers, without blocking; may be called often
   */
  Servers(Runnable search) {
    this(search, new ConnectionNews(Optional.empty()));
  }

  /** Like {@link #Servers(Runnable)}, and tells who leads. */
  Servers(Runnable search, ConnectionNews news) {
    this.search = search;
    this.news = news;
  }

  /** A server of the group has answered. */
  synchronized void found(URI server) {
    silent.remove(server);
    add(known, server);
  }

  /** A status has said what a member is, and whether it leads. */
  synchronized void described(URI server, MemberStatus kind, boolean leads) {
    told(server);
    if (known.contains(server) || silent.contains(server)) {
      kinds.put(server, kind);
    }
    if (leads) {
      reportedLeader = server;
    } else if (server.equals(reportedLeader)) {
      reportedLeader = null;
    }
  }

  /** Whose turn it is, of the servers that share some reads. */
  int nextTurn() {
    return turns.getAndIncrement();
  }

  /**
   * The servers that answer and hold the state, as wished: those that do not lead, or only learn;
   * others if there are none. In an order that does not change with who answered last.
   */
  synchronized List<URI> holding(ReadFrom readFrom) {
    List<URI> all =
        known.stream().filter(it -> kinds.get(it) != MemberStatus.WITNESS).sorted().toList();
    URI leads = leader != null ? leader : reportedLeader;
    List<URI> wished =
        switch (readFrom) {
          case LEADER -> all.stream().filter(it -> it.equals(leads)).toList();
          case ANY -> all;
          case FOLLOWERS -> all.stream().filter(it -> !it.equals(leads)).toList();
          case LEARNERS ->
              all.stream().filter(it -> kinds.get(it) == MemberStatus.LEARNER).toList();
        };
    return wished.isEmpty() ? all : wished;
  }

  /** Who leads, as far as anybody has said; otherwise who has answered last, in its place. */
  synchronized Optional<URI> leading() {
    return Optional.ofNullable(reportedLeader).or(() -> Optional.ofNullable(leader));
  }

  /** Another server has said that this one is of the group, too. */
  synchronized void told(URI server) {
    if (!silent.contains(server)) {
      add(known, server);
    }
  }

  /** The server to ask: the leader as far as known, else each in turn. */
  @Override
  public synchronized Optional<URI> target() {
    if (leader != null) {
      return Optional.of(leader);
    }
    return Stream.concat(known.stream(), silent.stream()).findFirst();
  }

  /** A server answered: it leads, or it has read by way of the leader. */
  @Override
  public synchronized void led(URI server) {
    if (server.equals(connected) && server.equals(leader) && known.contains(server)) {
      return;
    }
    leader = server;
    connected = server;
    news.is(new ConnectionState(Kind.CONNECTED, Optional.of(server)));
    found(server);
  }

  /** A server told who leads, or that it does not know. */
  @Override
  public synchronized void redirected(URI server, Optional<URI> newLeader) {
    lost(server);
    leader = newLeader.filter(address -> !address.equals(server)).orElse(null);
    if (leader != null || server.equals(reportedLeader)) {
      reportedLeader = leader;
    }
    known.remove(server);
    found(server);
    newLeader.ifPresent(this::told);
    if (leader == null) {
      search.run();
    }
  }

  /** A server did not answer. */
  @Override
  public synchronized void failed(URI server) {
    lost(server);
    if (server.equals(leader)) {
      leader = null;
    }
    if (server.equals(reportedLeader)) {
      reportedLeader = null;
    }
    known.remove(server);
    silent.remove(server);
    add(silent, server);
    search.run();
  }

  /** Looks for more servers, while there are some. */
  void lookAround() {
    search.run();
  }

  /** Looks for servers, since none is known. */
  @Override
  public synchronized void search() {
    connected = null;
    news.is(new ConnectionState(Kind.SEARCHING, Optional.empty()));
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

  /** Whoever was only told to lead was never connected to. */
  private void lost(URI server) {
    if (server.equals(leader)) {
      connected = null;
      news.is(new ConnectionState(Kind.LOST, Optional.of(server)));
    }
  }

  private void add(Set<URI> some, URI server) {
    some.add(server);
    if (known.size() + silent.size() > MAX_SERVERS) {
      Set<URI> worse = silent.isEmpty() ? known : silent;
      URI oldest = worse.iterator().next();
      worse.remove(oldest);
      kinds.remove(oldest);
    }
  }
}
