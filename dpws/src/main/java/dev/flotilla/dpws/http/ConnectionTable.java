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
 * an incomplete one from any, the idle ones likewise. Of several, one of which the first bytes have
 * had time to be read goes first, so that a burst does not evict its own beginning; then the one on
 * which nothing has happened for longest. So connections that send one byte replace each other, and
 * a member that shares their address loses none of its own. A busy connection makes room only for a
 * newcomer from a preferred address, and only if both come from the same one.
 *
 * <p>A request that finds no room in the budget for bytes evicts the connection that holds most of
 * it for a request that is not whole, incomplete connections first, then busy ones. One from a
 * member, which is kept or comes from a preferred address, evicts any but kept ones. One of a
 * stranger does so only if it is small, and only what holds more than it announces.
 *
 * <p><b>Bounds</b> of {@code n} connections: {@code n/2} from one address, {@code n/8} incomplete
 * ones from one address, {@code n/8} kept ones; the last {@code n/8} places are left to preferred
 * addresses. Below {@value #MIN_DIVIDED} connections, nothing is divided.
 *
 * <p>Any thread; takes time that grows with the number of connections only while a bound is
 * reached.
 */
final class ConnectionTable {
  private static final int MIN_DIVIDED = 16;
  private static final int SOURCE_PARTS = 2;
  private static final int SMALL_PARTS = 8;

  private final int maxConnections;
  private final int maxOfSource;
  private final int maxIncompleteOfSource;
  private final int maxKept;
  private final int preferredPlaces;
  private final Map<InetAddress, Set<ConnectionPlace>> bySource = new HashMap<>();
  // Evicted for their bytes, of which the arrays may still be there.
  private final Set<ConnectionPlace> leaving = new HashSet<>();
  private int size;
  private int kept;
  private volatile Predicate<InetAddress> preferred = address -> false;

  ConnectionTable(int maxConnections) {
    boolean isDivided = maxConnections >= MIN_DIVIDED;
    this.maxConnections = maxConnections;
    this.maxOfSource = isDivided ? maxConnections / SOURCE_PARTS : maxConnections;
    this.maxIncompleteOfSource = isDivided ? maxConnections / SMALL_PARTS : maxConnections;
    this.maxKept = isDivided ? maxConnections / SMALL_PARTS : maxConnections;
    this.preferredPlaces = isDivided ? maxConnections / SMALL_PARTS : 0;
  }

  /** Sets whose connections find room first: addresses at which members were met. */
  void prefer(Predicate<InetAddress> addresses) {
    preferred = addresses;
  }

  /** Takes a connection and evicts another if need be; false if there is no room for it. */
  synchronized boolean admit(ConnectionPlace newcomer) {
    InetAddress source = newcomer.source();
    boolean hasRoom = hasRoom(source, bySource.getOrDefault(source, Set.of()));
    if (hasRoom) {
      // Looked up again: what made room may have been the last connection from there.
      bySource.computeIfAbsent(source, it -> new LinkedHashSet<>()).add(newcomer);
      size++;
    }
    return hasRoom;
  }

  /** Forgets a connection that is closed, if it is still there. */
  synchronized void remove(ConnectionPlace connection) {
    Set<ConnectionPlace> ofSource = bySource.get(connection.source());
    if (ofSource == null || !ofSource.remove(connection)) {
      return;
    }
    size--;
    kept -= connection.isKept() ? 1 : 0;
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

  private boolean hasRoom(InetAddress source, Set<ConnectionPlace> ofSource) {
    if (ofSource.size() >= maxIncompleteOfSource
        && count(ofSource, Stage.INCOMPLETE) >= maxIncompleteOfSource) {
      ConnectionPlace victim = quietest(ofSource, Stage.INCOMPLETE);
      if (victim != null && victim.isSettled()) {
        var unused = evict(victim, Stage.INCOMPLETE);
      }
    }
    while (countEvictable(ofSource) >= maxOfSource) {
      if (!evict(ofSource, Stage.INCOMPLETE)
          && !evict(ofSource, Stage.IDLE)
          && !evictBusy(source, ofSource)) {
        return false;
      }
    }
    while (size >= maxConnections
        || (size >= maxConnections - preferredPlaces && !preferred.test(source))) {
      if (!evict(ofSource, Stage.INCOMPLETE)
          && !evictOfAny(Stage.INCOMPLETE)
          && !evict(ofSource, Stage.IDLE)
          && !evictOfAny(Stage.IDLE)
          && !evictBusy(source, ofSource)) {
        return false;
      }
    }
    return true;
  }

  private boolean evictBusy(InetAddress source, Set<ConnectionPlace> ofSource) {
    return preferred.test(source) && evict(ofSource, Stage.BUSY);
  }

  private boolean evictOfAny(Stage stage) {
    ConnectionPlace quietest = null;
    for (Set<ConnectionPlace> connections : bySource.values()) {
      quietest = quieter(quietest, quietest(connections, stage));
    }
    return evict(quietest, stage);
  }

  private boolean evict(Collection<ConnectionPlace> connections, Stage stage) {
    return evict(quietest(connections, stage), stage);
  }

  /** True also if it has just left the stage: the caller looks again. */
  private boolean evict(@Nullable ConnectionPlace victim, Stage stage) {
    if (victim == null) {
      return false;
    }
    if (victim.evict(stage)) {
      remove(victim);
    }
    return true;
  }

  private static @Nullable ConnectionPlace quietest(
      Collection<ConnectionPlace> connections, Stage stage) {
    ConnectionPlace quietest = null;
    for (ConnectionPlace connection : connections) {
      if (connection.stage() == stage && !connection.isKept()) {
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
    if (one.isSettled() != other.isSettled()) {
      return one.isSettled() ? one : other;
    }
    return other.activeNanos() - one.activeNanos() < 0 ? other : one;
  }

  private static int count(Collection<ConnectionPlace> connections, Stage stage) {
    int count = 0;
    for (ConnectionPlace connection : connections) {
      count += connection.stage() == stage && !connection.isKept() ? 1 : 0;
    }
    return count;
  }

  private int countEvictable(Collection<ConnectionPlace> connections) {
    if (connections.size() < maxOfSource) {
      return connections.size();
    }
    int count = 0;
    for (ConnectionPlace connection : connections) {
      count += connection.isKept() ? 0 : 1;
    }
    return count;
  }
}
