package dev.flotilla.raftdpws.directory;

import dev.flotilla.dpws.TokenBucket;
import dev.flotilla.dpws.discovery.DiscoveredTarget;
import dev.flotilla.dpws.discovery.Discovery;
import dev.flotilla.dpws.discovery.Target;
import dev.flotilla.dpws.link.LinkState;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raftdpws.message.MemberAddress;
import dev.flotilla.raftdpws.message.StatusResponse;
import dev.flotilla.raftdpws.wire.RaftContract;
import dev.flotilla.raftdpws.wire.RaftNames;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
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

  /**
   * Announcements without an address that are followed in a second, all together: anybody can send
   * any number, and each is a question to the whole network.
   */
  static final int FOLLOWED_PER_SECOND = 1;

  /** As many may be followed at once. */
  static final int MAX_FOLLOWED_AT_ONCE = 3;

  /** Addresses that are asked when one member is looked for. */
  static final int MAX_ASKED = 64;

  /** As many as a server announces. */
  private static final int MAX_ADDRESSES_PER_SIGHTING = LinkState.MAX_ADDRESSES;

  private static final Duration RESOLVE_DURATION = Duration.ofMillis(SearchPace.FIRST_MILLIS);

  private final String group;
  private final NodeId self;
  private final AddressDirectory directory;
  private final List<URI> fixed;
  private final Function<URI, CompletionStage<StatusResponse>> status;
  private final Supplier<List<URI>> own;
  private final Consumer<ServerSighting> announced;
  private final SearchPace pace = new SearchPace(new SecureRandom());
  // Apart, so that whoever invents servers keeps no member of the group from being found.
  private final TokenBucket followed;
  private final TokenBucket ownIdElsewhere;
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
   * @param own this server's addresses as they are at the moment: no other server is there
   * @param announced hears where a server of the group's name is said to be; on the thread of
   *     discovery, must not block
   */
  public MemberLocator(
      String group,
      NodeId self,
      AddressDirectory directory,
      Collection<URI> fixed,
      Function<URI, CompletionStage<StatusResponse>> status,
      Supplier<List<URI>> own,
      Consumer<ServerSighting> announced) {
    this.group = group;
    this.self = self;
    this.directory = directory;
    this.fixed = List.copyOf(fixed);
    this.status = status;
    this.own = own;
    this.announced = announced;
    this.ownIdElsewhere =
        new TokenBucket(FOLLOWED_PER_SECOND, MAX_FOLLOWED_AT_ONCE, System.nanoTime());
    this.followed = new TokenBucket(FOLLOWED_PER_SECOND, MAX_FOLLOWED_AT_ONCE, System.nanoTime());
  }

  /** Hears what is announced from now on. Once. */
  public synchronized void listenTo(Discovery source) {
    discovery = Optional.of(source);
    hearing = source.listen(RaftNames.scope(group), this::heard);
  }

  /**
   * Asks everybody of the group to say where they are.
   *
   * @param duration how long answers count
   * @param heardItself run when this server itself has answered: the network carries questions and
   *     answers
   */
  public void probe(Duration duration, Runnable heardItself) {
    ask(
        source ->
            source.probe(
                RaftContract.probe(group),
                duration,
                target -> {
                  if (isItself(target)) {
                    heardItself.run();
                  }
                }));
  }

  /** Whether this server speaks, and not one with a copy of its data directory. */
  boolean isItself(Target target) {
    return id(target.endpointReference()).filter(self::equals).isPresent()
        && elsewhere(target).findAny().isEmpty();
  }

  /**
   * A member is at none of its addresses: searches for it, less and less often while that is in
   * vain, and without a question to the network if it said Bye.
   */
  public void lost(NodeId member) {
    boolean hasLeft;
    synchronized (this) {
      if (!pace.isDue(member, System.nanoTime())) {
        return;
      }
      hasLeft = pace.hasLeft(member);
    }
    if (!hasLeft) {
      resolve(member);
    }
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
    if (id.isEmpty()) {
      return;
    }
    if (id.get().equals(self)) {
      heardOwnId(target);
      return;
    }
    NodeId member = id.get();
    if (sighting.kind() == DiscoveredTarget.Kind.BYE) {
      if (directory.isKept(member)) {
        left(member);
      }
      return;
    }
    boolean isServer = RaftContract.isServer(target, group);
    if (!isServer && !directory.isKept(member)) {
      return;
    }
    spoke(member);
    if (target.xAddrs().isEmpty() && mayFollow(System.nanoTime())) {
      resolve(member);
    }
    Optional<GroupId> founded =
        target.scopes().stream().map(RaftNames::groupIdOf).flatMap(Optional::stream).findFirst();
    for (URI address : addressesOf(member, target)) {
      directory.named(member, address);
      if (isServer) {
        announced.accept(new ServerSighting(member, address, founded));
      }
    }
  }

  /**
   * Where a server may be: not where this server is itself, which the bridges to the containers of
   * every host claim, and last where others are, too.
   */
  private List<URI> addressesOf(NodeId server, Target target) {
    return elsewhere(target)
        .sorted(Comparator.comparing(address -> directory.isAlsoOfAnother(server, address)))
        .limit(MAX_ADDRESSES_PER_SIGHTING)
        .toList();
  }

  private Stream<URI> elsewhere(Target target) {
    List<URI> here = own.get();
    return target.xAddrs().stream()
        .map(RaftAddress::claimed)
        .flatMap(Optional::stream)
        .filter(address -> !here.contains(address));
  }

  /** By this server itself, or by another one with a copy of its data directory. */
  private void heardOwnId(Target target) {
    List<URI> others = elsewhere(target).limit(MAX_ADDRESSES_PER_SIGHTING).toList();
    if (!others.isEmpty() && mayAskOwnId(System.nanoTime())) {
      // Who answers there is compared where all answers are.
      others.forEach(this::askWhoIsThere);
    }
  }

  private synchronized void spoke(NodeId member) {
    pace.heard(member);
  }

  private synchronized void left(NodeId member) {
    pace.left(member, System.nanoTime());
  }

  private synchronized boolean mayAskOwnId(long nowNanos) {
    return ownIdElsewhere.take(nowNanos);
  }

  private synchronized boolean mayFollow(long nowNanos) {
    return followed.take(nowNanos);
  }

  // The answer comes to heard(), as every sighting does.
  private void resolve(NodeId server) {
    ask(source -> source.resolve(server.toString(), RESOLVE_DURATION));
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
