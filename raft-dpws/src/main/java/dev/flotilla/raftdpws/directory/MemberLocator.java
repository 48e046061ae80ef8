package dev.flotilla.raftdpws.directory;

import dev.flotilla.dpws.discovery.Discovery;
import dev.flotilla.dpws.discovery.Sighting;
import dev.flotilla.dpws.discovery.Target;
import dev.flotilla.raft.NodeId;
import dev.flotilla.raftdpws.wire.RaftContract;
import dev.flotilla.raftdpws.wire.StatusResponse;
import java.net.URI;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
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

  private static final int MAX_LOOKED_FOR = 64;
  private static final int MAX_ADDRESSES_PER_SIGHTING = 4;

  private final String group;
  private final NodeId self;
  private final AddressDirectory directory;
  private final List<URI> fixed;
  private final Function<URI, CompletionStage<StatusResponse>> status;
  private final Consumer<URI> announced;
  private final Map<NodeId, Long> lookedForNanos = new ConcurrentHashMap<>();
  private volatile Optional<Discovery> discovery = Optional.empty();
  private Discovery.@Nullable Subscription hearing;

  /**
   * Prepares; nothing is heard before {@link #listenTo}.
   *
   * @param group the group's name
   * @param self this server, which is not looked for
   * @param fixed addresses that an operator named, asked for their status when somebody is missing
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
  }

  /** Hears what is announced from now on. Once. */
  public synchronized void listenTo(Discovery source) {
    discovery = Optional.of(source);
    hearing = source.listen(this::heard);
  }

  /** Asks everybody of the group to say where they are. */
  public void probe(Duration duration) {
    ask(source -> source.probe(RaftContract.probe(group), duration));
  }

  /** A member is at none of its addresses: looks for it, unless that was done a moment ago. */
  public void lost(NodeId member) {
    long nowNanos = System.nanoTime();
    Long last = lookedForNanos.get(member);
    boolean isTooSoon = last != null && nowNanos - last < MIN_PAUSE_NANOS;
    if (isTooSoon || (last == null && lookedForNanos.size() >= MAX_LOOKED_FOR)) {
      return;
    }
    lookedForNanos.put(member, nowNanos);
    // The answer comes to heard(), as every sighting does.
    ask(source -> source.resolve(member.toString(), Duration.ofNanos(MIN_PAUSE_NANOS)));
    fixed.forEach(this::askWhoIsThere);
  }

  @Override
  public synchronized void close() {
    discovery = Optional.empty();
    if (hearing != null) {
      hearing.close();
    }
  }

  /** Takes what discovery says of somebody. */
  void heard(Sighting sighting) {
    Target target = sighting.target();
    Optional<NodeId> id = id(target.endpointReference());
    if (id.isEmpty() || id.get().equals(self)) {
      return;
    }
    NodeId member = id.get();
    if (sighting.kind() == Sighting.Kind.BYE) {
      directory.left(member);
      return;
    }
    boolean isServer = RaftContract.isServer(target, group);
    if (!isServer && !directory.isKept(member)) {
      return;
    }
    if (target.xAddrs().isEmpty()) {
      lost(member);
    }
    target.xAddrs().stream()
        .limit(MAX_ADDRESSES_PER_SIGHTING)
        .map(RaftAddress::of)
        .flatMap(Optional::stream)
        .forEach(
            address -> {
              directory.named(member, address);
              if (isServer) {
                announced.accept(address);
              }
            });
  }

  private void askWhoIsThere(URI address) {
    status
        .apply(address)
        .whenComplete(
            (answer, failure) -> {
              if (answer != null && answer.name().equals(group)) {
                directory.named(answer.self().member().id(), address);
              }
            });
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
