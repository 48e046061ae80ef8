package dev.flotilla.raftdpws.peer;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.http.client.CallFailure;
import dev.flotilla.dpws.http.client.CallerOptions;
import dev.flotilla.dpws.http.client.SoapConnection;
import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.dpws.soap.SoapFault;
import dev.flotilla.node.Unsendable;
import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.message.InstallSnapshot;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.message.PreVote;
import dev.flotilla.raft.message.ReadIndex;
import dev.flotilla.raft.message.RequestVote;
import dev.flotilla.raft.message.TimeoutNow;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raft.options.TimeoutInForce;
import dev.flotilla.raftdpws.directory.AddressConfirmation;
import dev.flotilla.raftdpws.keys.GroupKeys;
import dev.flotilla.raftdpws.message.PeerHeader;
import dev.flotilla.raftdpws.message.PeerRequest;
import dev.flotilla.raftdpws.message.PeerResponse;
import dev.flotilla.raftdpws.wire.EntryCodec;
import dev.flotilla.raftdpws.wire.RaftFault;
import dev.flotilla.raftdpws.wire.RaftNames;
import dev.flotilla.raftdpws.wire.RaftOperations;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The way to one other member: one ordered connection, to the address that the directory holds for
 * the best.
 *
 * <p>{@link #send} may be called by any thread and drops what cannot go out at once. {@link #tend}
 * is called by the device's thread now and then: it opens the connection, and when nobody, or
 * somebody else, is found at the address, tries the next one.
 */
final class PeerLink {
  /** How long a connection may be down before another address is tried. */
  static final long PATIENCE_NANOS = 200_000_000;

  /** So long a handshake may take, at least. */
  private static final Duration HANDSHAKE = Duration.ofSeconds(1);

  /** So many requests in a row without an answer, and another address is tried. */
  private static final int MAX_UNANSWERED = 5;

  private final Member member;
  private final GroupId group;
  private final Supplier<String> ownAddress;
  private final AddressConfirmation confirmation;
  private final LinkOptions options;
  private final LongSupplier nanoTime;
  private final Supplier<TimeoutInForce> election;
  private final BiConsumer<Member, Message> node;
  private final Consumer<Member> lost;
  private final PeerHeader header;
  private volatile @Nullable Line line;
  private volatile long usedNanos;
  // Null until it has answered, on whatever connection.
  private volatile @Nullable Long heardNanos;
  private volatile boolean closed;
  private volatile boolean isToReopen;

  /**
   * How links connect.
   *
   * @param loops shared
   * @param caller limits of each connection
   * @param keys with them only the member that is meant is spoken to
   * @param election the election timeout in force: an answer may take twice the longest usual one
   * @param unsendable told of entries that cannot be encoded
   * @param failed told when a link has to be tended: a call has failed, or another has answered
   */
  record LinkOptions(
      EventLoops loops,
      CallerOptions caller,
      Optional<GroupKeys> keys,
      Supplier<TimeoutInForce> election,
      Consumer<Unsendable> unsendable,
      Runnable failed) {
    CallerOptions callerTo(NodeId member) {
      if (keys.isEmpty()) {
        return caller;
      }
      // A handshake needs more time than an election gives it on a slow and busy machine.
      CallerOptions patient =
          caller.withTimeouts(
              longer(caller.connectTimeout()), caller.idleTimeout(), caller.stallTimeout());
      return keys.get().toMember(patient, member);
    }

    /** With keys, a handshake that takes as long as it may is not cut off. */
    long patienceNanos(URI address) {
      long handshake = keys.map(it -> handshakeNanos(it, address)).orElse(0L);
      return Math.max(PATIENCE_NANOS + handshake, election.get().usualMinNanos());
    }

    private long handshakeNanos(GroupKeys keys, URI address) {
      return keys.tls().handshakeLimit(longer(caller.connectTimeout()), address).toNanos();
    }

    private static Duration longer(Duration connect) {
      return connect.compareTo(HANDSHAKE) < 0 ? HANDSHAKE : connect;
    }
  }

  /**
   * A link that is not open yet.
   *
   * @param node takes the answers
   * @param lost told when the member is at none of its known addresses; called often
   */
  PeerLink(
      Member member,
      Membership membership,
      Supplier<String> ownAddress,
      AddressConfirmation confirmation,
      LinkOptions options,
      BiConsumer<Member, Message> node,
      Consumer<Member> lost) {
    this.member = member;
    this.group = membership.group();
    this.ownAddress = ownAddress;
    this.confirmation = confirmation;
    this.options = options;
    this.node = node;
    this.lost = lost;
    this.nanoTime = options.loops().ports().nanoTime();
    this.election = options.election();
    this.usedNanos = nanoTime.getAsLong();
    this.header = new PeerHeader(RaftNames.PROTOCOL_VERSION, group, membership.self(), member);
  }

  private Duration timeout() {
    return Duration.ofNanos(2 * election.get().usualMaxNanos());
  }

  /** One connection to one address, and how it does. */
  private static final class Line {
    private final URI address;
    private final SoapConnection connection;
    private final AtomicInteger unanswered = new AtomicInteger();
    private volatile boolean isProven;
    private volatile boolean isWrong;
    // Of the tending thread: whether and since when it has been down, as far as was seen.
    private boolean isDown = true;
    private long downSinceNanos;

    Line(URI address, SoapConnection connection, long nowNanos) {
      this.address = address;
      this.connection = connection;
      this.downSinceNanos = nowNanos;
    }

    boolean isHopeless(long nowNanos, long patienceNanos) {
      boolean wasDown = isDown;
      isDown = !connection.isUp();
      if (!wasDown) {
        downSinceNanos = nowNanos;
      }
      return isWrong
          || unanswered.get() >= MAX_UNANSWERED
          || (isDown && nowNanos - downSinceNanos >= patienceNanos);
    }
  }

  /** Sends, or drops. */
  void send(Message.Request request) {
    usedNanos = nanoTime.getAsLong();
    Line current = line;
    if (current != null) {
      call(current, request);
    }
  }

  /** Whether nothing was to be sent for so long. */
  boolean isUnused(long nowNanos, long lingerNanos) {
    return nowNanos - usedNanos >= lingerNanos;
  }

  /**
   * Opens the connection, or moves it to another address. The device's thread.
   *
   * @return after how many nanoseconds there is something to do again, if nothing fails meanwhile
   */
  long tend(long nowNanos) {
    Line current = line;
    if (closed) {
      return Long.MAX_VALUE;
    }
    if (current == null || isToReopen || !isGood(current, nowNanos)) {
      reopen(current, nowNanos);
    }
    Line tended = line;
    if (tended == null) {
      return PATIENCE_NANOS;
    }
    return tended.connection.isUp()
        ? Long.MAX_VALUE
        : tended.downSinceNanos + options.patienceNanos(tended.address) - nowNanos;
  }

  private void reopen(@Nullable Line current, long nowNanos) {
    isToReopen = false;
    if (current != null) {
      current.connection.close();
    }
    Optional<URI> address = confirmation.directory().address(member.id());
    if (address.isPresent()) {
      line = open(address.get(), nowNanos);
    } else {
      line = null;
      lost.accept(member);
    }
  }

  /** Has the next {@link #tend} open another connection, whatever becomes of this one. */
  void reopen() {
    isToReopen = true;
    options.failed().run();
  }

  private boolean isGood(Line current, long nowNanos) {
    if (current.isHopeless(nowNanos, options.patienceNanos(current.address))) {
      confirmation.failed(member, current.address);
      lost.accept(member);
      return false;
    }
    // An address at which nobody has answered yet gives way to one where the member was met.
    return current.isProven
        || confirmation
            .directory()
            .address(member.id())
            .filter(current.address::equals)
            .isPresent();
  }

  private Line open(URI address, long nowNanos) {
    return new Line(
        address,
        SoapConnection.open(options.loops(), address, options.callerTo(member.id())),
        nowNanos);
  }

  /** Whether the member has answered on the present connection. */
  boolean isProven() {
    Line current = line;
    return current != null && current.isProven && current.connection.isUp();
  }

  /** Whether the member has answered within that time. */
  boolean isHeard(long nowNanos, long withinNanos) {
    Long heard = heardNanos;
    return heard != null && nowNanos - heard < withinNanos;
  }

  /** Closes for good. The device's thread. */
  void close() {
    closed = true;
    Line current = line;
    line = null;
    if (current != null) {
      current.connection.close();
    }
  }

  /** Picks the operation for each kind of request. */
  private void call(Line current, Message.Request request) {
    if (request instanceof AppendEntries append) {
      call(current, RaftOperations.APPEND_ENTRIES, append);
    } else if (request instanceof ReadIndex read) {
      call(current, RaftOperations.READ_INDEX, read);
    } else if (request instanceof InstallSnapshot install) {
      call(current, RaftOperations.INSTALL_SNAPSHOT, install);
    } else if (request instanceof PreVote vote) {
      call(current, RaftOperations.PRE_VOTE, vote);
    } else if (request instanceof RequestVote vote) {
      call(current, RaftOperations.REQUEST_VOTE, vote);
    } else if (request instanceof TimeoutNow handover) {
      call(current, RaftOperations.TIMEOUT_NOW, handover);
    }
  }

  private <Q extends Message.Request, M extends Message.Response> void call(
      Line current, Operation<PeerRequest<Q>, PeerResponse<M>> operation, Q request) {
    current
        .connection
        .call(operation, new PeerRequest<>(header, ownAddress.get(), request), timeout())
        .whenComplete((response, failure) -> ended(current, request, response, failure));
  }

  private void ended(
      Line current,
      Message.Request request,
      @Nullable PeerResponse<?> response,
      @Nullable Throwable failure) {
    if (response != null) {
      answered(current, request, response);
    } else if (failure != null) {
      failed(
          current, request, failure instanceof CompletionException ? failure.getCause() : failure);
    }
  }

  /** Safety rule 1: only an answer of the member asked, to what it was asked, counts. */
  private void answered(Line current, Message.Request request, PeerResponse<?> response) {
    boolean isOurs =
        response.group().equals(group)
            && response.from().equals(member)
            && response.message().sequence() == request.sequence();
    if (!isOurs) {
      current.isWrong = true;
      options.failed().run();
      return;
    }
    current.unanswered.set(0);
    heardNanos = nanoTime.getAsLong();
    if (!current.isProven) {
      current.isProven = true;
      confirmation.answered(member, current.address);
    }
    node.accept(member, response.message());
  }

  private void failed(Line current, Message.Request request, @Nullable Throwable cause) {
    if (!(cause instanceof CallFailure failure)) {
      return;
    }
    if (failure.kind() == CallFailure.Kind.NOT_SENT
        && failure.getCause() != null
        && !(failure.getCause() instanceof RejectedExecutionException)) {
      cannotWrite(request, failure.getCause());
    }
    SoapFault fault = failure.fault();
    switch (failure.kind()) {
      case TIMEOUT, BROKEN -> current.unanswered.incrementAndGet();
      case MALFORMED -> current.isWrong = true;
      case FAULT ->
          current.isWrong |=
              fault == null
                  || RaftFault.of(fault).filter(it -> it == RaftFault.NOT_SERVING).isEmpty();
      case NOT_SENT, OVERLOADED -> {
        return;
      }
    }
    options.failed().run();
  }

  /** The writer has thrown: nothing of the request went out, and nothing ever will. */
  private void cannotWrite(Message.Request request, Throwable cause) {
    if (request instanceof AppendEntries append && !append.entries().isEmpty()) {
      options
          .unsendable()
          .accept(
              EntryCodec.firstRefused(append.entries())
                  .orElse(Unsendable.of(append.entries().get(0), "" + cause.getMessage())));
    }
  }
}
