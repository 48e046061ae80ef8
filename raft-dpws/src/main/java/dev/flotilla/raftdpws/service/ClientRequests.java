package dev.flotilla.raftdpws.service;

import dev.flotilla.dpws.soap.Exchange;
import dev.flotilla.dpws.soap.SoapFault;
import dev.flotilla.node.RaftNode;
import dev.flotilla.node.outcome.Dated;
import dev.flotilla.node.outcome.ExecutedCommand;
import dev.flotilla.node.outcome.Freshness;
import dev.flotilla.node.outcome.InsertOutcome;
import dev.flotilla.node.outcome.QueryOutcome;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.OpenSession;
import dev.flotilla.raftdpws.keys.Rights;
import dev.flotilla.raftdpws.message.ClientForm;
import dev.flotilla.raftdpws.message.InsertCommandRequest;
import dev.flotilla.raftdpws.message.InsertCommandResponse;
import dev.flotilla.raftdpws.message.OpenSessionRequest;
import dev.flotilla.raftdpws.message.OpenSessionResponse;
import dev.flotilla.raftdpws.message.ReadLevel;
import dev.flotilla.raftdpws.message.ReadRequest;
import dev.flotilla.raftdpws.message.ReadResponse;
import dev.flotilla.raftdpws.message.StateSeen;
import dev.flotilla.raftdpws.wire.RaftFault;
import dev.flotilla.raftdpws.wire.RaftNames;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * InsertCommand and Read: from the node's outcomes to what the wire contract says for them.
 *
 * <p>A server whose group is not founded yet refuses as one that does not lead. Callers that use
 * the contract of 2014 alone are answered by {@link PlainCallers} where they need it.
 */
