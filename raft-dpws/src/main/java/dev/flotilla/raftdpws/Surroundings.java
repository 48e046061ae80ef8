package dev.flotilla.raftdpws;

import dev.flotilla.dpws.discovery.Discovery;
import dev.flotilla.node.NodeStatus;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raftdpws.directory.AddressConfirmation;
import dev.flotilla.raftdpws.directory.AddressDirectory;
import dev.flotilla.raftdpws.directory.Exclusions;
import dev.flotilla.raftdpws.directory.MemberLocator;
import dev.flotilla.raftdpws.directory.NameConflicts;
import dev.flotilla.raftdpws.directory.NameConflicts.ClientsWithoutId;
import dev.flotilla.raftdpws.directory.ServerSighting;
import dev.flotilla.raftdpws.message.StatusResponse;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a server hears of other servers of its group's name: finds those that are lost, hands over
 * what is announced, and watches for conflicts.
 *
 * <p>Any thread; nothing blocks.
 */
final class Surroundings implements AutoCloseable {
  /** From one Probe for the group to the next, as long as the server does not belong to it. */
  static final long PROBE_MILLIS = 1_000;

  /** How late an answer may come: a busy machine's own took more than a second. */
  private static final long ANSWER_MILLIS = 10_000;

  private static final Logger LOG = LoggerFactory.getLogger(Surroundings.class);
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** From one Probe of a server that belongs to its group to the next: another group may be met. */
  private static final long IDLE_PROBE_NANOS = 300_000 * NANOS_PER_MILLI;

  /** How long a founder probes at a pace of its own. */
  private static final long FOUNDERS_PROBE_NANOS = 3 * PROBE_MILLIS * NANOS_PER_MILLI;

  /** Founding and joining that take longer are logged. */
  private static final long LONG_WAIT_NANOS = 10_000 * NANOS_PER_MILLI;

  /** From one such line to the next, if it says something else, or the same. */
  private static final long OTHER_WORDS_NANOS = 10_000 * NANOS_PER_MILLI;

  private static final long SAME_WORDS_NANOS = 60_000 * NANOS_PER_MILLI;

  private final String group;
  private final NodeId self;
  private final AddressDirectory addresses;
  private final MemberLocator locator;
  private final NameConflicts conflicts;
  private final Exclusions exclusions;
  private final List<Consumer<ServerSighting>> followers = new CopyOnWriteArrayList<>();

  // Of the device's thread.
  private final long startNanos = System.nanoTime();
  private long probedNanos = startNanos;
  private long lookedNanos = startNanos;
  private String loggedWords = "";
  private long loggedNanos = startNanos;

  /**
   * Hears nothing before {@link #listenTo}.
   *
   * @param own this server's addresses as they are at the moment
   */
  Surroundings(
      RaftDeviceSettings settings,
      String group,
      Member member,
      AddressDirectory addresses,
      PeerCalls calls,
      Supplier<List<URI>> own) {
    this.group = group;
    this.self = member.id();
    this.exclusions = new Exclusions(member);
    this.addresses = addresses;
    this.conflicts =
        new NameConflicts(
            group, self, clients(settings), UUID.randomUUID().toString(), calls::status);
    this.locator =
        new MemberLocator(
            group, self, addresses, settings.staticPeers, calls::status, own, this::announced);
  }

  /** Without keys the other group may be a forgery; an operator may have named this one. */
  private static ClientsWithoutId clients(RaftDeviceSettings settings) {
    return settings.keys.isPresent() && settings.groupId.isEmpty()
        ? ClientsWithoutId.REFUSED
        : ClientsWithoutId.SERVED;
  }

  NameConflicts conflicts() {
    return conflicts;
  }

  Exclusions exclusions() {
    return exclusions;
  }

  /** Hands over what is announced from now on, too. */
  void follow(Consumer<ServerSighting> follower) {
    followers.add(follower);
  }

  /** Hands over the addresses that are announced from now on, too. */
  void add(Consumer<URI> follower) {
    followers.add(sighting -> follower.accept(sighting.address()));
  }

  /** Hears what discovery says from now on. Once. */
  void listenTo(Discovery discovery) {
    locator.listenTo(discovery);
  }

  /**
   * Takes the answers to all Status calls from now on, and so does the confirmation.
   *
   * @param sayHello announces this server to all others
   */
  void hearAnswers(PeerCalls calls, AddressConfirmation confirmation, Runnable sayHello) {
    calls.tell(
        (address, answer) -> {
          confirmation.heard(address, answer);
          exclusions.heard(address, answer);
          if (conflicts.heard(address, answer, System.nanoTime())) {
            // The other side hears of this server, too, and asks it.
            sayHello.run();
          }
        });
  }

  /** The server belongs to the founded group. */
  void belongsTo(GroupId id) {
    conflicts.belongsTo(id);
    exclusions.belongsTo(id);
  }

  /** A member is at none of its addresses. */
  void lost(NodeId member) {
    locator.lost(member);
  }

  /** Has the servers of the group's name announce themselves. */
  void probe() {
    probe(Duration.ofMillis(ANSWER_MILLIS), () -> {});
  }

  /**
   * The same.
   *
   * @param answersCount how long answers count
   * @param heardItself run when this server's own answer has come
   */
  void probe(Duration answersCount, Runnable heardItself) {
    locator.probe(answersCount, heardItself);
  }

  /**
   * Looks for conflicts, and says what a server waits for that belongs to no group; called often,
   * on the device's thread.
   *
   * @param waitingFor what it waits for, if it belongs to no group yet
   */
  void look(Optional<String> waitingFor, long nowNanos) {
    if (nowNanos - lookedNanos < PROBE_MILLIS * NANOS_PER_MILLI) {
      return;
    }
    lookedNanos = nowNanos;
    conflicts.look(nowNanos);
    waitingFor.ifPresent(words -> logWaiting(words, nowNanos));
  }

  /**
   * The same for a server that serves; one that leads probes now and then, to meet other groups.
   */
  void look(NodeStatus node, long nowNanos) {
    look(Optional.empty(), nowNanos);
    if (node.isLeading() && nowNanos - probedNanos >= IDLE_PROBE_NANOS) {
      probedNanos = nowNanos;
      probe();
    }
  }

  /** Probes for a server that belongs to no group; who founds one asks by itself at first. */
  void probe(String role) {
    if (!role.equals(StatusResponse.FOUNDING)
        || System.nanoTime() - startNanos >= FOUNDERS_PROBE_NANOS) {
      probe();
    }
  }

  @Override
  public void close() {
    locator.close();
  }

  private void announced(ServerSighting sighting) {
    if (!addresses.isKept(sighting.server())) {
      conflicts.announced(sighting, System.nanoTime());
    }
    followers.forEach(follower -> follower.accept(sighting));
  }

  private void logWaiting(String words, long nowNanos) {
    long pauseNanos = words.equals(loggedWords) ? SAME_WORDS_NANOS : OTHER_WORDS_NANOS;
    boolean isFirst = loggedWords.isEmpty();
    if (nowNanos - (isFirst ? startNanos : loggedNanos)
        >= (isFirst ? LONG_WAIT_NANOS : pauseNanos)) {
      loggedWords = words;
      loggedNanos = nowNanos;
      LOG.warn("{} of group '{}' waits for {}", self, group, words);
    }
  }
}
