package dev.flotilla.raftdpws.peer;

import dev.flotilla.dpws.soap.Exchange;
import dev.flotilla.dpws.soap.SoapFault;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.message.PreVote;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raftdpws.directory.AddressConfirmation;
import dev.flotilla.raftdpws.directory.RaftAddress;
import dev.flotilla.raftdpws.message.PeerRequest;
import dev.flotilla.raftdpws.message.PeerResponse;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;

/** Takes requests of other members: checks them, keeps their exchange, hands them to the node. */
final class PeerInbox {
  /** Members of which it is remembered where they write from. */
  static final int MAX_CLAIMS = 256;

  /** An address that is claimed all the time is claimed anew after this. */
  private static final long REFRESH_NANOS = 10_000_000_000L;

  private final PeerGate gate;
  private final PendingExchanges waiting;
  private final AddressConfirmation confirmation;
  private final CallerWatch watch;
  private final BiConsumer<Member, Message> node;
  private final LongSupplier nanoTime;
  // What each member last called its own address, so that it is not called each time.
  // Those of strangers are forgotten when there are too many.
  private final Map<Member, Claim> claims = new ConcurrentHashMap<>();
  private volatile long maxWaitNanos = Long.MAX_VALUE;

  private record Claim(String address, long sinceNanos) {}

  PeerInbox(
      PeerGate gate,
      PendingExchanges waiting,
      AddressConfirmation confirmation,
      CallerWatch watch,
      BiConsumer<Member, Message> node,
      LongSupplier nanoTime) {
    this.gate = gate;
    this.waiting = waiting;
    this.confirmation = confirmation;
    this.watch = watch;
    this.node = node;
    this.nanoTime = nanoTime;
  }

  /** Takes a request, or answers a fault. On an event loop; does not block. */
  <M extends Message.Response> void take(
      PeerRequest<?> request, Class<M> type, Exchange<PeerResponse<M>> exchange) {
    Message.Request message = request.message();
    long nowNanos = nanoTime.getAsLong();
    Optional<SoapFault> objection = gate.objection(request.header(), message, nowNanos);
    if (objection.isPresent()) {
      exchange.fault(objection.get());
      return;
    }
    Member from = request.header().from();
    if (gate.isKnown(from)) {
      exchange.keepConnection();
    }
    // Behind one that is never answered this one would wait, too.
    waiting.expire(nowNanos, maxWaitNanos);
    waiting.add(from, message.sequence(), type, exchange, nowNanos);
    take(from, request.senderAddress(), message, nowNanos);
  }

  /** Takes a request that came by a transport beside SOAP, or drops it. Does not block. */
  void take(Member from, String senderAddress, Message.Request message) {
    long nowNanos = nanoTime.getAsLong();
    if (gate.objection(from, message, nowNanos).isEmpty()) {
      take(from, senderAddress, message, nowNanos);
    }
  }

  /** Somebody who says that it is this member says where it can be reached. */
  void claimed(Member from, String address) {
    learn(from, address, nanoTime.getAsLong());
  }

  private void take(Member from, String senderAddress, Message.Request message, long nowNanos) {
    learn(from, senderAddress, nowNanos);
    if (message instanceof PreVote) {
      watch.callBack(from, () -> node.accept(from, message));
    } else {
      node.accept(from, message);
    }
  }

  /** So long requests wait for their answers from now on, at most until another one comes. */
  void expireAfter(long nanos) {
    maxWaitNanos = nanos;
  }

  int claimCount() {
    return claims.size();
  }

  /** It wrote as a member, and says where it can be reached. */
  private void learn(Member from, String address, long nowNanos) {
    Claim last = claims.get(from);
    boolean isNews =
        last == null
            || !last.address().equals(address)
            || nowNanos - last.sinceNanos() >= REFRESH_NANOS;
    if (isNews) {
      if (claims.size() >= MAX_CLAIMS) {
        claims.keySet().removeIf(member -> !gate.isKnown(member));
      }
      claims.put(from, new Claim(address, nowNanos));
      RaftAddress.parseClaimed(address).ifPresent(url -> confirmation.claimed(from, url));
    }
  }
}
