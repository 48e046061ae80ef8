package dev.flotilla.client.dpws;

import dev.flotilla.dpws.discovery.DiscoveredTarget;
import dev.flotilla.dpws.discovery.Discovery;
import dev.flotilla.dpws.discovery.Target;
import dev.flotilla.dpws.http.client.CallFailure;
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
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Looks for the servers of a group: asks addresses that are known or told, probes, and hears
 * Hellos. An address counts after its server, or one that has been asked itself, has said that it
 * belongs to the group; that every request names the group protects against an address that has
 * passed to somebody else.
 *
 * <p>Any thread may call; nothing blocks.
 */
final class ServerSearch implements Call.NoServer, AutoCloseable {
  /** A new search at most this often, however many calls ask for one. */
  static final long MIN_PAUSE_NANOS = 250_000_000;

  /** After so many Probes in vain, each pause is twice the one before, up to 8 s. */
  private static final String NO_SERVER_ANSWERED =
      "no server answered; is one running, and on this network interface or among the addresses"
          + " that were given?";

  private static final int OFTEN_PROBES = 20;

  private static final int MAX_DOUBLINGS = 5;

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
  // How the last question ended at each address at which no server of the group has answered it.
  private final Map<URI, InVain> inVain = new ConcurrentHashMap<>();
  // Whatever was met under the scope, in the group or not: for a status of all of them.
  private final Set<URI> met = ConcurrentHashMap.newKeySet();
  private final Set<URI> beingAsked = ConcurrentHashMap.newKeySet();
  private final Set<Listener> listeners = ConcurrentHashMap.newKeySet();
  private final AtomicLong lastSearchNanos = new AtomicLong(System.nanoTime() - MIN_PAUSE_NANOS);
  // Guarded by this.
  private int fruitlessProbes;
  private long nextProbeNanos = System.nanoTime();

  // Null until somebody has answered.
  private volatile @Nullable String explanation;

  private enum Why {
    OTHER_GROUP,
    NOT_FOUNDED,
    SILENT
  }

  private record InVain(Why why, long askedNanos) {}

