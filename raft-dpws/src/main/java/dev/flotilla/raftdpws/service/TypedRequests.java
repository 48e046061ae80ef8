package dev.flotilla.raftdpws.service;

import dev.flotilla.dpws.soap.Exchange;
import dev.flotilla.dpws.soap.SoapFault;
import dev.flotilla.dpws.soap.SoapHeader;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raftdpws.message.ClientForm;
import dev.flotilla.raftdpws.message.InsertCommandRequest;
import dev.flotilla.raftdpws.message.InsertCommandResponse;
import dev.flotilla.raftdpws.message.ReadRequest;
import dev.flotilla.raftdpws.message.ReadResponse;
import dev.flotilla.raftdpws.typed.QueryRequest;
import dev.flotilla.raftdpws.typed.QueryResponse;
import dev.flotilla.raftdpws.typed.Refusal;
import dev.flotilla.raftdpws.typed.SubmitRequest;
import dev.flotilla.raftdpws.typed.SubmitResponse;
import dev.flotilla.raftdpws.typed.TypedContract;
import dev.flotilla.raftdpws.wire.RaftFault;
import dev.flotilla.raftdpws.wire.RaftNames;
import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Submit and Query of FlotillaClientService: the requests of {@link ClientRequests} in another
 * form.
 *
 * <p>A server without a leader waits for one election before it refuses.
 */
final class TypedRequests {
  private static final String OTHER_LEADER = "another server leads: send the same request there";

  private static final String NO_LEADER =
      "no leader is known at the moment; ask again later, here or another server";

  private static final String OF_A_SESSION = "urn:flotilla:session:";

  private final ClientRequests clients;

  TypedRequests(ClientRequests clients) {
    this.clients = clients;
  }

  void submit(SubmitRequest request, Exchange<SubmitResponse> exchange) {
    String uid = request.uid().orElseGet(() -> "urn:uuid:" + UUID.randomUUID());
    Command command;
    try {
      command = command(uid, request);
    } catch (IllegalArgumentException e) {
      exchange.fault(invalid(e));
      return;
    }
    clients.insert(
        new InsertCommandRequest(
            command, Optional.empty(), ClientForm.TYPED, request.commandsVersion()),
        new Translated<InsertCommandResponse>(
            exchange,
            response -> exchange.answer(ofInsert(uid, response)),
            fault -> end(uid, fault, exchange)));
  }

  private static Command command(String uid, SubmitRequest request) {
    if (uid.startsWith(OF_A_SESSION)) {
      throw new IllegalArgumentException(
          "the uid %s is of a command in a session; only a client with sessions can send it again"
              .formatted(uid));
    }
    Command command = new Command(uid, request.name(), request.parameters());
    Optional<String> obstacle = InsertCommandRequest.obstacleTo(command);
    if (obstacle.isPresent()) {
      throw new IllegalArgumentException(obstacle.get());
    }
    return command;
  }

  private static SoapFault invalid(IllegalArgumentException e) {
    return Refusal.inDetail(RaftFault.INVALID.because(String.valueOf(e.getMessage())));
  }

  private static SubmitResponse ofInsert(String uid, InsertCommandResponse response) {
    return response.leaderAddress().isPresent()
        ? SubmitResponse.refused(
            uid,
            Refusal.NOT_LEADER,
            OTHER_LEADER,
            response.leaderAddress().map(TypedContract::besides))
        : SubmitResponse.executed(uid, response.success(), response.result());
  }

  /** What the caller or the message is not allowed is a fault; everything else is an outcome. */
  private static void end(String uid, SoapFault fault, Exchange<SubmitResponse> exchange) {
    Optional<Refusal> refusal = Refusal.of(fault);
    if (RaftFault.of(fault).filter(RaftFault.UNKNOWN::equals).isPresent()) {
      exchange.answer(SubmitResponse.unknown(uid, fault.reason()));
    } else if (refusal.isEmpty()) {
      exchange.fault(fault);
    } else {
      switch (refusal.get()) {
        case INVALID, WRONG_GROUP, FORBIDDEN -> exchange.fault(Refusal.inDetail(fault));
        default ->
            exchange.answer(
                SubmitResponse.refused(uid, refusal.get(), fault.reason(), Optional.empty()));
      }
    }
  }

  void query(QueryRequest request, Exchange<QueryResponse> exchange) {
    ReadRequest read;
    try {
      read = ReadRequest.query(request.asked()).at(request.level());
    } catch (IllegalArgumentException e) {
      exchange.fault(invalid(e));
      return;
    }
    clients.read(
        read,
        translated(
            exchange,
            () -> clients.whenElected(() -> clients.read(read, lastTry(exchange)), exchange)));
  }

  private static Exchange<ReadResponse> lastTry(Exchange<QueryResponse> exchange) {
    return translated(
        exchange, () -> exchange.fault(Refusal.inDetail(RaftFault.ASK_AGAIN.because(NO_LEADER))));
  }

  private static Exchange<ReadResponse> translated(
      Exchange<QueryResponse> exchange, Runnable whenNoLeader) {
    return new Translated<>(
        exchange,
        response -> {
          Optional<String> leader = response.leaderAddress();
          if (leader.filter(RaftNames.UNKNOWN_LEADER::equals).isPresent()) {
            whenNoLeader.run();
          } else if (leader.isPresent()) {
            exchange.fault(Refusal.notLeader(TypedContract.besides(leader.get())));
          } else {
            exchange.answer(
                new QueryResponse(response.success(), response.result(), response.state()));
          }
        },
        fault -> exchange.fault(Refusal.inDetail(fault)));
  }

  /** An exchange of another form, whose end is translated. */
  private record Translated<A>(
      Exchange<?> original, Consumer<A> answers, Consumer<SoapFault> faults)
      implements Exchange<A> {
    @Override
    public void answer(A response) {
      answers.accept(response);
    }

    @Override
    public void fault(SoapFault fault) {
      faults.accept(fault);
    }

    @Override
    public SoapHeader header() {
      return original.header();
    }

    @Override
    public int requestBytes() {
      return original.requestBytes();
    }

    @Override
    public InetSocketAddress remoteAddress() {
      return original.remoteAddress();
    }

    @Override
    public Optional<X509Certificate> caller() {
      return original.caller();
    }

    @Override
    public InetSocketAddress localAddress() {
      return original.localAddress();
    }

    @Override
    public void keepConnection() {
      original.keepConnection();
    }
  }
}
