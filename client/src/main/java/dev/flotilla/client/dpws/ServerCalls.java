package dev.flotilla.client.dpws;

import dev.flotilla.client.Answer;
import dev.flotilla.client.CommandOutcome.Reason;
import dev.flotilla.client.CommandRecord;
import dev.flotilla.client.ReadOutcome;
import dev.flotilla.client.StateVersion;
import dev.flotilla.dpws.http.client.CallFailure;
import dev.flotilla.dpws.http.client.SoapCaller;
import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.dpws.soap.SoapFault;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.OpenSession;
import dev.flotilla.raftdpws.directory.RaftAddress;
import dev.flotilla.raftdpws.message.AdminResponse;
import dev.flotilla.raftdpws.message.InsertCommandRequest;
import dev.flotilla.raftdpws.message.InsertCommandResponse;
import dev.flotilla.raftdpws.message.OpenSessionRequest;
import dev.flotilla.raftdpws.message.OpenSessionResponse;
import dev.flotilla.raftdpws.message.ReadRequest;
import dev.flotilla.raftdpws.message.ReadResponse;
import dev.flotilla.raftdpws.message.StatusRequest;
import dev.flotilla.raftdpws.message.StatusResponse;
import dev.flotilla.raftdpws.wire.RaftFault;
import dev.flotilla.raftdpws.wire.RaftOperations;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One attempt at one server, and what its end says: the table of outcomes of the wire contract. */
public final class ServerCalls {
  private final SoapCaller caller;
  private final long attemptTimeoutMillis;

  /**
   * Calls by a caller that stays open.
   *
   * @param attemptTimeoutMillis the longest that one attempt waits
   */
  public ServerCalls(SoapCaller caller, long attemptTimeoutMillis) {
    this.caller = caller;
    this.attemptTimeoutMillis = attemptTimeoutMillis;
  }

  /** Inserts a command; completes on an event loop. */
  public CompletionStage<AttemptOutcome<Answer>> insert(
      URI server, Command command, Optional<GroupId> group, long leftMillis) {
    InsertCommandRequest request = new InsertCommandRequest(command, group);
    return caller
        .call(server, RaftOperations.INSERT_COMMAND, request, limit(leftMillis))
        .handle((response, failure) -> ended(response, failure, ServerCalls::outcomeOf));
  }

  /** Answered with none by a group that knows no sessions yet. */
  CompletionStage<AttemptOutcome<Optional<Long>>> open(
      URI server, OpenSession open, Optional<GroupId> group, long leftMillis) {
    OpenSessionRequest request = new OpenSessionRequest(open, group);
    return caller
        .call(server, RaftOperations.OPEN_SESSION, request, limit(leftMillis))
        .handle(
            (response, failure) ->
                isUnknownThere(failure)
                    ? new AttemptOutcome.Answered<>(Optional.empty())
                    : ended(response, failure, ServerCalls::outcomeOf));
  }

  /** Reads; completes on an event loop. */
  public <T> CompletionStage<AttemptOutcome<T>> read(
      URI server,
      ReadRequest request,
      Optional<GroupId> group,
      long leftMillis,
      Function<ReadResponse, T> answer) {
    ReadRequest forGroup = group.map(request::in).orElse(request);
    return caller
        .call(server, RaftOperations.READ, forGroup, limit(leftMillis))
        .handle((response, failure) -> ended(response, failure, read -> outcomeOf(read, answer)));
  }

  /** Not limited as other attempts are: a new voter has to catch up before the answer. */
  <Q> CompletionStage<AttemptOutcome<Answer>> administer(
      URI server, Operation<Q, AdminResponse> operation, Q request, long leftMillis) {
    return caller
        .call(server, operation, request, Duration.ofMillis(Math.max(1, leftMillis)))
        .handle((response, failure) -> ended(response, failure, ServerCalls::outcomeOf));
  }

  /** Whether the address is of the kind that is called: https with keys, and only then. */
  boolean canCall(URI server) {
    return caller.scheme().equals(server.getScheme());
  }

  CompletionStage<StatusResponse> status(URI server) {
    return caller.call(
        server, RaftOperations.STATUS, StatusRequest.INSTANCE, limit(attemptTimeoutMillis));
  }

  /** What a Read by uid, or for the last command, found. */
  static ReadOutcome<CommandRecord> recordOf(ReadResponse read) {
    if (read.uid().isEmpty() || read.position().isEmpty()) {
      return new ReadOutcome.Absent<>(versionOf(read));
    }
    return new ReadOutcome.Found<>(
        new CommandRecord(
            read.uid().get(),
            read.position().get(),
            read.command(),
            read.parameters(),
            answerOf(read)),
        versionOf(read));
  }

