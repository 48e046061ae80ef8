package dev.flotilla.dpws.http;

import dev.flotilla.dpws.http.ConnectionPlace.Stage;
import java.net.InetAddress;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The open connections of one endpoint: who may open one more, and which makes room for it.
 *
 * <p>A connection is <em>incomplete</em> until a whole request has come, and again while part of
 * one has; <em>busy</em> while a request waits for its answer or an answer for its reader; else
 * <em>idle</em>. It is <em>kept</em> once a handler has asked so ({@link
 * dev.flotilla.dpws.soap.Exchange#keepConnection}), and never makes room then.
 *
 * <p>A newcomer takes the place of, in this order: an incomplete connection from its own address,
 * an incomplete one from any, the idle ones likewise. Of several, the one on which nothing has
 * happened for longest goes first. One that was opened, or used, in the last 250 ms stays, so that
 * a crowd does not take each other's places before or between two requests, but for two cases: its
 * address has {@code n/8} incomplete ones, or has more connections than the newcomer's. So
 * connections that send one byte replace each other, and a member that shares their address loses
 * none of its own.
 *
 * <p>If all connections are in use, a newcomer is refused; one from a preferred address is taken
 * <em>on trial</em>. That ends with its first answer, unless it is kept by then. When all places
 * for that are taken, the quietest on trial from the newcomer's address makes room; if there is
 * none, the quietest from the address with the most. So a member gets through a crowd on its own
 * host, whose clients take no answers from each other.
 *
 * <p>A request that finds no room in the budget for bytes evicts the connection that holds most of
 * it for a request that is not whole, incomplete connections first, then busy ones. One from a
 * member, which is kept or comes from a preferred address, evicts any but kept ones. One of a
 * stranger does so only if it is small, and only what holds more than it announces.
 *
 * <p><b>Bounds</b> of {@code n} connections: {@code n/2} from one address, {@code n/8} incomplete
 * ones from one address, {@code n/8} kept ones, {@code n/8} on trial. All but the last are at most
 * {@code 7n/8}. Below {@value #MIN_DIVIDED} connections, nothing is divided, and idle ones make
 * room at once.
 *
 * <p>Any thread; takes time that grows with the number of connections only while a bound is
 * reached.
 */
final class ConnectionTable {
  private static final int MIN_DIVIDED = 16;
  private static final int SOURCE_PARTS = 2;
  private static final int SMALL_PARTS = 8;

  /** What has been quiet for less may be about to be used. */
  private static final long REST_NANOS = 250_000_000;

  private final int maxConnections;
  private final int maxOfSource;
  private final int maxIncompleteOfSource;
  private final int maxKept;
  private final int trialPlaces;
  private final long restNanos;
  private final String fullness;
  private final Map<InetAddress, Set<ConnectionPlace>> bySource = new HashMap<>();
  // Evicted for their bytes, of which the arrays may still be there.
  private final Set<ConnectionPlace> leaving = new HashSet<>();
  private int size;
  private int kept;
  private int onTrial;
  private volatile Predicate<InetAddress> preferred = address -> false;

  /** What a newcomer gets. */
  private enum Room {
    NONE,
    ON_TRIAL,
    LASTING
  }

  ConnectionTable(int maxConnections) {
    boolean isDivided = maxConnections >= MIN_DIVIDED;
    this.maxConnections = maxConnections;
    this.maxOfSource = isDivided ? maxConnections / SOURCE_PARTS : maxConnections;
    this.maxIncompleteOfSource = isDivided ? maxConnections / SMALL_PARTS : maxConnections;
    this.maxKept = isDivided ? maxConnections / SMALL_PARTS : maxConnections;
    this.trialPlaces = isDivided ? maxConnections / SMALL_PARTS : 0;
    this.restNanos = isDivided ? REST_NANOS : 0;
    this.fullness =
        "all connections are in use; a server takes %s from one address, and %s in all"
            .formatted(maxOfSource, maxConnections - trialPlaces);
  }

  /** Sets whose connections find room first: addresses at which members were met. */
  void prefer(Predicate<InetAddress> addresses) {
    preferred = addresses;
  }

  /** Takes a connection and evicts another if need be; false if there is no room for it. */
  synchronized boolean admit(ConnectionPlace newcomer) {
    InetAddress source = newcomer.source();
    Room room = roomFor(source, bySource.getOrDefault(source, Set.of()), newcomer.activeNanos());
    if (room == Room.ON_TRIAL) {
      newcomer.markOnTrial();
      onTrial++;
    }
    if (room != Room.NONE) {
      // Looked up again: what made room may have been the last connection from there.
      bySource.computeIfAbsent(source, it -> new LinkedHashSet<>()).add(newcomer);
      size++;
    }
    return room != Room.NONE;
  }

  /** Why a connection is refused, in words. */
  String fullness() {
    return fullness;
  }

  /** Forgets a connection that is closed, if it is still there. */
  synchronized void remove(ConnectionPlace connection) {
    Set<ConnectionPlace> ofSource = bySource.get(connection.source());
    if (ofSource == null || !ofSource.remove(connection)) {
      return;
    }
    size--;
    kept -= connection.isKept() ? 1 : 0;
    onTrial -= connection.isOnTrial() ? 1 : 0;
    if (ofSource.isEmpty()) {
      bySource.remove(connection.source());
    }
  }

  /** Has a connection kept from now on, unless too many are. */
  synchronized void keep(ConnectionPlace connection) {
    Set<ConnectionPlace> ofSource = bySource.get(connection.source());
    if (kept < maxKept
        && ofSource != null
        && ofSource.contains(connection)
        && !connection.isKept()) {
      kept++;
      onTrial -= connection.isOnTrial() ? 1 : 0;
      connection.markKept();
    }
  }

  /**
   * Evicts a connection that holds bytes of the budget for a request that is not whole. For a
   * stranger only if the last one evicted has freed its memory, so that strangers cannot fill the
   * heap by evicting each other.
   *
   * @param asking whose request finds no room
   * @param messageBytes how large the request is to become
   * @param isSmall whether that is small for the budget
   * @return whether there may be room now: the caller looks again
   */
  synchronized boolean makeRoom(ConnectionPlace asking, long messageBytes, boolean isSmall) {
    boolean isMember = asking.isKept() || preferred.test(asking.source());
    if (asking.stage() == Stage.EVICTED || (!isMember && !(isSmall && leaving.isEmpty()))) {
      return false;
    }
    long sparedBytes = isMember ? 0 : messageBytes;
    return evictHolder(asking, isMember, sparedBytes, Stage.INCOMPLETE)
        || evictHolder(asking, isMember, sparedBytes, Stage.BUSY);
  }

  /** The memory of a connection is free. */
  synchronized void left(ConnectionPlace connection) {
    leaving.remove(connection);
  }

  /** True also if the victim has just left the stage. */
  private boolean evictHolder(
      ConnectionPlace asking, boolean isMember, long sparedBytes, Stage stage) {
    ConnectionPlace victim = null;
    long mostBytes = sparedBytes;
    for (Set<ConnectionPlace> connections : bySource.values()) {
      for (ConnectionPlace each : connections) {
        boolean isEvictable =
            each != asking
                && each.stage() == stage
                && !each.isKept()
                && (isMember || !preferred.test(each.source()));
        if (isEvictable && each.arrivingBytes() > mostBytes) {
          victim = each;
          mostBytes = each.arrivingBytes();
        }
      }
    }
    if (victim == null) {
      return false;
    }
    leaving.add(victim); // Before it is closed: it may have left before that returns.
    if (victim.evict(stage)) {
      remove(victim);
      victim.giveBackArriving();
    } else {
      leaving.remove(victim);
    }
    return true;
  }

  private Room roomFor(InetAddress source, Set<ConnectionPlace> ofSource, long nowNanos) {
    if (isFlooding(ofSource)) {
      var unused = evictUnused(quietest(ofSource, Stage.INCOMPLETE));
    }
    while (isCrowded(ofSource)) {
      ConnectionPlace victim = unused(ofSource, nowNanos);
      if (victim == null) {
        return preferred.test(source) ? roomOnTrial(ofSource) : Room.NONE;
      }
      if (evictUnused(victim)) {
        return Room.LASTING;
      }
    }
    return Room.LASTING;
  }

  private boolean isCrowded(Set<ConnectionPlace> ofSource) {
    return isFullOf(ofSource) || size - onTrial >= maxConnections - trialPlaces;
  }

  private boolean isFlooding(Set<ConnectionPlace> ofSource) {
    return ofSource.size() >= maxIncompleteOfSource
        && count(ofSource, Stage.INCOMPLETE) >= maxIncompleteOfSource;
  }

  private boolean isFullOf(Set<ConnectionPlace> ofSource) {
    return ofSource.size() >= maxOfSource
        && ofSource.stream().filter(ConnectionTable::isLasting).count() >= maxOfSource;
  }

  private Room roomOnTrial(Set<ConnectionPlace> ofSource) {
    boolean isDivided = trialPlaces > 0;
    while (onTrial >= trialPlaces || size >= maxConnections) {
      ConnectionPlace victim = isDivided ? onTrial(ofSource) : quietest(ofSource, Stage.BUSY);
      if (victim == null) {
        return Room.NONE;
      }
      if (evict(victim, victim.stage()) && !isDivided) {
        return Room.LASTING;
      }
    }
    return Room.ON_TRIAL;
  }

  /** The quietest on trial of an address; of that with the most if it has none. */
  private @Nullable ConnectionPlace onTrial(Set<ConnectionPlace> ofSource) {
    ConnectionPlace own = quietest(ofSource, ConnectionPlace::isOnTrial);
    if (own != null) {
      return own;
    }
    Set<ConnectionPlace> most = Set.of();
    long mostOnTrial = 1;
    for (Set<ConnectionPlace> connections : bySource.values()) {
      long onTrial = connections.stream().filter(ConnectionPlace::isOnTrial).count();
      if (onTrial > mostOnTrial) {
        most = connections;
        mostOnTrial = onTrial;
      }
    }
    return quietest(most, ConnectionPlace::isOnTrial);
  }

  /** Which connection makes room, with no request on it. */
  private @Nullable ConnectionPlace unused(Set<ConnectionPlace> ofSource, long nowNanos) {
    ConnectionPlace incomplete = quietest(ofSource, Stage.INCOMPLETE);
    if (isRested(incomplete, nowNanos)) {
      return incomplete;
    }
    if (isFlooding(ofSource)) {
      return quietest(ofSource, it -> isLasting(it) && it.stage() == Stage.INCOMPLETE);
    }
    if (isFullOf(ofSource)) {
      ConnectionPlace idle = quietest(ofSource, Stage.IDLE);
      return isRested(idle, nowNanos) ? idle : null;
    }
    return unusedOfAny(ofSource, nowNanos);
  }

  /** One on which nothing has happened for a while; else one of a larger address. */
  private @Nullable ConnectionPlace unusedOfAny(Set<ConnectionPlace> ofSource, long nowNanos) {
    ConnectionPlace incomplete = quietestOfLarger(0, Stage.INCOMPLETE);
    if (isRested(incomplete, nowNanos)) {
      return incomplete;
    }
    ConnectionPlace own = quietest(ofSource, Stage.IDLE);
    if (isRested(own, nowNanos)) {
      return own;
    }
    ConnectionPlace idle = quietestOfLarger(0, Stage.IDLE);
    if (isRested(idle, nowNanos)) {
      return idle;
    }
    ConnectionPlace ofLarger = quietestOfLarger(ofSource.size() + 1, Stage.INCOMPLETE);
    return ofLarger != null ? ofLarger : quietestOfLarger(ofSource.size() + 1, Stage.IDLE);
  }

  private @Nullable ConnectionPlace quietestOfLarger(int connections, Stage stage) {
    ConnectionPlace quietest = null;
    for (Set<ConnectionPlace> each : bySource.values()) {
      if (each.size() > connections) {
        quietest = quieter(quietest, quietest(each, stage));
      }
    }
    return quietest;
  }

  /** Whether it may make room for others of its own address. */
  private boolean isRested(@Nullable ConnectionPlace victim, long nowNanos) {
    return victim != null && nowNanos - victim.activeNanos() >= restNanos;
  }

  private boolean evictUnused(@Nullable ConnectionPlace victim) {
    return victim != null && (evict(victim, Stage.INCOMPLETE) || evict(victim, Stage.IDLE));
  }

  /** False if it has just left the stage: the caller looks again. */
  private boolean evict(ConnectionPlace victim, Stage stage) {
    boolean isEvicted = victim.evict(stage);
    if (isEvicted) {
      remove(victim);
    }
    return isEvicted;
  }

  private static boolean isLasting(ConnectionPlace connection) {
    return !connection.isKept() && !connection.isOnTrial();
  }

  private static @Nullable ConnectionPlace quietest(
      Collection<ConnectionPlace> connections, Stage stage) {
    return quietest(
        connections,
        it ->
            isLasting(it) && it.stage() == stage && (stage != Stage.INCOMPLETE || it.isSettled()));
  }

  private static @Nullable ConnectionPlace quietest(
      Collection<ConnectionPlace> connections, Predicate<ConnectionPlace> condition) {
    ConnectionPlace quietest = null;
    for (ConnectionPlace connection : connections) {
      if (condition.test(connection)) {
        quietest = quieter(quietest, connection);
      }
    }
    return quietest;
  }

  private static @Nullable ConnectionPlace quieter(
      @Nullable ConnectionPlace one, @Nullable ConnectionPlace other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return other.activeNanos() - one.activeNanos() < 0 ? other : one;
  }

  private static int count(Collection<ConnectionPlace> connections, Stage stage) {
    int count = 0;
    for (ConnectionPlace connection : connections) {
      count += isLasting(connection) && connection.stage() == stage ? 1 : 0;
    }
    return count;
  }
}
