package dev.flotilla.raftdpws.peer;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.http.CallerOptions;
import dev.flotilla.dpws.soap.Exchange;
import dev.flotilla.node.Transport;
import dev.flotilla.raft.Member;
import dev.flotilla.raft.NodeId;
import dev.flotilla.raft.RaftOptions;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raftdpws.directory.AddressDirectory;
import dev.flotilla.raftdpws.wire.PeerRequest;
import dev.flotilla.raftdpws.wire.PeerResponse;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Raft's messages as SOAP calls: a request is a call on the link to its addressee, a response
 * answers the call that it came with.
 *
 * <p>One ordered, pipelined connection to each other member. {@link #send} never blocks and drops
 * what cannot go out at once: {@value #MAX_IN_FLIGHT} requests may wait for their answers on a
 * link, {@link PendingExchanges#MAX_WAITING} of others for ours.
 */
public final class DpwsTransport implements Transport, AutoCloseable {
  /** Requests that one link may have in flight. */
  public static final int MAX_IN_FLIGHT = 64;

  private static final int MAX_ANSWER_BYTES = 64 * 1024;

  private final Map<Member, PeerLink> links;
  private final PendingExchanges waiting;
  private final PeerInbox inbox;
  private volatile BiConsumer<Member, Message> node = (from, message) -> {};

  /**
   * Prepares links to the other members; none is opened before {@link #tend}.
   *
   * @param ownAddress this server's RAFT_Service, told to the others
   * @param options timeouts follow the longest election timeout
   * @param lost told when a member is at none of its known addresses; called often, must not block
   */
  public DpwsTransport(
      Membership membership,
      URI ownAddress,
      RaftOptions options,
      AddressDirectory directory,
      EventLoops loops,
      Consumer<NodeId> lost) {
    long electionTimeoutNanos = options.electionTimeoutMaxNanos();
    PeerLink.LinkOptions linkOptions =
        new PeerLink.LinkOptions(
            loops, callerOptions(electionTimeoutNanos), Duration.ofNanos(2 * electionTimeoutNanos));
    this.waiting = PendingExchanges.of(membership, options);
    this.inbox = new PeerInbox(membership, waiting, directory, this::deliver);
    this.links =
        membership.others().stream()
            .collect(
                Collectors.toUnmodifiableMap(
                    Function.identity(),
                    member ->
                        new PeerLink(
                            member,
                            membership,
                            ownAddress,
                            directory,
                            linkOptions,
                            this::deliver,
                            it -> lost.accept(it.id()))));
  }

  /** Hands messages to the node from now on; before, they are dropped. */
  public void deliverTo(BiConsumer<Member, Message> receiver) {
    node = receiver;
  }

  /**
   * Takes a request of another member: checks it, hands it to the node, and answers the exchange
   * with what the node sends back, or with a fault after half of the shortest election timeout.
   *
   * @param type of the answer
   */
  public <M extends Message.Response> void received(
      PeerRequest<?> request, Class<M> type, Exchange<PeerResponse<M>> exchange) {
    inbox.take(request, type, exchange);
  }

  @Override
  public void send(Member to, Message message) {
    if (message instanceof Message.Response response) {
      waiting.answer(to, response);
    } else if (message instanceof Message.Request request) {
      PeerLink link = links.get(to);
      if (link != null) {
        link.send(request);
      }
    }
  }

  /**
   * Keeps links open and ends requests that wait too long; to be called every few tens of
   * milliseconds, always by the same thread.
   */
  public void tend(long nowNanos) {
    links.values().forEach(link -> link.tend(nowNanos));
    waiting.expire(nowNanos);
  }

  /** Whether the member has answered on the present connection to it. */
  public boolean isConnected(Member member) {
    PeerLink link = links.get(member);
    return link != null && link.isProven();
  }

  /** Closes the links; the thread that tends them. */
  @Override
  public void close() {
    links.values().forEach(PeerLink::close);
  }

  private void deliver(Member from, Message message) {
    node.accept(from, message);
  }

  private static CallerOptions callerOptions(long electionTimeoutNanos) {
    return CallerOptions.DEFAULT
        .withConnections(1, MAX_IN_FLIGHT)
        .withTimeouts(
            Duration.ofNanos(electionTimeoutNanos),
            CallerOptions.DEFAULT.idleTimeout(),
            Duration.ofNanos(2 * electionTimeoutNanos))
        .withMaxEnvelopeBytes(MAX_ANSWER_BYTES);
  }
}