  /** Which state answered. */
  static StateVersion versionOf(ReadResponse read) {
    return read.state()
        .map(
            state ->
                new StateVersion(
                    OptionalLong.of(state.index()),
                    state.ageMillis().isPresent()
                        ? Optional.of(Duration.ofMillis(state.ageMillis().getAsLong()))
                        : Optional.empty()))
        .orElse(StateVersion.UNKNOWN);
  }

  /** What a query was answered. */
  public static Answer answerOf(ReadResponse read) {
    return new Answer(read.success(), read.result());
  }

  private Duration limit(long leftMillis) {
    return Duration.ofMillis(Math.max(1, Math.min(leftMillis, attemptTimeoutMillis)));
  }

  private static AttemptOutcome<Answer> outcomeOf(InsertCommandResponse response) {
    if (response.leaderAddress().isPresent()) {
      return notLeader(response.leaderAddress().get());
    }
    return new AttemptOutcome.Answered<>(new Answer(response.success(), response.result()));
  }

  private static AttemptOutcome<Answer> outcomeOf(AdminResponse response) {
    if (response.leaderAddress().isPresent()) {
      return notLeader(response.leaderAddress().get());
    }
    return new AttemptOutcome.Answered<>(
        new Answer(response.success(), response.reason().map(Bytes::utf8)));
  }

  private static AttemptOutcome<Optional<Long>> outcomeOf(OpenSessionResponse response) {
    if (response.leaderAddress().isPresent()) {
      return notLeader(response.leaderAddress().get());
    }
    return new AttemptOutcome.Answered<>(response.session());
  }

  /** Older servers do not know the operation, and newer ones wait for the older. */
  private static boolean isUnknownThere(@Nullable Throwable thrown) {
    Throwable cause = thrown instanceof CompletionException ? thrown.getCause() : thrown;
    SoapFault fault = cause instanceof CallFailure failure ? failure.fault() : null;
    return fault != null
        && (fault.subcodes().equals(SoapFault.actionNotSupported("").subcodes())
            || RaftFault.of(fault).equals(Optional.of(RaftFault.NOT_ACTIVATED)));
  }

  private static <T> AttemptOutcome<T> outcomeOf(
      ReadResponse read, Function<ReadResponse, T> answer) {
    return read.leaderAddress().isPresent()
        ? notLeader(read.leaderAddress().get())
        : new AttemptOutcome.Answered<>(answer.apply(read));
  }

  private static <T> AttemptOutcome<T> notLeader(String leaderAddress) {
    // "unknown" is no address, and anything else that is none tells as little.
    return new AttemptOutcome.NotLeader<>(RaftAddress.parse(leaderAddress));
  }

  private static <A, T> AttemptOutcome<T> ended(
      @Nullable A response, @Nullable Throwable failure, Function<A, AttemptOutcome<T>> outcome) {
    return response == null ? failed(failure) : outcome.apply(response);
  }

  private static <T> AttemptOutcome<T> failed(@Nullable Throwable thrown) {
    Throwable cause = thrown instanceof CompletionException ? thrown.getCause() : thrown;
    if (!(cause instanceof CallFailure failure)) {
      return new AttemptOutcome.Perhaps<>(String.valueOf(cause));
    }
    String detail = String.valueOf(failure.getMessage());
    SoapFault fault = failure.fault();
    if (fault != null) {
      return faulted(fault);
    }
    return switch (failure.kind()) {
      case NOT_SENT -> new AttemptOutcome.NotNow<>(Reason.NO_SERVER, detail);
      case OVERLOADED -> new AttemptOutcome.NotNow<>(Reason.BUSY, detail);
      case TIMEOUT, BROKEN, FAULT, MALFORMED -> new AttemptOutcome.Perhaps<>(detail);
    };
  }

  private static <T> AttemptOutcome<T> faulted(SoapFault fault) {
    return switch (RaftFault.of(fault).orElse(RaftFault.UNKNOWN)) {
      case BUSY -> new AttemptOutcome.NotNow<>(Reason.BUSY, fault.reason());
      case DISK_FULL -> new AttemptOutcome.NotNow<>(Reason.DISK_FULL, fault.reason());
      case NOT_SERVING -> new AttemptOutcome.NotNow<>(Reason.NO_LEADER, fault.reason());
      case INVALID -> new AttemptOutcome.Never<>(Reason.INVALID, fault.reason());
      case SESSION_EXPIRED -> new AttemptOutcome.Never<>(Reason.SESSION_EXPIRED, fault.reason());
      case FORBIDDEN -> new AttemptOutcome.Never<>(Reason.FORBIDDEN, fault.reason());
      case NOT_ACTIVATED -> new AttemptOutcome.NotNow<>(Reason.BUSY, fault.reason());
      case WRONG_GROUP -> new AttemptOutcome.NotNow<>(Reason.WRONG_GROUP, fault.reason());
      case UNKNOWN -> new AttemptOutcome.Perhaps<>(fault.reason());
    };
  }
}