  /** Hears of every server that was asked for its status. Any thread; must not block. */
  interface Listener {
    /** A server has answered, or has not: then without a status. */
    void ended(URI server, @Nullable StatusResponse status);
  }

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
    if (!isProbeDue(now)) {
      return;
    }
    try {
      discovery.probe(RaftContract.probe(name), PROBE_DURATION);
    } catch (IllegalStateException e) {
      explanation = "the client was closed";
    }
  }

  /** Less and less often while nobody answers: each is a question to the whole network. */
  private synchronized boolean isProbeDue(long nowNanos) {
    if (nowNanos - nextProbeNanos < 0) {
      return false;
    }
    nextProbeNanos = nowNanos + (MIN_PAUSE_NANOS << Math.max(0, fruitlessProbes - OFTEN_PROBES));
    fruitlessProbes = Math.min(fruitlessProbes + 1, OFTEN_PROBES + MAX_DOUBLINGS);
    return true;
  }

  private synchronized void probeOften() {
    fruitlessProbes = 0;
    nextProbeNanos = System.nanoTime();
  }

  /** The addresses given and all that were met under the name, founded or not. */
  Set<URI> candidates(Collection<URI> known) {
    Set<URI> all = new LinkedHashSet<>(known);
    all.addAll(met);
    return all;
  }

  /** Tells how each server ends that is asked from now on. */
  void listen(Listener listener) {
    listeners.add(listener);
  }

  void unlisten(Listener listener) {
    listeners.remove(listener);
  }

  /** Asks a server whether it belongs to the group, unless it is being asked. */
  void ask(URI server) {
    if (!calls.canCall(server)) {
      explanation =
          server
              + " was not called: with keys only https addresses are, without keys (--keys DIR)"
              + " only http addresses";
      return;
    }
    if (met.size() < MAX_MET) {
      met.add(server);
    }
    if (beingAsked.size() >= MAX_ASKED_AT_ONCE || !beingAsked.add(server)) {
      return;
    }
    long askedNanos = System.nanoTime();
    calls
        .status(server)
        .whenComplete(
            (status, failure) -> {
              try {
                if (failure == null) {
                  answered(server, status, askedNanos);
                } else {
                  failed(server, failure, askedNanos);
                }
              } finally {
                // Only now: an address that is not being asked any more has a known end.
                beingAsked.remove(server);
              }
              listeners.forEach(it -> it.ended(server, failure == null ? status : null));
            });
  }

  private void failed(URI server, Throwable thrown, long askedNanos) {
    note(server, new InVain(Why.SILENT, askedNanos));
    refusal(server, thrown).ifPresent(why -> explanation = why);
  }

  /** What came back, and was no answer: it says more than that others are silent. */
  static Optional<String> refusal(URI server, Throwable thrown) {
    Throwable cause = thrown instanceof CompletionException ? thrown.getCause() : thrown;
    if (cause instanceof CallFailure failure
        && failure.getCause() instanceof SSLException refused) {
      String reason = String.valueOf(refused.getMessage());
      String remedy = reason.contains("certificate") ? "; use keys (--keys DIR) of its group" : "";
      return Optional.of(
          "a server is at %s, but without a connection: %s%s"
              .formatted(server.getAuthority(), reason, remedy));
    }
    return cause instanceof CallFailure failure && isRefusal(failure)
        ? Optional.of("the server at %s refuses: %s".formatted(server, failure.getMessage()))
        : Optional.empty();
  }

  private static boolean isRefusal(CallFailure failure) {
    return switch (failure.kind()) {
      case FAULT, MALFORMED, OVERLOADED -> true;
      case NOT_SENT, TIMEOUT, BROKEN -> false;
    };
  }

  /** What the search has met so far, for the reason of a refusal. */
  @Override
  public String explanation() {
    return obstacle().orElse(NO_SERVER_ANSWERED);
  }

  /** Why no server can be asked; empty if nobody has answered at all. */
  Optional<String> obstacle() {
    return group.others().or(() -> Optional.ofNullable(explanation));
  }

  /**
   * Addresses were given, all lead to another group, nobody else may belong to this one yet, and
   * all of that was asked in this search.
   */
  @Override
  public boolean isFinal(long searchedNanos) {
    long sinceNanos = System.nanoTime() - searchedNanos;
    return searchedNanos > GroupFinder.ROUND.toNanos()
        && !fixed.isEmpty()
        && beingAsked.stream().allMatch(server -> whySince(sinceNanos, server).isPresent())
        && fixed.stream()
            .allMatch(server -> whySince(sinceNanos, server).equals(Optional.of(Why.OTHER_GROUP)))
        && inVain.values().stream().noneMatch(end -> end.why() == Why.NOT_FOUNDED);
  }

  private Optional<Why> whySince(long sinceNanos, URI server) {
    return Optional.ofNullable(inVain.get(server))
        .filter(end -> end.askedNanos() - sinceNanos >= 0)
        .map(InVain::why);
  }

  @Override
  public void close() {
    hellos.close();
  }

  private void heard(DiscoveredTarget sighting) {
    Target target = sighting.target();
    if (sighting.kind() != DiscoveredTarget.Kind.BYE && RaftContract.isServer(target, name)) {
      probeOften();
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

  private void note(URI server, InVain end) {
    if (inVain.size() < MAX_MET || inVain.containsKey(server) || fixed.contains(server)) {
      inVain.put(server, end);
    }
  }

  private void answered(URI server, StatusResponse status, long askedNanos) {
    if (group.accepts(status)) {
      inVain.remove(server);
      // First who leads: a watch takes the best server that it finds.
      for (MemberAddress member : status.members()) {
        member.address().flatMap(RaftAddress::parse).ifPresent(it -> told(it, member, status));
      }
      servers.found(server);
    } else if (status.group().isEmpty()) {
      note(server, new InVain(Why.NOT_FOUNDED, askedNanos));
      explanation =
          server + " is not part of a founded group: " + status.waitingFor().orElse(status.role());
    } else {
      note(server, new InVain(Why.OTHER_GROUP, askedNanos));
    }
    if (!status.name().equals(name)) {
      explanation = "%s is a server of the group '%s'".formatted(server, status.name());
    }
  }
}