final class ClientRequests {
  private static final long NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);

  private static final SoapFault ASK_AGAIN =
      RaftFault.ASK_AGAIN.because(
          "no leader is known at the moment; send the same request with the same uid again, here or"
              + " to another server");

  private final MemberAddresses whereabouts;
  private final PlainCallers plain;

  /** Null on a server without keys. */
  private final @Nullable SessionOwners owners;

  private final Supplier<Optional<String>> ambiguity;
  private final RequestTally tally;

  // Of the group, once it is founded.
  private volatile Optional<GroupId> group = Optional.empty();
  private volatile @Nullable RaftNode node;

  /**
   * Serves clients.
   *
   * @param ambiguity why a client that names no group id is not served, if so
   * @param tally counts what they are answered
   */
  ClientRequests(
      MemberAddresses whereabouts,
      HeldAnswers held,
      Rights rights,
      Supplier<Optional<String>> ambiguity,
      RequestTally tally) {
    this.tally = tally;
    this.ambiguity = ambiguity;
    this.owners = rights.areOpen() ? null : new SessionOwners(rights);
    this.whereabouts = whereabouts;
    this.plain = new PlainCallers(() -> node, whereabouts, held);
  }

  /** The group is founded: its node takes the requests from now on. */
  void serve(GroupId founded, RaftNode member) {
    group = Optional.of(founded);
    node = member;
  }

  void insert(InsertCommandRequest request, Exchange<InsertCommandResponse> exchange) {
    RaftNode now = node;
    if (now == null) {
      end(request, new InsertOutcome.NotLeader(Optional.empty()), exchange);
    } else if (isMeantHere(request.group(), exchange)) {
      insert(now, request, exchange);
    }
  }

  private void insert(
      RaftNode member, InsertCommandRequest request, Exchange<InsertCommandResponse> exchange) {
    Command command = request.command();
    if (owners == null
        || owners.admits(
            member, command.session(), exchange, outcome -> end(request, outcome, exchange))) {
      long beganNanos = System.nanoTime();
      member.insert(
          command,
          request.commandsVersion(),
          outcome -> {
            tally.ended(outcome, beganNanos);
            end(request, outcome, exchange);
          });
    }
  }

  private void end(
      InsertCommandRequest request,
      InsertOutcome outcome,
      Exchange<InsertCommandResponse> exchange) {
    if (outcome instanceof InsertOutcome.Executed executed) {
      Result result = executed.result();
      exchange.answer(InsertCommandResponse.executed(result.success(), result.value()));
    } else if (outcome instanceof InsertOutcome.ResultDropped dropped) {
      exchange.answer(InsertCommandResponse.resultDropped(dropped.success()));
    } else if (request.isPlain()) {
      endPlainly(request, outcome, exchange);
    } else if (outcome instanceof InsertOutcome.NotLeader elsewhere) {
      exchange.answer(
          InsertCommandResponse.notLeader(whereabouts.leaderFor(exchange, elsewhere.leader())));
    } else {
      exchange.fault(faultOf(outcome));
    }
  }

  private void endPlainly(
      InsertCommandRequest request,
      InsertOutcome outcome,
      Exchange<InsertCommandResponse> exchange) {
    Consumer<String> redirect =
        redirecting(request.form(), exchange, InsertCommandResponse::notLeader);
    if (outcome instanceof InsertOutcome.NotLeader elsewhere) {
      plain.metAt(exchange.localAddress()).redirect(elsewhere.leader(), redirect, exchange::fault);
    } else if (request.form() == ClientForm.OF_2014
        && (outcome instanceof InsertOutcome.Busy
            || outcome instanceof InsertOutcome.DiskFull
            || outcome instanceof InsertOutcome.NotServing)) {
      plain.metAt(exchange.localAddress()).sendAgain(redirect, exchange::fault);
    } else if (outcome instanceof InsertOutcome.NotUnderstood not
        && request.form() != ClientForm.TYPED) {
      exchange.answer(InsertCommandResponse.executed(false, Bytes.utf8(not.reason())));
    } else if (outcome instanceof InsertOutcome.Unknown) {
      plain.find(request.command().uid(), exchange, faultOf(outcome));
    } else {
      exchange.fault(faultOf(outcome));
    }
  }

  /** Answers with an address, unless that says no more than to ask again. */
  private <A> Consumer<String> redirecting(
      ClientForm form, Exchange<A> exchange, Function<String, A> answer) {
    return address -> {
      if (form == ClientForm.OF_2014 || !whereabouts.isOwn(address, exchange.localAddress())) {
        exchange.answer(answer.apply(address));
      } else {
        exchange.fault(ASK_AGAIN);
      }
    };
  }

  void openSession(OpenSessionRequest request, Exchange<OpenSessionResponse> exchange) {
    RaftNode now = node;
    if (now == null) {
      exchange.answer(OpenSessionResponse.notLeader(RaftNames.UNKNOWN_LEADER));
    } else if (isMeantHere(request.group(), exchange)) {
      open(now, request.request(), exchange);
    }
  }

  private void open(RaftNode member, OpenSession request, Exchange<OpenSessionResponse> exchange) {
    try {
      OpenSession owned = owners == null ? request : owners.owned(request, exchange);
      member.openSession(owned.uid(), outcome -> endOpening(outcome, exchange));
    } catch (IllegalArgumentException e) {
      exchange.fault(RaftFault.INVALID.because(String.valueOf(e.getMessage())));
    }
  }

  private void endOpening(InsertOutcome outcome, Exchange<OpenSessionResponse> exchange) {
    if (outcome instanceof InsertOutcome.SessionOpened opened) {
      exchange.answer(OpenSessionResponse.opened(opened.session()));
    } else if (outcome instanceof InsertOutcome.NotLeader elsewhere) {
      exchange.answer(
          OpenSessionResponse.notLeader(whereabouts.leaderFor(exchange, elsewhere.leader())));
    } else {
      exchange.fault(faultOf(outcome));
    }
  }

  private static SoapFault faultOf(InsertOutcome outcome) {
    if (outcome instanceof InsertOutcome.Busy busy) {
      return RaftFault.BUSY.because(busy.limit());
    } else if (outcome instanceof InsertOutcome.DiskFull full) {
      return RaftFault.DISK_FULL.because(full.reason());
    } else if (outcome instanceof InsertOutcome.Invalid invalid) {
      return RaftFault.INVALID.because(invalid.reason());
    } else if (outcome instanceof InsertOutcome.SessionExpired expired) {
      return RaftFault.SESSION_EXPIRED.because(
          "session %s has expired, or never was; open another".formatted(expired.session()));
    } else if (outcome instanceof InsertOutcome.NotActivated not) {
      return RaftFault.NOT_ACTIVATED.because(
          "the group uses version %s of the protocol, and this needs %s: it is there when every member runs a program that knows it"
              .formatted(not.activeVersion(), not.neededVersion()));
    } else if (outcome instanceof InsertOutcome.CommandsNotActive not) {
      return RaftFault.NOT_ACTIVATED.because(not.reason());
    } else if (outcome instanceof InsertOutcome.NotUnderstood not) {
      return RaftFault.INVALID.because(
          "the program of the leader does not know the command: " + not.reason());
    } else if (outcome instanceof InsertOutcome.NotServing not) {
      return RaftFault.NOT_SERVING.because(not.reason());
    } else if (outcome instanceof InsertOutcome.Unknown unknown) {
      return RaftFault.UNKNOWN.because(unknown.reason());
    }
    return RaftFault.UNKNOWN.because(outcome.toString());
  }

  void read(ReadRequest request, Exchange<ReadResponse> exchange) {
    RaftNode now = node;
    if (now == null) {
      elsewhere(request, Optional.empty(), exchange);
    } else if (isMeantHere(request.group(), exchange)) {
      read(now, request, exchange);
    }
  }

  private void read(RaftNode member, ReadRequest request, Exchange<ReadResponse> exchange) {
    Freshness freshness =
        request.level().map(ClientRequests::freshness).orElse(Freshness.LINEARIZABLE);
    if (request.query().isPresent()) {
      member
          .reads()
          .query(
              request.query().get(),
              freshness,
              ending(
                  request,
                  exchange,
                  result -> ReadResponse.answered(result.success(), result.answer())));
      return;
    }
    Consumer<QueryOutcome<Dated<Optional<ExecutedCommand>>>> end =
        ending(request, exchange, it -> found(request, it));
    if (request.uid().isPresent()) {
      member.reads().find(request.uid().get(), freshness, end);
    } else {
      member.reads().latest(freshness, end);
    }
  }

  private static Freshness freshness(ReadLevel level) {
    return switch (level.consistency()) {
      case LINEARIZABLE -> Freshness.LINEARIZABLE;
      case BOUNDED -> Freshness.bounded(level.maxAgeMillis() * NANOS_PER_MILLI, level.seenIndex());
      case LOCAL -> Freshness.local(level.seenIndex());
    };
  }

  /** A client that did not ask for a freshness gets none in the answer. */
  private static ReadResponse dated(ReadResponse response, ReadRequest request, Dated<?> state) {
    return request.level().isPresent()
        ? response.of(new StateSeen(state.index(), millis(state.ageNanos())))
        : response;
  }

  /** Rounded up. */
  private static OptionalLong millis(OptionalLong nanos) {
    return nanos.isPresent()
        ? OptionalLong.of(
            nanos.getAsLong() / NANOS_PER_MILLI + Long.signum(nanos.getAsLong() % NANOS_PER_MILLI))
        : OptionalLong.empty();
  }

  private <T> Consumer<QueryOutcome<Dated<T>>> ending(
      ReadRequest request, Exchange<ReadResponse> exchange, Function<T, ReadResponse> answer) {
    return outcome -> {
      tally.ended(outcome);
      if (outcome instanceof QueryOutcome.Answered<Dated<T>> answered) {
        Dated<T> state = answered.value();
        exchange.answer(dated(answer.apply(state.value()), request, state));
      } else if (outcome instanceof QueryOutcome.NotLeader<Dated<T>> elsewhere) {
        elsewhere(request, elsewhere.leader(), exchange);
      } else if (outcome instanceof QueryOutcome.Busy<Dated<T>>
          && request.isPlain()
          && request.form() == ClientForm.OF_2014) {
        plain
            .metAt(exchange.localAddress())
            .sendAgain(
                address -> exchange.answer(ReadResponse.notLeader(address)), exchange::fault);
      } else if (outcome instanceof QueryOutcome.Busy<Dated<T>> busy) {
        exchange.fault(RaftFault.BUSY.because(busy.limit()));
      } else if (outcome instanceof QueryOutcome.Unanswered<Dated<T>> unanswered) {
        exchange.fault(RaftFault.NOT_SERVING.because(unanswered.reason()));
      } else if (outcome instanceof QueryOutcome.Unanswerable<Dated<T>> unanswerable) {
        exchange.fault(RaftFault.INVALID.because(unanswerable.reason()));
      }
    };
  }

  /** Runs a task when a leader is known, or after an election at most; refuses if too many wait. */
  void whenElected(Runnable task, Exchange<?> exchange) {
    plain
        .metAt(exchange.localAddress())
        .redirect(Optional.empty(), it -> task.run(), exchange::fault);
  }

  private void elsewhere(
      ReadRequest request, Optional<Member> leader, Exchange<ReadResponse> exchange) {
    if (request.isPlain()) {
      plain
          .metAt(exchange.localAddress())
          .redirect(
              leader,
              redirecting(request.form(), exchange, ReadResponse::notLeader),
              exchange::fault);
    } else {
      exchange.answer(ReadResponse.notLeader(whereabouts.leaderFor(exchange, leader)));
    }
  }

  private static ReadResponse found(ReadRequest request, Optional<ExecutedCommand> found) {
    return found
        .map(ClientRequests::found)
        .orElse(request.isPlain() ? ReadResponse.NOT_FOUND_IN_2014 : ReadResponse.NOT_FOUND);
  }

  private static ReadResponse found(ExecutedCommand executed) {
    return new ReadResponse(
        Optional.of(executed.uid()),
        Optional.of(executed.position()),
        executed.command().map(Command::command),
        executed.command().map(Command::parameters),
        executed.success(),
        executed.result(),
        Optional.empty(),
        Optional.empty());
  }

  /** A client that knows which group it means must not be served by another of the same name. */
  private boolean isMeantHere(Optional<GroupId> meant, Exchange<?> exchange) {
    Optional<String> objection = meant.isPresent() ? Optional.empty() : ambiguity.get();
    if (objection.isPresent()) {
      exchange.fault(RaftFault.WRONG_GROUP.because(objection.get()));
      return false;
    }
    if (meant.isPresent() && !meant.equals(group)) {
      exchange.fault(
          RaftFault.WRONG_GROUP.because(
              "this server is a member of group %s, not %s"
                  .formatted(group.orElseThrow(), meant.get())));
      return false;
    }
    return true;
  }
}
