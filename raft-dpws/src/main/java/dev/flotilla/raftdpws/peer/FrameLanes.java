package dev.flotilla.raftdpws.peer;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.tls.PeerCheck;
import dev.flotilla.dpws.tls.SharedNetwork;
import dev.flotilla.dpws.tls.TlsKeys;
import dev.flotilla.node.frame.MessageCodec;
import dev.flotilla.node.transport.Transport;
import dev.flotilla.node.transport.TransportContext;
import dev.flotilla.node.transport.TransportEndpoint;
import dev.flotilla.node.transport.TransportPeer;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raftdpws.keys.GroupKeys;
import dev.flotilla.raftdpws.message.StatusFact;
import dev.flotilla.raftdpws.message.StatusFacts;
import dev.flotilla.raftdpws.message.StatusResponse;
import dev.flotilla.raftdpws.wire.RaftContract;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The transport of one server, beside SOAP: what other servers say of theirs, and a {@link
 * FrameLane} to each.
 *
 * <p>Where another server receives, its status says: a hint, as every address. The lane there opens
 * when the server has answered a greeting there with its group, member and incarnation (safety rule
 * 1), and with keys by a certificate of that member. Until then, and when a lane closes, messages
 * go by SOAP.
 *
 * <p><b>Bounds.</b> {@value #MAX_MEMBERS} members. <b>Thread.</b> Any thread; {@link #tend} is the
 * device's. Only {@link #open} and {@link #close} block.
 */
public final class FrameLanes implements TransportContext, SharedNetwork, AutoCloseable {
  /** Members of which the transport is known, and to which there is a lane. */
  static final int MAX_MEMBERS = 64;

  private static final Logger LOG = LoggerFactory.getLogger(FrameLanes.class);

  private final Own own;
  private final Transport transport;
  private final TransportEndpoint endpoint;
  private final SecureRandom random = new SecureRandom();
  private final Map<Member, TransportPeer> peers = new ConcurrentHashMap<>();
  private final Map<Member, FrameLane> lanes = new ConcurrentHashMap<>();
  private final Map<Long, FrameLane> tokens = new ConcurrentHashMap<>();
  private final LaneSearch search = new LaneSearch();
  private volatile @Nullable Receiver receiver;
  private volatile Runnable wake = () -> {};

  /**
   * What a transport is opened on.
   *
   * @param loops shared
   * @param keys with them a frame counts only from the member that the certificate names
   * @param listenAt where to listen
   * @param isOwn which addresses are this server's
   */
  public record Own(
      EventLoops loops,
      Optional<GroupKeys> keys,
      InetAddress listenAt,
      Predicate<InetAddress> isOwn) {}

  /**
   * Who gets messages.
   *
   * @param membership of this server
   * @param url its RAFT_Service
   * @param inbox takes requests
   * @param node takes answers
   * @param patienceNanos how long an answer may take
   * @param ask asks a member for its status
   * @param isCutOff whether nothing is to be sent or taken
   */
  record Receiver(
      Membership membership,
      Supplier<String> url,
      PeerInbox inbox,
      BiConsumer<Member, Message> node,
      LongSupplier patienceNanos,
      Consumer<Member> ask,
      Supplier<Boolean> isCutOff) {}

  private FrameLanes(Own own, Transport transport) throws IOException {
    this.own = own;
    this.transport = transport;
    this.endpoint = transport.open(this);
  }

  /**
   * Opens a transport. Blocks.
   *
   * @throws IOException if it cannot listen
   */
  public static FrameLanes open(Own own, Transport transport) throws IOException {
    FrameLanes opened = new FrameLanes(own, transport);
    String address = opened.endpoint.address();
    if (address.isEmpty() || address.length() > TransportEndpoint.MAX_ADDRESS_CHARS) {
      opened.close();
      throw new IOException(
          "transport '%s' has an address of %s characters; use 1 to %s"
              .formatted(transport.name(), address.length(), TransportEndpoint.MAX_ADDRESS_CHARS));
    }
    return opened;
  }

  /** Hands over messages from now on; before, frames are refused. */
  void serve(Receiver chosen) {
    receiver = chosen;
  }

  /** Calls a task from now on when {@link #tend} is due sooner than it said; must not block. */
  void wakeBy(Runnable task) {
    wake = task;
  }

  /**
   * Says where this server's transport is, and hears where others are.
   *
   * @param status takes what adds facts to each status
   * @param answers takes who hears the answers to all Status calls
   */
  public void report(
      Consumer<UnaryOperator<StatusFacts>> status,
      Consumer<BiConsumer<URI, StatusResponse>> answers) {
    status.accept(this::addTo);
    answers.accept(this::heard);
  }

  private StatusFacts addTo(StatusFacts facts) {
    return facts.with(StatusFact.TRANSPORT, transport.name() + " " + endpoint.address());
  }

  private void heard(URI address, StatusResponse answer) {
    Receiver now = receiver;
    if (now != null && !answer.group().equals(Optional.of(now.membership().group()))) {
      return; // Servers of other groups would take the places of members.
    }
    Member member = answer.self().member();
    String prefix = transport.name() + " ";
    Optional<String> named =
        answer.facts().text(StatusFact.TRANSPORT).filter(it -> it.startsWith(prefix));
    search.answered(member, named.isPresent());
    if (named.isEmpty() || address.getHost() == null) {
      peers.remove(member);
    } else if (peers.containsKey(member) || peers.size() < MAX_MEMBERS) {
      String host = address.getHost().replace("[", "").replace("]", "");
      peers.put(
          member,
          new TransportPeer(member.id().toString(), host, named.get().substring(prefix.length())));
    }
  }

  /** Sends a message; false if it has to go by SOAP. */
  boolean send(Member to, Message message) {
    Receiver now = receiver;
    FrameLane lane = lanes.get(to);
    if (now == null || lane == null || !lane.isOpen()) {
      return false;
    }
    boolean isSent =
        lane.send(message, maxFrameBytes(), nanoTime(), now.patienceNanos().getAsLong());
    if (!lane.isOpen()) {
      LOG.info(
          "Messages to {} go by SOAP: its transport '{}' does not answer", to, transport.name());
      wake.run();
    }
    return isSent;
  }

  /** When a frame came from the member last; null if none has. */
  @Nullable Long heardNanos(Member member) {
    FrameLane lane = lanes.get(member);
    return lane == null ? null : lane.heardNanos();
  }

  /** Whether messages to the member go by this transport now. */
  boolean isOpen(Member member) {
    FrameLane lane = lanes.get(member);
    return lane != null && lane.isOpen();
  }

  /** Gives up all connections: this machine's address has changed. */
  void reopen() {
    lanes.values().forEach(FrameLane::close);
  }

  /**
   * Greets the members to which no lane is open, and forgets who is none.
   *
   * @return after how many nanoseconds there is something to do again
   */
  long tend(Collection<Member> members, long nowNanos) {
    Receiver now = receiver;
    if (now == null) {
      return Long.MAX_VALUE;
    }
    forgetOthers(members);
    long next = Long.MAX_VALUE;
    for (Member member : members) {
      TransportPeer peer = peers.get(member);
      if (isOpen(member)) {
        search.opened(member);
        continue;
      }
      if (search.isDue(member, nowNanos)) {
        // It may be elsewhere by now, or have another transport.
        if (peer == null || search.isFruitless(member)) {
          now.ask().accept(member);
        }
        FrameLane lane = peer == null ? null : lane(member);
        if (lane != null && peer != null) {
          endpoint.send(peer, greeting(now, false, 0, lane).toFrame());
        }
      }
      next = Math.min(next, search.nextNanos(member, nowNanos));
    }
    return next;
  }

  private void forgetOthers(Collection<Member> members) {
    if (lanes.size() > MAX_MEMBERS / 2) {
      lanes.values().stream()
          .filter(lane -> !lane.isOpen() && !members.contains(lane.member()))
          .forEach(
              lane -> {
                tokens.remove(lane.ownToken());
                lanes.remove(lane.member());
                peers.remove(lane.member());
              });
    }
    if (peers.size() > MAX_MEMBERS / 2) {
      peers.keySet().removeIf(it -> !members.contains(it) && !isOpen(it));
    }
    search.keep(members);
  }

  private @Nullable FrameLane lane(Member member) {
    FrameLane known = lanes.get(member);
    if (known != null || lanes.size() >= MAX_MEMBERS) {
      return known;
    }
    return lanes.computeIfAbsent(
        member,
        it -> {
          FrameLane made = new FrameLane(it, random.nextLong(), endpoint);
          tokens.put(made.ownToken(), made);
          return made;
        });
  }

  private static Greeting greeting(Receiver now, boolean isWelcome, long echo, FrameLane lane) {
    Membership membership = now.membership();
    return new Greeting(
        isWelcome,
        echo,
        lane.ownToken(),
        membership.group(),
        membership.self(),
        lane.member(),
        now.url().get());
  }

  @Override
  public boolean received(byte[] frame, @Nullable X509Certificate sender) {
    Receiver now = receiver;
    if (now == null || frame.length == 0 || now.isCutOff().get()) {
      return false;
    }
    try {
      ByteBuffer in = ByteBuffer.wrap(frame);
      return switch (in.get()) {
        case FrameLane.DATA -> data(now, in, sender);
        case Greeting.HELLO -> greeted(now, Greeting.read(false, in), sender);
        case Greeting.WELCOME -> greeted(now, Greeting.read(true, in), sender);
        default -> false;
      };
    } catch (IOException | RuntimeException e) {
      LOG.debug("Not a frame of {} bytes of this group: {}", frame.length, e.toString());
      return false;
    }
  }

  private boolean data(Receiver now, ByteBuffer in, @Nullable X509Certificate sender)
      throws IOException {
    FrameLane lane = in.remaining() < Long.BYTES ? null : tokens.get(in.getLong());
    if (lane == null || !isFrom(lane.member().id(), sender)) {
      return false;
    }
    Message message = MessageCodec.read(in);
    lane.heard(message, nanoTime());
    if (message instanceof Message.Request request) {
      now.inbox().take(lane.member(), lane.url(), request);
    } else {
      now.node().accept(lane.member(), message);
    }
    return true;
  }

  /** Safety rule 1: group, sender and receiver are as they should be, or it counts for nothing. */
  private boolean greeted(Receiver now, Greeting greeting, @Nullable X509Certificate sender) {
    Membership membership = now.membership();
    Member from = greeting.from();
    if (!greeting.group().equals(membership.group())
        || !greeting.to().equals(membership.self())
        || from.equals(membership.self())
        || !isFrom(from.id(), sender)) {
      return false;
    }
    TransportPeer peer = peers.get(from);
    if (peer == null) {
      // Whoever it is has to answer there first.
      now.inbox().claimed(from, greeting.url());
      return false;
    }
    FrameLane lane = lane(from);
    if (lane == null || (greeting.isWelcome() && greeting.echo() != lane.ownToken())) {
      return false;
    }
    lane.says(greeting.url());
    if (!greeting.isWelcome()) {
      welcome(now, greeting, lane, peer);
    } else if (lane.renew(peer, greeting.token())) {
      LOG.info(
          "Messages to {} go by transport '{}' to {}, {}",
          from,
          transport.name(),
          peer.host(),
          peer.address());
    }
    return true;
  }

  /**
   * Answers a HELLO. It opens nothing: somebody may speak in the name of another. An own HELLO goes
   * along, and the WELCOME to that shows who receives there.
   */
  private void welcome(Receiver now, Greeting greeting, FrameLane lane, TransportPeer peer) {
    if (!endpoint.send(peer, greeting(now, true, greeting.token(), lane).toFrame())) {
      now.ask().accept(lane.member());
    } else if (!lane.isOpenWith(greeting.token())) {
      endpoint.send(peer, greeting(now, false, 0, lane).toFrame());
    }
  }

  private boolean isFrom(NodeId member, @Nullable X509Certificate sender) {
    return own.keys().map(keys -> sender != null && keys.principal(sender).is(member)).orElse(true);
  }

  private long nanoTime() {
    return own.loops().nanoTime();
  }

  @Override
  public InetAddress listenAt() {
    return own.listenAt();
  }

  @Override
  public int maxFrameBytes() {
    return RaftContract.MAX_ENVELOPE_BYTES;
  }

  @Override
  public EventLoops loops() {
    return own.loops();
  }

  @Override
  public Optional<TlsKeys> keys() {
    return own.keys().map(GroupKeys::tls);
  }

  @Override
  public PeerCheck check(String member) {
    NodeId id = NodeId.parse(member);
    return certificate ->
        isFrom(id, certificate)
            ? Optional.empty()
            : Optional.of("the certificate is not that of " + member);
  }

  @Override
  public boolean isOwn(InetAddress local) {
    return own.isOwn().test(local);
  }

  @Override
  public void close() {
    endpoint.close();
  }
}
