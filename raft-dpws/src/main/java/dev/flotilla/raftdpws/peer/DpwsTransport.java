package dev.flotilla.raftdpws.peer;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.http.client.CallerOptions;
import dev.flotilla.dpws.soap.Exchange;
import dev.flotilla.dpws.soap.MessageEncoding;
import dev.flotilla.node.MessageSender;
import dev.flotilla.node.NodeStatus;
import dev.flotilla.node.Unsendable;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.model.ClientPayload;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raft.options.RaftOptions;
import dev.flotilla.raft.options.TimeoutInForce;
import dev.flotilla.raftdpws.directory.AddressConfirmation;
import dev.flotilla.raftdpws.keys.GroupKeys;
import dev.flotilla.raftdpws.message.PeerRequest;
import dev.flotilla.raftdpws.message.PeerResponse;
import dev.flotilla.raftdpws.wire.EntryCodec;
import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Raft's messages as SOAP calls: a request is a call on the link to its addressee, a response
 * answers the call that it came with.
 *
 * <p>With {@linkplain #over a transport beside SOAP}, messages go by that wherever it works.
 *
 * <p>One ordered, pipelined connection to each other member: of the latest configuration in the
 * log, of the founders as long as there is none, and to whomever else the node has written within
 * the last {@value #LINGER_SECONDS} s, {@value #MAX_LINKS} in all. {@link #send} never blocks and
 * drops what cannot go out at once: {@value #MAX_IN_FLIGHT} requests may wait for their answers on
 * a link, {@link PendingExchanges#MAX_WAITING} of others for ours.
 */
public final class DpwsTransport implements MessageSender, AutoCloseable {
  /** Requests that one link may have in flight. */
  public static final int MAX_IN_FLIGHT = 64;

  /** Links at once: of two configurations that have nobody in common. */
  static final int MAX_LINKS = 2 * Configuration.MAX_MEMBERS;

  /** So long a link to somebody who is no member any more stays, unless it is used. */
  static final long LINGER_SECONDS = 5;

  /** So many election timeouts a member may be silent that counts as running. */
  static final int HEARD_TIMEOUTS = 10;

  private static final long LINGER_NANOS = LINGER_SECONDS * 1_000_000_000;
  private static final int MAX_ANSWER_BYTES = 64 * 1024;

  private final Membership membership;
  private final Supplier<URI> ownAddress;
  private final TimeoutInForce configured;
  private final AddressConfirmation confirmation;
  private final CallerWatch watch;
  private final Consumer<NodeId> lost;
  private final PeerLink.LinkOptions linkOptions;
  private final Map<Member, PeerLink> links = new ConcurrentHashMap<>();
  private final PendingExchanges waiting;
  private final PeerInbox inbox;
  private volatile BiConsumer<Member, Message> node = (from, message) -> {};
  private volatile Supplier<@Nullable NodeStatus> status = () -> null;
  private volatile Consumer<Unsendable> unsendable = entry -> {};
  private volatile Runnable tending = () -> {};
  private volatile boolean isCutOff;
  // The address in messages: looked up when it changes, not for each message.
  private volatile String toldAddress;
  // Null without a transport beside SOAP.
  private volatile @Nullable FrameLanes lanes;
  // Null while it does not; as seen by the tending thread.
  private volatile @Nullable Long leadingSinceNanos;
  // Of the tending thread: who was a member when last looked.
  private Set<Member> members = Set.of();
  // Of the tending thread: when members without an address were looked for; null before the first.
  private @Nullable Long lookedNanos;

  /**
   * Prepares links to the other members; none is opened before {@link #tend}.
   *
   * @param ownAddress this server's RAFT_Service as it is at the moment, told to the others; must
   *     not block
   * @param confirmation knows where the members are, and calls back those that campaign or lead
   * @param options the election timeout as long as the node is not known; then timeouts follow the
   *     one that is in force
   * @param lost told when a member is at none of its known addresses; called often, must not block
   * @param keys with them a link is used only if the member that is meant answers
   * @param encoding used with members that know it too, instead of XML
   */
  public DpwsTransport(
      Membership membership,
      Supplier<URI> ownAddress,
      RaftOptions options,
      AddressConfirmation confirmation,
      EventLoops loops,
      Consumer<NodeId> lost,
      Optional<GroupKeys> keys,
      Optional<MessageEncoding> encoding) {
    this.configured = TimeoutInForce.configured(options);
    this.membership = membership;
    this.ownAddress = ownAddress;
    this.toldAddress = ownAddress.get().toString();
    this.confirmation = confirmation;
    this.watch = new CallerWatch(confirmation, () -> tending.run());
    this.lost = lost;
    this.linkOptions =
        new PeerLink.LinkOptions(
            loops,
            callerOptions(configured, encoding),
            keys,
            this::timeout,
            entry -> unsendable.accept(entry),
            () -> tending.run());
    this.waiting = new PendingExchanges(membership);
    PeerGate gate = new PeerGate(membership, () -> status.get(), configured.maxNanos());
    this.inbox =
        new PeerInbox(gate, waiting, confirmation, watch, this::deliver, loops.ports().nanoTime());
  }

  /** Calls a task from now on when {@link #tend} is due sooner than it said; must not block. */
  public void wakeBy(Runnable task) {
    tending = task;
  }

  /**
   * Hands messages to the node from now on; before, they are dropped.
   *
   * @param receiver takes each with its sender
   * @param current how the node stands, which tells who the members are; called often
   * @param callable gets what is known of who can be called; must not block
   */
  public void deliverTo(
      BiConsumer<Member, Message> receiver,
      Supplier<NodeStatus> current,
      BiConsumer<Member, Boolean> callable) {
    watch.reportTo(callable);
    status = current;
    node = receiver;
  }

  /** Sends by another transport from now on wherever it works. Once. */
  public void over(FrameLanes other) {
    lanes = other;
    other.wakeBy(() -> tending.run());
    other.serve(
        new FrameLanes.Receiver(
            membership,
            () -> toldAddress,
            inbox,
            this::deliver,
            () -> timeout().usualMinNanos(),
            confirmation::call,
            () -> isCutOff));
  }

  /** Reports entries that cannot be encoded from now on; the receiver must not block. */
  public void reportUnsendableTo(Consumer<Unsendable> receiver) {
    unsendable = receiver;
  }

  /** This server's own address has changed: messages name the present one. Any thread. */
  public void renamed() {
    toldAddress = ownAddress.get().toString();
  }

  /** Drops all messages from and to other members from now on, or no longer. */
  public void cutOff(boolean isCut) {
    isCutOff = isCut;
  }

  @Override
  public Optional<String> objection(ClientPayload payload) {
    return EntryCodec.objection(payload);
  }

  /**
   * Takes a request of another member: checks it, hands it to the node, and answers the exchange
   * with what the node sends back, or with a fault after half of the shortest election timeout.
   *
   * @param type of the answer
   */
  public <M extends Message.Response> void received(
      PeerRequest<?> request, Class<M> type, Exchange<PeerResponse<M>> exchange) {
    if (isCutOff) {
      return; // The caller waits until its time is over, as for a host that is gone.
    }
    inbox.take(request, type, exchange);
  }

  @Override
  public void send(Member to, Message message) {
    if (isCutOff) {
      return;
    }
    if (message instanceof Message.Response response) {
      if (!waiting.answer(to, response)) {
        sendByLane(to, response);
      }
    } else if (message instanceof Message.Request request) {
      PeerLink link = link(to);
      if (link != null && !sendByLane(to, request)) {
        link.send(request);
      }
    }
  }

  private boolean sendByLane(Member to, Message message) {
    FrameLanes other = lanes;
    return other != null && other.send(to, message);
  }

  private @Nullable PeerLink link(Member to) {
    PeerLink known = links.get(to);
    if (known != null || to.equals(membership.self()) || links.size() >= MAX_LINKS) {
      return known;
    }
    PeerLink made = links.computeIfAbsent(to, this::newLink);
    tending.run();
    return made;
  }

  private PeerLink newLink(Member to) {
    return new PeerLink(
        to,
        membership,
        () -> toldAddress,
        confirmation,
        linkOptions,
        this::deliver,
        it -> lost.accept(it.id()));
  }

  /**
   * Opens, keeps and closes links, tells the directory who the members are, and ends requests that
   * wait too long; always by the same thread.
   *
   * @return after how many nanoseconds it is to be called again, or sooner: see {@link #wakeBy}
   */
  public long tend(long nowNanos) {
    renamed(); // It may have changed before anybody could tell.
    followMembers(nowNanos);
    long next = followLeadership(nowNanos);
    closeUnused(nowNanos);
    FrameLanes other = lanes;
    if (other != null) {
      next = Math.min(next, other.tend(members, nowNanos));
    }
    for (PeerLink link : links.values()) {
      next = Math.min(next, link.tend(nowNanos));
    }
    long maxWaitNanos = timeout().usualMinNanos() / 2;
    inbox.expireAfter(maxWaitNanos);
    waiting.expire(nowNanos, maxWaitNanos);
    return next;
  }

  private TimeoutInForce timeout() {
    NodeStatus now = status.get();
    return now == null ? configured : now.raft().timeout();
  }

  /**
   * Opens every link anew at the next {@link #tend}, soon: this machine's address has changed, and
   * what comes back for the former one does not arrive. Any thread.
   */
  public void reopen() {
    links.values().forEach(PeerLink::reopen);
    FrameLanes other = lanes;
    if (other != null) {
      other.reopen();
    }
  }

  private void followMembers(long nowNanos) {
    NodeStatus now = status.get();
    Configuration governing = now == null ? membership.founders() : now.configuration();
    Set<Member> others = new HashSet<>(governing.members());
    others.remove(membership.self());
    if (!others.equals(members)) {
      members = others;
      lookedNanos = null;
      confirmation.keep(others);
    }
    for (Member member : others) {
      var unused = link(member);
    }
    if (lookedNanos == null || nowNanos - lookedNanos >= CallerWatch.LOOK_NANOS) {
      lookedNanos = nowNanos;
      confirmation.lookFor(others);
    }
  }

  private long followLeadership(long nowNanos) {
    NodeStatus now = status.get();
    if (now == null || !now.isLeading()) {
      leadingSinceNanos = null;
    } else if (leadingSinceNanos == null) {
      leadingSinceNanos = nowNanos;
    }
    return watch.tend(now == null || now.isLeading() ? Optional.empty() : now.leader(), nowNanos);
  }

  private void closeUnused(long nowNanos) {
    links.forEach(
        (member, link) -> {
          if (!members.contains(member) && link.isUnused(nowNanos, LINGER_NANOS)) {
            links.remove(member);
            link.close();
          }
        });
  }

  /** Whether the member has answered on the present connection to it. */
  public boolean isConnected(Member member) {
    PeerLink link = links.get(member);
    FrameLanes other = lanes;
    return (link != null && link.isProven()) || (other != null && other.isOpen(member));
  }

  /**
   * Whether the member has answered within the last {@value #HEARD_TIMEOUTS} of the longest
   * election timeouts, so that one which merely pauses does not count as gone.
   */
  public boolean isHeard(Member member, long nowNanos) {
    PeerLink link = links.get(member);
    FrameLanes other = lanes;
    Long heard = other == null ? null : other.heardNanos(member);
    return (heard != null && nowNanos - heard < heardNanos())
        || (link != null && link.isHeard(nowNanos, heardNanos()));
  }

  /**
   * Whether a member that is not heard is silent indeed: who does not lead asks hardly anybody, and
   * who came into office less than {@value #HEARD_TIMEOUTS} election timeouts ago has not waited
   * for long enough.
   */
  public boolean canTellWhoIsSilent(long nowNanos) {
    Long since = leadingSinceNanos;
    return since != null && nowNanos - since >= heardNanos();
  }

  private long heardNanos() {
    TimeoutInForce now = timeout();
    return Math.max(HEARD_TIMEOUTS * now.usualMaxNanos(), now.maxNanos());
  }

  /** Closes the links; the thread that tends them. */
  @Override
  public void close() {
    links.values().forEach(PeerLink::close);
  }

  private void deliver(Member from, Message message) {
    node.accept(from, message);
  }

  private static CallerOptions callerOptions(
      TimeoutInForce configured, Optional<MessageEncoding> encoding) {
    // The link itself gives up sooner, by the timeout in force.
    long longest = Math.max(configured.maxNanos(), TimeoutInForce.MAX_STRETCHED_NANOS);
    CallerOptions options =
        CallerOptions.DEFAULT
            .withConnections(1, MAX_IN_FLIGHT)
            .withTimeouts(
                Duration.ofNanos(configured.maxNanos()),
                CallerOptions.DEFAULT.idleTimeout(),
                Duration.ofNanos(2 * longest))
            .withMaxEnvelopeBytes(MAX_ANSWER_BYTES);
    return encoding.map(options::withEncoding).orElse(options);
  }
}
