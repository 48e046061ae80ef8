package dev.flotilla.raftdpws.service;

import dev.flotilla.dpws.soap.Exchange;
import dev.flotilla.dpws.soap.SoapFault;
import dev.flotilla.node.NodeStatus;
import dev.flotilla.node.RaftNode;
import dev.flotilla.node.loop.NodeState;
import dev.flotilla.node.outcome.ExecutedCommand;
import dev.flotilla.node.outcome.QueryOutcome;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raftdpws.message.InsertCommandResponse;
import dev.flotilla.raftdpws.wire.RaftFault;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Answers callers that use the contract of 2014 alone, where a client would else end or hang. A
 * client of 2014 follows every address in {@code leaderAddress} and sends the command again under a
 * new uid, waits for ever for a server named {@code unknown}, and ends at a fault.
 *
 * <p>So such a client gets an address always: the leader's, after an election if there is one, or
 * this server's own, and then asks again. But a command that may have been executed is not refused:
 * its answer waits until the command is found.
 *
 * <p>Any thread; answers come from the threads of {@link HeldAnswers}.
 */
final class PlainCallers {
  private static final SoapFault TOO_MANY =
      RaftFault.BUSY.because(
          "more than " + HeldAnswers.MAX_HELD + " requests wait for a leader; ask again later");

  private final Supplier<@Nullable RaftNode> node;
  private final MemberAddresses whereabouts;
  private final HeldAnswers held;

  PlainCallers(Supplier<@Nullable RaftNode> node, MemberAddresses whereabouts, HeldAnswers held) {
    this.node = node;
    this.whereabouts = whereabouts;
    this.held = held;
  }

  /** The same for a caller that has met this server at an address. */
  PlainCallers metAt(InetSocketAddress local) {
    return new PlainCallers(node, whereabouts.metAt(local), held);
  }

  /** This server does not lead: names who does, if need be after an election. */
  void redirect(Optional<Member> leader, Consumer<String> answer, Consumer<SoapFault> fault) {
    Optional<URI> known = leader.flatMap(whereabouts::current);
    if (known.isPresent()) {
      answer.accept(known.get().toString());
    } else if (!held.untilElected(isLast -> names(answer, isLast))) {
      fault.accept(TOO_MANY);
    }
  }

  /** This server cannot execute the command now: names where to ask again, after a moment. */
  void sendAgain(Consumer<String> answer, Consumer<SoapFault> fault) {
    if (!held.forAMoment(isLast -> names(answer, true))) {
      fault.accept(TOO_MANY);
    }
  }

  /**
   * A command may have been executed: answers when it is found.
   *
   * @param instead answered when it is not found in time
   */
  void find(String uid, Exchange<InsertCommandResponse> exchange, SoapFault instead) {
    AtomicBoolean isAsking = new AtomicBoolean();
    AtomicBoolean isFound = new AtomicBoolean();
    boolean waits =
        isServing()
            && held.untilKnown(
                isLast -> {
                  RaftNode now = node.get();
                  if (!isFound.get() && (isLast || now == null || !isServing())) {
                    exchange.fault(instead);
                    return true;
                  }
                  if (!isFound.get() && now != null && isAsking.compareAndSet(false, true)) {
                    ask(now, uid, exchange, isAsking, isFound);
                  }
                  return isFound.get();
                });
    if (!waits) {
      exchange.fault(instead);
    }
  }

  private static void ask(
      RaftNode node,
      String uid,
      Exchange<InsertCommandResponse> exchange,
      AtomicBoolean isAsking,
      AtomicBoolean isFound) {
    node.find(
        uid,
        outcome -> {
          if (outcome instanceof QueryOutcome.Answered<Optional<ExecutedCommand>> answered
              && answered.value().isPresent()) {
            ExecutedCommand executed = answered.value().get();
            exchange.answer(
                new InsertCommandResponse(executed.success(), executed.result(), Optional.empty()));
            isFound.set(true);
          }
          isAsking.set(false);
        });
  }

  private boolean names(Consumer<String> answer, boolean isLast) {
    RaftNode now = node.get();
    Optional<URI> leader =
        now == null ? Optional.empty() : now.status().leader().flatMap(whereabouts::current);
    if (leader.isEmpty() && !isLast) {
      return false;
    }
    answer.accept(leader.orElseGet(() -> fallback(now)).toString());
    return true;
  }

  /** This server, or, if it serves no more, another that answers. */
  private URI fallback(@Nullable RaftNode now) {
    if (now == null || isServing()) {
      return whereabouts.ownAddress().get();
    }
    NodeStatus status = now.status();
    return status.configuration().members().stream()
        .filter(member -> !member.equals(whereabouts.self()))
        .map(whereabouts::current)
        .flatMap(Optional::stream)
        .findFirst()
        .orElse(whereabouts.ownAddress().get());
  }

  private boolean isServing() {
    RaftNode now = node.get();
    return now != null && now.status().state() == NodeState.RUNNING;
  }
}
