package dev.flotilla.client.dpws;

import dev.flotilla.dpws.discovery.DiscoveredTarget;
import dev.flotilla.dpws.discovery.Discovery;
import dev.flotilla.dpws.discovery.Target;
import dev.flotilla.raftdpws.directory.RaftAddress;
import dev.flotilla.raftdpws.message.MemberAddress;
import dev.flotilla.raftdpws.message.MemberStatus;
import dev.flotilla.raftdpws.message.StatusResponse;
import dev.flotilla.raftdpws.wire.RaftContract;
import dev.flotilla.raftdpws.wire.RaftNames;
import java.net.URI;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Looks for the servers of a group: asks addresses that are known or told, probes, and hears
 * Hellos. An address counts after its server, or one that has been asked itself, has said that it
 * belongs to the group; that every request names the group protects against an address that has
 * passed to somebody else.
 *
 * <p>Any thread may call; nothing blocks.
 */
final class ServerSearch implements AutoCloseable {
  /** A new search at most this often, however many calls ask for one. */
  static final long MIN_PAUSE_NANOS = 250_000_000;

  private static final Duration PROBE_DURATION = Duration.ofSeconds(3);
  private static final int MAX_ASKED_AT_ONCE = 64;
  private static final int MAX_MET = 256;

  private final Discovery discovery;
  private final Discovery.Subscription hellos;
  private final String name;
  private final ServerCalls calls;
  private final PinnedGroup group;
  private final Collection<URI> fixed;
  private final Servers servers;
  // Whatever was met under the scope, in the group or not: for a status of all of them.
  private final Set<URI> met = ConcurrentHashMap.newKeySet();
  private final Set<URI> beingAsked = ConcurrentHashMap.newKeySet();
  private final AtomicLong lastSearchNanos = new AtomicLong(System.nanoTime() - MIN_PAUSE_NANOS);
  private volatile String explanation =
      "no server answered; is one running, and on this network interface or among the addresses"
          + " that were given?";

  /**
   * Starts listening; asks nobody yet.
   *
   * @param fixed addresses to ask in every search
   * @param servers takes the addresses of servers of the group; those of them that failed last are
   *     asked in every search, too
   */
  ServerSearch(
      String name,
      Discovery discovery,
      ServerCalls calls,
      PinnedGroup group,
      Collection<URI> fixed,
      Servers servers) {
    this.discovery = discovery;
    this.calls = calls;
    this.group = group;
    this.fixed = fixed;
    this.servers = servers;
    this.name = name;
    this.hellos = discovery.listen(RaftNames.scope(name), this::heard);
  }

  /** Starts a search, unless one was started a moment ago. */
  void search() {
    long now = System.nanoTime();
    long last = lastSearchNanos.get();
    if (now - last < MIN_PAUSE_NANOS || !lastSearchNanos.compareAndSet(last, now)) {
      return;
    }
    fixed.forEach(this::ask);
    servers.failedLast().forEach(this::ask);
    try {
      discovery.probe(RaftContract.probe(name), PROBE_DURATION);
    } catch (IllegalStateException e) {
      explanation = "the client was closed";
    }
  }

  /** The addresses given and all that were met under the name, founded or not. */
  Set<URI> candidates(Collection<URI> known) {
    Set<URI> all = new LinkedHashSet<>(known);
    all.addAll(met);
    return all;
  }

  /** Asks a server whether it belongs to the group. */
  void ask(URI server) {
    if (!calls.canCall(server)) {
      explanation =
          server
              + " was not called: with keys only https addresses are, without keys (--keys DIR) only"
              + " http addresses";
      return;
    }
    if (met.size() < MAX_MET) {
      met.add(server);
    }
    if (beingAsked.size() >= MAX_ASKED_AT_ONCE || !beingAsked.add(server)) {
      return;
    }
    calls
        .status(server)
        .whenComplete(
            (status, failure) -> {
              beingAsked.remove(server);
              if (failure == null) {
                answered(server, status);
              }
            });
  }

  /** What the search has met so far, for the reason of a refusal. */
  String explanation() {
    return group.others().orElse(explanation);
  }

  @Override
  public void close() {
    hellos.close();
  }

  private void heard(DiscoveredTarget sighting) {
    Target target = sighting.target();
    if (sighting.kind() != DiscoveredTarget.Kind.BYE && RaftContract.isServer(target, name)) {
      for (URI device : target.xAddrs()) {
        RaftAddress.of(device).ifPresent(this::ask);
      }
    }
  }

  private void told(URI server, MemberAddress member, StatusResponse status) {
    if (status.configuration().isEmpty()) {
      servers.told(server);
      return;
    }
    boolean leads = status.leader().filter(it -> it.member().equals(member.member())).isPresent();
    MemberStatus kind = MemberStatus.of(member.member(), status.configuration().get());
    servers.described(server, kind, leads);
  }

  private void answered(URI server, StatusResponse status) {
    if (group.accepts(status)) {
      servers.found(server);
      for (MemberAddress member : status.members()) {
        member.address().flatMap(RaftAddress::parse).ifPresent(it -> told(it, member, status));
      }
    } else if (status.group().isEmpty()) {
      explanation =
          server + " is not part of a founded group: " + status.waitingFor().orElse(status.role());
    }
  }
}
