package dev.flotilla.client.dpws;

import dev.flotilla.client.Answer;
import dev.flotilla.client.CommandRecord;
import dev.flotilla.client.ReadOutcome;
import dev.flotilla.client.RefusalReason;
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
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One attempt at one server, and what its end says: the table of outcomes of the wire contract. */
public final class ServerCalls {
  private final SoapCaller caller;
  private final SoapCaller commandCaller;
  private final long attemptTimeoutMillis;

  /**
   * Calls by a caller that stays open.
   *
   * @param attemptTimeoutMillis the longest that one attempt waits
   */
  public ServerCalls(SoapCaller caller, long attemptTimeoutMillis) {
    this(caller, caller, attemptTimeoutMillis);
  }

  /** Calls for commands by a caller that is meant for them, and for all else by the other. */
  ServerCalls(SoapCaller caller, SoapCaller commandCaller, long attemptTimeoutMillis) {
    this.caller = caller;
    this.commandCaller = commandCaller;
    this.attemptTimeoutMillis = attemptTimeoutMillis;
  }

  /** Inserts a command. */
  public void insert(
      URI server,
      Command command,
      int commandsVersion,
      Optional<GroupId> group,
      long leftMillis,
      Attempt<Answer> attempt) {
    InsertCommandRequest request = new InsertCommandRequest(command, group, commandsVersion);
    var unused =
        commandCaller
            .call(server, RaftOperations.INSERT_COMMAND, request, limit(leftMillis))
            .whenComplete(
                ending(
                    InsertCommandResponse::leaderAddress,
                    it -> new Answer(it.success(), it.result()),
                    attempt));
  }

  /** Opens a session; answered with none by a group that knows no sessions yet. */
  void open(
      URI server,
      OpenSession open,
      Optional<GroupId> group,
      long leftMillis,
      Attempt<Optional<Long>> attempt) {
    OpenSessionRequest request = new OpenSessionRequest(open, group);
    var unused =
        commandCaller
            .call(server, RaftOperations.OPEN_SESSION, request, limit(leftMillis))
            .whenComplete(
                (response, failure) -> {
                  if (isUnknownThere(failure)) {
                    attempt.answered(Optional.empty());
                  } else {
                    ended(
                        response,
                        failure,
                        OpenSessionResponse::leaderAddress,
                        OpenSessionResponse::session,
                        attempt);
                  }
                });
  }

  /** Reads. */
  public void read(
      URI server, ReadRequest request, long leftMillis, Attempt<ReadResponse> attempt) {
    var unused =
        caller
            .call(server, RaftOperations.READ, request, limit(leftMillis))
            .whenComplete(ending(ReadResponse::leaderAddress, Function.identity(), attempt));
  }

  /** Not limited as other attempts are: a new voter has to catch up before the answer. */
  <Q> void administer(
      URI server,
      Operation<Q, AdminResponse> operation,
      Q request,
      long leftMillis,
      Attempt<Answer> attempt) {
    var unused =
        caller
            .call(server, operation, request, Duration.ofMillis(Math.max(1, leftMillis)))
            .whenComplete(
                ending(
                    AdminResponse::leaderAddress,
                    it -> new Answer(it.success(), it.reason().map(Bytes::utf8)),
                    attempt));
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

  /** Older servers do not know the operation, and newer ones wait for the older. */
  private static boolean isUnknownThere(@Nullable Throwable thrown) {
    Throwable cause = thrown instanceof CompletionException ? thrown.getCause() : thrown;
    SoapFault fault = cause instanceof CallFailure failure ? failure.fault() : null;
    return fault != null
        && (fault.subcodes().equals(SoapFault.actionNotSupported("").subcodes())
            || RaftFault.of(fault).equals(Optional.of(RaftFault.NOT_ACTIVATED)));
  }

  private static <M, A> BiConsumer<@Nullable M, @Nullable Throwable> ending(
      Function<M, Optional<String>> leaderAddress, Function<M, A> answer, Attempt<A> attempt) {
    return (response, failure) -> ended(response, failure, leaderAddress, answer, attempt);
  }

  private static <M, A> void ended(
      @Nullable M response,
      @Nullable Throwable failure,
      Function<M, Optional<String>> leaderAddress,
      Function<M, A> answer,
      Attempt<A> attempt) {
    if (response == null) {
      failed(failure, attempt);
      return;
    }
    try {
      Optional<String> leader = leaderAddress.apply(response);
      if (leader.isPresent()) {
        // "unknown" is no address, and anything else that is none tells as little.
        attempt.notLeader(RaftAddress.parse(leader.get()));
      } else {
        attempt.answered(answer.apply(response));
      }
    } catch (RuntimeException e) {
      // Otherwise the call would have no end.
      attempt.perhaps("the answer cannot be used: " + e);
    }
  }

  private static void failed(@Nullable Throwable thrown, Attempt<?> attempt) {
    Throwable cause = thrown instanceof CompletionException ? thrown.getCause() : thrown;
    if (!(cause instanceof CallFailure failure)) {
      attempt.perhaps(String.valueOf(cause));
      return;
    }
    SoapFault fault = failure.fault();
    if (fault != null) {
      faulted(fault, attempt);
      return;
    }
    String detail = String.valueOf(failure.getMessage());
    switch (failure.kind()) {
      case NOT_SENT -> attempt.refused(RefusalReason.NO_SERVER, detail);
      case OVERLOADED -> attempt.refused(RefusalReason.BUSY, detail);
      case TIMEOUT, BROKEN, FAULT, MALFORMED -> attempt.perhaps(detail);
    }
  }

  private static void faulted(SoapFault fault, Attempt<?> attempt) {
    switch (RaftFault.of(fault).orElse(RaftFault.UNKNOWN)) {
      case BUSY -> attempt.refused(RefusalReason.BUSY, fault.reason());
      case NOT_ACTIVATED -> attempt.refused(RefusalReason.NOT_ACTIVATED, fault.reason());
      case DISK_FULL -> attempt.refused(RefusalReason.DISK_FULL, fault.reason());
      case NOT_SERVING, ASK_AGAIN -> attempt.refused(RefusalReason.NO_LEADER, fault.reason());
      case INVALID -> attempt.refused(RefusalReason.INVALID, fault.reason());
      case SESSION_EXPIRED -> attempt.refused(RefusalReason.SESSION_EXPIRED, fault.reason());
      case FORBIDDEN -> attempt.refused(RefusalReason.FORBIDDEN, fault.reason());
      case WRONG_GROUP -> attempt.refused(RefusalReason.WRONG_GROUP, fault.reason());
      case UNKNOWN -> attempt.perhaps(fault.reason());
    }
  }
}
