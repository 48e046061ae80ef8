package dev.flotilla.raftdpws.directory;

import dev.flotilla.dpws.TokenBucket;
import dev.flotilla.dpws.discovery.DiscoveredTarget;
import dev.flotilla.dpws.discovery.Discovery;
import dev.flotilla.dpws.discovery.Target;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raftdpws.message.MemberAddress;
import dev.flotilla.raftdpws.message.StatusResponse;
import dev.flotilla.raftdpws.wire.RaftContract;
import dev.flotilla.raftdpws.wire.RaftNames;
import java.net.URI;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Feeds the directory: listens to discovery, and looks for members that are at none of their known
 * addresses.
 *
 * <p>All that is heard are hints, which anybody on the network can forge: see {@link
 * AddressDirectory} for what they can do. Any thread; nothing blocks.
 */
public final class MemberLocator implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(MemberLocator.class);

  /** One member is looked for at most once in this time. */
  private static final long MIN_PAUSE_NANOS = 500_000_000;

  /** Members of which it is remembered when they were looked for; the oldest gives way. */
  static final int MAX_LOST = 64;

  /**
   * Announcements without an address that are followed in a second, all together: anybody can send
   * any number, and each is a question to the whole network.
   */
  static final int FOLLOWED_PER_SECOND = 1;

  /** As many may be followed at once. */
  static final int MAX_FOLLOWED_AT_ONCE = 3;

  /** Addresses that are asked when one member is looked for. */
  static final int MAX_ASKED = 64;

  private static final int MAX_ADDRESSES_PER_SIGHTING = 4;

  private final String group;
  private final NodeId self;
  private final AddressDirectory directory;
  private final List<URI> fixed;
  private final Function<URI, CompletionStage<StatusResponse>> status;
  private final Consumer<URI> announced;
  private final Map<NodeId, Long> lookedForNanos = new LinkedHashMap<>();
  // Apart, so that whoever invents servers keeps no member of the group from being found.
  private final TokenBucket followed;
  private volatile Optional<Discovery> discovery = Optional.empty();
  private Discovery.@Nullable Subscription hearing;

  /**
   * Prepares; nothing is heard before {@link #listenTo}.
   *
   * @param group the group's name
   * @param self this server, which is not looked for
   * @param fixed addresses that an operator named, asked for their status when somebody is missing,
   *     as are the members that are known
   * @param status asks who lives at an address; must not block
   * @param announced told of each address at which a server of the group is announced
   */
  public MemberLocator(
      String group,
      NodeId self,
      AddressDirectory directory,
      Collection<URI> fixed,
      Function<URI, CompletionStage<StatusResponse>> status,
      Consumer<URI> announced) {
    this.group = group;
    this.self = self;
    this.directory = directory;
    this.fixed = List.copyOf(fixed);
    this.status = status;
    this.announced = announced;
    this.followed = new TokenBucket(FOLLOWED_PER_SECOND, MAX_FOLLOWED_AT_ONCE, System.nanoTime());
  }

  /** Hears what is announced from now on. Once. */
  public synchronized void listenTo(Discovery source) {
    discovery = Optional.of(source);
    hearing = source.listen(RaftNames.scope(group), this::heard);
  }

  /** Asks everybody of the group to say where they are. */
  public void probe(Duration duration) {
    ask(source -> source.probe(RaftContract.probe(group), duration));
  }

  /** A member is at none of its addresses: looks for it, unless that was done a moment ago. */
  public void lost(NodeId member) {
    if (!isDue(member, System.nanoTime())) {
      return;
    }
    resolve(member);
    Stream.concat(fixed.stream(), directory.addresses().stream())
        .distinct()
        .limit(MAX_ASKED)
        .forEach(this::askWhoIsThere);
  }

  @Override
  public synchronized void close() {
    discovery = Optional.empty();
    if (hearing != null) {
      hearing.close();
    }
  }

  /** Takes what discovery says of somebody. */
  void heard(DiscoveredTarget sighting) {
    Target target = sighting.target();
    Optional<NodeId> id = id(target.endpointReference());
    if (id.isEmpty() || id.get().equals(self)) {
      return;
    }
    NodeId member = id.get();
    if (sighting.kind() == DiscoveredTarget.Kind.BYE) {
      directory.left(member);
      return;
    }
    boolean isServer = RaftContract.isServer(target, group);
    if (!isServer && !directory.isKept(member)) {
      return;
    }
    if (target.xAddrs().isEmpty() && mayFollow(System.nanoTime())) {
      resolve(member);
    }
    target.xAddrs().stream()
        .limit(MAX_ADDRESSES_PER_SIGHTING)
        .map(RaftAddress::claimed)
        .flatMap(Optional::stream)
        .forEach(
            address -> {
              directory.named(member, address);
              if (isServer) {
                announced.accept(address);
              }
            });
  }

  /** Whether the member is to be looked for now; takes down that it was. */
  synchronized boolean isDue(NodeId member, long nowNanos) {
    Long last = lookedForNanos.get(member);
    if (last != null && nowNanos - last < MIN_PAUSE_NANOS) {
      return false;
    }
    // Behind all others: the map is in order of time.
    lookedForNanos.remove(member);
    lookedForNanos.put(member, nowNanos);
    if (lookedForNanos.size() > MAX_LOST) {
      lookedForNanos.remove(lookedForNanos.keySet().iterator().next());
    }
    return true;
  }

  private synchronized boolean mayFollow(long nowNanos) {
    return followed.take(nowNanos);
  }

  // The answer comes to heard(), as every sighting does.
  private void resolve(NodeId server) {
    ask(source -> source.resolve(server.toString(), Duration.ofNanos(MIN_PAUSE_NANOS)));
  }

  private void askWhoIsThere(URI address) {
    status
        .apply(address)
        .whenComplete(
            (answer, failure) -> {
              if (answer != null && answer.name().equals(group)) {
                directory.named(answer.self().member().id(), address);
                answer.members().forEach(this::mentioned);
              }
            });
  }

  /** Of a newcomer the others hear where it is from each other. */
  private void mentioned(MemberAddress member) {
    NodeId id = member.member().id();
    if (directory.isKept(id)) {
      member
          .address()
          .flatMap(RaftAddress::parseClaimed)
          .ifPresent(address -> directory.named(id, address));
    }
  }

  private void ask(Consumer<Discovery> question) {
    try {
      discovery.ifPresent(question);
    } catch (IllegalStateException e) {
      LOG.debug("Discovery is closed already", e);
    }
  }

  private static Optional<NodeId> id(String endpointReference) {
    try {
      return Optional.of(NodeId.parse(endpointReference));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
